/** Decisions, payouts and actions across all stores. */

import { limits } from '../limits.ts'
import { AllowedAct, withActs } from './allowed-acts.ts'
import {
  choice,
  closed,
  count,
  flag,
  hexId,
  moment,
  money,
  nullable,
  pageOf,
  words,
} from './answers.ts'
import { optional, Type } from './common.ts'
import { DecisionAnswer, DecisionExplanation } from './decision-answers.ts'
import { StoreReference } from './lender-answers.ts'
import { PaymentAnswer, PayoutAnswer, payoutStatuses } from './payment-answers.ts'
import { payoutSum, summedPage } from './summaries.ts'

const { id, outcome, decider, version, review, created } = DecisionAnswer.properties
const ofOrder = { store: StoreReference, order_id: hexId('The order that was signed.') }

export const LenderDecisionItem = closed(
  {
    ...{ id, ...ofOrder, outcome, decider, version },
    reasons: Type.Array(Type.String(), { description: 'Codes of the reasons against it.' }),
    ...{ review, created },
  },
  { $id: 'LenderDecisionItem', description: 'A decision in a list of the lender.' },
)
export const LenderDecisionPage = pageOf(LenderDecisionItem, 'LenderDecisionPage')

const amount = (description: string) =>
  nullable(Type.Integer({ minimum: 0 }), {
    description: `${description} Null if an exchange rate is missing.`,
  })

/** The debt of a person across all stores, as it was used (decision 0115). */
const Exposure = closed(
  {
    policy_version: count('Version of the policy; 0 if none was set.'),
    currency: words('Currency in which amounts are added up, ISO 4217.'),
    amount: amount('Amount of the order.'),
    open_amount: amount('Other open or owed amounts.'),
    written_off_amount: amount('Amount written off.'),
    exposure_max: nullable(Type.Integer({ minimum: 0 }), {
      description:
        'Maximum that the person may owe including the order; null: the ' +
        'limit of the store applies.',
    }),
    orders: count('Number of open or owed orders.'),
    stores: count('Number of stores with such orders.'),
    elsewhere: flag('Whether any of them is at another store.'),
    late_instalments: count('Number of late instalments.'),
    attempts: count('Number of other checkouts signed or declined within 24 hours.'),
    blocked: flag('Whether the person was blocked.'),
    owed: nullable(
      Type.Array(
        closed({
          currency: words('ISO 4217.'),
          open_amount: count('Amount open or owed in the currency, without the order.'),
          written_off_amount: count('Amount written off in the currency.'),
        }),
      ),
      { description: 'The amounts by currency; null for older decisions.' },
    ),
  },
  { $id: 'Exposure', description: 'What a person owes across all stores; amounts in minor units.' },
)

export const LenderDecisionAnswer = closed(
  {
    ...ofOrder,
    ...DecisionAnswer.properties,
    exposure: nullable(Exposure, { description: 'The exposure; null for older decisions.' }),
  },
  { $id: 'LenderDecision', description: 'A decision with all its inputs.' },
)
export const OpenedLenderDecision = closed(
  {
    ...LenderDecisionAnswer.properties,
    explanation: nullable(DecisionExplanation, {
      description: 'What the buyer was told of a decline; null for other outcomes.',
    }),
    ...withActs({ review: AllowedAct }, { $id: 'DecisionActions', of: 'the decision' }),
  },
  { $id: 'OpenedLenderDecision', description: 'A decision, with the actions that it allows.' },
)

export const LenderPayoutAnswer = closed(
  { store: StoreReference, ...PayoutAnswer.properties },
  { $id: 'LenderPayout', description: 'A payout to a store.' },
)

/** The reasons to check a payout before it is released. */
export const payoutDifferences = [
  ...(['negative_balance', 'first_payout', 'new_bank_account'] as const),
  ...(['unusual_amount', 'held', 'payouts_off'] as const),
] as const

const compared = {
  differences: Type.Array(choice(payoutDifferences, 'Reason.'), {
    description:
      'Reasons to check it before its release; empty once it is paid. `negative_balance`: ' +
      'one was deducted. `first_payout`: no earlier one in the currency. ' +
      '`new_bank_account`: the newest account is not that of the last paid payout. ' +
      '`unusual_amount`: more than 3 times `usual_amount`. `held`: a person holds it. ' +
      '`payouts_off`: payouts of the store are switched off.',
  }),
  usual_amount: nullable(money('Median of up to 12 payouts before it'), {
    description:
      'Median of the 12 payouts before it in the currency; null if there are fewer than 3, or ' +
      'it is paid.',
  }),
}

