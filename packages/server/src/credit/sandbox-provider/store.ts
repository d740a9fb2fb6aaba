/** The provider's own tables: no other code reads or writes them. */
import { columns, computed, type RowOf, select } from '../../platform/database/columns.ts'
import type {
  Changes,
  Insert,
  Reader,
  Transaction,
  Upsert,
} from '../../platform/database/database.ts'
import type { MoneyRequest, Scope } from '../payments/provider.ts'
import type { RequestKind, Script, StoredCard } from './rules.ts'

export type StoredRequest = Script &
  MoneyRequest & {
    readonly kind: RequestKind
    readonly authorisation: string | null
    readonly reference: string
    readonly createdAt: Date
  }

type OfCard = Pick<StoredCard, 'behaviour' | 'brand'>
const TOKEN_AND_CARD = columns<'sandbox_provider_cards', OfCard>('sandbox_provider_cards', 'c')
const CARD = TOKEN_AND_CARD.without('storeId', 'sandbox', 'token', 'createdAt')
const CARDS = 'FROM sandbox_provider_cards c WHERE c.store_id = $1 AND c.sandbox = $2'

export async function findCard(
  reader: Reader,
  { storeId, sandbox }: Scope,
  token: string,
): Promise<StoredCard | undefined> {
  const text = select(CARD, `${CARDS} AND c.token = $3`)
  return (await reader.query(text, [storeId, sandbox, token]))[0]
}

/** Charges of a card are numbered: one at a time. */
export async function lockCards(
  tx: Transaction,
  { storeId, sandbox }: Scope,
  tokens: readonly string[],
): Promise<Map<string, StoredCard>> {
  const rows = await tx.query(
    select(
      TOKEN_AND_CARD.only('token').and(CARD.as('card')),
      `${CARDS} AND c.token = ANY($3::text[]) ORDER BY c.token FOR UPDATE`,
    ),
    [storeId, sandbox, tokens],
  )
  return new Map(rows.map(({ token, card }) => [token, card]))
}

type OfRequest = Pick<StoredRequest, 'kind' | 'state' | 'reason'> & LaterColumns
type LaterColumns = {
  laterState: NonNullable<Script['later']>['state'] | null
  laterReason: NonNullable<Script['later']>['reason']
}
const REQUEST = columns<'sandbox_provider_requests', OfRequest>(
  'sandbox_provider_requests',
  'r',
).without('storeId', 'sandbox')
const REQUESTS = 'FROM sandbox_provider_requests r WHERE r.store_id = $1 AND r.sandbox = $2'

export async function findRequest(
  reader: Reader,
  { storeId, sandbox }: Scope,
  key: string,
): Promise<StoredRequest | undefined> {
  const text = select(REQUEST, `${REQUESTS} AND r.key = $3`)
  const [row] = await reader.query(text, [storeId, sandbox, key])
  return row && requestOf(row)
}

/** By their keys. */
export async function listRequests(
  reader: Reader,
  { storeId, sandbox }: Scope,
  keys: readonly string[],
): Promise<Map<string, StoredRequest>> {
  const text = select(REQUEST, `${REQUESTS} AND r.key = ANY($3::text[])`)
  const rows = await reader.query(text, [storeId, sandbox, keys])
  return new Map(rows.map((row) => [row.key, requestOf(row)]))
}

export type StoredAuthorisation = {
  readonly request: StoredRequest
  /** Something has taken from it, or given it back. */
  readonly taken: boolean
}

const TAKEN = computed<{ taken: boolean }>({
  taken: `EXISTS (SELECT 1 FROM sandbox_provider_requests t
    WHERE t.store_id = $1 AND t.sandbox = $2 AND t.authorisation = r.reference
      AND t.state <> 'failed')`,
})

/** Authorisations by their answer. */
export async function listAuthorisations(
  reader: Reader,
  { storeId, sandbox }: Scope,
  references: readonly string[],
): Promise<Map<string, StoredAuthorisation>> {
  const rows = await reader.query(
    select(
      REQUEST.as('request').and(TAKEN),
      `${REQUESTS} AND r.reference = ANY($3::text[]) AND r.kind = 'authorise'`,
    ),
    [storeId, sandbox, references],
  )
  return new Map(
    rows.map(({ request, taken }) => [request.reference, { request: requestOf(request), taken }]),
  )
}

/** A card that is there already stays. */
export function cardRow(
  { storeId, sandbox }: Scope,
  { token, card, at }: { token: string; card: StoredCard; at: Date },
): Upsert {
  return {
    table: 'sandbox_provider_cards',
    key: ['storeId', 'sandbox', 'token'],
    changed: [],
    rows: [{ storeId, sandbox, token, ...card, createdAt: at }],
  }
}

export function chargesUpdate(
  { storeId, sandbox }: Scope,
  cards: readonly { token: string; charges: number }[],
): Changes {
  return {
    table: 'sandbox_provider_cards',
    by: ['storeId', 'sandbox', 'token'],
    changes: cards.map((card) => ({ storeId, sandbox, ...card })),
  }
}

export function requestRow({ storeId, sandbox }: Scope, request: StoredRequest): Insert {
  const { later, ...row } = request
  const changing = {
    laterState: later?.state ?? null,
    laterReason: later?.reason ?? null,
    laterAt: later?.at ?? null,
  }
  return { table: 'sandbox_provider_requests', rows: [{ storeId, sandbox, ...row, ...changing }] }
}

/** A lost request has arrived. */
export function arrivedRow({ storeId, sandbox }: Scope, key: string): Changes {
  return {
    table: 'sandbox_provider_requests',
    by: ['storeId', 'sandbox', 'key'],
    changes: [{ storeId, sandbox, key, state: 'succeeded' }],
  }
}

function requestOf({
  laterState: state,
  laterReason: reason,
  laterAt: at,
  ...request
}: RowOf<typeof REQUEST>): StoredRequest {
  return { ...request, later: state === null || at === null ? null : { state, reason, at } }
}
