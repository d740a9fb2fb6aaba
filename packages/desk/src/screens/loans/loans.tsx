import type { Answered, LenderLoanItem, LenderLoanPage } from '@svc/api'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { listHref } from '../../parts/list/list-href.ts'
import { Page } from '../../parts/page.tsx'
import { Day, Money, NONE, State, StoreLink, Words } from '../../parts/values.tsx'
import { t, word } from '../../texts/texts.ts'
import { Buckets } from './buckets.tsx'

type Loan = Answered<typeof LenderLoanItem>
type Loans = Answered<typeof LenderLoanPage>

const BUCKETS = ['current', '1-30', '31-60', '61-90', '90+'] as const

const loans: ListDefinition<Loan, Loans> = {
  name: 'loans',
  path: '/lender/loans',
  isSaved: true,
  always: 'summary=true',
  hasFile: true,
  news: 'loans',
  tabs: BUCKETS.map((name) => ({ name, query: new URLSearchParams({ bucket: name }).toString() })),
  filters: [
    { name: 'bucket', kind: 'choice', choices: BUCKETS },
    {
      ...{ name: 'state', kind: 'choice' },
      choices: ['waiting', 'running', 'in_arrears', 'withdrawn', 'paid_off', 'written_off'],
    },
    { name: 'overdue_amount', kind: 'amount' },
    { name: 'receivable', kind: 'amount' },
    { name: 'days_past_due', kind: 'number' },
    { name: 'written_off', kind: 'amount' },
    { name: 'next_due', kind: 'day' },
    { name: 'last_payment', kind: 'day' },
    { name: 'created', kind: 'day' },
    { name: 'mid', kind: 'text' },
    { name: 'store-name', kind: 'text' },
    { name: 'store-id', kind: 'text' },
    { name: 'customer-id', kind: 'text' },
    { name: 'creditor-id', kind: 'text' },
    { name: 'currency', kind: 'text' },
  ],
  keyOf: ({ id }) => id,
  placeOf: ({ id }) => `/loans/${id}`,
  head: ({ summary = [] }) => (
    <Buckets
      sums={summary}
      hrefOf={(bucket) => listHref(new URLSearchParams({ bucket }).toString())}
    />
  ),
  columns: [
    { name: 'mid', cell: ({ mid }) => <Words>{mid}</Words> },
    { name: 'store', cell: ({ store }) => <StoreLink store={store} /> },
    { name: 'state', cell: ({ state }) => <State name={state} /> },
    { name: 'product', cell: ({ product }) => word(product) },
    { name: 'bucket', cell: ({ bucket }) => <State name={bucket} /> },
    {
      ...{ name: 'days_past_due', isEnd: true, ordering: 'days_past_due' },
      cell: ({ days_past_due: days }) => (days === 0 ? NONE : days),
    },
    {
      ...{ name: 'overdue_amount', isEnd: true, ordering: 'overdue_amount' },
      cell: ({ overdue_amount: amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      ...{ name: 'receivable', isEnd: true, ordering: 'receivable' },
      cell: ({ receivable, currency }) => <Money amount={receivable} currency={currency} />,
    },
    {
      ...{ name: 'next_due', isEnd: true, ordering: 'next_due' },
      cell: ({ next_due: on }) => <Day on={on} />,
    },
  ],
}

export const Screen = () => (
  <Page title={t.screens.loans}>
    <List list={loans} />
  </Page>
)
