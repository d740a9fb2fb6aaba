import type { Answered, ClosingPage } from '@svc/api'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { Day, Moment, NONE } from '../../parts/values.tsx'
import { th } from '../../texts/house.ts'
import { t } from '../../texts/texts.ts'

type Closing = Answered<typeof ClosingPage>['results'][number]

const SHOWN = 12

const Short = ({ hash }: { hash: string }) => <code title={hash}>{hash.slice(0, SHOWN)}</code>

const closings: ListDefinition<Closing> = {
  name: 'closings',
  path: '/lender/closings',
  news: 'closings',
  filters: [
    { name: 'day', kind: 'text' },
    { name: 'hash', kind: 'text' },
    { name: 'closed', kind: 'day' },
  ],
  keyOf: ({ day }) => day,
  placeOf: ({ day }) => `/closings/${day}`,
  columns: [
    { name: 'day', ordering: 'day', cell: ({ day }) => <Day on={day} /> },
    { name: 'closed_at', cell: ({ closed }) => <Moment at={closed} /> },
    { name: 'hash', cell: ({ hash }) => <Short hash={hash} /> },
    {
      name: 'previous_hash',
      cell: ({ previous_hash: before }) => (before === '' ? NONE : <Short hash={before} />),
    },
  ],
}

export const Screen = () => (
  <Page title={t.screens.closings}>
    <p class="hint">{th.closings.chain}</p>
    <List list={closings} />
  </Page>
)
