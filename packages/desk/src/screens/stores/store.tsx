import type { Answered as AnswerOf, LenderStoreAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { Json } from '../../parts/json.tsx'
import { Request } from '../../parts/list/request.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Products } from '../../parts/products.tsx'
import { Answered } from '../../parts/states.tsx'
import { Facts, Moment, NONE, Words } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { ta } from '../../texts/acts.ts'
import { t } from '../../texts/texts.ts'
import { StoreState } from './store-state.tsx'

type Store = AnswerOf<typeof LenderStoreAnswer>

export function Screen({ params: { id = '' } }: ScreenProps) {
  const path = `/lender/stores/${encodeURIComponent(id)}`
  const known = useAnswer<Store>(path)
  const name = known.data?.name
  const query = new URLSearchParams({ 'store-id': id }).toString()
  return (
    <Page
      title={name === undefined ? t.screens.store : `${t.screens.store} ${name}`}
      more={
        <nav class="buttons" aria-label={t.screens.store}>
          <a href={href(`/stores/${id}/terms`)}>{t.screens.terms}</a>
          <a href={href(`/stores/${id}/statement`)}>{t.screens.statements}</a>
          <a href={href('/orders', query)}>{t.screens.orders}</a>
          <a href={href('/loans', query)}>{t.screens.loans}</a>
          <a href={href('/payouts', query)}>{t.screens.payouts}</a>
          <a href={href('/log', query)}>{t.screens.log}</a>
        </nav>
      }
    >
      <Answered known={known} lines={12}>
        {(store) => <Whole store={store} />}
      </Answered>
      <Request path={path} />
    </Page>
  )
}

function Whole({ store }: { store: Store }) {
  const { url, currency, time_zone: zone, created, terms } = store
  const { products, ...others } = terms
  return (
    <>
      <Facts
        facts={[
          ['url', url === null ? NONE : <Words key="url">{url}</Words>],
          ['currency', currency],
          ['time_zone', zone],
          ['created', <Moment key="created" at={created} />],
          ['version', terms.version],
        ]}
      />
      <div class="stack">
        <StoreState store={store} />
        <Block title={ta.store.products}>
          <Products products={products} currency={currency} />
        </Block>
        <Block title={ta.store.terms}>
          <details>
            <summary>{ta.store.more}</summary>
            <Json text={JSON.stringify(others, null, 2)} />
          </details>
        </Block>
      </div>
    </>
  )
}
