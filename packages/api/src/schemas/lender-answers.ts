/** The lender's view of orders across all stores. */
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
import { OrderSum, summedPage } from './summaries.ts'
import { TermsRates } from './terms-rates.ts'

/** The store of an object. */
export const StoreReference = closed(
  { id: hexId('The store.'), name: words('Name.') },
  { $id: 'StoreReference', description: 'A store.' },
)

const { id, name, url, time_zone, currency, state } = StoreAnswer.properties
const created = moment('Creation time')
const listedStore = { id, name, url, time_zone, currency, state, created }

const Register = closed(
  {
    legal_name: nullable(words('Legal name.')),
    tax_id: nullable(words('Tax identification number.')),
    country: nullable(words('ISO 3166 code.')),
    contact: closed({
      name: nullable(words('Contact person.')),
      email: nullable(words('E-mail address.')),
      phone: nullable(words('Phone number of the contact.')),
    }),
    owner_email: nullable(words("E-mail address of the store's owner.")),
  },
  { $id: 'StoreRegister', description: 'Business details of the store; null if not provided.' },
)

export const LenderStoreItem = closed(listedStore, {
  $id: 'LenderStoreItem',
  description: 'A store in a list of the lender.',
})
export const LenderStorePage = pageOf(LenderStoreItem, 'LenderStorePage')

const { products, collection, decision, payout_schedule, ...others } = StoreAnswer.properties
const { refund_spread, fees_on_refund, capture_within, lender } = others

const shownStore = {
  ...listedStore,
  switches: closed(
    {
      new_credit: Type.Boolean({ description: 'Whether checkouts and signatures are allowed.' }),
      captures: Type.Boolean({
        description: 'Whether signed orders can be confirmed and captured.',
      }),
      payouts: Type.Boolean({ description: 'Whether scheduled payouts are made.' }),
    },
    { $id: 'StoreSwitches', description: 'The switches of the store in this mode.' },
  ),
  version: Type.Integer({
    minimum: 1,
    description: 'Version of the object; send it with a change.',
  }),
  register: Register,
}

export const LenderStoreAnswer = closed(
  {
    ...shownStore,
    terms: closed(
      {
        version: Type.Integer({ minimum: 1, description: 'The version in force.' }),
        effective_from: moment('Effective since'),
        ...{ products, collection, decision, payout_schedule, refund_spread, fees_on_refund },
        ...{ capture_within, creditor: lender },
      },
      { $id: 'StoreTerms', description: 'The terms of the store.' },
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
  { $id: 'OpenedLenderStore', description: 'A store, with the actions that it allows.' },
)

export const termsStates = ['coming', 'in_force', 'past', 'withdrawn'] as const
export type TermsState = (typeof termsStates)[number]

/** The possible result of a signature under other terms. */
export const replayOutcomes = [...decisionOutcomes, 'not_offered'] as const
export type ReplayOutcome = (typeof replayOutcomes)[number]

const replayed = {
  from: choice(decisionOutcomes, 'The original outcome.'),
  to: choice(replayOutcomes, 'The new outcome; `not_offered` if no such plan was on offer.'),
}

const TermsReplay = closed(
  {
    since: moment('Start of the evaluated period'),
    decisions: count('Number of re-evaluated decisions.'),
    changed: Type.Array(closed({ ...replayed, count: count('Number of decisions.') }), {
      description: 'Outcomes under the changed rules, next to the original ones.',
    }),
    examples: Type.Array(closed({ id: hexId('The decision.'), ...replayed }), {
      description: 'The newest of these, at most twenty.',
    }),
    complete: flag('Whether all decisions of 30 days were evaluated; otherwise only the newest.'),
  },
  {
    $id: 'TermsReplay',
    description:
      'For a dry run: decisions of the store and mode, re-evaluated with their original inputs.',
  },
)

export const TermsAnswer = closed(
  {
    version: Type.Integer({
      minimum: 1,
      description: 'Version; send the one that was read with a change.',
    }),
    state: choice(termsStates, 'Whether it is in force, in the time of the mode.'),
    effective_from: moment('Effective from'),
    created: moment('Creation time'),
    withdrawn: nullable(moment('When it was withdrawn')),
    ...{ products, decision, collection, payout_schedule, refund_spread, fees_on_refund, lender },
    creditor: CreditorReference(),
    replay: Type.Optional(TermsReplay),
    annual_rates: Type.Optional(TermsRates),
  },
  { $id: 'LenderTerms', description: "A version of the lender's terms for a store." },
)
export const TermsPage = pageOf(TermsAnswer, 'LenderTermsPage')

export const NewLenderStoreAnswer = closed(
  {
    ...LenderStoreAnswer.properties,
    invitation: nullable(
      closed({
        link: words(
          'Invitation link for the owner to set up their factors. It is shown only once.',
        ),
        expires_at: moment('When the link expires'),
      }),
      { description: 'The invitation of the owner; null if nobody was invited.' },
    ),
  },
  { $id: 'NewLenderStore', description: 'A newly created store.' },
)

export const termsVersion = () =>
  nullable(Type.Integer({ minimum: 1 }), {
    description:
      "Version of the store's terms that apply to it; null if it is older than versions.",
  })

/** The store's actions on an order are left out: the lender has its own. */
function lendersOrder<T extends { readonly allowed_actions: unknown }>(properties: T) {
  const { allowed_actions: _, ...rest } = properties
  const terms = { terms_version: termsVersion(), creditor: CreditorReference() }
  return { store: StoreReference, ...rest, ...terms }
}

export const LenderOrderItem = closed(lendersOrder(OrderListItem.properties), {
  $id: 'LenderOrderItem',
  description: "An order of any store; the buyer's phone number and date of birth are masked.",
})
export const LenderOrderPage = summedPage(LenderOrderItem, OrderSum, 'LenderOrderPage')
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
    description: "An order of any store; the buyer's identifying data are masked.",
  },
)

