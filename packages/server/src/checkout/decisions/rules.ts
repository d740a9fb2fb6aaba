/**
 * Whether a buyer may sign (contract §5, decision 0037). Invariants:
 * 1. Every rule is evaluated, and each that applies gives its reason with its numbers.
 * 2. The outcome is the strictest effect of the reasons that are not advisory; without any:
 *    accepted.
 * 3. An overturned decision removes reasons, but never those of age, a wrong document or a block.
 * 4. If the buyer is simulated, only the sandbox person decides, unless the store tests its rules
 *    or the lender has blocked them.
 */
import {
  add,
  type Cents,
  cents,
  type DecisionOutcome,
  type ReasonEffect,
  type ReasonSource,
  rate,
  share,
  ZERO,
} from '@svc/api'
import type { DecisionLimits } from '../../model/decision-limits/limits.ts'
import type { Decision as Plan } from '../../platform/refusal.ts'
import type { Decision, DecisionInputs, Reason, ReviewedDecision, Verdict } from './decision.ts'
import type { ReasonCode } from './sentences.ts'

/** Changes with every change of a rule. */
const RULES_VERSION = '1'

const AGE_PLAUSIBLE_MAX = 120
/** Fewer earlier orders tell nothing by their share. */
const HISTORY_TELLING_MIN = 5
const WHOLE_RATE = 10_000

type Finding = { readonly effect: ReasonEffect; readonly values: Reason['values'] }
type Rule = (inputs: DecisionInputs, limits: DecisionLimits) => Finding | undefined

const refused = (values: Finding['values']): Finding => ({ effect: 'refused', values })
const checked = (values: Finding['values']): Finding => ({ effect: 'checked', values })

const rules = {
  age_below_minimum: ({ age }, { age_min: limit }) =>
    age < limit ? refused({ age, limit }) : undefined,

  birthday_implausible: ({ age }) =>
    age > AGE_PLAUSIBLE_MAX ? checked({ age, limit: AGE_PLAUSIBLE_MAX }) : undefined,

  document_check_letter: ({ document: { type, check_letter } }) =>
    check_letter === 'invalid' ? refused({ type }) : undefined,

  open_amount_exceeded: ({ amount, loans: { open_amount } }, { open_amount_max: limit }) =>
    add(open_amount, amount) > limit ? refused({ open_amount, amount, limit }) : undefined,

  attempts_exceeded({ attempts: before }, { attempts_per_day_max: limit }) {
    const attempts = before + 1
    return attempts > limit ? refused({ attempts, limit }) : undefined
  },

  late_instalments_exceeded: ({ loans: { late_instalments } }, { late_instalments_max: limit }) =>
    late_instalments > limit ? refused({ late_instalments, limit }) : undefined,

  written_off_exceeded: ({ loans: { written_off_amount } }, { written_off_max: limit }) =>
    written_off_amount > limit ? refused({ written_off_amount, limit }) : undefined,

  exposure_exceeded({ lender }) {
    const { amount = null, open_amount = null, exposure_max: limit = null } = lender ?? {}
    if (amount === null || open_amount === null || limit === null) return undefined
    return add(open_amount, amount) > limit ? refused({ open_amount, amount, limit }) : undefined
  },

  person_blocked: ({ lender }) => (lender?.blocked === true ? refused({}) : undefined),

  /** A debt that cannot be added up excludes a person who owes at another store as well. */
  exposure_unknown({ lender }) {
    if (lender === undefined) return undefined
    const { amount, open_amount, written_off_amount, elsewhere } = lender
    const isUnknown = elsewhere && (amount === null || open_amount === null)
    return isUnknown || written_off_amount === null ? refused({}) : undefined
  },

  exposure_late({ lender, loans }, { late_instalments_max: limit }) {
    const { late_instalments = 0 } = lender ?? {}
    const isMore = late_instalments > limit && late_instalments > loans.late_instalments
    return isMore ? refused({ late_instalments, limit }) : undefined
  },

  exposure_written_off({ lender, loans }, { written_off_max: limit }) {
    const written_off_amount = lender?.written_off_amount ?? ZERO
    const isMore = written_off_amount > limit && written_off_amount > loans.written_off_amount
    return isMore ? refused({ written_off_amount, limit }) : undefined
  },

  exposure_attempts({ lender, attempts: own }, { attempts_per_day_max: limit }) {
    const attempts = (lender?.attempts ?? 0) + 1
    const isMore = attempts > limit && attempts > own + 1
    return isMore ? refused({ attempts, limit }) : undefined
  },

  history_due_exceeded: ({ history: { due } }, { history_due_max: limit }) =>
    limit !== null && due > limit ? refused({ due, limit }) : undefined,

  history_cancelled_exceeded({ history }, { history_cancelled_share_max: limit }) {
    const { cancelled, entries, unknown } = history
    const known = entries - unknown
    if (limit === null || known < HISTORY_TELLING_MIN) return undefined
    return cancelled * WHOLE_RATE > known * limit ? checked({ cancelled, known, limit }) : undefined
  },

  income_missing: ({ amount, income }, { income_from: limit }) =>
    isIncomeMissing({ amount, income }, limit) ? refused({ amount, limit: limit ?? 0 }) : undefined,

  instalment_share_exceeded({ income, highest_payment }, { instalment_share_max }) {
    if (income === null) return undefined
    const limit = share(income, rate(instalment_share_max))
    return highest_payment > limit
      ? refused({ highest_payment, income, share: instalment_share_max, limit })
      : undefined
  },

  amount_checked({ amount, loans, history }, { check_from: limit }) {
    const known = loans.paid_off > 0 || history.complete > 0
    return limit !== null && amount >= limit && !known ? checked({ amount, limit }) : undefined
  },
} as const satisfies Partial<Record<ReasonCode, Rule>>

