import { choice, closed, count, flag, hexId, moment, money, nullable, words } from './answers.ts'
import { products } from './checkouts.ts'
import { Type } from './common.ts'
import {
  deciders,
  decisionOutcomes,
  reasonEffects,
  reasonSources,
  reviewOutcomes,
} from './decisions.ts'

const amountOrNever = (description: string) =>
  nullable(Type.Integer({ minimum: 0 }), { description: `${description} Null: never.` })

/** The store's limits for decisions, as shown in `/me` and as used by a decision. */
export const DecisionLimitsAnswer = closed(
  {
    sandbox: choice(
      ['person', 'rules'],
      'What decides in the sandbox: the test person alone, or the rules as well.',
    ),
    open_amount_max: money('Maximum that a buyer may owe, including the order to be signed'),
    attempts_per_day_max: Type.Integer({
      minimum: 1,
      description: 'Maximum number of signatures of a buyer in 24 hours.',
    }),
    age_min: Type.Integer({ minimum: 18, description: 'Minimum age in years, never below 18.' }),
    income_from: amountOrNever('Order total from which the buyer must state their income.'),
    instalment_share_max: count(
      'Maximum share of the stated income for the highest payment, in hundredths of a percent.',
    ),
    late_instalments_max: count('Maximum number of late instalments on earlier loans.'),
    written_off_max: money('Maximum amount written off on earlier loans'),
    history_due_max: amountOrNever('Maximum amount still due on the orders in the history sent.'),
    history_cancelled_share_max: amountOrNever(
      'Share of cancelled orders in the history sent above which the identity is checked, in ' +
        'hundredths of a percent.',
    ),
    check_from: amountOrNever('Order total from which the identity of a new buyer is checked.'),
  },
  { $id: 'DecisionLimits', description: 'The rules for decisions; amounts in minor units.' },
)

const DecisionInputs = closed(
  {
    amount: money('The financed total'),
    currency: words('ISO 4217 code; amounts in other currencies are not counted.'),
    product: choice(products, 'The signed plan.'),
    num_instalments: Type.Integer({ minimum: 1, description: 'Number of payments.' }),
    highest_payment: money('The highest payment'),
    age: Type.Integer({ description: "Age in whole years on that day, in the store's time zone." }),
    document: closed({
      country: words('Issuing country.'),
      type: choice(['nif', 'nie'], 'Kind of document. The number is not stored here.'),
      check_letter: choice(['valid', 'invalid'], 'Whether the check letter is valid.'),
    }),
    income: nullable(Type.Integer({ minimum: 0 }), {
      description: 'Monthly income as stated by the buyer, in minor units; null if not stated.',
    }),
    history: closed({
      entries: count('Number of earlier orders that the store sent.'),
      complete: count('Completed orders.'),
      cancelled: count('Cancelled orders.'),
      processing: count('Orders in processing.'),
      pending: count('Pending orders.'),
      unknown: count('Orders with any other status.'),
      due: money('Amount still due on them'),
    }),
    loans: closed({
      open_amount: money('Amount that the buyer owes on orders of this store'),
      late_instalments: count('Number of late instalments.'),
      written_off_amount: money('Amount written off'),
      paid_off: count('Number of repaid loans.'),
    }),
    attempts: count('Other signatures of the buyer in the previous 24 hours.'),
    overturned: Type.Array(
      closed({
        decision_id: hexId('The declined decision that a person overturned.'),
        codes: Type.Array(Type.String(), { description: 'Its reasons.' }),
        amount: money('The declined total'),
      }),
      { description: 'Declined decisions of the last 30 days that a person overturned.' },
    ),
    limits: DecisionLimitsAnswer,
  },
  {
    $id: 'DecisionInputs',
    description: 'The inputs of the decision, without name, document number or date of birth.',
  },
)

const DecisionReason = closed(
  {
    code: words('Reason code. Codes are stable; those of the scorecard are the lender’s own.'),
    source: choice(reasonSources, 'Source of the reason.'),
    effect: choice(reasonEffects, 'Effect on the decision; `none`: no effect.'),
    advisory: flag(
      'The reason applied but was not decisive; in the sandbox the test person decides.',
    ),
    waived_by: nullable(hexId(''), {
      description: 'The overturned decision that waives this reason, or null.',
    }),
    values: Type.Record(Type.String(), Type.Union([Type.Integer(), Type.String()]), {
      description: 'The values behind the reason.',
    }),
    es: words('Text in Spanish.'),
    en: words('Text in English.'),
  },
  { $id: 'DecisionReason', description: 'A reason against accepting the signature.' },
)

const DecisionReview = closed(
  {
    outcome: choice(reviewOutcomes, 'Result of the review.'),
    note: nullable(words('Why.'), { description: 'The reason; null once erased.' }),
    created: moment('When it was reviewed'),
  },
  { $id: 'DecisionReview', description: "A person's review of a declined decision." },
)

export const DecisionAnswer = closed(
  {
    id: hexId('Id of the decision.'),
    outcome: choice(decisionOutcomes, '`checked`: an identity check is required first.'),
    decider: choice(deciders, 'What decided.'),
    version: words('Version of the rules, followed by that of the scorecard after a +.'),
    reasons: Type.Array(DecisionReason, { description: 'All reasons; empty if there were none.' }),
    inputs: DecisionInputs,
    review: nullable(DecisionReview, { description: 'The human review, or null.' }),
    created: moment('When the buyer signed'),
  },
  { $id: 'Decision', description: 'A decision on a signature, with its reasons.' },
)

const { id, outcome, created } = DecisionAnswer.properties
export const DecisionOutcomeAnswer = closed(
  { id, outcome, created },
  { $id: 'DecisionOutcome', description: 'In live mode: the decision without its reasons.' },
)

/** The mode determines which of the two. */
const OwnDecision = Type.Union([DecisionAnswer, DecisionOutcomeAnswer])

export const DecisionList = closed(
  { results: Type.Array(OwnDecision, { description: 'The decisions, oldest first.' }) },
  { $id: 'DecisionList', description: 'The decisions on an order.' },
)

/** The buyer's rights: to an explanation, and to a review by a person. */
export const DecisionExplanation = closed(
  {
    outcome: choice(decisionOutcomes, '`checked`: an identity check is required first.'),
    automated: flag('Always true: no person took part in the decision.'),
    language: choice(['es', 'en'], 'Language of the reasons.'),
    reasons: Type.Array(Type.String(), { description: 'The reasons, one sentence each.' }),
    human_review: closed({
      available: flag('Whether the buyer may request a human review.'),
      how: words('How the buyer requests a review.'),
      outcome: nullable(choice(reviewOutcomes, ''), {
        description: 'Result of the human review, or null.',
      }),
    }),
    created: moment('When the decision was made'),
  },
  { $id: 'DecisionExplanation', description: 'Why a signature was accepted or declined.' },
)
