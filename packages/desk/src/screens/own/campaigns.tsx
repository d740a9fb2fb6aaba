/** The store's campaigns: the part of its buyers' interest that it pays. */

import { rate } from '../../parts/format.ts'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { Words } from '../../parts/values.tsx'
import { go, href, isSandbox } from '../../shell/place.ts'
import { to } from '../../texts/own.ts'
import { t } from '../../texts/texts.ts'
import { type Campaign, CampaignForm, Wall } from './campaign-form.tsx'

const PATH = '/me/campaigns'

const campaigns: ListDefinition<Campaign> = {
  name: 'campaigns',
  path: PATH,
  news: 'campaigns',
  filters: [
    { name: 'name', kind: 'text' },
    { name: 'start_date', kind: 'day' },
    { name: 'end_date', kind: 'day' },
    { name: 'articles-mid', kind: 'text' },
  ],
  keyOf: ({ id }) => id,
  placeOf: ({ id }) => `/campaigns/${id}`,
  columns: [
    { name: 'name', ordering: 'name', cell: ({ name }) => <Words>{name}</Words> },
    {
      ...{ name: 'interest', isEnd: true, ordering: 'interest' },
      cell: ({ interest }) => rate(interest),
    },
    {
      name: 'covers',
      cell: ({ partial }) => (partial ? to.campaigns.partial : to.campaigns.whole),
    },
    {
      ...{ name: 'start_date', isEnd: true, ordering: 'start_date' },
      cell: ({ start_date: at }) => <Wall at={at} />,
    },
    {
      ...{ name: 'end_date', isEnd: true, ordering: 'end_date' },
      cell: ({ end_date: at }) => <Wall at={at} />,
    },
  ],
}

export const Screen = () => (
  <Page title={t.screens.campaigns}>
    <div class="stack">
      <p class="hint">{to.campaigns.lead}</p>
      <List list={campaigns} />
      <Block title={to.campaigns.make}>
        <Permitted permission="settings:write" what={to.campaigns.make}>
          <CampaignForm
            key={String(isSandbox.value)}
            path={PATH}
            onDone={({ id }) => go(href(`/campaigns/${id}`))}
          />
        </Permitted>
      </Block>
    </div>
  </Page>
)
