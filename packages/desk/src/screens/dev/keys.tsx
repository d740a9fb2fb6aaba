/** Keys of the store's programs: the scopes and last use of each, and new ones. */
import type { Answered, ApiKeyAnswer, NewApiKeyAnswer, Scope } from '@svc/api'
import { useState } from 'preact/hooks'
import { write } from '../../client/writing.ts'
import { Choice } from '../../parts/choice.tsx'
import { Fault, Field, Form, useSending } from '../../parts/form.tsx'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { SureButton } from '../../parts/sure-button.tsx'
import { Moment, NONE, State, Words } from '../../parts/values.tsx'
import { td } from '../../texts/dev.ts'
import { t, word } from '../../texts/texts.ts'
import { Secret } from './secret.tsx'

type Key = Answered<typeof ApiKeyAnswer>
type NewKey = Answered<typeof NewApiKeyAnswer>

const SCOPES = [
  ...(['orders:read', 'orders:write', 'refunds:write', 'campaigns:write'] as const),
  ...(['settings:write', 'keys:write', 'events:read'] as const),
] as const satisfies readonly Scope[]

const stateOf = ({ revoked_at: revoked }: Key): string => (revoked === null ? 'active' : 'revoked')

export function Screen() {
  const [made, setMade] = useState<NewKey>()
  const keys: ListDefinition<Key> = {
    name: 'keys',
    path: '/me/api-keys',
    ofNoMode: true,
    news: 'keys',
    filters: [],
    keyOf: ({ id }) => id,
    columns: [
      { name: 'name', cell: ({ name }) => <Words>{name}</Words> },
      { name: 'kind', cell: ({ kind }) => word(kind) },
      { name: 'hint', cell: ({ hint }) => (hint === null ? NONE : <code>{hint}</code>) },
      { name: 'mode', cell: ({ mode }) => (mode === null ? td.keys.both : t.mode[mode]) },
      { name: 'scopes', cell: (key) => sentenceOf(key) },
      { name: 'last_used', isEnd: true, cell: ({ last_used: at }) => <Moment at={at} /> },
      { name: 'expires_at', isEnd: true, cell: ({ expires_at: at }) => <Moment at={at} /> },
      { name: 'state', cell: (key) => <State name={stateOf(key)} /> },
      { name: 'acts', isEnd: true, cell: (key) => <Acts apiKey={key} onMade={setMade} /> },
    ],
  }
  return (
    <Page title={t.screens.keys}>
      <div class="stack">
        {made && (
          <Secret
            title={td.keys.made(made.name)}
            secret={made.key}
            onClose={() => setMade(undefined)}
          />
        )}
        <List list={keys} />
        <Block title={td.keys.make}>
          <Permitted permission="store_keys:write" what={td.keys.make}>
            <Make onMade={setMade} />
          </Permitted>
        </Block>
      </div>
    </Page>
  )
}

/** Its scopes, and those it lacks. */
function sentenceOf({ kind, scopes }: Pick<Key, 'kind' | 'scopes'>): string {
  if (kind === 'public') return td.keys.pages
  if (scopes.length === SCOPES.length) return td.keys.mayAll
  return scopes.length === 0
    ? td.keys.mayNothing
    : td.keys.may(scopes.map((scope) => td.scopes[scope]).join(', '))
}

type ActsProps = { readonly apiKey: Key; readonly onMade: (key: NewKey) => void }

function Acts({ apiKey: { id, name, revoked_at: revoked }, onMade }: ActsProps) {
  const sending = useSending()
  const path = `/me/api-keys/${id}`
  const rotate = async () =>
    onMade(await write<NewKey>({ method: 'POST', path: `${path}/rotate`, body: {} }))
  if (revoked !== null) return NONE
  return (
    <>
      <div class="buttons">
        <button
          type="button"
          class="small"
          aria-label={`${td.keys.rotate}: ${name}`}
          onClick={() => void sending.send(rotate)}
        >
          {td.keys.rotate}
        </button>
        <SureButton
          label={td.keys.revoke}
          what={name}
          onSure={() => void sending.send(() => write({ method: 'DELETE', path }))}
        />
      </div>
      <Fault failure={sending.failure} />
    </>
  )
}

function Make({ onMade }: { onMade: (key: NewKey) => void }) {
  const sending = useSending()
  const [kind, setKind] = useState('private')
  return (
    <Form
      sending={sending}
      button={td.keys.make}
      onSend={async ({ name, mode = '', until = '', ...chosen }) => {
        const body = {
          ...{ name, kind },
          ...(kind === 'private' ? { scopes: SCOPES.filter((scope) => scope in chosen) } : {}),
          ...(mode === '' ? {} : { mode }),
          ...(until === '' ? {} : { expires_at: until }),
        }
        onMade(await write<NewKey>({ method: 'POST', path: '/me/api-keys', body }))
      }}
    >
      <div class="pair">
        <Field label={word('name')} input={{ name: 'name', required: true, maxLength: 255 }} />
        <Choice
          label={word('mode')}
          name="mode"
          options={[
            ['sandbox', t.mode.sandbox],
            ['live', t.mode.live],
            ['', td.keys.both],
          ]}
        />
        <Field
          label={word('expires_at')}
          hint={td.keys.untilMore}
          input={{ name: 'until', type: 'date' }}
        />
      </div>
      <fieldset class="choice">
        <legend>{word('kind')}</legend>
        {(['private', 'public'] as const).map((each) => (
          <label key={each} class="check">
            <input
              type="radio"
              name="kind"
              checked={kind === each}
              onChange={() => setKind(each)}
            />
            {td.keys.kinds[each]}
          </label>
        ))}
      </fieldset>
      {kind === 'private' && (
        <fieldset>
          <legend>{td.keys.mayWhat}</legend>
          {SCOPES.map((scope) => (
            <label key={scope} class="check">
              <input type="checkbox" name={scope} defaultChecked={scope === 'orders:read'} />
              {td.scopes[scope]} <code class="soft">{scope}</code>
            </label>
          ))}
        </fieldset>
      )}
    </Form>
  )
}
