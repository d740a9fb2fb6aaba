/** Decisions, payouts and actions over all stores. */

import { limits } from '../limits.ts'
import { AllowedAct, withActs } from './allowed-acts.ts'
import { closed, count, flag, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { optional, Type } from './common.ts'
import { DecisionAnswer } from './decision-answers.ts'
import { StoreReference } from './lender-answers.ts'
import { PaymentAnswer, PayoutAnswer } from './payment-answers.ts'

const { id, outcome, decider, version, review, created } = DecisionAnswer.properties
const ofOrder = { store: StoreReference, order_id: hexId('The order that was signed.') }

export const LenderDecisionItem = closed(
  {
    ...{ id, ...ofOrder, outcome, decider, version },
    reasons: Type.Array(Type.String(), { description: 'The codes of what spoke against it.' }),
    ...{ review, created },
  },
  { $id: 'LenderDecisionItem', description: 'A decision as the lender lists it.' },
)
export const LenderDecisionPage = pageOf(LenderDecisionItem, 'LenderDecisionPage')

const amount = (description: string) =>
  nullable(Type.Integer({ minimum: 0 }), { description: `${description} Null: a rate is missing.` })

/** What the person owes over all stores, as it was judged (decision 0115). */
const Exposure = closed(
  {
    policy_version: count('Of the policy; 0: nobody had set one.'),
    currency: words('In which the amounts are added, ISO 4217.'),
    amount: amount('The order.'),
    open_amount: amount('What is open or owed without it.'),
    written_off_amount: amount('What was written off.'),
    exposure_max: nullable(Type.Integer({ minimum: 0 }), {
      description: 'What they may owe with the order. Null: as their store allows.',
    }),
    orders: count('Orders that are open or owed.'),
    stores: count('Stores at which they are.'),
    elsewhere: flag('Whether one of them is at another store.'),
    late_instalments: count('Instalments that are late.'),
    attempts: count('Other checkouts signed or declined within 24 hours.'),
    blocked: flag('Whether the lender had blocked them.'),
    owed: nullable(
      Type.Array(
        closed({
          currency: words('ISO 4217.'),
          open_amount: count('What is open or owed in it, without the order.'),
          written_off_amount: count('What was written off in it.'),
        }),
      ),
      { description: 'What the amounts are added up from. Null: it was not stored yet.' },
    ),
  },
  { $id: 'Exposure', description: 'What a person owes over all stores; amounts in minor units.' },
)

export const LenderDecisionAnswer = closed(
  {
    ...ofOrder,
    ...DecisionAnswer.properties,
    exposure: nullable(Exposure, { description: 'Null: judged before it was counted.' }),
  },
  { $id: 'LenderDecision', description: 'A decision with all that was judged.' },
)
export const OpenedLenderDecision = closed(
  {
    ...LenderDecisionAnswer.properties,
    ...withActs({ review: AllowedAct }, { $id: 'DecisionActions', of: 'the decision' }),
  },
  { $id: 'OpenedLenderDecision', description: 'A decision, and what may be done to it.' },
)

export const LenderPayoutAnswer = closed(
  { store: StoreReference, ...PayoutAnswer.properties },
  { $id: 'LenderPayout', description: 'A payout to a store.' },
)
export const OpenedLenderPayout = closed(
  {
    ...LenderPayoutAnswer.properties,
    ...withActs(
      { hold: AllowedAct, release: AllowedAct },
      { $id: 'PayoutActions', of: 'the payout' },
    ),
  },
  { $id: 'OpenedLenderPayout', description: 'A payout to a store, and what may be done to it.' },
)
export const NewLenderPayouts = closed(
  { results: Type.Array(LenderPayoutAnswer, { description: 'One for each currency.' }) },
  { $id: 'NewLenderPayouts', description: 'What was paid to a store just now.' },
)
export const LenderPayoutPage = pageOf(LenderPayoutAnswer, 'LenderPayoutPage')
export const LenderPayoutLines = pageOf(PaymentAnswer, 'LenderPayoutLines')

const Action = closed(
  {
    id: hexId('Id of the action.'),
    at: moment('When it happened'),
    principal: closed({
      kind: words('Who acted: a key, a person, the command line, the service.'),
      id: nullable(words('Their id.')),
      name: nullable(words('Their name.')),
    }),
    action: words('What was done.'),
    object: nullable(closed({ kind: words('What it is.'), id: words('Its id.') }), {
      description: 'What it was done to.',
    }),
    store_id: nullable(words('Whose it is; null: nobody’s, or the lender’s.')),
    person_id: nullable(words('Whose data it is about.')),
    reason: nullable(closed({ code: words('Its code.'), note: words('Why, in words.') }), {
      description: 'Why it was done, where that is asked for.',
    }),
    approval_id: nullable(words('What a second person approved.')),
    mode: nullable(Type.Enum(['sandbox', 'live']), { description: 'Null: of both, or none.' }),
    outcome: Type.Enum(['done', 'refused'], { description: 'What became of it.' }),
    refusal: nullable(words('The code of the error.')),
    count: count('How often, where refusals are only counted.'),
    changes: nullable(Type.Unknown(), {
      description: 'By field what it was and is; `changed` where that is nobody’s business.',
    }),
    route: nullable(words('As the table of routes has it; of a command its name.')),
    request_id: nullable(words('Names the request in the log.')),
    address: nullable(words('Where it came from.')),
    agent: nullable(words('What the client calls itself.')),
  },
  { $id: 'Action', description: 'Who did what.' },
)
export const ActionPage = pageOf(Action, 'ActionPage')

/** Of the log: whether it is shown who has only read. */
export const readsQuery = {
  reads: optional(
    Type.Boolean({ default: false, description: 'Adds who opened a person, an order or a loan.' }),
  ),
}

export const actionLinesQuery = {
  after: optional(
    Type.Integer({ minimum: 0, default: 0, description: 'The `place` of the last one known.' }),
  ),
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.actionLinesMax,
      default: limits.actionLinesMax,
      description: 'How many at most.',
    }),
  ),
}

export const ActionLines = Type.String({
  description:
    'Lines of JSON: an action as `Action` has it, with its `place` in the chain of the mode, ' +
    '`previous_hash` and `hash`. It goes on behind the last `place`; none are skipped.',
})

export const ActionsHeadAnswer = closed(
  {
    mode: Type.Enum(['sandbox', 'live'], { description: 'Whose chain it is.' }),
    place: count('Of the last action; 0: there is none yet.'),
    hash: words('Its hash; kept elsewhere it proves all before it.'),
    sealed: nullable(moment('When its end was last sealed')),
  },
  { $id: 'ActionsHead', description: 'Where the log of a mode ends.' },
)
