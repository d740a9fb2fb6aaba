/** What the lender reads over all stores. */
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
import { CreditorReference } from './creditors.ts'
import { decisionOutcomes } from './decisions.ts'
import { OrderAnswer, OrderListItem } from './order-answers.ts'
import { StoreAnswer } from './store-answers.ts'

/** Whose it is. */
export const StoreReference = closed(
  { id: hexId('The store.'), name: words('Its name.') },
  { $id: 'StoreReference', description: 'A store.' },
)

const { id, name, url, time_zone, currency, state } = StoreAnswer.properties
const created = moment('When it was made')
const listedStore = { id, name, url, time_zone, currency, state, created }

const Register = closed(
  {
    legal_name: nullable(words('Its legal name.')),
    tax_id: nullable(words('Its number with the tax authority.')),
    country: nullable(words('ISO 3166 code.')),
    contact: closed({
      name: nullable(words('Whom the lender speaks to.')),
      email: nullable(words('Their address.')),
      phone: nullable(words('Their phone.')),
    }),
    owner_email: nullable(words('The address of its owner.')),
  },
  { $id: 'StoreRegister', description: 'Who a store is; null: nobody has said it.' },
)

export const LenderStoreItem = closed(listedStore, {
  $id: 'LenderStoreItem',
  description: 'A store as the lender lists it.',
})
export const LenderStorePage = pageOf(LenderStoreItem, 'LenderStorePage')

const { products, collection, decision, payout_schedule, ...others } = StoreAnswer.properties
const { refund_spread, fees_on_refund, capture_within, lender } = others

const shownStore = {
  ...listedStore,
  switches: closed(
    {
      new_credit: Type.Boolean({ description: 'Checkouts and signatures.' }),
      captures: Type.Boolean({ description: 'Confirmations and captures of what was signed.' }),
      payouts: Type.Boolean({ description: 'Payouts on its calendar.' }),
    },
    { $id: 'StoreSwitches', description: 'What is on, in this mode.' },
  ),
  version: Type.Integer({ minimum: 1, description: 'A change of it names the one it has read.' }),
  register: Register,
}

export const LenderStoreAnswer = closed(
  {
    ...shownStore,
    terms: closed(
      {
        version: Type.Integer({ minimum: 1, description: 'Which version is in force.' }),
        effective_from: moment('Since when it holds'),
        ...{ products, collection, decision, payout_schedule, refund_spread, fees_on_refund },
        ...{ capture_within, creditor: lender },
      },
      { $id: 'StoreTerms', description: 'What the store may offer, and at what price.' },
    ),
  },
  { $id: 'LenderStore', description: 'A store with its terms.' },
)

export const OpenedLenderStore = closed(
  {
    ...LenderStoreAnswer.properties,
    ...withActs(
      {
        change: AllowedAct,
        activate: AllowedAct,
        suspend: AllowedAct,
        resume: AllowedAct,
        close: AllowedAct,
        terms: AllowedAct,
      },
      { $id: 'StoreActions', of: 'the store' },
    ),
  },
  { $id: 'OpenedLenderStore', description: 'A store, and what may be done to it.' },
)

export const termsStates = ['coming', 'in_force', 'past', 'withdrawn'] as const
export type TermsState = (typeof termsStates)[number]

/** What may become of a signature by other terms. */
export const replayOutcomes = [...decisionOutcomes, 'not_offered'] as const
export type ReplayOutcome = (typeof replayOutcomes)[number]

const replayed = {
  from: choice(decisionOutcomes, 'What became of them.'),
  to: choice(replayOutcomes, 'What would have: `not_offered` where no such plan was on offer.'),
}

const TermsReplay = closed(
  {
    since: moment('From when on decisions were judged again'),
    decisions: count('How many were.'),
    changed: Type.Array(closed({ ...replayed, count: count('How many decisions.') }), {
      description: 'What would have become of them otherwise.',
    }),
    examples: Type.Array(closed({ id: hexId('The decision.'), ...replayed }), {
      description: 'The newest of these, twenty at most.',
    }),
    complete: flag('Whether these are all of 30 days; else the newest of them.'),
  },
  {
    $id: 'TermsReplay',
    description:
      'Of a dry run: decisions of the store and mode, judged again with what was known then.',
  },
)

export const TermsAnswer = closed(
  {
    version: Type.Integer({ minimum: 1, description: 'A change names the one it has read.' }),
    state: choice(termsStates, 'Whether it holds, in the time of the mode.'),
    effective_from: moment('From when it holds'),
    created: moment('When it was made'),
    withdrawn: nullable(moment('When it was taken back')),
    ...{ products, decision, collection, payout_schedule, refund_spread, fees_on_refund, lender },
    creditor: CreditorReference(),
    replay: Type.Optional(TermsReplay),
  },
  { $id: 'LenderTerms', description: 'A version of what the lender decides of a store.' },
)
export const TermsPage = pageOf(TermsAnswer, 'LenderTermsPage')

