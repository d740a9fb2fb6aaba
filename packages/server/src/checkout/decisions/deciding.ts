/**
 * How a decision is made: the scorecard is called outside any transaction, on data read then; under
 * the locks of order and buyer they are read again, and an answer about other data is stale.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Buyer } from '@svc/api'
import type { Reader, RowSet } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import { accept } from '../../platform/refusal.ts'
import { whenFree } from '../persons/holding.ts'
import { playedBy } from '../persons/scope.ts'
import type { Decider, Decision, DecisionInputs, Verdict } from './decision.ts'
import { getInputs, type Signature } from './inputs.ts'
import { decideIncome, decideSignature, isIncomeMissing, judge } from './rules.ts'
import { decideOtherData, scorecardVerdict, stillHolds } from './standing.ts'
import { decisionRow, listOfOrder } from './store.ts'

/** The inputs of a decision on a signature, besides the built-in rules. */
export type Deciding = {
  /** Live mode is played as the sandbox is. */
  readonly demo?: boolean
  readonly scorecard?: Scorecard | undefined
}

/** A lender's own decider. */
export type Scorecard = Decider & {
  /** The outcome used if the answer is about data that have changed since. */
  readonly outdated: Verdict
}

/** The scorecard's answer, and its subject. */
export type Scored = {
  /** Undefined: whatever it is now. */
  readonly inputs: DecisionInputs | undefined
  readonly verdict: Verdict
}

/** The data changed while the scorecard was called: it is called again. */
class StaleVerdict extends Error {}

const DIFFERENT = 'what was judged has changed since'

type Before = {
  /** The decisions of the checkout, oldest first. */
  readonly earlier: readonly Decision[]
  /** The buyer's data of the latest one. */
  readonly saved: Buyer | null
}

/** The latest decision, where the scorecard need not be called again. */
function holding({ earlier, saved }: Before, signature: Signature): Decision | undefined {
  const decision = earlier.at(-1)
  return decision && stillHolds({ decision, saved, signature }) ? decision : undefined
}

/**
 * Asks the scorecard, which takes a while. Undefined without one, where its last answer still
 * holds, and where it has nothing to say: the rules refuse already, and nobody is notified of a
 * person without need.
 */
export async function callScorecard(
  reader: Reader,
  { scorecard, ids }: Deciding & { readonly ids: Ids },
  { signature, saved }: { readonly signature: Signature; readonly saved: Buyer | null },
): Promise<Scored | undefined> {
  if (scorecard === undefined) return undefined
  const { order, buyer, at } = signature
  const [inputs, earlier] = await Promise.all([
    getInputs(reader, signature),
    listOfOrder(reader, order),
  ])
  const last = holding({ earlier, saved }, signature)
  if (last !== undefined && scorecardVerdict(last) !== undefined) return undefined
  if (judge(inputs).outcome === 'refused') return undefined
  const verdict = await scorecard.decide({
    id: ids.next(),
    at,
    storeId: order.storeId,
    orderId: order.id,
    sandbox: order.sandbox,
    person: { document: buyer.document_id, birthday: buyer.birthday },
    inputs,
  })
  return { inputs, verdict }
}

type Locked = Deciding & {
  readonly ids: Ids
  readonly scored: Scored | undefined
  readonly saved: Buyer | null
}

type JudgedDecision = Decision & { readonly inputs: DecisionInputs }

/** The outcome, and the rows to write: none if an earlier decision applies. */
export type Decided = { readonly decision: JudgedDecision; readonly rowSets: readonly RowSet[] }

/**
 * Decides on a signature, under the locks of the order and its buyer: limits count as they are now.
 * Throws `StaleVerdict`, or refuses.
 */
export async function decideLocked(
  reader: Reader,
  deciding: Locked,
  signature: Signature & { readonly buyerId: string },
): Promise<Decided> {
  const [inputs, earlier] = await Promise.all([
    getInputs(reader, signature),
    listOfOrder(reader, signature.order),
  ])
  if (playedBy(deciding, signature) !== 'person') {
    accept(decideIncome(inputs, inputs.limits.income_from))
  }
  return decideAnew({ ...deciding, earlier, inputs }, signature)
}

/**
 * Decides on data before the signature, under the same locks. Undefined if no decision is possible
 * yet, since an income is missing; an earlier decision stays while it applies.
 */
export async function decideData(
  reader: Reader,
  deciding: Locked,
  signature: Signature & { readonly buyerId: string },
): Promise<Decided | undefined> {
  const [inputs, earlier] = await Promise.all([
    getInputs(reader, signature),
    listOfOrder(reader, signature.order),
  ])
  const missing = isIncomeMissing(inputs, inputs.limits.income_from)
  if (missing && playedBy(deciding, signature) !== 'person') return undefined
  const last = holding({ earlier, saved: deciding.saved }, signature)
  if (last !== undefined) return { decision: { ...last, inputs }, rowSets: [] }
  accept(decideOtherData(earlier, signature.order.state))
  return decideAnew({ ...deciding, earlier, inputs }, signature)
}

function decideAnew(
  { earlier, inputs, ...deciding }: Locked & Before & { readonly inputs: DecisionInputs },
  signature: Signature & { readonly buyerId: string },
): Decided {
  const { scorecard, scored } = deciding
  const { order, buyer, buyerId, at } = signature
  const last = holding({ earlier, saved: deciding.saved }, signature)
  if (last !== undefined && isDeepStrictEqual(last.inputs, inputs)) {
    return { decision: { ...last, inputs }, rowSets: [] }
  }
  const ruled = judge(inputs)
  const calls = scorecard !== undefined && ruled.outcome !== 'refused'
  const said = calls ? ((last && scorecardVerdict(last)) ?? current(scored, inputs)) : undefined
  if (calls && said === undefined) throw new StaleVerdict(DIFFERENT)
  const decision = {
    ...decideSignature({
      document: buyer.document_id,
      played: playedBy(deciding, signature),
      ruled,
      scored: said,
    }),
    storeId: order.storeId,
    orderId: order.id,
    sandbox: order.sandbox,
    id: deciding.ids.next(),
    number: earlier.length + 1,
    buyerId,
    inputs,
    createdAt: at,
  }
  return { decision, rowSets: [decisionRow(decision)] }
}

/** An answer about the data judged now. */
function current(scored: Scored | undefined, inputs: DecisionInputs): Verdict | undefined {
  const about = scored?.inputs
  return about === undefined || isDeepStrictEqual(about, inputs) ? scored?.verdict : undefined
}

/** How often a scorecard is called while its input keeps changing. */
const CALLS_MAX = 3

type Steps<Result> = {
  /** Outside of transactions. */
  ask(): Promise<Scored | undefined>
  /** Under the locks; throws `StaleVerdict` where the answer is about something else. */
  decide(scored: Scored | undefined): Promise<Result>
}

/**
 * Asks a scorecard, and decides with its answer; with its substitute where nothing holds still. Who
 * signs for somebody that another signature holds waits for it.
 */
export async function withScorecard<Result>(
  { scorecard, ids }: Pick<Deciding, 'scorecard'> & { readonly ids: Ids },
  { ask, decide }: Steps<Result>,
): Promise<Result> {
  const decideInTurn = (scored: Scored | undefined) => whenFree(ids, () => decide(scored))
  for (let calls = 0; calls < CALLS_MAX; calls++) {
    const scored = await ask()
    try {
      return await decideInTurn(scored)
    } catch (error) {
      if (!(error instanceof StaleVerdict)) throw error
    }
  }
  return decideInTurn(scorecard && { inputs: undefined, verdict: scorecard.outdated })
}
