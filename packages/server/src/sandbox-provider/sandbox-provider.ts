/**
 * The sandbox's payment provider. It stands for a remote one: it keeps to tables of its own, takes
 * part in no transaction of ours, and is reached through the port only.
 */
import { ZERO } from '@svc/api'
import type { Clock } from '../clock.ts'
import type { Committed, Database, RowSet, Transaction } from '../database/database.ts'
import type { Ids } from '../ids.ts'
import type { Found, Outcome } from '../payments/payment.ts'
import type { MoneyRequest, PaymentProvider, Providers, Scope } from '../payments/provider.ts'
import {
  answerAt,
  failing,
  type KeptCard,
  type RequestKind,
  type Script,
  scriptOf,
} from './rules.ts'
import {
  arrivedRow,
  chargesUpdate,
  findAuthorisation,
  findCard,
  findRequest,
  type KeptRequest,
  lockCard,
  requestRow,
} from './store.ts'

/** A good card that is there without having been entered, for buyers who gave none. */
export const STANDARD_TOKEN = 'card_standard'
const STANDARD_CARD: KeptCard = {
  behaviour: 'good',
  failingCharge: null,
  brand: 'visa',
  last4: '1111',
  expiry: '12/99',
  expiresAt: new Date('2100-01-01T00:00:00Z'),
  charges: 0,
}

export type SandboxProviding = {
  readonly database: Database
  readonly ids: Ids
  /** Whether it also serves live mode: on a demo server only. */
  readonly demo: boolean
}

/** Serves the sandbox, and live mode on a demo server. */
export function sandboxProviders(options: SandboxProviding): Providers {
  return (scope, clock) =>
    scope.sandbox || options.demo ? createSandboxProvider(options, scope, clock) : undefined
}

type Asked = MoneyRequest & {
  readonly kind: RequestKind
  readonly authorisation: string | null
}

function createSandboxProvider(
  { database, ids }: SandboxProviding,
  scope: Scope,
  clock: Clock,
): PaymentProvider {
  const moved = async (asked: Asked): Promise<Outcome> => {
    const found = await database.transaction(null, (tx) =>
      carryOut(tx, { scope, asked, at: clock.now(), newReference: ids.next }),
    )
    // Whoever asks cannot tell a lost request from one that is not answered.
    return found.state === 'never_seen' ? { state: 'unknown' } : found
  }
  return {
    name: 'sandbox',
    standardToken: STANDARD_TOKEN,
    async card(token) {
      const card = token === STANDARD_TOKEN ? STANDARD_CARD : await findCard(database, scope, token)
      return card && { brand: card.brand, last4: card.last4, expiry: card.expiry }
    },
    authorise: (request) => moved({ ...request, kind: 'authorise', authorisation: null }),
    charge: (request) =>
      moved({ ...request, kind: 'charge', authorisation: request.authorisation ?? null }),
    release: ({ key, authorisation }) =>
      moved({ key, token: '', amount: ZERO, currency: '', kind: 'release', authorisation }),
    refund: (request) => moved({ ...request, kind: 'refund', authorisation: null }),
    async find(key) {
      const known = await findRequest(database, scope, key)
      if (known === undefined) return { state: 'never_seen' }
      return answerAt(known, known.reference, clock.now())
    },
  }
}

type CarryingOut = {
  readonly scope: Scope
  readonly asked: Asked
  readonly at: Date
  readonly newReference: () => string
}

async function carryOut(
  tx: Transaction,
  { scope, asked, at, newReference }: CarryingOut,
): Promise<Committed<Found>> {
  const locked = await lockCard(tx, scope, asked.token)
  const known = await findRequest(tx, scope, asked.key)
  if (known !== undefined) return answerAgain(tx, { scope, asked, known, at })
  const card = asked.token === STANDARD_TOKEN ? STANDARD_CARD : locked
  const script = (await refusedBy(tx, { scope, asked, card, at })) ?? scripted(card, asked, at)
  const request: KeptRequest = { ...asked, ...script, reference: newReference(), createdAt: at }
  const rowSets: RowSet[] = [requestRow(scope, request)]
  if (asked.kind === 'charge' && locked !== undefined) {
    rowSets.push(chargesUpdate(scope, { token: asked.token, charges: locked.charges + 1 }))
  }
  return tx.commit(answerAt(request, request.reference, at), ...rowSets)
}

function scripted(card: KeptCard | undefined, { kind }: Asked, at: Date): Script {
  if (card !== undefined) return scriptOf(card, kind, at)
  return kind === 'release' ? scriptOf(STANDARD_CARD, kind, at) : failing('invalid_card')
}

/** One key is one request: with other values it is a fault of whoever asks. */
function answerAgain(
  tx: Transaction,
  { scope, asked, known, at }: Omit<CarryingOut, 'newReference'> & { known: KeptRequest },
): Committed<Found> {
  const same = (['kind', 'token', 'amount', 'currency', 'authorisation'] as const).every(
    (name) => known[name] === asked[name],
  )
  if (!same) throw new Error(`the key ${asked.key} belongs to another request`)
  if (known.state !== 'lost') return tx.commit(answerAt(known, known.reference, at))
  const arrived = { ...known, state: 'succeeded' } as const
  return tx.commit(answerAt(arrived, known.reference, at), arrivedRow(scope, asked.key))
}

/** What takes from an authorisation needs one that holds enough, of the same card, once. */
async function refusedBy(
  tx: Transaction,
  { scope, asked, at }: Omit<CarryingOut, 'newReference'> & { card: KeptCard | undefined },
): Promise<Script | undefined> {
  if (asked.authorisation === null) return undefined
  const found = await findAuthorisation(tx, scope, asked.authorisation)
  const holds =
    found !== undefined &&
    !found.taken &&
    answerAt(found.request, found.request.reference, at).state === 'succeeded'
  if (!holds) return failing('refused')
  if (asked.kind === 'release') return undefined
  const { token, amount, currency } = found.request
  const enough = token === asked.token && currency === asked.currency && asked.amount <= amount
  return enough ? undefined : failing('refused')
}