export const NewLenderStoreAnswer = closed(
  {
    ...LenderStoreAnswer.properties,
    invitation: nullable(
      closed({
        link: words('Where its owner makes their factors. It is shown this once.'),
        expires_at: moment('When the link ends'),
      }),
      { description: 'Null: nobody was invited.' },
    ),
  },
  { $id: 'NewLenderStore', description: 'A store that has just been made.' },
)

export const termsVersion = () =>
  nullable(Type.Integer({ minimum: 1 }), {
    description: "Under which of its store's terms it was made; null: before they had versions.",
  })

/** What a store may do with an order is no business of the lender's, who has acts of its own. */
function lendersOrder<T extends { readonly allowed_actions: unknown }>(properties: T) {
  const { allowed_actions: _, ...rest } = properties
  return { store: StoreReference, ...rest, terms_version: termsVersion() }
}

export const LenderOrderItem = closed(lendersOrder(OrderListItem.properties), {
  $id: 'LenderOrderItem',
  description: 'An order of any store; of the buyer, phone and birthday are masked.',
})
export const LenderOrderPage = pageOf(LenderOrderItem, 'LenderOrderPage')
export const LenderOrderAnswer = closed(
  {
    ...lendersOrder(OrderAnswer.properties),
    ...withActs(
      { withdrawal: AllowedAct, note: AllowedAct, promise: AllowedAct },
      { $id: 'LenderOrderActions', of: 'the order' },
    ),
  },
  {
    $id: 'LenderOrder',
    description: 'An order of any store; what identifies the buyer is masked.',
  },
)

export const timelineKinds = [
  ...(['event', 'action', 'entry', 'payment', 'delivery', 'notification', 'note'] as const),
] as const

const TimelinePosting = closed(
  {
    debit: words('The account that receives.'),
    credit: words('The account that gives.'),
    amount: money('How much moves'),
  },
  { $id: 'TimelinePosting', description: 'A movement between accounts.' },
)

const TimelineSending = closed(
  {
    attempts: count('How often it was tried.'),
    status: nullable(Type.Integer(), { description: 'HTTP status of the last one; null: none.' }),
    duration_ms: nullable(count('How long the last one took.')),
    failure: nullable(words('Why there was no answer.')),
    next_attempt: nullable(moment('When it is tried again')),
  },
  { $id: 'TimelineSending', description: 'What became of a message to the store.' },
)

const TimelineEntry = closed(
  {
    at: moment('When it happened'),
    kind: choice(timelineKinds, 'What it is.'),
    id: words('Of its kind its id; of an entry its place in the ledger of the order.'),
    type: words('Of an event its type, of an entry its kind, of the others what was done.'),
    state: nullable(words('What became of it; null where nothing can.')),
    amount: nullable(Type.Integer(), {
      description:
        'What moved or was promised, in minor units; of an entry, and of what booked one, ' +
        'that of its first posting.',
    }),
    by: nullable(
      closed({
        kind: words('What they are: a person, a key, the buyer, the service.'),
        name: nullable(words('What they were called then.')),
      }),
      { description: 'Who did it; null: it is a consequence, such as a message.' },
    ),
    reason: nullable(closed({ code: words('Of the list.'), note: words('What they said.') }), {
      description: 'Of an action why, where it had to be said.',
    }),
    note: nullable(words('Of a note what it says.')),
    promised_on: nullable(words('Of a promise its day.')),
    postings: nullable(Type.Array(TimelinePosting), { description: 'Of an entry.' }),
    sending: nullable(TimelineSending, { description: 'Of a delivery or a notification.' }),
  },
  { $id: 'TimelineEntry', description: 'Something that happened to an order.' },
)

export const TimelineAnswer = closed(
  {
    results: Type.Array(TimelineEntry, { description: 'The oldest first.' }),
    cursor: closed({
      after: nullable(words('Sent as `after` it goes on from here; null: that was all.')),
    }),
  },
  { $id: 'Timeline', description: 'What happened to an order, by time.' },
)

/** The query of a timeline. */
export const timelineQuery = {
  kinds: optional(
    Type.String({ description: `Separated by commas: ${timelineKinds.join(', ')}; absent: all.` }),
  ),
  after: optional(
    Type.String({ description: 'Where to go on: `cursor.after` of the part before.' }),
  ),
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.eventsMax,
      default: limits.eventsDefault,
      description: 'How many at most.',
    }),
  ),
}
