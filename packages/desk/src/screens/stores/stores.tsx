import type { Answered, LenderStoreItem } from '@svc/api'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { Moment, NONE, Words } from '../../parts/values.tsx'
import { t } from '../../texts/texts.ts'

type Store = Answered<typeof LenderStoreItem>

const stores: ListDefinition<Store> = {
  name: 'stores',
  path: '/lender/stores',
  isSaved: true,
  hasWords: true,
  news: 'stores',
  filters: [
    { name: 'name', kind: 'text' },
    { name: 'url', kind: 'text' },
    { name: 'currency', kind: 'text' },
    { name: 'created', kind: 'day' },
  ],
  keyOf: ({ id }) => id,
  placeOf: ({ id }) => `/stores/${id}`,
  columns: [
    { name: 'name', ordering: 'name', cell: ({ name }) => <Words>{name}</Words> },
    { name: 'url', cell: ({ url }) => (url === null ? NONE : <Words>{url}</Words>) },
    { name: 'currency', cell: ({ currency }) => currency },
    { name: 'time_zone', cell: ({ time_zone: zone }) => zone },
    {
      ...{ name: 'created', isEnd: true, ordering: 'created' },
      cell: ({ created }) => <Moment at={created} />,
    },
  ],
}

export const Screen = () => (
  <Page title={t.screens.stores}>
    <List list={stores} />
  </Page>
)
