import type { Answered, LenderPayoutItem, LenderPayoutPage } from '@svc/api'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Sums } from '../../parts/list/sums.tsx'
import { Page } from '../../parts/page.tsx'
import { State, StoreLink } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import { toRelease } from '../../shell/screen.ts'
import { tb } from '../../texts/book.ts'
import { t, word } from '../../texts/texts.ts'
import { createdColumn, Differences, payoutColumns, payoutFilters } from './columns.tsx'

type Payout = Answered<typeof LenderPayoutItem>

const DIFFERENCES = [
  ...(['negative_balance', 'first_payout', 'new_bank_account'] as const),
  ...(['unusual_amount', 'held', 'payouts_off'] as const),
] satisfies Payout['differences']

const WAITING = ['proposed', 'held'] as const

const payouts: ListDefinition<Payout, Answered<typeof LenderPayoutPage>> = {
  name: 'payouts',
  path: '/lender/payouts',
  isSaved: true,
  always: 'summary=true',
  hasFile: true,
  news: 'payouts',
  tabs: [
    { name: 'waiting', query: toRelease },
    ...WAITING.map((name) => ({ name, query: `status=${name}`, of: 'payout' })),
  ],
  head: ({ summary }) => (
    <Sums
      label={tb.list.sums}
      sums={summary}
      by={[{ name: 'status', cell: ({ status }) => <State name={status} of="payout" /> }]}
      amounts={['amount']}
    />
  ),
  filters: [
    { name: 'status', kind: 'choice', choices: [...WAITING, 'paid'] },
    { name: 'store-name', kind: 'text' },
    ...payoutFilters,
    { name: 'difference', kind: 'choice', choices: DIFFERENCES },
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
          <State name={status} of="payout" />
          {status !== 'paid' && (
            <>
              {' '}
              <a href={href(`/payouts/${id}`, 'act=payout_release')}>{word('release')}</a>
            </>
          )}
        </>
      ),
    },
    {
      ...{ name: 'differences', ordering: 'differences' },
      cell: (payout) => <Differences payout={payout} />,
    },
    ...payoutColumns,
  ],
}

export const Screen = () => (
  <Page title={t.screens.payouts}>
    <List list={payouts} />
  </Page>
)
