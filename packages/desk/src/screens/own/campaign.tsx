/** One campaign: the orders it applies to, and its end. */
import type { Answered as AnswerOf, CampaignArticleAnswer, TestClockAnswer } from '@svc/api'
import { useState } from 'preact/hooks'
import { ask } from '../../client/api.ts'
import { now } from '../../client/clock.ts'
import { isOwn, usePowers } from '../../client/powers.ts'
import { storeId } from '../../client/store.ts'
import { withFactor, write } from '../../client/writing.ts'
import { faultsOf } from '../../parts/faults.ts'
import { Fault, Field, Form, useSending } from '../../parts/form.tsx'
import { amountText, rate } from '../../parts/format.ts'
import type { Column, ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { ObjectPage, titleOf } from '../../parts/object-page.tsx'
import { Block } from '../../parts/page.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { SureButton } from '../../parts/sure-button.tsx'
import { Facts, Words } from '../../parts/values.tsx'
import { go, href, isSandbox } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { to } from '../../texts/own.ts'
import { t, word } from '../../texts/texts.ts'
import { type Campaign, CampaignForm, Wall } from './campaign-form.tsx'

type Article = AnswerOf<typeof CampaignArticleAnswer>

const pathOf = (id: string) => `/me/campaigns/${encodeURIComponent(id)}`

export const Screen = ({ params: { id = '' } }: ScreenProps) => (
  <ObjectPage<Campaign>
    path={pathOf(id)}
    title={(campaign) => titleOf(t.screens.campaign, campaign?.name)}
    more={<a href={href('/campaigns')}>{t.screens.campaigns}</a>}
  >
    {(campaign) => (
      <div class="stack">
        <Counts campaign={campaign} />
        {campaign.partial && <Articles path={pathOf(id)} />}
        <Block title={to.campaigns.change}>
          <Permitted permission="settings:write" what={to.campaigns.change}>
            <Change key={JSON.stringify(campaign)} campaign={campaign} />
          </Permitted>
        </Block>
      </div>
    )}
  </ObjectPage>
)

function Counts({ campaign }: { campaign: Campaign }) {
  const { interest, partial, num_instalments: counts, start_date, end_date } = campaign
  const { min_order_amount: least, max_order_amount: most } = campaign
  return (
    <Facts
      facts={[
        ['interest', rate(interest)],
        ['start_date', <Wall key="start" at={start_date} />],
        ['end_date', <Wall key="end" at={end_date} />],
        ['covers', partial ? to.campaigns.partial : to.campaigns.whole],
        ['num_instalments', counts.length === 0 ? to.store.all : counts.join(', ')],
        ['min_order_amount', least === null ? to.campaigns.noLimit : amountText(least)],
        ['max_order_amount', most === null ? to.campaigns.noLimit : amountText(most)],
      ]}
    />
  )
}

const timeOfStore = () =>
  withFactor(() =>
    ask<AnswerOf<typeof TestClockAnswer>>({
      ...{ path: '/me/test-clock', sandbox: true, storeId: storeId.value },
    }),
  )

function Change({ campaign }: { campaign: Campaign }) {
  const path = pathOf(campaign.id)
  const sandbox = isSandbox.value
  const sending = useSending()
  const end = async () => {
    // If the store has a test clock, it ends by that.
    const clock = sandbox ? await timeOfStore() : { now: new Date(now()).toISOString() }
    await write({ method: 'PATCH', path, sandbox, body: { end_date: clock.now } })
  }
  const remove = async () => {
    await write({ method: 'DELETE', path, sandbox })
    go(href('/campaigns'))
  }
  return (
    <>
      <CampaignForm campaign={campaign} path={path} />
      <div class="buttons">
        <SureButton
          label={to.campaigns.end}
          what={campaign.name}
          onSure={() => void sending.send(end)}
        />
        <SureButton
          label={to.campaigns.remove}
          what={campaign.name}
          onSure={() => void sending.send(remove)}
        />
      </div>
      <p class="hint">{to.campaigns.stays}</p>
      <Fault failure={sending.failure} />
    </>
  )
}

const articlesOf = (path: string, isMine: boolean): ListDefinition<Article> => ({
  name: 'campaign-articles',
  path: `${path}/articles`,
  news: 'articles',
  filters: [],
  keyOf: ({ id }) => id,
  columns: [
    { name: 'article', cell: ({ id }) => <Words>{id}</Words> },
    { name: 'name', cell: ({ name }) => <Words>{name}</Words> },
    { name: 'endpoint', cell: ({ url }) => <Words>{url ?? '–'}</Words> },
    // A user without the permission sees this once, below.
    ...(isMine ? [endOf(path)] : []),
  ],
})

const endOf = (path: string): Column<Article> => ({
  ...{ name: 'acts', isEnd: true },
  cell: (article) => <Without path={path} article={article} />,
})

function Without({ path, article: { id } }: { path: string; article: Article }) {
  const sending = useSending()
  const remove = () =>
    write({
      ...{ method: 'DELETE', sandbox: isSandbox.value },
      path: `${path}/articles/${encodeURIComponent(id)}`,
    })
  return (
    <>
      <SureButton label={to.members.end} what={id} onSure={() => void sending.send(remove)} />
      <Fault failure={sending.failure} />
    </>
  )
}

function Articles({ path }: { path: string }) {
  const line = usePowers()('settings:write')
  return (
    <Block title={to.campaigns.articles}>
      <List list={articlesOf(path, line !== undefined && isOwn(line))} />
      <Permitted permission="settings:write" what={to.campaigns.add}>
        <AddArticle path={path} />
      </Permitted>
    </Block>
  )
}

const LABELS = { id: 'article', name: 'name', url: 'endpoint' }

function AddArticle({ path }: { path: string }) {
  const sending = useSending()
  const [added, setAdded] = useState(0)
  return (
    <Form
      key={added}
      sending={sending}
      button={to.campaigns.add}
      onSend={async ({ id, name, url }) => {
        const body = [{ id, name, url }]
        const sent = { method: 'POST', path: `${path}/articles`, body } as const
        await write({ ...sent, sandbox: isSandbox.value })
        setAdded(added + 1)
      }}
    >
      <div class="pair roomy">
        {(['id', 'name', 'url'] as const).map((name) => (
          <Field
            key={name}
            label={word(LABELS[name])}
            faults={faultsOf(sending.failure, `0.${name}`)}
            input={{ name, required: true, autoComplete: 'off' }}
          />
        ))}
      </div>
    </Form>
  )
}
