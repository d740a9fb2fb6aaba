/** What a person has at all stores: what is overdue first, then what is due next. */
import type {
  Answered as AnswerOf,
  LenderLoanItem,
  LenderLoanPage,
  LenderOrderItem,
} from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import type { ListPage } from '../../parts/list/definition.ts'
import { Answered } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Day, Moment, Money, State, StoreLink, Words } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import { t } from '../../texts/texts.ts'

type Loan = AnswerOf<typeof LenderLoanItem>
type Loans = AnswerOf<typeof LenderLoanPage>
type Order = AnswerOf<typeof LenderOrderItem>

export function PersonLoans({ id }: { id: string }) {
  const query = `person-id=${id}&ordering=-overdue_amount,next_due&page_size=5`
  const known = useAnswer<Loans>(`/lender/loans?${query}`)
  return (
    <Answered known={known} lines={3}>
      {({ results }) =>
        results.length === 0 ? (
          <p class="hint">{t.person.noLoans}</p>
        ) : (
          <LoanTable loans={results} />
        )
      }
    </Answered>
  )
}

const LoanTable = ({ loans }: { loans: readonly Loan[] }) => (
  <Table
    label={t.screens.loans}
    rows={loans}
    keyOf={({ id }) => id}
    cells={[
      { name: 'mid', cell: ({ id, mid }) => <Link path={`/loans/${id}`} mid={mid} /> },
      { name: 'store', cell: ({ store }) => <StoreLink store={store} /> },
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

const Link = ({ path, mid }: { path: string; mid: string }) => (
  <a href={href(path)}>
    <Words>{mid}</Words>
  </a>
)

export function PersonOrders({ id }: { id: string }) {
  const known = useAnswer<ListPage<Order>>(`/lender/orders?person-id=${id}&page_size=5`)
  return (
    <Answered known={known} lines={3}>
      {({ results }) =>
        results.length === 0 ? (
          <p class="hint">{t.person.noOrders}</p>
        ) : (
          <OrderTable orders={results} />
        )
      }
    </Answered>
  )
}

const OrderTable = ({ orders }: { orders: readonly Order[] }) => (
  <Table
    label={t.screens.orders}
    rows={orders}
    keyOf={({ id }) => id}
    cells={[
      { name: 'mid', cell: ({ id, mid }) => <Link path={`/orders/${id}`} mid={mid} /> },
      { name: 'store', cell: ({ store }) => <StoreLink store={store} /> },
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
