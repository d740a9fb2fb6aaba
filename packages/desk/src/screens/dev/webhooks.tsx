/** Addresses that receive events, and their health. */
import type { Answered, NewWebhookAnswer } from '@svc/api'
import { useState } from 'preact/hooks'
import { write } from '../../client/writing.ts'
import { Field, Form, useSending } from '../../parts/form.tsx'
import { count } from '../../parts/format.ts'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { Moment, NONE, Words } from '../../parts/values.tsx'
import { isSandbox } from '../../shell/place.ts'
import { td } from '../../texts/dev.ts'
import { t, word } from '../../texts/texts.ts'
import { Health } from './health.tsx'
import { permissionToChange, typesOfOwner, type Webhook, webhooksPath } from './owner.ts'
import { Secret } from './secret.tsx'

type NewWebhook = Answered<typeof NewWebhookAnswer>

const listOf = (path: string): ListDefinition<Webhook> => ({
  name: 'webhooks',
  path,
  news: 'webhooks',
  filters: [
    { name: 'name', kind: 'text' },
    { name: 'url', kind: 'text' },
    { name: 'state', kind: 'choice', choices: ['enabled', 'disabled'] },
  ],
  keyOf: ({ id }) => id,
  placeOf: ({ id }) => `/dev/webhooks/${id}`,
  columns: [
    { name: 'endpoint', cell: ({ url }) => <Words>{url}</Words> },
    { name: 'name', cell: ({ name }) => (name === null ? NONE : <Words>{name}</Words>) },
    { name: 'health', cell: (webhook) => <Health webhook={webhook} /> },
    { name: 'types', cell: ({ types }) => types?.join(', ') ?? td.webhooks.allTypes },
    { name: 'waiting_count', isEnd: true, cell: ({ pending }) => count(pending) },
    { name: 'created', isEnd: true, cell: ({ created }) => <Moment at={created} /> },
  ],
})

export function Screen() {
  const [made, setMade] = useState<NewWebhook>()
  return (
    <Page title={t.screens.webhooks}>
      <div class="stack">
        {made && (
          <Secret
            title={td.webhooks.made}
            secret={made.secret}
            onClose={() => setMade(undefined)}
          />
        )}
        <List list={listOf(webhooksPath())} />
        <Block title={td.webhooks.make}>
          <Permitted {...permissionToChange()} what={td.webhooks.make}>
            <Make onMade={setMade} />
          </Permitted>
        </Block>
      </div>
    </Page>
  )
}

function Make({ onMade }: { onMade: (webhook: NewWebhook) => void }) {
  const sending = useSending()
  return (
    <Form
      sending={sending}
      button={td.webhooks.make}
      onSend={async ({ url, name = '', ...chosen }) => {
        const types = typesOfOwner().filter((type) => type in chosen)
        const body = {
          url,
          ...(name === '' ? {} : { name }),
          ...(types.length === 0 ? {} : { types }),
        }
        const sandbox = isSandbox.value
        onMade(await write<NewWebhook>({ method: 'POST', path: webhooksPath(), sandbox, body }))
      }}
    >
      <div class="pair roomy">
        <Field label={word('endpoint')} input={{ name: 'url', type: 'url', required: true }} />
        <Field label={word('name')} input={{ name: 'name', maxLength: 255 }} />
      </div>
      <details>
        <summary>{td.webhooks.chooseTypes}</summary>
        <ul class="checks">
          {typesOfOwner().map((type) => (
            <li key={type}>
              <label class="check">
                <input type="checkbox" name={type} /> <code>{type}</code>
              </label>
            </li>
          ))}
        </ul>
      </details>
    </Form>
  )
}
