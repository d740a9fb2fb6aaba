/** The provider's own tables: no other code reads or writes them. */
import { cents } from '@svc/api'
import type { Changes, Insert, Reader, Row, Transaction } from '../../platform/database/database.ts'
import type { MoneyRequest, Scope } from '../payments/provider.ts'
import type { KeptCard, RequestKind, Script } from './rules.ts'

export type KeptRequest = Script &
  MoneyRequest & {
    readonly kind: RequestKind
    readonly authorisation: string | null
    readonly reference: string
    readonly createdAt: Date
  }

const CARDS = `SELECT token, behaviour, failing_charge, brand, last4, expiry, expires_at, charges
  FROM sandbox_provider_cards WHERE store_id = $1 AND sandbox = $2`

export async function findCard(
  reader: Reader,
  { storeId, sandbox }: Scope,
  token: string,
): Promise<KeptCard | undefined> {
  const [row] = await reader.query(`${CARDS} AND token = $3`, [storeId, sandbox, token])
  return row && cardOf(row)
}

/** Charges of a card are numbered: one at a time. */
export async function lockCards(
  tx: Transaction,
  { storeId, sandbox }: Scope,
  tokens: readonly string[],
): Promise<Map<string, KeptCard>> {
  const rows = await tx.query(`${CARDS} AND token = ANY($3::text[]) ORDER BY token FOR UPDATE`, [
    storeId,
    sandbox,
    tokens,
  ])
  return new Map(rows.map((row) => [row.token, cardOf(row)]))
}

const REQUEST_COLUMNS = `key, kind, token, authorisation, amount, currency, reference, state,
  reason, later_state, later_reason, later_at, created_at`

const REQUESTS = `SELECT ${REQUEST_COLUMNS} FROM sandbox_provider_requests
  WHERE store_id = $1 AND sandbox = $2`

export async function findRequest(
  reader: Reader,
  { storeId, sandbox }: Scope,
  key: string,
): Promise<KeptRequest | undefined> {
  const [row] = await reader.query(`${REQUESTS} AND key = $3`, [storeId, sandbox, key])
  return row && requestOf(row)
}

/** By their keys. */
export async function listRequests(
  reader: Reader,
  { storeId, sandbox }: Scope,
  keys: readonly string[],
): Promise<Map<string, KeptRequest>> {
  const rows = await reader.query(`${REQUESTS} AND key = ANY($3::text[])`, [storeId, sandbox, keys])
  return new Map(rows.map((row) => [row.key, requestOf(row)]))
}

export type KeptAuthorisation = {
  readonly request: KeptRequest
  /** Something has taken from it, or given it back. */
  readonly taken: boolean
}

/** Authorisations by what they were answered. */
export async function listAuthorisations(
  reader: Reader,
  { storeId, sandbox }: Scope,
  references: readonly string[],
): Promise<Map<string, KeptAuthorisation>> {
  const rows = await reader.query(
    `SELECT ${REQUEST_COLUMNS}, EXISTS (SELECT 1 FROM sandbox_provider_requests t
       WHERE t.store_id = $1 AND t.sandbox = $2 AND t.authorisation = r.reference
         AND t.state <> 'failed') AS taken
     FROM sandbox_provider_requests r
     WHERE store_id = $1 AND sandbox = $2 AND reference = ANY($3::text[]) AND kind = 'authorise'`,
    [storeId, sandbox, references],
  )
  return new Map(rows.map((row) => [row.reference, { request: requestOf(row), taken: row.taken }]))
}

export function cardRow(
  { storeId, sandbox }: Scope,
  { token, card, at }: { token: string; card: KeptCard; at: Date },
): Insert {
  return {
    table: 'sandbox_provider_cards',
    rows: [
      {
        store_id: storeId,
        sandbox,
        token,
        behaviour: card.behaviour,
        failing_charge: card.failingCharge,
        brand: card.brand,
        last4: card.last4,
        expiry: card.expiry,
        expires_at: card.expiresAt,
        charges: card.charges,
        created_at: at,
      },
    ],
  }
}

export function chargesUpdate(
  { storeId, sandbox }: Scope,
  cards: readonly { token: string; charges: number }[],
): Changes {
  return {
    table: 'sandbox_provider_cards',
    by: ['store_id', 'sandbox', 'token'],
    changes: cards.map((card) => ({ store_id: storeId, sandbox, ...card })),
  }
}

export function requestRow({ storeId, sandbox }: Scope, request: KeptRequest): Insert {
  const { later } = request
  return {
    table: 'sandbox_provider_requests',
    rows: [
      {
        store_id: storeId,
        sandbox,
        key: request.key,
        kind: request.kind,
        token: request.token,
        authorisation: request.authorisation,
        amount: request.amount,
        currency: request.currency,
        reference: request.reference,
        state: request.state,
        reason: request.reason,
        later_state: later?.state ?? null,
        later_reason: later?.reason ?? null,
        later_at: later?.at ?? null,
        created_at: request.createdAt,
      },
    ],
  }
}

/** What had been lost has arrived. */
export function arrivedRow({ storeId, sandbox }: Scope, key: string): Changes {
  return {
    table: 'sandbox_provider_requests',
    by: ['store_id', 'sandbox', 'key'],
    changes: [{ store_id: storeId, sandbox, key, state: 'succeeded' }],
  }
}

function cardOf(row: Row): KeptCard {
  return {
    behaviour: row.behaviour,
    failingCharge: row.failing_charge,
    brand: row.brand,
    last4: row.last4,
    expiry: row.expiry,
    expiresAt: row.expires_at,
    charges: row.charges,
  }
}

function requestOf(row: Row): KeptRequest {
  return {
    key: row.key,
    kind: row.kind,
    token: row.token,
    authorisation: row.authorisation,
    amount: cents(row.amount),
    currency: row.currency,
    reference: row.reference,
    state: row.state,
    reason: row.reason,
    later:
      row.later_state === null
        ? null
        : { state: row.later_state, reason: row.later_reason, at: row.later_at },
    createdAt: row.created_at,
  }
}
