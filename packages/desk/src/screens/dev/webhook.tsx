/** One address: its deliveries, the answers, and recovery. */
import type {
  Answered as AnswerOf,
  LenderRecoveryAnswer,
  RecoveryAnswer,
  WebhookSecretAnswer,
} from '@svc/api'
import { useState } from 'preact/hooks'
import { useAnswer } from '../../client/answers.ts'
import { write } from '../../client/writing.ts'
import { Choice } from '../../parts/choice.tsx'
import { Fault, Field, Form, useSending } from '../../parts/form.tsx'
import type { ListDefinition } from '../../parts/list/definition.ts'
import { List } from '../../parts/list/list.tsx'
import { Block, Page } from '../../parts/page.tsx'
import { Permitted } from '../../parts/permitted.tsx'
import { Answered } from '../../parts/states.tsx'
import { SureButton } from '../../parts/sure-button.tsx'
import { Code, Facts, Moment, NONE, State, Words } from '../../parts/values.tsx'
import { href, isSandbox } from '../../shell/place.ts'
import type { ScreenProps } from '../../shell/screen-props.ts'
import { td } from '../../texts/dev.ts'
import { t, word } from '../../texts/texts.ts'
import { Health } from './health.tsx'
import {
  type Delivery,
  permissionToChange,
  typesOfOwner,
  type Webhook,
  webhooksPath,
} from './owner.ts'
import { Resend } from './resend.tsx'
import { Secret } from './secret.tsx'

type Recovery = AnswerOf<typeof RecoveryAnswer> | AnswerOf<typeof LenderRecoveryAnswer>

const deliveriesOf = (path: string, id: string): ListDefinition<Delivery> => ({
  name: 'deliveries',
  path: `${path}/deliveries`,
  news: 'deliveries',
  filters: [
    { name: 'type', kind: 'choice', choices: typesOfOwner() },
    {
      ...{ name: 'state', kind: 'choice' },
      choices: ['queued', 'waiting', 'delivered', 'failed', 'cancelled'],
    },
    { name: 'order_id', kind: 'text' },
    { name: 'created', kind: 'day' },
  ],
  tabs: ['failed', 'waiting', 'delivered'].map((name) => ({
    ...{ name, query: `state=${name}`, of: 'delivery' },
  })),
  keyOf: (delivery) => delivery.id,
  placeOf: (delivery) => `/dev/webhooks/${id}/${delivery.id}`,
  columns: [
    { name: 'type', cell: ({ type }) => <Code name={type} /> },
    {
      name: 'state',
      cell: ({ state, example }) => (
        <>
          <State name={state} of="delivery" />{' '}
          {example && <small class="soft">{word('example')}</small>}
        </>
      ),
    },
    { name: 'attempt_count', isEnd: true, cell: ({ attempt_count: tries }) => tries },
    { name: 'next_attempt', isEnd: true, cell: ({ next_attempt: at }) => <Moment at={at} /> },
    {
      name: 'order_id',
      cell: ({ order_id: order }) =>
        order === null ? NONE : <a href={href(`/orders/${order}`)}>{order.slice(0, 8)}</a>,
    },
    { name: 'created', isEnd: true, cell: ({ created }) => <Moment at={created} /> },
    {
      ...{ name: 'acts', isEnd: true },
      cell: (delivery) => <Resend path={`${path}/deliveries/${delivery.id}`} of={delivery} />,
    },
  ],
})

export function Screen({ params: { id = '' } }: ScreenProps) {
  const path = `${webhooksPath()}/${encodeURIComponent(id)}`
  const known = useAnswer<Webhook>(path)
  return (
    <Page title={t.screens.webhook}>
      <div class="stack">
        <Answered known={known}>
          {(webhook) => (
            <>
              <Facts
                facts={[
                  ['endpoint', <Words key="url">{webhook.url}</Words>],
                  ['health', <Health key="health" webhook={webhook} />],
                  ['types', webhook.types?.join(', ') ?? td.webhooks.allTypes],
                  ['version', webhook.version],
                  ['created', <Moment key="created" at={webhook.created} />],
                ]}
              />
              <Acts path={path} webhook={webhook} />
            </>
          )}
        </Answered>
        <Block title={td.webhooks.deliveries}>
          <List list={deliveriesOf(path, id)} />
        </Block>
      </div>
    </Page>
  )
}

