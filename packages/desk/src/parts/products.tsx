import type { Answered, StoreAnswer } from '@svc/api'
import { tb } from '../texts/book.ts'
import { word } from '../texts/texts.ts'
import { rate } from './format.ts'
import { Table } from './table.tsx'
import { Money, NONE } from './values.tsx'

type Product = Answered<typeof StoreAnswer>['products'][number]
type Shown = Pick<Product, 'type' | 'min_amount' | 'max_amount' | 'nominal_rate' | 'fee_rate'> & {
  readonly num_instalments?: readonly number[] | null | undefined
}
type ProductsProps = { readonly products: readonly Shown[]; readonly currency: string }

/** What is offered: from and up to which amount, in how many parts, at which price. */
export const Products = ({ products, currency }: ProductsProps) => (
  <Table
    label={tb.products}
    rows={products}
    keyOf={(_, index) => index}
    cells={[
      { name: 'product', cell: ({ type }) => word(type) },
      {
        ...{ name: 'min_amount', isEnd: true },
        cell: ({ min_amount: from }) => <Money amount={from} currency={currency} />,
      },
      {
        ...{ name: 'max_amount', isEnd: true },
        cell: ({ max_amount: up }) => <Money amount={up} currency={currency} />,
      },
      {
        ...{ name: 'num_instalments', isEnd: true },
        cell: ({ num_instalments: counts }) => counts?.join(', ') ?? NONE,
      },
      {
        ...{ name: 'nominal_rate', isEnd: true },
        cell: ({ nominal_rate: nominal }) => rate(nominal),
      },
      { name: 'fee_rate', isEnd: true, cell: ({ fee_rate: fee }) => rate(fee) },
    ]}
  />
)
