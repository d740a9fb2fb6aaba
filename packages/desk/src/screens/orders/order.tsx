import type { Answered as AnswerOf, LenderOrderAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { Articles } from '../../parts/articles.tsx'
import { Request } from '../../parts/list/request.tsx'
import { Plan } from '../../parts/loan/plan.tsx'
import { MoneyStrip } from '../../parts/money-strip.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Answered } from '../../parts/states.tsx'
import { Timeline } from '../../parts/timeline/timeline.tsx'
import { Facts, Moment, NONE, State, StoreLink, Words } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { t, word } from '../../texts/texts.ts'
import { figuresOf } from './figures.ts'

type Order = AnswerOf<typeof LenderOrderAnswer>

export function Screen({ params: { id = '' } }: ScreenProps) {
  const path = `/lender/orders/${encodeURIComponent(id)}`
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

function Whole({ order }: { order: Order }) {
  const { id, currency, instalment_plan: plan, articles } = order
  const { code } = currency
  return (
    <>
      <MoneyStrip figures={figuresOf(order)} currency={code} />
      <div class="columns wide-first">
        <div class="stack">
          <Block
            title={t.order.plan}
            more={plan?.loan && <a href={href(`/loans/${id}`)}>{t.order.openLoan}</a>}
          >
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
          <Timeline orderId={id} currency={code} />
        </div>
      </div>
    </>
  )
}

function OrderFacts({ order }: { order: Order }) {
  const { store, customer, status, financing_status: financing, status_reason: reason } = order
  const { product, created, verified, confirmed, capture_before: until } = order
  const name = [customer.first_name, customer.last_name].filter(Boolean).join(' ')
  return (
    <Facts
      facts={[
        ['store', <StoreLink key="store" store={store} />],
        ['customer', <Words key="customer">{name}</Words>],
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
