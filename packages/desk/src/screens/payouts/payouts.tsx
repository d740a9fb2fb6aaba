import type { Answered, LenderPayoutAnswer } from '@svc/api'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { Moment, Money, State, StoreLink } from '../../parts/values.tsx'
import { t } from '../../texts/texts.ts'

type Payout = Answered<typeof LenderPayoutAnswer>

const payouts: ListDefinition<Payout> = {
  name: 'payouts',
  path: '/lender/payouts',
  hasFile: true,
  news: 'payouts',
  filters: [
    { name: 'store-name', kind: 'text' },
    { name: 'amount', kind: 'amount' },
    { name: 'created', kind: 'day' },
    { name: 'currency', kind: 'text' },
    { name: 'store-id', kind: 'text' },
  ],
  keyOf: ({ id }) => id,
  placeOf: ({ id }) => `/payouts/${id}`,
  columns: [
    { name: 'created', ordering: 'created', cell: ({ created }) => <Moment at={created} /> },
    { name: 'store', cell: ({ store }) => <StoreLink store={store} /> },
    { name: 'status', cell: ({ status }) => <State name={status} /> },
    {
      ...{ name: 'amount', isEnd: true },
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      ...{ name: 'carried', isEnd: true },
      cell: ({ carried, currency }) => <Money amount={carried} currency={currency} />,
    },
    { name: 'due', cell: ({ due }) => <Moment at={due} /> },
  ],
}

export const Screen = () => (
  <Page title={t.screens.payouts}>
    <List list={payouts} />
  </Page>
)
