import type { Answered, LenderOrderItem } from '@svc/api'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { Moment, Money, NONE, State, StoreLink, Words } from '../../parts/values.tsx'
import { t, word } from '../../texts/texts.ts'

type Order = Answered<typeof LenderOrderItem>

const orders: ListDefinition<Order> = {
  name: 'orders',
  path: '/lender/orders',
  hasWords: true,
  news: 'orders',
  tabs: [
    { name: 'pending', query: 'status=pending' },
    { name: 'processing', query: 'status=processing' },
    { name: 'complete', query: 'status=complete' },
    { name: 'ko', query: 'financing_status=ko' },
  ],
  filters: [
    { name: 'mid', kind: 'text' },
    { name: 'store-name', kind: 'text' },
    {
      ...{ name: 'status', kind: 'choice' },
      choices: ['pending', 'processing', 'complete', 'cancelled'],
    },
    { name: 'financing_status', kind: 'choice', choices: ['pending', 'ok', 'ko'] },
    { name: 'total_amount', kind: 'amount' },
    { name: 'currency', kind: 'text' },
    { name: 'created', kind: 'day' },
    { name: 'confirmed', kind: 'day' },
    { name: 'account-email', kind: 'text' },
    { name: 'account-last_name', kind: 'text' },
    { name: 'id', kind: 'text' },
    { name: 'store-id', kind: 'text' },
    { name: 'customer-id', kind: 'text' },
  ],
  keyOf: ({ id }) => id,
  placeOf: ({ id }) => `/orders/${id}`,
  columns: [
    { name: 'mid', cell: ({ mid }) => <Words>{mid}</Words> },
    { name: 'store', cell: ({ store }) => <StoreLink store={store} /> },
    { name: 'customer', cell: ({ customer }) => <Buyer customer={customer} /> },
    { name: 'status', cell: ({ status }) => <State name={status} /> },
    { name: 'product', cell: ({ product }) => (product === null ? NONE : word(product)) },
    {
      ...{ name: 'total_amount', isEnd: true, ordering: 'total_amount' },
      cell: ({ total_amount: amount, currency }) => (
        <Money amount={amount} currency={currency.code} />
      ),
    },
    {
      ...{ name: 'captured_amount', isEnd: true },
      cell: ({ captured_amount: amount, currency }) => (
        <Money amount={amount} currency={currency.code} />
      ),
    },
    {
      ...{ name: 'created', isEnd: true, ordering: 'created' },
      cell: ({ created }) => <Moment at={created} />,
    },
  ],
}

type BuyerProps = { readonly customer: Order['customer'] }

/** As the store described them. */
export function Buyer({ customer }: BuyerProps) {
  const { first_name: first, last_name: last, email } = customer
  const name = [first, last].filter(Boolean).join(' ')
  return <Words>{name === '' ? (email ?? '') : name}</Words>
}

export const Screen = () => (
  <Page title={t.screens.orders}>
    <List list={orders} />
  </Page>
)
