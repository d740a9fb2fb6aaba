/** The store as the API reads it: what it offers, and its settings. Nothing is changed here. */

import type { Answered as AnswerOf, StoreAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { rate } from '../../parts/format.ts'
import { Json } from '../../parts/json.tsx'
import { Request } from '../../parts/list/request.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Products } from '../../parts/products.tsx'
import { Answered } from '../../parts/states.tsx'
import { Facts, Moment, NONE, State, Words } from '../../parts/values.tsx'
import { ta } from '../../texts/acts.ts'
import { tb } from '../../texts/book.ts'
import { to } from '../../texts/own.ts'
import { t, word } from '../../texts/texts.ts'

type Store = AnswerOf<typeof StoreAnswer>

export function Screen() {
  const known = useAnswer<Store>('/me')
  return (
    <Page title={t.screens.store}>
      <Answered known={known} lines={12}>
        {(store) => <Whole store={store} />}
      </Answered>
      <Request path="/me" />
    </Page>
  )
}

function Whole({ store }: { store: Store }) {
  const { name, state, url, currency, time_zone: zone, created, products } = store
  const { capture_policy, refund_spread, payout_schedule, notification_url, locales } = store
  const { confirmation_timeout, browser_checkout, origins, capture_within, lender } = store
  const { interval, weekday, day } = payout_schedule
  return (
    <>
      <Facts
        facts={[
          ['name', <Words key="name">{name}</Words>],
          ['state', <State key="state" name={state} />],
          ['url', url === null ? NONE : <Words key="url">{url}</Words>],
          ['currency', currency],
          ['time_zone', zone],
          ['created', <Moment key="created" at={created} />],
        ]}
      />
      <div class="stack">
        <Block title={to.store.offer}>
          <Products products={products} currency={currency} />
        </Block>
        <div class="columns">
          <Block title={to.store.trade}>
            <Facts
              facts={[
                ['capture_policy', word(capture_policy)],
                ['capture_within', capture_within === null ? NONE : to.store.days(capture_within)],
                ['confirmation_timeout', to.store.minutes(confirmation_timeout)],
                ['notification_url', <Words key="url">{notification_url ?? '–'}</Words>],
                ['browser_checkout', browser_checkout ? t.yes : t.no],
                ['origins', origins.length === 0 ? to.store.all : origins.join(', ')],
                ['locales', locales.join(', ')],
              ]}
            />
          </Block>
          <Block title={ta.store.terms}>
            <Facts
              facts={[
                ['lender', lender === null ? NONE : <Words key="lender">{lender.name}</Words>],
                ['refund_spread', word(refund_spread)],
                [
                  'payout_schedule',
                  [interval, weekday, day]
                    .filter((each) => each !== null)
                    .map(shown)
                    .join(' · '),
                ],
                ['fee_rate', products.map(({ fee_rate: fee }) => rate(fee)).join(', ') || NONE],
              ]}
            />
          </Block>
        </div>
        <Block title={ta.store.more}>
          <details>
            <summary>{tb.order.json}</summary>
            <Json text={JSON.stringify(store, null, 2)} />
          </details>
        </Block>
      </div>
    </>
  )
}

const shown = (part: string | number): string =>
  typeof part === 'number' ? String(part) : word(part)
