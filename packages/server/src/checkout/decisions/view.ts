import {
  type Answered,
  cents,
  type DecisionAnswer,
  type DecisionExplanation,
  type DecisionOutcomeAnswer,
} from '@svc/api'
import { limitsView } from '../../model/decision-limits/view.ts'
import { namesOf } from '../../platform/narrow.ts'
import { assert } from '../../platform/refusal.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import { amountText } from '../documents/format.ts'
import { textsOf } from '../documents/languages.ts'
import type { DecisionInputs, Reason, ReviewedDecision } from './decision.ts'
import { type Language, type ReasonCode, sentences } from './sentences.ts'

/** A decision as its store reads it. */
export function decisionView(decision: ReviewedDecision): Answered<typeof DecisionAnswer> {
  return wholeDecisionView({ ...decision, reasons: storesReasons(decision.reasons) })
}

/** What its store reads of it where money is real. */
export function outcomeView({
  id,
  outcome,
  createdAt,
}: ReviewedDecision): Answered<typeof DecisionOutcomeAnswer> {
  return { id, outcome, created: utcMicros(createdAt) }
}

/** The same for the lender: with the reasons that lie at other stores. */
export function wholeDecisionView(decision: ReviewedDecision): Answered<typeof DecisionAnswer> {
  const { id, outcome, decider, version, reasons, inputs, review, createdAt } = decision
  return {
    id,
    outcome,
    decider,
    version,
    reasons: reasons.map((reason) => ({
      code: reason.code,
      source: reason.source,
      effect: reason.effect,
      advisory: reason.advisory,
      waived_by: reason.waived_by,
      values: reason.values,
      es: sentenceOf(reason, 'es', currencyOf(reason, inputs)),
      en: sentenceOf(reason, 'en', currencyOf(reason, inputs)),
    })),
    inputs: inputsView(inputs),
    review: review && {
      outcome: review.outcome,
      note: review.note,
      created: utcMicros(review.createdAt),
    },
    created: utcMicros(createdAt),
  }
}

const OF_LENDER: ReadonlySet<string> = new Set<ReasonCode>([
  ...(['exposure_exceeded', 'exposure_unknown', 'exposure_late'] as const),
  ...(['exposure_written_off', 'exposure_attempts', 'person_blocked'] as const),
])

/** A store learns that the lender's limits are reached, and nothing of other stores. */
function storesReasons(reasons: readonly Reason[]): readonly Reason[] {
  const [first] = reasons.filter(({ code }) => OF_LENDER.has(code))
  const own = reasons.filter(({ code }) => !OF_LENDER.has(code))
  return first === undefined ? own : [...own, { ...first, code: 'lender_limit', values: {} }]
}

function inputsView(inputs: DecisionInputs) {
  const { document, history, loans } = inputs
  return {
    amount: inputs.amount,
    currency: inputs.currency,
    product: inputs.product,
    num_instalments: inputs.num_instalments,
    highest_payment: inputs.highest_payment,
    age: inputs.age,
    document: {
      country: document.country,
      type: document.type,
      check_letter: document.check_letter,
    },
    income: inputs.income,
    history: {
      entries: history.entries,
      complete: history.complete,
      cancelled: history.cancelled,
      processing: history.processing,
      pending: history.pending,
      unknown: history.unknown,
      due: history.due,
    },
    loans: {
      open_amount: loans.open_amount,
      late_instalments: loans.late_instalments,
      written_off_amount: loans.written_off_amount,
      paid_off: loans.paid_off,
    },
    attempts: inputs.attempts,
    overturned: inputs.overturned.map(({ decision_id, codes, amount }) => ({
      decision_id,
      codes,
      amount,
    })),
    limits: limitsView(inputs.limits),
  }
}

type Explained = {
  readonly decision: ReviewedDecision
  readonly language: Language
  /** Whom the buyer asks for a person's look, and what they name. */
  readonly lender: string
  readonly reference: string
}

const HOW: Readonly<Record<Language, string>> = {
  es: 'Escriba a {lender} e indique el pedido {reference}: una persona revisará la decisión.',
  en: 'Write to {lender} and name the order {reference}: a person will look at the decision.',
}

/** What the buyer reads: only what counted, in their language. */
export function explanationView({
  decision,
  language,
  lender,
  reference,
}: Explained): Answered<typeof DecisionExplanation> {
  const { outcome, reasons, inputs, review, createdAt } = decision
  const counted = reasons.filter(({ advisory, effect }) => !advisory && effect !== 'none')
  const shown = counted.map((reason) =>
    // Whom the lender has blocked learns no more than whose limits are reached.
    reason.code === 'person_blocked' ? { ...reason, code: 'lender_limit' } : reason,
  )
  return {
    outcome,
    automated: true,
    language,
    reasons: shown.map((reason) => sentenceOf(reason, language, currencyOf(reason, inputs))),
    human_review: {
      available: outcome === 'refused' && review === null,
      how: filled(HOW[language], { lender, reference }),
      outcome: review?.outcome ?? null,
    },
    created: utcMicros(createdAt),
  }
}

/** What is owed over all stores is added in the lender's currency. */
function currencyOf({ code }: Reason, { currency, lender }: DecisionInputs): string {
  return OF_LENDER.has(code) ? (lender?.currency ?? currency) : currency
}

const AMOUNTS: ReadonlySet<string> = new Set([
  ...['amount', 'open_amount', 'written_off_amount', 'due', 'highest_payment', 'income'],
])
const LIMIT_IS_AMOUNT: ReadonlySet<string> = new Set<ReasonCode>([
  ...(['open_amount_exceeded', 'written_off_exceeded', 'history_due_exceeded'] as const),
  ...(['exposure_exceeded', 'exposure_written_off'] as const),
  ...(['income_missing', 'instalment_share_exceeded', 'amount_checked'] as const),
])

function sentenceOf(reason: Reason, language: Language, currency = ''): string {
  const { code, words, values } = reason
  if (words !== undefined) return words[language]
  const { notation } = textsOf[language]
  const texts = Object.entries(values).map(([name, value]) => {
    const amount = AMOUNTS.has(name) || (name === 'limit' && LIMIT_IS_AMOUNT.has(code))
    return [name, amount ? amountText(cents(Number(value)), currency, notation) : String(value)]
  })
  const own = namesOf(sentences).find((each) => each === code)
  assert(own !== undefined, `no sentence for ${code}`)
  return filled(sentences[own][language], Object.fromEntries(texts))
}

function filled(sentence: string, values: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (brace, name: string) => values[name] ?? brace)
}
