/** The ledger across all stores. */
import { choice, closed, hexId, moment, money, nullable, pageOf, words } from './answers.ts'
import { optional, Type } from './common.ts'
import { StoreReference } from './lender-answers.ts'
import { StatementAnswer } from './payment-answers.ts'

export const accountClasses = ['asset', 'liability', 'income', 'expense'] as const

const balance = Type.Integer({ description: 'Debits minus credits, in minor units.' })
const sides = {
  currency: words('ISO 4217 code.'),
  debit: money('Total debits'),
  credit: money('Total credits'),
  balance,
}

const Account = closed(
  {
    name: words('Name.'),
    class: choice(accountClasses, 'Class of the account.'),
    balances: Type.Array(closed(sides, { $id: 'AccountBalance' }), {
      description: 'Balances by currency.',
    }),
  },
  { $id: 'Account', description: 'An account of the chart with its balances.' },
)

export const AccountsAnswer = closed(
  { results: Type.Array(Account, { description: 'All accounts.' }) },
  { $id: 'Accounts', description: 'The chart of accounts, all stores together.' },
)

export const TrialBalanceAnswer = closed(
  {
    at: nullable(moment('What was booked before this moment'), {
      description: 'Point in time; null: includes everything.',
    }),
    accounts: Type.Array(closed({ account: words('Name.'), ...sides }, { $id: 'TrialLine' }), {
      description: 'Balances by account and currency.',
    }),
    totals: Type.Array(closed(sides, { $id: 'TrialTotal' }), {
      description: 'Totals by currency; each balance must be 0.',
    }),
  },
  { $id: 'TrialBalance', description: 'The balances of all accounts at a point in time.' },
)

const ofClosing = {
  day: Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$`, description: 'The day in UTC.' }),
  closed: moment('When it was closed'),
  previous_hash: words('Hash of the previous day; empty for the first.'),
  hash: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256 of the previous hash and the contents of the closing.',
  }),
}
export const ClosingPage = pageOf(
  closed(ofClosing, { $id: 'ClosingItem', description: 'A daily closing.' }),
  'ClosingPage',
)
export const ClosingAnswer = closed(
  {
    ...ofClosing,
    balances: Type.Array(closed({ account: words('Name.'), ...sides }), {
      description: 'Balances by account and currency, since the beginning.',
    }),
  },
  { $id: 'Closing', description: 'The balances of all accounts at the end of a day.' },
)

/** A list of the lender as a file. */
export const CsvAnswer = Type.String({
  description:
    'A header, then one row per item with the members of the list; amounts are in minor units.',
})

export const trialBalanceQuery = {
  at: optional(
    Type.String({
      description: 'A date-time, or a UTC date including that day; defaults to everything.',
    }),
  ),
}

const Posting = closed(
  {
    store: StoreReference,
    order_id: nullable(hexId('The order in whose chain it stands.'), {
      description: 'The order of its chain; null for the chain of the store.',
    }),
    sequence: Type.Integer({ minimum: 1, description: 'Number of its entry in the chain.' }),
    number: Type.Integer({ minimum: 1, description: 'Number of the posting in its entry.' }),
    kind: words('Kind of the entry.'),
    effect_id: words('Id of the capture, payment, refund … that it books.'),
    debit: words('The account that is debited.'),
    credit: words('The account that is credited.'),
    amount: money('Amount'),
    currency: words('ISO 4217 code.'),
    created: moment('When it was booked'),
  },
  { $id: 'AccountPosting', description: 'A posting on an account.' },
)
export const AccountEntriesPage = pageOf(Posting, 'AccountEntries')

const { payments_url: _, ...statement } = StatementAnswer.properties
export const LenderStatementAnswer = closed(
  { store: StoreReference, ...statement },
  { $id: 'LenderStatement', description: 'A statement of what a store is owed, over a period.' },
)
