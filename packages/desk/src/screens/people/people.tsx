import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { Moment, NONE, StoreLink, Words } from '../../parts/values.tsx'
import { BlockedState, DocumentOf, Name, type Person } from '../../parts/who.tsx'
import { tb } from '../../texts/book.ts'
import { t } from '../../texts/texts.ts'

const people: ListDefinition<Person> = {
  name: 'people',
  path: '/lender/people',
  isSaved: true,
  hasFile: true,
  news: 'people',
  tabs: [{ name: 'blocked', query: 'blocked=true' }],
  filters: [
    { name: 'blocked', kind: 'choice', choices: ['true', 'false'] },
    { name: 'document_id-type', kind: 'choice', choices: ['nif', 'nie'] },
    { name: 'created', kind: 'day' },
    { name: 'store-id', kind: 'text' },
    { name: 'customer-id', kind: 'text' },
  ],
  keyOf: ({ id }) => id,
  placeOf: ({ id }) => `/people/${id}`,
  columns: [
    { name: 'name', cell: (person) => <Name person={person} /> },
    { name: 'document_id-type', cell: (person) => <DocumentOf person={person} /> },
    { name: 'phone', cell: ({ phone }) => (phone === null ? NONE : <Words>{phone}</Words>) },
    { name: 'email', cell: ({ email }) => (email === null ? NONE : <Words>{email}</Words>) },
    { name: 'store', cell: ({ store }) => (store === null ? NONE : <StoreLink store={store} />) },
    { name: 'blocked', cell: (person) => <BlockedState person={person} /> },
    { name: 'created', ordering: 'created', cell: ({ created }) => <Moment at={created} /> },
  ],
}

export const Screen = () => (
  <Page title={t.screens.people}>
    <p class="hint">{tb.person.masked}</p>
    <List list={people} />
  </Page>
)
