import type { Answered as AnswerOf, OpenedLenderStore } from '@svc/api'
import { Json } from '../../parts/json.tsx'
import { ObjectPage, titleOf } from '../../parts/object-page.tsx'
import { Block } from '../../parts/page.tsx'
import { Products } from '../../parts/products.tsx'
import { Facts, Moment, NONE, Words } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { ta } from '../../texts/acts.ts'
import { tb } from '../../texts/book.ts'
import { t } from '../../texts/texts.ts'
import { Pay } from './pay.tsx'
import { StoreState } from './store-state.tsx'

type Store = AnswerOf<typeof OpenedLenderStore>

export function Screen({ params: { id = '' } }: ScreenProps) {
  const query = new URLSearchParams({ 'store-id': id }).toString()
  return (
    <ObjectPage<Store>
      path={`/lender/stores/${encodeURIComponent(id)}`}
      title={(store) => titleOf(t.screens.store, store?.name)}
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
      {(store) => <Whole store={store} />}
    </ObjectPage>
  )
}

function Whole({ store }: { store: Store }) {
  const { url, currency, time_zone: zone, created, terms, register } = store
  const { legal_name: legal, tax_id: tax, country, contact, owner_email: owner } = register
  const { products, ...others } = terms
  return (
    <>
      <Facts
        facts={[
          ['legal_name', text(legal)],
          ['tax_id', text(joined(tax, country))],
          ['contact', text(joined(contact.name, contact.phone, contact.email))],
          ['owner_email', text(owner)],
          ['url', text(url)],
          ['currency', currency],
          ['time_zone', zone],
          ['created', <Moment key="created" at={created} />],
          ['version', terms.version],
        ]}
      />
      <div class="stack">
        <StoreState store={store} />
        <Pay store={store} />
        <Block title={tb.products}>
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

const joined = (...parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null).join(' · ') || null

const text = (value: string | null) => (value === null ? NONE : <Words>{value}</Words>)
