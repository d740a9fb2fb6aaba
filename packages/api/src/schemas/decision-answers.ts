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

/** The store's settings for decisions, as `/me` shows them and as a decision was judged by. */
export const DecisionLimitsAnswer = closed(
  {
    sandbox: choice(
      ['person', 'rules'],
      'Who decides in the sandbox: the test person alone, or then the rules.',
    ),
    open_amount_max: money('The most that a buyer may owe, including the order to be signed'),
    attempts_per_day_max: Type.Integer({
      minimum: 1,
      description: 'Signatures of a buyer in 24 hours.',
    }),
    age_min: Type.Integer({ minimum: 18, description: 'In years, never below 18.' }),
    income_from: amountOrNever('From this total on, the buyer must state their income.'),
    instalment_share_max: count(
      'What the highest payment may take of a stated income, in hundredths of a percent.',
    ),
    late_instalments_max: count('Late instalments of earlier loans that are put up with.'),
    written_off_max: money('What may have been written off of earlier loans'),
    history_due_max: amountOrNever('What may still be due of the orders in the history sent.'),
    history_cancelled_share_max: amountOrNever(
      'Share of cancelled orders in the history sent, in hundredths of a percent, above which ' +
        'the identity is checked.',
    ),
    check_from: amountOrNever('From this total on the identity of a new buyer is checked.'),
  },
  { $id: 'DecisionLimits', description: 'What decisions are judged by; amounts in minor units.' },
)

const DecisionInputs = closed(
  {
    amount: money('The total that is financed'),
    currency: words('ISO 4217 code; amounts of other currencies are not counted.'),
    product: choice(products, 'What was signed.'),
    num_instalments: Type.Integer({ minimum: 1, description: 'How many payments.' }),
    highest_payment: money('The highest of them'),
    age: Type.Integer({ description: "Whole years on that day in the store's time zone." }),
    document: closed({
      country: words('Who issued it.'),
      type: choice(['nif', 'nie'], 'Its kind. The number is not stored here.'),
      check_letter: choice(['valid', 'invalid'], 'Whether its check letter is right.'),
    }),
    income: nullable(Type.Integer({ minimum: 0 }), {
      description: 'Monthly, in minor units, as stated by the buyer; null: not stated.',
    }),
    history: closed({
      entries: count('Earlier orders that the store sent.'),
      complete: count('Of them complete.'),
      cancelled: count('Cancelled.'),
      processing: count('Processing.'),
      pending: count('Pending.'),
      unknown: count('With any other status.'),
      due: money('What of them is still due'),
    }),
    loans: closed({
      open_amount: money('What the buyer owes on orders of this store'),
      late_instalments: count('Instalments that are late.'),
      written_off_amount: money('What was written off'),
      paid_off: count('Loans that were paid back.'),
    }),
    attempts: count('Signatures of the buyer in the 24 hours before, this one not counted.'),
    overturned: Type.Array(
      closed({
        decision_id: hexId('The refusal that a person overturned.'),
        codes: Type.Array(Type.String(), { description: 'Its reasons.' }),
        amount: money('The total that had been refused'),
      }),
      { description: 'Refusals of the last 30 days that a person overturned.' },
    ),
    limits: DecisionLimitsAnswer,
  },
  { $id: 'DecisionInputs', description: 'What was judged. No name, no number, no birthday.' },
)

const DecisionReason = closed(
  {
    code: words('Stable; the scorecard’s are the lender’s own.'),
    source: choice(reasonSources, 'Who gave it.'),
    effect: choice(reasonEffects, 'What it makes of the signature; none: it counts for nothing.'),
    advisory: flag('Found, but it did not decide: in the sandbox the person does.'),
    waived_by: nullable(hexId(''), {
      description: 'The overturned decision that lifted this reason, or null.',
    }),
    values: Type.Record(Type.String(), Type.Union([Type.Integer(), Type.String()]), {
      description: 'The numbers that it was judged by.',
    }),
    es: words('In Spanish.'),
    en: words('In English.'),
  },
  { $id: 'DecisionReason', description: 'Something that spoke against the signature.' },
)

const DecisionReview = closed(
  {
    outcome: choice(reviewOutcomes, 'What the person made of it.'),
    note: nullable(words('Why.'), { description: 'Why; null once it was erased.' }),
    created: moment('When'),
  },
  { $id: 'DecisionReview', description: 'What a person made of a refusal.' },
)

export const DecisionAnswer = closed(
  {
    id: hexId('Names the decision.'),
    outcome: choice(decisionOutcomes, 'checked: an identity check first.'),
    decider: choice(deciders, 'Who decided.'),
    version: words('Of the rules, and of the scorecard behind a +.'),
    reasons: Type.Array(DecisionReason, { description: 'All of them; none: nothing against it.' }),
    inputs: DecisionInputs,
    review: nullable(DecisionReview, { description: 'The human review, or null.' }),
    created: moment('When the buyer signed'),
  },
  { $id: 'Decision', description: 'What was decided on a signature, and why.' },
)

const { id, outcome, created } = DecisionAnswer.properties
export const DecisionOutcomeAnswer = closed(
  { id, outcome, created },
  { $id: 'DecisionOutcome', description: 'In live mode: what was decided, and not why.' },
)

/** Which of the two says the mode. */
const OwnDecision = Type.Union([DecisionAnswer, DecisionOutcomeAnswer])

export const DecisionList = closed(
  { results: Type.Array(OwnDecision, { description: 'Oldest first.' }) },
  { $id: 'DecisionList', description: 'The decisions on an order.' },
)

/** The buyer's rights: to an explanation, and to a review by a person. */
export const DecisionExplanation = closed(
  {
    outcome: choice(decisionOutcomes, 'checked: an identity check first.'),
    automated: flag('No person took part in it.'),
    language: choice(['es', 'en'], 'Of the sentences.'),
    reasons: Type.Array(Type.String(), { description: 'Why, a sentence each.' }),
    human_review: closed({
      available: flag('Whether the buyer may ask for a person to look at it.'),
      how: words('How the buyer requests it.'),
      outcome: nullable(choice(reviewOutcomes, ''), {
        description: 'What the person made of it, or null.',
      }),
    }),
    created: moment('When it was decided'),
  },
  { $id: 'DecisionExplanation', description: 'Why a signature was or was not accepted.' },
)
