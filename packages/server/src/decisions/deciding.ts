/**
 * How a decision is made: the scorecard is asked outside of any transaction, on what is read then;
 * under the locks of order and buyer it is read again, and an answer about anything else is stale.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Reader } from '../database/database.ts'
import type { Ids } from '../ids.ts'
import { accept } from '../refusal.ts'
import type { Decider, Decision, DecisionInputs, Verdict } from './decision.ts'
import { getInputs, type Signature } from './inputs.ts'
import type { DecisionLimits } from './limits.ts'
import { decideIncome, decideSignature, judge } from './rules.ts'

/** What a signature is decided with beside the built-in rules. */
export type Deciding = {
  /** Live mode is played as the sandbox is. */
  readonly demo?: boolean
  readonly scorecard?: Scorecard | undefined
}

/** A lender's own decider. */
export type Scorecard = Decider & {
  /** What counts where the answer would be about something that has changed since. */
  readonly outdated: Verdict
}

/** What the scorecard said, and about what. */
export type Scored = {
  /** Undefined: whatever it is now. */
  readonly inputs: DecisionInputs | undefined
  readonly verdict: Verdict
}

/** What was judged has changed while the scorecard was asked: it is asked again. */
export class StaleVerdict extends Error {}

const DIFFERENT = 'what was judged has changed since'

function playedBy({ demo }: Deciding, { store, order }: Signature) {
  const played: DecisionLimits['sandbox'] | undefined =
    order.sandbox || demo === true ? store.settings.decision.sandbox : undefined
  return played
}

/**
 * Asks the scorecard, which takes a while. Undefined without one, and where it has nothing to say:
 * the rules refuse already, and nobody is told of a person without need.
 */
export async function askScorecard(
  reader: Reader,
  { scorecard, ids }: Deciding & { readonly ids: Ids },
  signature: Signature,
): Promise<Scored | undefined> {
  if (scorecard === undefined) return undefined
  const inputs = await getInputs(reader, signature)
  if (judge(inputs).outcome === 'refused') return undefined
  const { order, buyer, at } = signature
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

/** Decides, under the locks of the order and its buyer. Throws `StaleVerdict`, or refuses. */
export async function decideLocked(
  reader: Reader,
  { scorecard, ids, scored, ...deciding }: Deciding & { ids: Ids; scored: Scored | undefined },
  signature: Signature & { readonly buyerId: string },
): Promise<Decision & { readonly inputs: DecisionInputs }> {
  const { order, buyer, buyerId, at } = signature
  const inputs = await getInputs(reader, signature)
  const played = playedBy(deciding, signature)
  if (played !== 'person') accept(decideIncome(inputs, inputs.limits.income_from))
  const ruled = judge(inputs)
  const asked = scorecard !== undefined && ruled.outcome !== 'refused'
  const current =
    scored !== undefined &&
    (scored.inputs === undefined || isDeepStrictEqual(scored.inputs, inputs))
  if (asked && !current) throw new StaleVerdict(DIFFERENT)
  return {
    ...decideSignature({
      document: buyer.document_id,
      played,
      ruled,
      scored: asked ? scored?.verdict : undefined,
    }),
    storeId: order.storeId,
    orderId: order.id,
    sandbox: order.sandbox,
    id: ids.next(),
    buyerId,
    inputs,
    createdAt: at,
  }
}