export const LenderPayoutItem = closed(
  { ...LenderPayoutAnswer.properties, ...compared },
  {
    $id: 'LenderPayoutItem',
    description: 'A payout in a list of the lender, and what is unusual about it.',
  },
)
export const OpenedLenderPayout = closed(
  {
    ...LenderPayoutItem.properties,
    ...withActs(
      { hold: AllowedAct, release: AllowedAct },
      { $id: 'PayoutActions', of: 'the payout' },
    ),
  },
  {
    $id: 'OpenedLenderPayout',
    description: 'A payout to a store, with the actions that it allows.',
  },
)
export const NewLenderPayouts = closed(
  { results: Type.Array(LenderPayoutAnswer, { description: 'The payouts, one per currency.' }) },
  { $id: 'NewLenderPayouts', description: 'The payouts to a store that were just made.' },
)

export const LenderPayoutPage = summedPage(
  LenderPayoutItem,
  payoutSum(payoutStatuses),
  'LenderPayoutPage',
)
export const LenderPayoutLines = pageOf(PaymentAnswer, 'LenderPayoutLines')

const Action = closed(
  {
    id: hexId('Id of the action.'),
    at: moment('When the event occurred'),
    principal: closed({
      kind: words('The actor: a key, a person, the command line or the service.'),
      id: nullable(words('Id.')),
      name: nullable(words('Name of the person.')),
    }),
    action: words('Name of the action.'),
    object: nullable(closed({ kind: words('Kind of object.'), id: words('Its id.') }), {
      description: 'The object of the action.',
    }),
    store_id: nullable(words('The store; null if it concerns none.')),
    person_id: nullable(words('The person whose data it concerns.')),
    reason: nullable(
      closed({ code: words('Reason code.'), note: words('The reason as a comment.') }),
      {
        description: 'The reason, where one is required.',
      },
    ),
    approval_id: nullable(words('The approval, if a second person approved it.')),
    mode: nullable(Type.Enum(['sandbox', 'live']), {
      description: 'Mode; null if it concerns both or neither.',
    }),
    outcome: Type.Enum(['done', 'refused'], { description: 'Whether it was done or refused.' }),
    refusal: nullable(words('Error code.')),
    count: count('Number of occurrences, where rejections are only counted.'),
    changes: nullable(Type.Unknown(), {
      description: 'Old and new value by field; `changed` where the values are confidential.',
    }),
    route: nullable(words('Route, or name of the command.')),
    request_id: nullable(words('Id of the request in the log.')),
    address: nullable(words('IP address of the caller.')),
    agent: nullable(words('User agent.')),
    chain: nullable(
      closed({
        place: count('Position in the log of the mode, from 1.'),
        previous_hash: words('Hash of the action before it.'),
        content: words(
          'What the action says, as hashed: for each member that is set, name, number of bytes ' +
            'and text, each followed by a colon, and a bar after the text.',
        ),
        hash: words(
          'SHA-256, hexadecimal, of `previous_hash` followed by the SHA-256 of `content`.',
        ),
      }),
      { description: 'Its place in the log; null for a moment after it was written.' },
    ),
  },
  { $id: 'Action', description: 'An action: who did what.' },
)
export const ActionPage = pageOf(Action, 'ActionPage')

/** For the log: whether reads are shown. */
export const readsQuery = {
  reads: optional(
    Type.Boolean({
      default: false,
      description: 'Whether to include views of persons, orders and loans.',
    }),
  ),
}

export const actionLinesQuery = {
  after: optional(
    Type.Integer({
      minimum: 0,
      default: 0,
      description: 'The `place` of the last action that was received.',
    }),
  ),
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.actionLinesMax,
      default: limits.actionLinesMax,
      description: 'Maximum number of results.',
    }),
  ),
}

export const ActionLines = Type.String({
  description:
    'JSON lines: each is an `Action` with its `place` (position) in the chain of the ' +
    'mode, `previous_hash` and `hash`. Continue with the last `place`; none is skipped.',
})

export const ActionsHeadAnswer = closed(
  {
    mode: Type.Enum(['sandbox', 'live'], { description: 'Mode of the chain.' }),
    place: count('Position of the last action; 0 if there is none yet.'),
    hash: words('Hash of the last action; a copy stored elsewhere proves everything before it.'),
    sealed: nullable(moment('Time of the last seal')),
  },
  { $id: 'ActionsHead', description: "The head of a mode's action log." },
)
