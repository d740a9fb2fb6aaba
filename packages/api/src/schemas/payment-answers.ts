/** What a store is paid: commercial transactions, payouts, statements (contract §9). */
import { currencies } from '../currencies.ts'
import { settlementTypes } from '../settlements.ts'
import {
  choice,
  closed,
  count,
  hexId,
  localMoment,
  moment,
  money,
  nullable,
  pageOf,
  words,
} from './answers.ts'
import { PaidAccount } from './bank-accounts.ts'
import { optional, Type } from './common.ts'

/** May be below zero. */
const balance = (description: string) =>
  Type.Integer({ description: `${description}, in minor units: -1250 is −12.50.` })
const currency = () => choice([...currencies.keys()], 'ISO 4217 code.')
const order = {
  id: hexId('Id of the order.'),
  mid: words("The store's own id of the order."),
}

const payment = {
  id: hexId('Id of the transaction.'),
  type: choice(settlementTypes, 'What happened.'),
  amount: money('What the operation was about'),
  net: balance('The change of what the store is paid; 0 for what was never captured'),
  currency: currency(),
  created: moment('When it happened'),
}

export const PaymentAnswer = closed(
  { ...payment, order: nullable(closed(order), { description: 'The order; null for a payout.' }) },
  { $id: 'Payment', description: 'A commercial transaction: a change of what the store is paid.' },
)
export const PaymentPage = pageOf(PaymentAnswer, 'PaymentPage')

const hash = (description: string) => Type.String({ pattern: '^([0-9a-f]{64})?$', description })

const EntryAnswer = closed(
  {
    sequence: Type.Integer({ minimum: 1, description: 'Of the chain, gapless from 1.' }),
    kind: words('What it books.'),
    created: moment('When it was booked'),
    previous_hash: hash('Of the entry before it; empty for the first.'),
    hash: hash('SHA-256 over the hash before it and all that it says.'),
    postings: Type.Array(
      closed({
        debit: words('The account that grows.'),
        credit: words('The account that it is taken from.'),
        amount: money('How much'),
      }),
      { description: 'Each moves an amount from one account to another.' },
    ),
  },
  { $id: 'LedgerEntry', description: 'What the ledger says of it, in the chain of its order.' },
)

export const OpenedPayment = closed(
  {
    ...payment,
    order: nullable(
      closed({
        ...order,
        status: choice(['pending', 'processing', 'complete', 'cancelled'], 'What became of it.'),
      }),
      { description: 'The order; null for a payout.' },
    ),
    effect: closed({
      id: words('The capture, void, refund, cancel, edit or payout.'),
      type: words('Which of them it is.'),
    }),
    entry: nullable(EntryAnswer, { description: 'Null where the ledger had nothing to book.' }),
    payout: nullable(closed({ id: hexId('Id of the payout.') }), {
      description: 'The payout that covers it, or that it is; null while it is to come.',
    }),
  },
  { $id: 'OpenedPayment', description: 'A commercial transaction and all that it leads to.' },
)

export const payoutStatuses = ['proposed', 'held', 'paid'] as const

export const PayoutAnswer = closed(
  {
    id: hexId('Id of the payout.'),
    status: choice(
      payoutStatuses,
      'Proposed: it is paid from `payable` on. Held: it waits for the lender. Paid: it is booked ' +
        'so; no bank is contacted.',
    ),
    amount: money('What is paid'),
    currency: currency(),
    carried: Type.Integer({
      maximum: 0,
      description: 'Of the amount, what the calendar had carried over before: 0 or below.',
    }),
    previous: nullable(moment('When the one before it was made'), {
      description: 'When the payout before it was made; null for the first.',
    }),
    due: nullable(moment('When the calendar had it'), {
      description: 'When the calendar had it; null for one by hand.',
    }),
    payable: nullable(moment('From when it is paid unless it is held'), {
      description: 'From when it is paid unless it is held; null where it was paid at once.',
    }),
    paid: nullable(moment('When it was paid'), {
      description: 'When it was paid; null while it waits.',
    }),
    bank_account: PaidAccount,
    created: moment('When it was made'),
  },
  { $id: 'Payout', description: 'What is paid to the store.' },
)
export const PayoutPage = pageOf(PayoutAnswer, 'PayoutPage')
export const NewPayouts = closed(
  { results: Type.Array(PayoutAnswer, { description: 'One for each currency.' }) },
  { $id: 'NewPayouts', description: 'What was paid just now.' },
)

export const StatementAnswer = closed(
  {
    currency: currency(),
    time_zone: words("The store's, IANA name."),
    from: localMoment('The first moment of the period'),
    to: localMoment('The first moment after the period'),
    opening_balance: balance('What the store was owed before'),
    totals: Type.Array(
      closed({
        type: choice(settlementTypes, 'What happened.'),
        count: count('How often.'),
        amount: money('What these operations were about'),
        net: balance('What they change'),
      }),
      { description: 'By type, those that occur.' },
    ),
    count: count('How many commercial transactions there are.'),
    net: balance('What all of them change'),
    closing_balance: balance('What the store was owed after: opening_balance and net'),
    payments_url: Type.String({ format: 'uri', description: 'The commercial transactions.' }),
  },
  { $id: 'Statement', description: 'What a store is owed, over a period.' },
)

const day = (description: string) =>
  Type.String({ description: `${description} A date is the store's, or a date-time.` })

/** The query of a statement. */
export const statementQuery = {
  from: day('Where the period begins.'),
  to: day('Where it ends: a date belongs to the period, a moment is the first one after it.'),
  currency: optional(
    Type.String({ pattern: '^[A-Z]{3}$', description: "ISO 4217 code; absent: the store's." }),
  ),
}
