/** The parts of an order's page, for every reader. */
import type { Answered as AnswerOf, OrderAnswer } from '@svc/api'
import type { ComponentChildren } from 'preact'
import { Articles } from '../../parts/articles.tsx'
import { Plan } from '../../parts/loan/plan.tsx'
import { type Figure, MoneyStrip } from '../../parts/money-strip.tsx'
import { Block } from '../../parts/page.tsx'
import { Facts, Moment, NONE, State, StoreLink, Words } from '../../parts/values.tsx'
import { tb } from '../../texts/book.ts'
import { word } from '../../texts/texts.ts'
import { type Named, nameOf } from './columns.tsx'

type Order = AnswerOf<typeof OrderAnswer>
type Said = Pick<Order, 'currency' | 'instalment_plan' | 'articles' | 'status' | 'product'> &
  Pick<Order, 'financing_status' | 'status_reason' | 'created' | 'verified' | 'confirmed'> &
  Pick<Order, 'capture_before'> & { readonly customer: Named }

type WholeProps = {
  readonly order: Said
  /** Its store, for readers of several. */
  readonly store?: { readonly id: string; readonly name: string }
  readonly figures: readonly Figure[]
  readonly acts?: ComponentChildren
  /** Next to the plan. */
  readonly more?: ComponentChildren
  /** Its timeline. */
  readonly children: ComponentChildren
}

export function WholeOrder({ order, store, figures, acts, more, children }: WholeProps) {
  const { currency, instalment_plan: plan, articles } = order
  const { code } = currency
  return (
    <>
      <MoneyStrip figures={figures} currency={code} />
      {acts}
      <div class="columns wide-first">
        <div class="stack">
          <Block title={tb.order.plan} more={plan?.loan && more}>
            {plan?.loan ? (
              <Plan instalments={plan.loan.instalments} currency={code} />
            ) : (
              <p class="hint">{tb.order.noPlan}</p>
            )}
          </Block>
          <Block title={tb.order.articles}>
            <Articles articles={articles} currency={code} />
          </Block>
        </div>
        <div class="stack">
          <Block title={tb.order.facts}>
            <OrderFacts order={order} store={store} />
          </Block>
          {children}
        </div>
      </div>
    </>
  )
}

function OrderFacts({ order, store }: { order: Said; store: WholeProps['store'] }) {
  const { customer, status, financing_status: financing, status_reason: reason } = order
  const { product, created, verified, confirmed, capture_before: until } = order
  return (
    <Facts
      facts={[
        ...(store ? [['store', <StoreLink key="store" store={store} />] as const] : []),
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
