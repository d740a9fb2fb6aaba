/** How the sandbox's provider carries out requests: one after the other, in one transaction. */

import type { FoundOutcome } from '../../model/payment/payment.ts'
import type { Committed, RowSet, Transaction } from '../../platform/database/database.ts'
import { Written } from '../../platform/database/database.ts'
import { together } from '../../platform/database/together.ts'
import type { MoneyRequest, Scope } from '../payments/provider.ts'
import {
  answerAt,
  failing,
  type RequestKind,
  type Script,
  type StoredCard,
  scriptOf,
} from './rules.ts'
import {
  arrivedRow,
  chargesUpdate,
  listAuthorisations,
  listRequests,
  lockCards,
  requestRow,
  type StoredAuthorisation,
  type StoredRequest,
} from './store.ts'

/** A good card that is there without having been entered, for buyers who gave none. */
export const STANDARD_TOKEN = 'card_standard'
export const STANDARD_CARD: StoredCard = {
  behaviour: 'good',
  failingCharge: null,
  brand: 'visa',
  last4: '1111',
  expiry: '12/99',
  expiresAt: new Date('2100-01-01T00:00:00Z'),
  charges: 0,
}

export type ProviderRequest = MoneyRequest & {
  readonly kind: RequestKind
  readonly authorisation: string | null
}

type CarryingOut = {
  readonly scope: Scope
  readonly at: Date
  readonly newReference: () => string
}

/** The provider's state, after each request. */
type Known = {
  readonly requests: Map<string, StoredRequest>
  readonly cards: Map<string, StoredCard>
  readonly authorisations: Map<string, StoredAuthorisation>
}

export async function carryOut(
  tx: Transaction,
  all: readonly ProviderRequest[],
  carrying: CarryingOut,
): Promise<Committed<readonly FoundOutcome[]>> {
  const { scope } = carrying
  const cards = await lockCards(tx, scope, [...new Set(all.map(({ token }) => token))])
  const requests = await listRequests(
    tx,
    scope,
    all.map(({ key }) => key),
  )
  const references = all.flatMap(({ authorisation }) => authorisation ?? [])
  const authorisations =
    references.length === 0 ? new Map() : await listAuthorisations(tx, scope, references)
  const known: Known = { requests, cards, authorisations }
  const done = all.map((requested) => carryOutOne(known, requested, carrying))
  const charged = new Set(done.flatMap(({ charged }) => charged ?? []))
  const charges = [...charged].map((token) => ({ token, charges: cards.get(token)?.charges ?? 0 }))
  return tx.commit(
    done.map(({ outcome }) => outcome),
    Written.technically(
      'provider',
      ...together(done.flatMap(({ rowSets }) => rowSets)),
      chargesUpdate(scope, charges),
    ),
  )
}

type Done = {
  readonly outcome: FoundOutcome
  readonly rowSets: readonly RowSet[]
  /** The card that was charged. */
  readonly charged?: string
}

function carryOutOne(
  known: Known,
  requested: ProviderRequest,
  { scope, at, newReference }: CarryingOut,
): Done {
  const { requests, cards, authorisations } = known
  const { kind, token, authorisation } = requested
  const before = requests.get(requested.key)
  if (before !== undefined) return answerAgain(known, requested, { scope, before, at })
  const card = cards.get(token)
  const used = token === STANDARD_TOKEN ? STANDARD_CARD : card
  const script = refusedBy(known, requested, at) ?? scripted(used, requested, at)
  const request: StoredRequest = {
    ...requested,
    ...script,
    reference: newReference(),
    createdAt: at,
  }
  requests.set(requested.key, request)
  const held = authorisation === null ? undefined : authorisations.get(authorisation)
  if (authorisation !== null && held !== undefined && request.state !== 'failed') {
    authorisations.set(authorisation, { ...held, taken: true })
  }
  const outcome = answerAt(request, request.reference, at)
  const rowSets = [requestRow(scope, request)]
  if (kind !== 'charge' || card === undefined) return { outcome, rowSets }
  cards.set(token, { ...card, charges: card.charges + 1 })
  return { outcome, rowSets, charged: token }
}

function scripted(card: StoredCard | undefined, { kind }: ProviderRequest, at: Date): Script {
  if (card !== undefined) return scriptOf(card, kind, at)
  return kind === 'release' ? scriptOf(STANDARD_CARD, kind, at) : failing('invalid_card')
}

/** One key is one request: with other values it is a fault of the caller. */
function answerAgain(
  { requests }: Known,
  requested: ProviderRequest,
  { scope, before, at }: Pick<CarryingOut, 'scope' | 'at'> & { readonly before: StoredRequest },
): Done {
  const same = (['kind', 'token', 'amount', 'currency', 'authorisation'] as const).every(
    (name) => before[name] === requested[name],
  )
  if (!same) throw new Error(`the key ${requested.key} belongs to another request`)
  if (before.state !== 'lost')
    return { outcome: answerAt(before, before.reference, at), rowSets: [] }
  const arrived = { ...before, state: 'succeeded' } as const
  requests.set(requested.key, arrived)
  const outcome = answerAt(arrived, before.reference, at)
  return { outcome, rowSets: [arrivedRow(scope, requested.key)] }
}

/** A charge from an authorisation needs one with enough held, of the same card, once. */
function refusedBy(
  { authorisations }: Known,
  requested: ProviderRequest,
  at: Date,
): Script | undefined {
  if (requested.authorisation === null) return undefined
  const outcome = authorisations.get(requested.authorisation)
  const holds =
    outcome !== undefined &&
    !outcome.taken &&
    answerAt(outcome.request, outcome.request.reference, at).state === 'succeeded'
  if (!holds) return failing('refused')
  if (requested.kind === 'release') return undefined
  const { token, amount, currency } = outcome.request
  const enough =
    token === requested.token && currency === requested.currency && requested.amount <= amount
  return enough ? undefined : failing('refused')
}
