import { eventTypes } from '../events.ts'
import { allEventTypes } from '../lender-events.ts'
import { choice, closed, count, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { Type } from './common.ts'

const Secret = () =>
  Type.String({ pattern: '^whsec_', description: 'The signing secret. It is shown only once.' })

const membersOf = <const Types extends readonly string[], Owner extends string>(
  types: Types,
  owner: Owner,
) => ({
  id: hexId('Id of the webhook.'),
  name: nullable(words('Name of the webhook, for your own reference.'), {
    description: 'Name of the webhook, or null.',
  }),
  url: words('URL that events are posted to.'),
  types: nullable(Type.Array(choice(types, 'An event type.')), {
    description: 'The event types that it receives; null: all, including types added later.',
  }),
  version: Type.String({
    pattern: '^v[1-9]$',
    description: 'Version of the payloads: that of the request that created the webhook.',
  }),
  state: choice(['enabled', 'disabled'], '`disabled`: nothing is sent or queued.'),
  disabled_reason: nullable(choice([owner, 'gone', 'failing'], 'Why.'), {
    description:
      `${owner}: by the ${owner}; gone: it answered 410; ` +
      'failing: every attempt failed for days.',
  }),
  disabled_at: nullable(moment('When it was disabled'), {
    description: 'When the webhook was disabled, or null.',
  }),
  failing_since: nullable(moment('Time of the first failure'), {
    description: 'First failed attempt since the last success; null if the last one succeeded.',
  }),
  pending: count('Number of open deliveries, up to 10000.'),
  created: moment('Creation time'),
})
const members = membersOf(eventTypes, 'store')
const lenderMembers = membersOf(allEventTypes, 'lender')

export const WebhookAnswer = closed(members, {
  $id: 'Webhook',
  description: 'A webhook of a store, without its secret.',
})

export const NewWebhookAnswer = closed(
  { ...members, secret: Secret() },
  { $id: 'NewWebhook', description: 'A newly created webhook.' },
)

export const WebhookPage = pageOf(WebhookAnswer, 'WebhookPage')

export const LenderWebhookAnswer = closed(lenderMembers, {
  $id: 'LenderWebhook',
  description: 'A webhook for the events of all stores and of the lender, without its secret.',
})

export const NewLenderWebhookAnswer = closed(
  { ...lenderMembers, secret: Secret() },
  { $id: 'NewLenderWebhook', description: 'A newly created lender webhook.' },
)

export const LenderWebhookPage = pageOf(LenderWebhookAnswer, 'LenderWebhookPage')

/** The answer of `POST /me/webhooks/:webhookId/rotate`. */
export const WebhookSecretAnswer = closed(
  {
    secret: Secret(),
    previous_until: moment('How long the previous secret stays valid'),
  },
  { $id: 'WebhookSecret', description: 'A newly created secret.' },
)
