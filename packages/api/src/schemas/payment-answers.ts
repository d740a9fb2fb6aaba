/** A store's settlement: commercial transactions, payouts, statements (contract §9). */
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

/** May be negative. */
const balance = (description: string) =>
  Type.Integer({ description: `${description}, in minor units: -1250 is −12.50.` })
const currency = () => choice([...currencies.keys()], 'ISO 4217 code.')
const order = {
  id: hexId('Id of the order.'),
  mid: words("The store's own id of the order."),
}

const payment = {
  id: hexId('Id of the transaction.'),
  type: choice(settlementTypes, 'Type of the event.'),
  amount: money('Amount of the operation'),
  net: balance("Change of the store's balance; 0 for amounts never captured"),
  currency: currency(),
  created: moment('When the event occurred'),
}

export const PaymentAnswer = closed(
  {
    ...payment,
    order: nullable(closed(order), { description: 'Id of the order; null for a payout.' }),
  },
  { $id: 'Payment', description: "A commercial transaction: a change of the store's balance." },
)
export const PaymentPage = pageOf(PaymentAnswer, 'PaymentPage')

const hash = (description: string) => Type.String({ pattern: '^([0-9a-f]{64})?$', description })

const EntryAnswer = closed(
  {
    sequence: Type.Integer({ minimum: 1, description: 'Number in the chain, gapless from 1.' }),
    kind: words('Kind of the entry.'),
    created: moment('When it was booked'),
    previous_hash: hash('Hash of the previous entry; empty for the first.'),
    hash: hash('SHA-256 of the previous hash and the contents of the entry.'),
    postings: Type.Array(
      closed({
        debit: words('The account that is debited.'),
        credit: words('The account that is credited.'),
        amount: money('Amount'),
      }),
      { description: 'The postings; each moves an amount between two accounts.' },
    ),
  },
  { $id: 'LedgerEntry', description: 'The ledger entry, in the chain of its order.' },
)

export const OpenedPayment = closed(
  {
    ...payment,
    order: nullable(
      closed({
        ...order,
        status: choice(['pending', 'processing', 'complete', 'cancelled'], 'Status of the order.'),
      }),
      { description: 'Id of the order; null for a payout.' },
    ),
    effect: closed({
      id: words('Id of the capture, void, refund, cancellation, edit or payout.'),
      type: words('Kind of operation.'),
    }),
    entry: nullable(EntryAnswer, { description: 'The ledger entry; null if nothing was booked.' }),
    payout: nullable(closed({ id: hexId('Id of the payout.') }), {
      description: 'The payout that includes it; null until then.',
    }),
  },
  {
    $id: 'OpenedPayment',
    description: 'A commercial transaction with its order, ledger entry and payout.',
  },
)

export const payoutStatuses = ['proposed', 'held', 'paid'] as const

export const PayoutAnswer = closed(
  {
    id: hexId('Id of the payout.'),
    status: choice(
      payoutStatuses,
      '`proposed`: it is paid from `payable` on. `held`: it waits for the lender. `paid`: ' +
        'booked as paid; the service contacts no bank.',
    ),
    amount: money('Amount of the payout'),
    currency: currency(),
    carried: Type.Integer({
      maximum: 0,
      description:
        'Balance carried over from earlier payout dates, included in the amount: 0 or below.',
    }),
    previous: nullable(moment('When the one before it was made'), {
      description: 'When the previous payout was created; null for the first.',
    }),
    due: nullable(moment('When the calendar had it'), {
      description: 'Scheduled time; null for a manual payout.',
    }),
    payable: nullable(moment('From when it is paid unless it is held'), {
      description: 'When it becomes payable unless it is held; null if it was paid at once.',
    }),
    paid: nullable(moment('When it was paid'), {
      description: 'When it was paid; null until then.',
    }),
    bank_account: PaidAccount,
    created: moment('Creation time'),
  },
  { $id: 'Payout', description: 'A payout to the store.' },
)
export const PayoutPage = pageOf(PayoutAnswer, 'PayoutPage')
export const NewPayouts = closed(
  { results: Type.Array(PayoutAnswer, { description: 'The payouts, one per currency.' }) },
  { $id: 'NewPayouts', description: 'The payouts that were just made.' },
)

export const StatementAnswer = closed(
  {
    currency: currency(),
    time_zone: words('Time zone of the store, as an IANA name.'),
    from: localMoment('Start of the period, inclusive'),
    to: localMoment('End of the period, exclusive'),
    opening_balance: balance('Opening balance: what the store was owed before'),
    totals: Type.Array(
      closed({
        type: choice(settlementTypes, 'Type of the event.'),
        count: count('Number of transactions.'),
        amount: money('Total amount of these operations'),
        net: balance('Total change of the balance'),
      }),
      { description: 'Totals by type, for the types that occur.' },
    ),
    count: count('Number of commercial transactions.'),
    net: balance('Total change of the balance'),
    closing_balance: balance('Closing balance: `opening_balance` plus `net`'),
    payments_url: Type.String({
      format: 'uri',
      description: 'URL of the commercial transactions.',
    }),
  },
  { $id: 'Statement', description: 'A statement of what a store is owed, over a period.' },
)

const day = (description: string) =>
  Type.String({
    description: `${description} Accepts a date in the store's time zone, or a date-time.`,
  })

/** The query of a statement. */
export const statementQuery = {
  from: day('Start of the period.'),
  to: day('End of the period; a date is inclusive, a date-time exclusive.'),
  currency: optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description: "ISO 4217 code; defaults to the store's currency.",
    }),
  ),
}
