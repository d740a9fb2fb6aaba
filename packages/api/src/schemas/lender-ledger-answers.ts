/** The ledger over all stores. */
import { choice, closed, hexId, moment, money, nullable, pageOf, words } from './answers.ts'
import { optional, Type } from './common.ts'
import { StoreReference } from './lender-answers.ts'
import { StatementAnswer } from './payment-answers.ts'

export const accountClasses = ['asset', 'liability', 'income', 'expense'] as const

const balance = Type.Integer({ description: 'Debits less credits, in minor units.' })
const sides = {
  currency: words('ISO 4217 code.'),
  debit: money('All debits'),
  credit: money('All credits'),
  balance,
}

const Account = closed(
  {
    name: words('Its name.'),
    class: choice(accountClasses, 'What it is.'),
    balances: Type.Array(closed(sides, { $id: 'AccountBalance' }), {
      description: 'By currency, where anything was booked.',
    }),
  },
  { $id: 'Account', description: 'An account of the chart with its balances.' },
)

export const AccountsAnswer = closed(
  { results: Type.Array(Account, { description: 'The whole chart.' }) },
  { $id: 'Accounts', description: 'The chart of accounts, all stores together.' },
)

export const TrialBalanceAnswer = closed(
  {
    at: nullable(moment('What was booked before this moment'), {
      description: 'What was booked before it; null: everything.',
    }),
    accounts: Type.Array(closed({ account: words('Its name.'), ...sides }, { $id: 'TrialLine' }), {
      description: 'By account and currency, where anything was booked.',
    }),
    totals: Type.Array(closed(sides, { $id: 'TrialTotal' }), {
      description: 'By currency: the balance is 0, or the ledger is broken.',
    }),
  },
  { $id: 'TrialBalance', description: 'All accounts at a moment.' },
)

const ofClosing = {
  day: Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$`, description: 'The day of UTC.' }),
  closed: moment('When it was closed'),
  previous_hash: words('Of the day before; empty: of the first.'),
  hash: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256 over the hash before it and all that stands here.',
  }),
}
export const ClosingPage = pageOf(
  closed(ofClosing, { $id: 'ClosingItem', description: 'A day that is closed.' }),
  'ClosingPage',
)
export const ClosingAnswer = closed(
  {
    ...ofClosing,
    balances: Type.Array(closed({ account: words('Its name.'), ...sides }), {
      description: 'By account and currency, since the beginning.',
    }),
  },
  { $id: 'Closing', description: 'What all accounts held when a day was over.' },
)

/** A list of the lender as a file. */
export const CsvAnswer = Type.String({
  description:
    'A header, then a row for each, with the members of the list; amounts are whole minor units.',
})

export const trialBalanceQuery = {
  at: optional(
    Type.String({ description: 'A moment, or a day of UTC with its end; absent: everything.' }),
  ),
}

const Posting = closed(
  {
    store: StoreReference,
    order_id: nullable(hexId('The order in whose chain it stands.'), {
      description: 'The order in whose chain it stands; null: the chain of the store.',
    }),
    sequence: Type.Integer({ minimum: 1, description: 'Of its entry in the chain.' }),
    number: Type.Integer({ minimum: 1, description: 'Among the postings of the entry.' }),
    kind: words('What the entry books.'),
    effect_id: words('The capture, payment, refund … that it books.'),
    debit: words('The account that grows.'),
    credit: words('The account that it is taken from.'),
    amount: money('How much'),
    currency: words('ISO 4217 code.'),
    created: moment('When it was booked'),
  },
  { $id: 'AccountPosting', description: 'A posting that moves an account.' },
)
export const AccountEntriesPage = pageOf(Posting, 'AccountEntries')

const { payments_url: _, ...statement } = StatementAnswer.properties
export const LenderStatementAnswer = closed(
  { store: StoreReference, ...statement },
  { $id: 'LenderStatement', description: 'What a store is owed, over a period.' },
)
