/** Who grants credit: terms of stores name one of them. */
import type { Answered, CreditorItem } from '@svc/api'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Page } from '../../parts/page.tsx'
import { Moment, NONE, Words } from '../../parts/values.tsx'
import { th } from '../../texts/house.ts'
import { t } from '../../texts/texts.ts'
import { CreditorActs } from './creditor-acts.tsx'

const creditors: ListDefinition<Answered<typeof CreditorItem>> = {
  name: 'creditors',
  path: '/lender/creditors',
  isSaved: true,
  filters: [
    { name: 'name', kind: 'text' },
    { name: 'tax_id', kind: 'text' },
    { name: 'register_number', kind: 'text' },
    { name: 'created', kind: 'day' },
  ],
  keyOf: ({ id }) => id,
  placeOf: ({ id }) => `/creditors/${id}`,
  columns: [
    { name: 'name', ordering: 'name', cell: ({ name }) => <Words>{name}</Words> },
    { name: 'legal_form', cell: ({ legal_form: form }) => form ?? NONE },
    { name: 'tax_id', cell: ({ tax_id: id }) => id ?? NONE },
    { name: 'version', isEnd: true, cell: ({ version }) => version },
    {
      ...{ name: 'created', isEnd: true, ordering: 'created' },
      cell: ({ created }) => <Moment at={created} />,
    },
  ],
}

export const Screen = () => (
  <Page title={t.screens.creditors}>
    <div class="stack">
      <p class="hint">{th.creditors.lead}</p>
      <List list={creditors} />
      <CreditorActs />
    </div>
  </Page>
)
