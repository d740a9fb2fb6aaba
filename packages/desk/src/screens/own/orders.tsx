import type { Answered, OrderListItem } from '@svc/api'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { t } from '../../texts/texts.ts'
import { midColumn, orderColumns, orderFilters, orderTabs } from '../orders/columns.tsx'

type Order = Answered<typeof OrderListItem>

const orders: ListDefinition<Order> = {
  name: 'own-orders',
  path: '/orders',
  hasWords: true,
  news: 'orders',
  tabs: orderTabs,
  filters: orderFilters,
  keyOf: ({ id }) => id,
  placeOf: ({ id }) => `/orders/${id}`,
  columns: [midColumn, ...orderColumns],
}

export const Screen = () => (
  <Page title={t.screens.orders}>
    <List list={orders} />
  </Page>
)
