import type { Answered, PaymentAnswer } from '@svc/api'
import { tb } from '../texts/book.ts'
import { word } from '../texts/texts.ts'
import type { ListDefinition } from './list/definition.ts'
import { List } from './list/list.tsx'
import { Block } from './page.tsx'
import { Moment, Money, NONE, Words } from './values.tsx'

type Line = Answered<typeof PaymentAnswer>

const linesOf = (path: string): ListDefinition<Line> => ({
  name: 'lines',
  path,
  news: 'lines',
  filters: [],
  keyOf: ({ id }) => id,
  placeOf: ({ order }) => (order === null ? '/payouts' : `/orders/${order.id}`),
  columns: [
    { name: 'mid', cell: ({ order }) => (order === null ? NONE : <Words>{order.mid}</Words>) },
    { name: 'type', cell: ({ type }) => word(type) },
    {
      ...{ name: 'amount', isEnd: true },
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      ...{ name: 'net', isEnd: true },
      cell: ({ net, currency }) => <Money amount={net} currency={currency} />,
    },
    { name: 'created', isEnd: true, cell: ({ created }) => <Moment at={created} /> },
  ],
})

/** The commercial transactions that a payout covers; `path` is that of their list. */
export const PayoutLines = ({ path }: { path: string }) => (
  <Block title={tb.payout.lines}>
    <List list={linesOf(path)} />
  </Block>
)
