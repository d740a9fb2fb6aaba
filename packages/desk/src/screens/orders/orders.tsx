import type { Answered, LenderOrderItem } from '@svc/api'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { StoreLink } from '../../parts/values.tsx'
import { t } from '../../texts/texts.ts'
import { midColumn, orderColumns, orderFilters, orderTabs } from './columns.tsx'

type Order = Answered<typeof LenderOrderItem>

const orders: ListDefinition<Order> = {
  name: 'orders',
  path: '/lender/orders',
  hasWords: true,
  news: 'orders',
  tabs: orderTabs,
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
