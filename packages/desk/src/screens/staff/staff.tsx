import type { Answered, StaffAnswer } from '@svc/api'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { Moment, Words } from '../../parts/values.tsx'
import { t, word } from '../../texts/texts.ts'

type Person = Answered<typeof StaffAnswer>

const staff: ListDefinition<Person> = {
  name: 'staff',
  path: '/lender/staff',
  ofNoMode: true,
  peopleOnly: true,
  news: 'staff',
  filters: [],
  keyOf: ({ id }) => id,
  columns: [
    { name: 'name', cell: ({ name }) => <Words>{name}</Words> },
    { name: 'email', cell: ({ email }) => <Words>{email}</Words> },
    {
      name: 'roles',
      cell: ({ roles, stores }) =>
        [...roles, ...stores.map(({ role }) => role)].map(word).join(', '),
    },
    { name: 'created', isEnd: true, cell: ({ created }) => <Moment at={created} /> },
    { name: 'disabled_at', isEnd: true, cell: ({ disabled_at: at }) => <Moment at={at} /> },
  ],
}

export const Screen = () => (
  <Page title={t.screens.staff}>
    <List list={staff} />
  </Page>
)
