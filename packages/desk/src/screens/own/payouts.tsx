import type { Answered, PayoutAnswer } from '@svc/api'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { State } from '../../parts/values.tsx'
import { t } from '../../texts/texts.ts'
import { createdColumn, payoutColumns, payoutFilters } from '../payouts/columns.tsx'

type Payout = Answered<typeof PayoutAnswer>

const payouts: ListDefinition<Payout> = {
  name: 'own-payouts',
  path: '/me/payouts',
  news: 'payouts',
  filters: payoutFilters,
  keyOf: ({ id }) => id,
  placeOf: ({ id }) => `/payouts/${id}`,
  columns: [
    createdColumn,
    { name: 'status', cell: ({ status }) => <State name={status} of="payout" /> },
    ...payoutColumns,
  ],
}

export const Screen = () => (
  <Page title={t.screens.payouts}>
    <List list={payouts} />
  </Page>
)
