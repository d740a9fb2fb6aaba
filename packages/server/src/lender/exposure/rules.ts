/** Decisions judged again under another policy (decision 0139). Pure. */
import { cents, type DecisionOutcome, decisionOutcomes } from '@svc/api'
import type { Decision, DecisionInputs } from '../../checkout/decisions/decision.ts'
import { outcomeOn } from '../../checkout/decisions/rules.ts'
import type { Exposure, ExposurePolicy, Owed } from '../../model/exposure/exposure.ts'
import { exposureOf } from '../../model/exposure/rules.ts'

export type Judged = Pick<Decision, 'decider' | 'reasons' | 'inputs' | 'outcome'>

/** The outcome it would have had; undefined: the debt in each currency is not known. */
export function outcomeUnder(
  policy: ExposurePolicy,
  decision: Judged,
): DecisionOutcome | undefined {
  const { inputs } = decision
  const owed = inputs.lender && owedIn(inputs.lender)
  if (inputs.lender === undefined || owed === undefined) return undefined
  return outcomeOn(decision, { ...inputs, lender: exposureUnder(policy, inputs, owed) })
}

/** Of decisions from before it was stored only a debt of zero is known. */
export function owedIn({
  owed,
  open_amount,
  written_off_amount,
}: Exposure): readonly Owed[] | undefined {
  if (owed !== undefined) return owed
  return open_amount === 0 && written_off_amount === 0 ? [] : undefined
}

/** A person's debt then, added up by a policy. */
export function exposureUnder(
  policy: ExposurePolicy,
  { amount, currency, limits, lender }: DecisionInputs,
  owed: readonly Owed[],
): Exposure {
  const { orders = 0, stores = 0, elsewhere = false, late_instalments = 0 } = lender ?? {}
  const { attempts = 0, blocked = false } = lender ?? {}
  const past = { owed, orders, stores, elsewhere, late_instalments, attempts, blocked }
  const openAmountMax = cents(limits.open_amount_max)
  return exposureOf(past, policy, { amount, currency, openAmountMax })
}

/** The outcome of a decision, and the other one; undefined: unknown. */
type Replayed = { readonly from: DecisionOutcome; readonly to: DecisionOutcome | undefined }

export const replayed =
  (policy: ExposurePolicy) =>
  (decision: Judged): Replayed => ({ from: decision.outcome, to: outcomeUnder(policy, decision) })

export type Tally = {
  readonly decisions: number
  readonly unknown: number
  /** How many decisions would have had another outcome. */
  readonly changed: readonly {
    readonly from: DecisionOutcome
    readonly to: DecisionOutcome
    readonly count: number
  }[]
}

export function tallyOf(all: readonly Replayed[]): Tally {
  const count = (from: DecisionOutcome, to: DecisionOutcome) =>
    all.filter((each) => each.from === from && each.to === to).length
  const changed = decisionOutcomes.flatMap((from) =>
    decisionOutcomes
      .filter((to) => to !== from)
      .map((to) => ({ from, to, count: count(from, to) }))
      .filter((each) => each.count > 0),
  )
  const unknown = all.filter(({ to }) => to === undefined).length
  return { decisions: all.length, unknown, changed }
}
