import { Json } from '../../parts/json.tsx'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { placeOfObject } from '../../parts/object-place.ts'
import { Page } from '../../parts/page.tsx'
import { Code, Moment, NONE, State, Words } from '../../parts/values.tsx'
import { href } from '../../shell/place.ts'
import { t, word } from '../../texts/texts.ts'
import { Chain } from './chain.tsx'
import type { Action } from './verify.ts'

const log: ListDefinition<Action> = {
  name: 'log',
  path: '/lender/actions',
  isSaved: true,
  news: 'log',
  tabs: [{ name: 'refused', query: 'outcome=refused' }],
  more: 'reads',
  head: ({ results }) => <Chain actions={results} />,
  filters: [
    { name: 'action', kind: 'text' },
    { name: 'outcome', kind: 'choice', choices: ['done', 'refused'] },
    {
      ...{ name: 'principal-kind', kind: 'choice' },
      choices: ['store_key', 'store_person', 'lender_key', 'lender_person', 'buyer', 'cli'].concat([
        'service',
        'stranger',
      ]),
    },
    { name: 'at', kind: 'day' },
    { name: 'principal-id', kind: 'text' },
    { name: 'object-kind', kind: 'text' },
    { name: 'object-id', kind: 'text' },
    { name: 'store-id', kind: 'text' },
    { name: 'person-id', kind: 'text' },
    { name: 'approval-id', kind: 'text' },
    { name: 'request_id', kind: 'text' },
    { name: 'route', kind: 'text' },
    { name: 'refusal', kind: 'text' },
  ],
  keyOf: ({ id }) => id,
  columns: [
    { name: 'at', ordering: 'at', cell: ({ at }) => <Moment at={at} /> },
    { name: 'principal', cell: ({ principal }) => <Principal principal={principal} /> },
    { name: 'action', cell: ({ action }) => <Code name={action} /> },
    { name: 'object', cell: ({ object }) => <ObjectOf object={object} /> },
    {
      name: 'outcome',
      cell: ({ outcome, refusal, count }) => (
        <>
          <State name={outcome} /> {refusal !== null && <code>{refusal}</code>}
          {count > 1 && ` × ${count}`}
        </>
      ),
    },
    { name: 'why', cell: ({ reason }) => <Why reason={reason} /> },
    { name: 'changes', cell: ({ changes }) => <Changes changes={changes} /> },
    { name: 'address', cell: ({ address }) => (address === null ? NONE : address) },
  ],
}

function Principal({ principal: { kind, name } }: Pick<Action, 'principal'>) {
  return (
    <>
      {name !== null && <Words>{name}</Words>} <small class="soft">{word(kind)}</small>
    </>
  )
}

function ObjectOf({ object }: Pick<Action, 'object'>) {
  if (object === null) return NONE
  const { kind, id } = object
  const place = placeOfObject(object)
  const shown = id.slice(0, 8)
  return (
    <>
      {word(kind)}{' '}
      <small class="soft">{place === undefined ? shown : <a href={href(place)}>{shown}</a>}</small>
    </>
  )
}

function Why({ reason }: Pick<Action, 'reason'>) {
  if (reason === null) return NONE
  return (
    <>
      {word(reason.code)}: <Words>{reason.note}</Words>
    </>
  )
}

function Changes({ changes }: Pick<Action, 'changes'>) {
  if (changes === null) return NONE
  return (
    <details>
      <summary>{word('changes')}</summary>
      <Json text={JSON.stringify(changes, null, 2)} />
    </details>
  )
}

export const Screen = () => (
  <Page title={t.screens.log}>
    <List list={log} />
  </Page>
)