export const timelineKinds = [
  ...(['event', 'action', 'entry', 'payment', 'delivery', 'notification', 'note'] as const),
] as const

const TimelinePosting = closed(
  {
    debit: words('The account that is debited.'),
    credit: words('The account that is credited.'),
    amount: money('Amount'),
  },
  { $id: 'TimelinePosting', description: 'A posting between two accounts.' },
)

const TimelineSending = closed(
  {
    attempts: count('Number of attempts.'),
    status: nullable(Type.Integer(), {
      description: 'HTTP status of the last attempt; null if there was none.',
    }),
    duration_ms: nullable(count('Duration of the last attempt in milliseconds.')),
    failure: nullable(words('Reason for a missing answer.')),
    response: nullable(words('How the answer to the last attempt began; null if there was none.')),
    next_attempt: nullable(moment('Time of the next attempt')),
  },
  { $id: 'TimelineSending', description: 'Delivery status of a message to the store.' },
)

const TimelineEntry = closed(
  {
    at: moment('When the event occurred'),
    kind: choice(timelineKinds, 'Kind of item.'),
    id: words('Id within its kind; for an entry, its number in the ledger of the order.'),
    type: words('Event type, kind of entry, or name of the action.'),
    state: nullable(words('Result; null if it has none.')),
    amount: nullable(Type.Integer(), {
      description:
        'Amount moved or promised, in minor units; for an entry, the amount of its first posting.',
    }),
    by: nullable(
      closed({
        kind: words('Kind of actor: a person, a key, the buyer, the service.'),
        name: nullable(words('Name of the actor at that time.')),
      }),
      { description: 'The actor; null for consequences such as messages.' },
    ),
    reason: nullable(
      closed({ code: words('Reason code.'), note: words('The reason as a comment.') }),
      {
        description: 'For an action: its reason, if one was required.',
      },
    ),
    note: nullable(words('For a note: its text.')),
    promised_on: nullable(words('For a promise: its date.')),
    postings: nullable(Type.Array(TimelinePosting), { description: 'For an entry: its postings.' }),
    sending: nullable(TimelineSending, {
      description: 'For a delivery or notification: its status.',
    }),
  },
  { $id: 'TimelineEntry', description: "An item of an order's timeline." },
)

export const TimelineAnswer = closed(
  {
    results: Type.Array(TimelineEntry, { description: 'Oldest first.' }),
    cursor: closed({
      after: nullable(words('Value to send as `after` to continue; null at the end.')),
    }),
  },
  { $id: 'Timeline', description: 'The timeline of an order.' },
)

/** The query of a timeline. */
export const timelineQuery = {
  kinds: optional(
    Type.String({ description: `Comma-separated: ${timelineKinds.join(', ')}. Defaults to all.` }),
  ),
  after: optional(
    Type.String({ description: 'Where to continue: `cursor.after` of the previous part.' }),
  ),
  limit: optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.eventsMax,
      default: limits.eventsDefault,
      description: 'Maximum number of results.',
    }),
  ),
}