type ActsProps = { readonly path: string; readonly webhook: Webhook }

function Acts({ path, webhook }: ActsProps) {
  return (
    <div class="columns">
      <Block title={td.webhooks.again}>
        <Permitted permission="messages:send" what={td.webhooks.again}>
          <Recover path={path} />
        </Permitted>
      </Block>
      <Block title={td.webhooks.example}>
        <Permitted permission="messages:send" what={td.webhooks.example}>
          <Example path={path} />
        </Permitted>
      </Block>
      <Block title={td.webhooks.change}>
        <Permitted {...permissionToChange()} what={td.webhooks.change}>
          <Change path={path} webhook={webhook} />
        </Permitted>
      </Block>
    </div>
  )
}

function Recover({ path }: { path: string }) {
  const sending = useSending()
  const [recovery, setRecovery] = useState<Recovery>()
  const recover = async (body: object) => {
    const sandbox = isSandbox.value
    setRecovery(await write({ method: 'POST', path: `${path}/recover`, sandbox, body }))
  }
  return (
    <>
      <Form
        sending={sending}
        button={td.webhooks.recover}
        onSend={({ since = '' }) => recover({ since: new Date(since).toISOString() })}
      >
        <Field
          label={td.webhooks.since}
          input={{ name: 'since', type: 'datetime-local', required: true }}
        />
      </Form>
      {recovery && (
        <p role="status" class="note">
          {td.webhooks.recovered(recovery.count)}{' '}
          {recovery.more && (
            <button
              type="button"
              class="small"
              aria-disabled={sending.isBusy}
              onClick={() => void sending.send(() => recover({ after: recovery.next }))}
            >
              {td.webhooks.goOn}
            </button>
          )}
        </p>
      )}
    </>
  )
}

function Example({ path }: { path: string }) {
  const sending = useSending()
  const [sent, setSent] = useState('')
  return (
    <>
      <Form
        sending={sending}
        button={td.webhooks.sendExample}
        onSend={async ({ type = '' }) => {
          const example = { method: 'POST', path: `${path}/example`, body: { type } } as const
          await write({ ...example, sandbox: isSandbox.value })
          setSent(type)
        }}
      >
        <Choice
          label={word('type')}
          name="type"
          options={typesOfOwner().map((type) => [type, type] as const)}
        />
      </Form>
      {sent !== '' && (
        <p role="status" class="note">
          {td.webhooks.onItsWay(sent)}
        </p>
      )}
    </>
  )
}

function Change({ path, webhook: { state, url } }: ActsProps) {
  const sending = useSending()
  const [made, setMade] = useState<AnswerOf<typeof WebhookSecretAnswer>>()
  const sandbox = isSandbox.value
  const isOn = state === 'enabled'
  const turn = () => write({ method: 'PATCH', path, sandbox, body: { enabled: !isOn } })
  const rotate = async () =>
    setMade(await write({ method: 'POST', path: `${path}/rotate`, sandbox, body: {} }))
  return (
    <>
      {made && (
        <Secret title={td.webhooks.made} secret={made.secret} onClose={() => setMade(undefined)} />
      )}
      <div class="buttons">
        {isOn ? (
          <SureButton
            label={td.webhooks.disable}
            what={url}
            onSure={() => void sending.send(turn)}
          />
        ) : (
          <button type="button" class="small" onClick={() => void sending.send(turn)}>
            {td.webhooks.enable}
          </button>
        )}
        <SureButton
          label={td.webhooks.rotate}
          what={url}
          onSure={() => void sending.send(rotate)}
        />
      </div>
      <Fault failure={sending.failure} />
    </>
  )
}
