import { count, rate } from '../../parts/format.ts'
import { Plan } from '../../parts/loan/plan.tsx'
import { MoneyStrip } from '../../parts/money-strip.tsx'
import { ObjectPage, titleOf } from '../../parts/object-page.tsx'
import { Block } from '../../parts/page.tsx'
import { Table } from '../../parts/table.tsx'
import { Timeline } from '../../parts/timeline/timeline.tsx'
import { Day, Facts, Moment, Money, NONE, State, StoreLink } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { tb } from '../../texts/book.ts'
import { t, word } from '../../texts/texts.ts'
import type { Loan } from './acts.ts'
import { LoanActs } from './loan-acts.tsx'

export const Screen = ({ params: { id = '' } }: ScreenProps) => (
  <ObjectPage<Loan>
    path={`/lender/loans/${encodeURIComponent(id)}`}
    title={(loan) => titleOf(t.screens.loan, loan?.mid)}
    more={<a href={href(`/orders/${id}`)}>{tb.order.openOrder}</a>}
  >
    {(loan) => <Whole loan={loan} />}
  </ObjectPage>
)

function Whole({ loan: whole }: { loan: Loan }) {
  const { id, currency, loan } = whole
  const entries = (account: string) => ({ path: `/ledger/${account}`, query: `order-id=${id}` })
  return (
    <>
      <MoneyStrip
        currency={currency}
        figures={[
          { name: 'owed_amount', amount: loan.owed_amount, ...entries('buyer_receivable') },
          { name: 'overdue_amount', amount: loan.overdue_amount, isBad: true },
          { name: 'paid_amount', amount: loan.paid_amount, ...entries('cash') },
          { name: 'credit_amount', amount: loan.credit_amount, ...entries('buyer_credit') },
          {
            name: 'written_off_amount',
            amount: loan.written_off_amount,
            ...entries('credit_loss'),
          },
          { name: 'pay_off_amount', amount: loan.pay_off_amount },
        ]}
      />
      <LoanActs loan={whole} />
      <div class="columns wide-first">
        <div class="stack">
          <Block title={tb.order.plan}>
            <Plan instalments={loan.instalments} currency={currency} />
          </Block>
          <Block title={tb.loan.payments}>
            <Payments loan={whole} />
          </Block>
          <Block title={tb.loan.allocations}>
            <Allocations loan={whole} />
          </Block>
        </div>
        <div class="stack">
          <Block title={tb.order.facts}>
            <LoanFacts loan={whole} />
          </Block>
          <Timeline orderId={id} currency={currency} />
        </div>
      </div>
    </>
  )
}

function LoanFacts({ loan: whole }: { loan: Loan }) {
  const { store, state, bucket, product, days_past_due: days, next_due: due, loan } = whole
  const { annual_equivalent: apr } = loan
  return (
    <Facts
      facts={[
        ['store', <StoreLink key="store" store={store} />],
        ['state', <State key="state" name={state} />],
        ['bucket', <State key="bucket" name={bucket} />],
        ['days_past_due', days === 0 ? NONE : count(days)],
        ['product', word(product)],
        ['next_due', <Day key="due" on={due} />],
        ['next_charge_on', <Day key="charge" on={loan.next_charge_on} />],
        ['starts_on', <Day key="starts" on={loan.starts_on} />],
        ['withdrawable_until', <Day key="until" on={loan.withdrawable_until} />],
        ['annual_equivalent', apr === null ? NONE : rate(apr)],
      ]}
    />
  )
}

function Payments({ loan: { currency, loan } }: { loan: Loan }) {
  if (loan.payments.length === 0) return <p class="hint">{tb.loan.noPayments}</p>
  return (
    <Table
      label={tb.loan.payments}
      rows={loan.payments}
      keyOf={({ id }) => id}
      cells={[
        { name: 'kind', cell: ({ kind }) => word(kind) },
        { name: 'state', cell: ({ state }) => <State name={state} /> },
        {
          ...{ name: 'amount', isEnd: true },
          cell: ({ amount }) => <Money amount={amount} currency={currency} />,
        },
        { name: 'reason', cell: ({ reason }) => (reason === null ? NONE : word(reason)) },
        { name: 'created', isEnd: true, cell: ({ created }) => <Moment at={created} /> },
      ]}
    />
  )
}

function Allocations({ loan: { currency, allocations } }: { loan: Loan }) {
  if (allocations.length === 0) return <p class="hint">{tb.loan.noAllocations}</p>
  return (
    <Table
      label={tb.loan.allocations}
      rows={allocations}
      keyOf={(_, index) => index}
      cells={[
        { name: 'at', cell: ({ at }) => <Moment at={at} /> },
        { name: 'source', cell: ({ source }) => word(source) },
        { name: 'number', isEnd: true, cell: ({ number }) => number },
        { name: 'component', cell: ({ component }) => word(component) },
        {
          ...{ name: 'amount', isEnd: true },
          cell: ({ amount }) => <Money amount={amount} currency={currency} />,
        },
      ]}
    />
  )
}
