import type { Answered as AnswerOf, LenderStoreAnswer } from '@svc/api'
import { useAnswer } from '../../client/answers.ts'
import { rate } from '../../parts/format.ts'
import { Request } from '../../parts/list/request.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Answered } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Facts, Moment, Money, NONE, Words } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { ta } from '../../texts/acts.ts'
import { t, word } from '../../texts/texts.ts'
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
          <Table
            label={ta.store.products}
            rows={products}
            keyOf={(_, index) => index}
            cells={[
              { name: 'product', cell: ({ type }) => word(type) },
              {
                ...{ name: 'min_amount', isEnd: true },
                cell: ({ min_amount: from }) => <Money amount={from} currency={currency} />,
              },
              {
                ...{ name: 'max_amount', isEnd: true },
                cell: ({ max_amount: to }) => <Money amount={to} currency={currency} />,
              },
              {
                ...{ name: 'num_instalments', isEnd: true },
                cell: ({ num_instalments: counts }) => counts?.join(', ') ?? NONE,
              },
              {
                ...{ name: 'nominal_rate', isEnd: true },
                cell: ({ nominal_rate: nominal }) => rate(nominal),
              },
              { name: 'fee_rate', isEnd: true, cell: ({ fee_rate: fee }) => rate(fee) },
            ]}
          />
        </Block>
        <Block title={ta.store.terms}>
          <details>
            <summary>{ta.store.more}</summary>
            <pre class="json">{JSON.stringify(others, null, 2)}</pre>
          </details>
        </Block>
      </div>
    </>
  )
}