/** A law, a mistake of the buyer's, and a block lifted elsewhere: no review lifts them. */
const NEVER_WAIVED: ReadonlySet<string> = new Set([
  ...['age_below_minimum', 'document_check_letter', 'person_blocked'],
])
/** It counts where the sandbox's people decide as well: somebody has blocked just this one. */
const NEVER_ADVISORY = 'person_blocked'

/** The findings of the built-in rules. */
export function judge(inputs: DecisionInputs): Verdict {
  const reasons = Object.entries<Rule>(rules).flatMap(([code, rule]): Reason[] => {
    const finding = rule(inputs, inputs.limits)
    if (finding === undefined) return []
    const waivedBy = waiverOf(code, inputs)
    const effect = waivedBy === null ? finding.effect : 'none'
    return [{ ...reasonOf('rules', code, effect), values: finding.values, waived_by: waivedBy }]
  })
  return { outcome: outcomeOf(reasons), reasons, version: RULES_VERSION }
}

function waiverOf(code: string, { amount, overturned }: DecisionInputs): string | null {
  if (NEVER_WAIVED.has(code)) return null
  const waiver = overturned.find((each) => each.codes.includes(code) && amount <= each.amount)
  return waiver?.decision_id ?? null
}

export function reasonOf(source: ReasonSource, code: string, effect: ReasonEffect): Reason {
  return { code, source, effect, advisory: false, waived_by: null, values: {} }
}

/** The strictest effect of what counts. */
export function outcomeOf(reasons: readonly Reason[]): DecisionOutcome {
  const effects = reasons.filter(({ advisory }) => !advisory).map(({ effect }) => effect)
  if (effects.includes('refused')) return 'refused'
  return effects.includes('checked') ? 'checked' : 'accepted'
}

/** The sandbox's people (contract §10); all others are accepted. */
const PEOPLE: Readonly<Record<string, Reason>> = {
  '99999998T': reasonOf('person', 'person_refused', 'refused'),
  '99999995C': reasonOf('person', 'person_checked', 'checked'),
}

type Person = { readonly document_id: string; readonly outcome: DecisionOutcome }

/** The sandbox's people to try, and the outcome of their signatures. */
export const sandboxPeople: readonly Person[] = [
  { document_id: '12345678Z', outcome: 'accepted' },
  ...Object.entries(PEOPLE).map(([document_id, reason]) => ({
    document_id,
    outcome: outcomeOf([reason]),
  })),
]

type Judging = {
  readonly document: string
  /** Undefined: with real money. */
  readonly played: DecisionLimits['sandbox'] | undefined
  readonly ruled: Verdict
  /** The outcome of the lender's own scorecard, if it was called. */
  readonly scored: Verdict | undefined
}

/** The findings that count, and whose decision it was. */
export function decideSignature({ document, played, ruled, scored }: Judging) {
  const advisory = played === 'person'
  const person = played === undefined ? undefined : PEOPLE[document]
  const judged = [...ruled.reasons, ...(scored?.reasons ?? [])]
  const reasons = [...(person === undefined ? [] : [person]), ...weighed(judged, advisory)]
  const decider =
    played === 'person' ? 'person' : scored === undefined ? 'rules' : ('scorecard' as const)
  const version = scored === undefined ? ruled.version : `${ruled.version}+${scored.version}`
  return { outcome: outcomeOf(reasons), reasons, decider, version } as const
}

const weighed = (reasons: readonly Reason[], advisory: boolean): Reason[] =>
  reasons.map((reason) => ({ ...reason, advisory: advisory && reason.code !== NEVER_ADVISORY }))

/**
 * The result a decision would have had if the rules had judged this; everything else stays as it
 * was.
 */
export function outcomeOn(
  { decider, reasons }: Pick<Decision, 'decider' | 'reasons'>,
  inputs: DecisionInputs,
): DecisionOutcome {
  const others = reasons.filter(({ source }) => source !== 'rules')
  return outcomeOf([...weighed(judge(inputs).reasons, decider === 'person'), ...others])
}

/** Whether a stated income is required and missing. */
export function isIncomeMissing(
  { amount, income }: { readonly amount: Cents; readonly income: Cents | null },
  from: number | null,
): boolean {
  return from !== null && amount >= from && income === null
}

/** A required income can still be given: the checkout stays open. */
export function decideIncome(
  given: { readonly amount: Cents; readonly income: Cents | null },
  from: number | null,
): Plan<undefined> {
  if (!isIncomeMissing(given, from)) return { plan: undefined }
  const fields = { income: [`is required from a total of ${from} on`] }
  return { refused: 'body_invalid', detail: { fields } }
}

/**
 * Whole years between two dates, `YYYY-MM-DD`. A person born on 29 February is a year older on 1
 * March in a year without that day: nobody is taken for of age a day early.
 */
export function ageOn(birthday: string, today: string): number {
  const [born, now] = [birthday, today].map((date) => Number(date.slice(0, 4)))
  const years = (now ?? 0) - (born ?? 0)
  return today.slice(4) < birthday.slice(4) ? years - 1 : years
}

/** A refusal is reviewed once. */
export function decideReview({ outcome, review }: ReviewedDecision): Plan<undefined> {
  if (outcome !== 'refused') {
    return { refused: 'decision_not_refused', detail: { values: { state: outcome } } }
  }
  if (review !== null) {
    return { refused: 'decision_reviewed', detail: { values: { state: review.outcome } } }
  }
  return { plan: undefined }
}

/** An amount that a buyer may state. */
export const incomeOf = (stated: number | undefined): Cents | null =>
  stated === undefined ? null : cents(stated)
