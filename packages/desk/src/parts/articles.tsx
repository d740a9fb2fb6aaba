import type { Answered, OrderAnswer } from '@svc/api'
import { tb } from '../texts/book.ts'
import { Table } from './table.tsx'
import { Money, NONE, Words } from './values.tsx'

type Articles = Answered<typeof OrderAnswer>['articles']
type ArticlesProps = { readonly articles: Articles; readonly currency: string }

/** The purchased articles. */
export const Articles = ({ articles, currency }: ArticlesProps) => (
  <Table
    label={tb.order.articles}
    rows={articles}
    keyOf={(_, index) => index}
    cells={[
      { name: 'name', cell: ({ name }) => <Words>{name ?? ''}</Words> },
      { name: 'quantity', isEnd: true, cell: ({ quantity }) => quantity ?? NONE },
      {
        ...{ name: 'price', isEnd: true },
        cell: ({ price }) =>
          price === undefined ? NONE : <Money amount={price} currency={currency} />,
      },
    ]}
  />
)
