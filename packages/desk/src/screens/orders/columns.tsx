/** The columns of lists of orders, for every reader. */
import type { Answered, OrderListItem } from '@svc/api'
import type { Column, Filter } from '../../parts/list/definition.ts'
import { Moment, Money, NONE, State, Words } from '../../parts/values.tsx'
import { word } from '../../texts/texts.ts'

type Listed = Answered<typeof OrderListItem>
type Shown = Pick<Listed, 'mid' | 'status' | 'product' | 'currency' | 'created'> &
  Pick<Listed, 'total_amount' | 'captured_amount'> & { readonly customer: Named }

export type Named = {
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly email?: string | undefined
}

/** As described by the store. */
export function nameOf({ first_name: first, last_name: last, email }: Named): string {
  const name = [first, last].filter(Boolean).join(' ')
  return name === '' ? (email ?? '') : name
}

export const orderTabs = [
  { name: 'pending', query: 'status=pending' },
  { name: 'processing', query: 'status=processing' },
  { name: 'complete', query: 'status=complete' },
  { name: 'ko', query: 'financing_status=ko' },
] as const

export const orderFilters: readonly Filter[] = [
  { name: 'mid', kind: 'text' },
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
]

export const midColumn: Column<Shown> = { name: 'mid', cell: ({ mid }) => <Words>{mid}</Words> }

export const orderColumns: readonly Column<Shown>[] = [
  { name: 'customer', cell: ({ customer }) => <Words>{nameOf(customer)}</Words> },
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
]
