import type { Answered, LenderOrderItem, LenderOrderPage } from '@svc/api'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Sums } from '../../parts/list/sums.tsx'
import { Page } from '../../parts/page.tsx'
import { StoreLink } from '../../parts/values.tsx'
import { tb } from '../../texts/book.ts'
import { t } from '../../texts/texts.ts'
import { midColumn, orderColumns, orderFilters, orderTabs } from './columns.tsx'

type Order = Answered<typeof LenderOrderItem>

const orders: ListDefinition<Order, Answered<typeof LenderOrderPage>> = {
  name: 'orders',
  path: '/lender/orders',
  isSaved: true,
  hasFile: true,
  always: 'summary=true',
  hasWords: true,
  news: 'orders',
  tabs: orderTabs,
  head: ({ summary }) => (
    <Sums
      label={tb.list.sums}
      sums={summary}
      by={[{ name: 'currency', cell: ({ currency }) => currency }]}
      amounts={['total_amount', 'captured_amount', 'refunded_amount']}
    />
  ),
  filters: [
    ...orderFilters,
    { name: 'store-name', kind: 'text' },
    { name: 'store-id', kind: 'text' },
    { name: 'customer-id', kind: 'text' },
  ],
  keyOf: ({ id }) => id,
  placeOf: ({ id }) => `/orders/${id}`,
  columns: [
    midColumn,
    { name: 'store', cell: ({ store }) => <StoreLink store={store} /> },
    ...orderColumns,
  ],
}

export const Screen = () => (
  <Page title={t.screens.orders}>
    <List list={orders} />
  </Page>
)
