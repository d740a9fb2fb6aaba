import type { Answered, LenderPayoutAnswer } from '@svc/api'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { State, StoreLink } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import { t, word } from '../../texts/texts.ts'
import { createdColumn, payoutColumns, payoutFilters } from './columns.tsx'

type Payout = Answered<typeof LenderPayoutAnswer>

const WAITING = ['proposed', 'held'] as const

const payouts: ListDefinition<Payout> = {
  name: 'payouts',
  path: '/lender/payouts',
  hasFile: true,
  news: 'payouts',
  tabs: WAITING.map((name) => ({ name, query: new URLSearchParams({ status: name }).toString() })),
  filters: [
    { name: 'status', kind: 'choice', choices: [...WAITING, 'paid'] },
    { name: 'store-name', kind: 'text' },
    ...payoutFilters,
    { name: 'store-id', kind: 'text' },
  ],
  keyOf: ({ id }) => id,
  placeOf: ({ id }) => `/payouts/${id}`,
  columns: [
    createdColumn,
    { name: 'store', cell: ({ store }) => <StoreLink store={store} /> },
    {
      name: 'status',
      cell: ({ id, status }) => (
        <>
          <State name={status} />
          {status !== 'paid' && (
            <>
              {' '}
              <a href={href(`/payouts/${id}`, 'act=payout_release')}>{word('release')}</a>
            </>
          )}
        </>
      ),
    },
    ...payoutColumns,
  ],
}

export const Screen = () => (
  <Page title={t.screens.payouts}>
    <List list={payouts} />
  </Page>
)
