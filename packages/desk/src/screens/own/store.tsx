/** The store as the API shows it: its offer, and its settings. */
import { Json } from '../../parts/json.tsx'
import { ObjectPage } from '../../parts/object-page.tsx'
import { Block } from '../../parts/page.tsx'
import { Products } from '../../parts/products.tsx'
import { Facts, Moment, NONE, State, Words } from '../../parts/values.tsx'
import { isSandbox } from '../../shell/place.ts'
import { ta } from '../../texts/acts.ts'
import { tb } from '../../texts/book.ts'
import { to } from '../../texts/own.ts'
import { t, word } from '../../texts/texts.ts'
import { Settings, type Store } from './settings.tsx'

export const Screen = () => (
  <ObjectPage<Store> path="/me" title={() => t.screens.store}>
    {(store) => <Whole store={store} />}
  </ObjectPage>
)

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
                ['origins', origins.length === 0 ? to.store.allPages : origins.join(', ')],
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
              ]}
            />
          </Block>
        </div>
        <Settings key={String(isSandbox.value)} store={store} />
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
