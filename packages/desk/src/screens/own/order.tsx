/** An order as its store sees it, with what may be done to its money. */
import { useAnswer } from '../../client/answers.ts'
import { Articles } from '../../parts/articles.tsx'
import { Request } from '../../parts/list/request.tsx'
import { Plan } from '../../parts/loan/plan.tsx'
import { type Figure, MoneyStrip } from '../../parts/money-strip.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Answered } from '../../parts/states.tsx'
import { Facts, Moment, NONE, State, Words } from '../../parts/values.tsx'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { t, word } from '../../texts/texts.ts'
import { nameOf } from '../orders/columns.tsx'
import type { Order } from './acts.ts'
import { Notifications } from './notifications.tsx'
import { OrderActs } from './order-acts.tsx'
import { OwnTimeline } from './own-timeline.tsx'

export function Screen({ params: { id = '' } }: ScreenProps) {
  const path = `/orders/${encodeURIComponent(id)}`
  const known = useAnswer<Order>(path)
  const mid = known.data?.mid
  return (
    <Page title={mid === undefined ? t.screens.order : `${t.screens.order} ${mid}`}>
      <Answered known={known} lines={12}>
        {(order) => <Whole order={order} />}
      </Answered>
      <Request path={path} />
    </Page>
  )
}

function figuresOf(order: Order): Figure[] {
  const loan = order.instalment_plan?.loan
  return [
    { name: 'total_amount', amount: order.total_amount },
    { name: 'captured_amount', amount: order.captured_amount },
    { name: 'voided_amount', amount: order.voided_amount },
    { name: 'refunded_amount', amount: order.refunded_amount },
    { name: 'remaining_capture_amount', amount: order.remaining_capture_amount },
    { name: 'remaining_refund_amount', amount: order.remaining_refund_amount },
    ...(loan ? [{ name: 'credit_amount', amount: loan.credit_amount }] : []),
  ]
}

function Whole({ order }: { order: Order }) {
  const { currency, instalment_plan: plan, articles } = order
  const { code } = currency
  return (
    <>
      <MoneyStrip figures={figuresOf(order)} currency={code} />
      <OrderActs order={order} />
      <div class="columns">
        <div class="stack">
          <Block title={t.order.plan}>
            {plan?.loan ? (
              <Plan instalments={plan.loan.instalments} currency={code} />
            ) : (
              <p class="hint">{t.order.noPlan}</p>
            )}
          </Block>
          <Block title={t.order.articles}>
            <Articles articles={articles} currency={code} />
          </Block>
        </div>
        <div class="stack">
          <Block title={t.order.facts}>
            <OrderFacts order={order} />
          </Block>
          <OwnTimeline order={order} />
          <Notifications orderId={order.id} />
        </div>
      </div>
    </>
  )
}

function OrderFacts({ order }: { order: Order }) {
  const { customer, status, financing_status: financing, status_reason: reason } = order
  const { product, created, verified, confirmed, capture_before: until } = order
  return (
    <Facts
      facts={[
        ['customer', <Words key="customer">{nameOf(customer)}</Words>],
        ['email', <Words key="email">{customer.email ?? ''}</Words>],
        ['status', <State key="status" name={status} />],
        ['financing_status', <State key="financing" name={financing} />],
        ['status_reason', reason === '' ? NONE : word(reason)],
        ['product', product === null ? NONE : word(product)],
        ['created', <Moment key="created" at={created} />],
        ['verified', <Moment key="verified" at={verified} />],
        ['confirmed', <Moment key="confirmed" at={confirmed} />],
        ['capture_before', <Moment key="until" at={until} />],
      ]}
    />
  )
}
