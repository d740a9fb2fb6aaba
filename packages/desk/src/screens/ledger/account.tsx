import type { AccountEntriesPage, Answered } from '@svc/api'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { Moment, Money, StoreLink } from '../../parts/values.tsx'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { t, word } from '../../texts/texts.ts'

type Posting = Answered<typeof AccountEntriesPage>['results'][number]

const postingsOf = (account: string): ListDefinition<Posting> => ({
  name: 'entries',
  path: `/lender/accounts/${encodeURIComponent(account)}/entries`,
  hasFile: true,
  news: 'entries',
  filters: [
    { name: 'order-id', kind: 'text' },
    { name: 'kind', kind: 'text' },
    { name: 'debit', kind: 'text' },
    { name: 'credit', kind: 'text' },
    { name: 'amount', kind: 'amount' },
    { name: 'currency', kind: 'text' },
    { name: 'created', kind: 'day' },
    { name: 'store-id', kind: 'text' },
  ],
  keyOf: ({ store, order_id: order, sequence, number }) =>
    [store.id, order, sequence, number].join('/'),
  placeOf: ({ order_id: order, store }) =>
    order === null ? `/stores/${store.id}` : `/orders/${order}`,
  columns: [
    { name: 'created', ordering: 'created', cell: ({ created }) => <Moment at={created} /> },
    { name: 'kind', cell: ({ kind }) => word(kind) },
    { name: 'store', cell: ({ store }) => <StoreLink store={store} /> },
    { name: 'debit', cell: ({ debit }) => word(debit) },
    { name: 'credit', cell: ({ credit }) => word(credit) },
    {
      ...{ name: 'amount', isEnd: true, ordering: 'amount' },
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ],
})

export const Screen = ({ params: { id = '' } }: ScreenProps) => (
  <Page title={`${t.screens.account}: ${word(id)}`}>
    <List list={postingsOf(id)} />
  </Page>
)
