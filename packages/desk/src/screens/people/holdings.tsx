/** A person's loans and orders at all stores: overdue ones first, then by due date. */
import type { Answered as AnswerOf, LenderLoanItem, LenderOrderItem } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import type { Column, ListPage } from '../../parts/list/definition.ts'
import { Answered } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Day, Moment, Money, State, StoreLink, Words } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import { tb } from '../../texts/book.ts'
import { t } from '../../texts/texts.ts'

type Loan = AnswerOf<typeof LenderLoanItem>
type Order = AnswerOf<typeof LenderOrderItem>
type Held = Pick<Loan | Order, 'id' | 'mid' | 'store'>

const Link = ({ path, mid }: { path: string; mid: string }) => (
  <a href={href(path)}>
    <Words>{mid}</Words>
  </a>
)

type HoldingsProps<Row extends Held> = {
  readonly path: 'loans' | 'orders'
  readonly query: string
  readonly none: string
  readonly cells: readonly Column<Row>[]
}

function Holdings<Row extends Held>({ path, query, none, cells }: HoldingsProps<Row>) {
  const known = useAnswer<ListPage<Row>>(`/lender/${path}?${query}&page_size=5`)
  return (
    <Answered known={known} lines={3}>
      {({ results }) =>
        results.length === 0 ? (
          <p class="hint">{none}</p>
        ) : (
          <Table
            label={t.screens[path]}
            rows={results}
            keyOf={({ id }) => id}
            cells={[
              { name: 'mid', cell: ({ id, mid }) => <Link path={`/${path}/${id}`} mid={mid} /> },
              { name: 'store', cell: ({ store }) => <StoreLink store={store} /> },
              ...cells,
            ]}
          />
        )
      }
    </Answered>
  )
}

export const PersonLoans = ({ id }: { id: string }) => (
  <Holdings<Loan>
    path="loans"
    query={`person-id=${id}&ordering=-overdue_amount,next_due`}
    none={tb.person.noLoans}
    cells={[
      { name: 'state', cell: ({ state }) => <State name={state} /> },
      {
        ...{ name: 'receivable', isEnd: true },
        cell: ({ receivable, currency }) => <Money amount={receivable} currency={currency} />,
      },
      {
        ...{ name: 'overdue_amount', isEnd: true },
        cell: ({ overdue_amount: overdue, currency }) => (
          <Money amount={overdue} currency={currency} />
        ),
      },
      { name: 'next_due', isEnd: true, cell: ({ next_due: on }) => <Day on={on} /> },
    ]}
  />
)

export const PersonOrders = ({ id }: { id: string }) => (
  <Holdings<Order>
    path="orders"
    query={`person-id=${id}`}
    none={tb.person.noOrders}
    cells={[
      { name: 'status', cell: ({ status }) => <State name={status} /> },
      {
        ...{ name: 'total_amount', isEnd: true },
        cell: ({ total_amount: total, currency }) => (
          <Money amount={total} currency={currency.code} />
        ),
      },
      { name: 'created', isEnd: true, cell: ({ created }) => <Moment at={created} /> },
    ]}
  />
)
