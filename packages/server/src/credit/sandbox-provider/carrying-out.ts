/** What the sandbox's provider does with requests: one after the other, in one transaction. */

import type { Found } from '../../model/payment/payment.ts'
import type { Committed, RowSet, Transaction } from '../../platform/database/database.ts'
import { together } from '../../platform/database/together.ts'
import type { MoneyRequest, Scope } from '../payments/provider.ts'
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
  type KeptAuthorisation,
  type KeptRequest,
  listAuthorisations,
  listRequests,
  lockCards,
  requestRow,
} from './store.ts'

/** A good card that is there without having been entered, for buyers who gave none. */
export const STANDARD_TOKEN = 'card_standard'
export const STANDARD_CARD: KeptCard = {
  behaviour: 'good',
  failingCharge: null,
  brand: 'visa',
  last4: '1111',
  expiry: '12/99',
  expiresAt: new Date('2100-01-01T00:00:00Z'),
  charges: 0,
}

export type Asked = MoneyRequest & {
  readonly kind: RequestKind
  readonly authorisation: string | null
}

type CarryingOut = {
  readonly scope: Scope
  readonly at: Date
  readonly newReference: () => string
}

/** What the provider knows, as it becomes with each request. */
type Known = {
  readonly requests: Map<string, KeptRequest>
  readonly cards: Map<string, KeptCard>
  readonly authorisations: Map<string, KeptAuthorisation>
}

export async function carryOut(
  tx: Transaction,
  all: readonly Asked[],
  carrying: CarryingOut,
): Promise<Committed<readonly Found[]>> {
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
  const done = all.map((asked) => carryOutOne(known, asked, carrying))
  const charged = new Set(done.flatMap(({ charged }) => charged ?? []))
  const charges = [...charged].map((token) => ({ token, charges: cards.get(token)?.charges ?? 0 }))
  return tx.commit(
    done.map(({ found }) => found),
    ...together(done.flatMap(({ rowSets }) => rowSets)),
    chargesUpdate(scope, charges),
  )
}

type Done = {
  readonly found: Found
  readonly rowSets: readonly RowSet[]
  /** The card that was charged. */
  readonly charged?: string
}

function carryOutOne(known: Known, asked: Asked, { scope, at, newReference }: CarryingOut): Done {
  const { requests, cards, authorisations } = known
  const { kind, token, authorisation } = asked
  const before = requests.get(asked.key)
  if (before !== undefined) return answerAgain(known, asked, { scope, before, at })
  const card = cards.get(token)
  const used = token === STANDARD_TOKEN ? STANDARD_CARD : card
  const script = refusedBy(known, asked, at) ?? scripted(used, asked, at)
  const request: KeptRequest = { ...asked, ...script, reference: newReference(), createdAt: at }
  requests.set(asked.key, request)
  const held = authorisation === null ? undefined : authorisations.get(authorisation)
  if (authorisation !== null && held !== undefined && request.state !== 'failed') {
    authorisations.set(authorisation, { ...held, taken: true })
  }
  const found = answerAt(request, request.reference, at)
  const rowSets = [requestRow(scope, request)]
  if (kind !== 'charge' || card === undefined) return { found, rowSets }
  cards.set(token, { ...card, charges: card.charges + 1 })
  return { found, rowSets, charged: token }
}

function scripted(card: KeptCard | undefined, { kind }: Asked, at: Date): Script {
  if (card !== undefined) return scriptOf(card, kind, at)
  return kind === 'release' ? scriptOf(STANDARD_CARD, kind, at) : failing('invalid_card')
}

/** One key is one request: with other values it is a fault of whoever asks. */
function answerAgain(
  { requests }: Known,
  asked: Asked,
  { scope, before, at }: Pick<CarryingOut, 'scope' | 'at'> & { readonly before: KeptRequest },
): Done {
  const same = (['kind', 'token', 'amount', 'currency', 'authorisation'] as const).every(
    (name) => before[name] === asked[name],
  )
  if (!same) throw new Error(`the key ${asked.key} belongs to another request`)
  if (before.state !== 'lost') return { found: answerAt(before, before.reference, at), rowSets: [] }
  const arrived = { ...before, state: 'succeeded' } as const
  requests.set(asked.key, arrived)
  const found = answerAt(arrived, before.reference, at)
  return { found, rowSets: [arrivedRow(scope, asked.key)] }
}

/** What takes from an authorisation needs one that holds enough, of the same card, once. */
function refusedBy({ authorisations }: Known, asked: Asked, at: Date): Script | undefined {
  if (asked.authorisation === null) return undefined
  const found = authorisations.get(asked.authorisation)
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
