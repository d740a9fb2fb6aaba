import { eventTypes } from '../events.ts'
import { allEventTypes } from '../lender-events.ts'
import { choice, closed, count, hexId, moment, nullable, pageOf, words } from './answers.ts'
import { Type } from './common.ts'

const Secret = () =>
  Type.String({ pattern: '^whsec_', description: 'Signs what is sent. It is shown this once.' })

const membersOf = <const Types extends readonly string[], Owner extends string>(
  types: Types,
  owner: Owner,
) => ({
  id: hexId('Names the webhook.'),
  name: nullable(words('What it is for.'), { description: 'What it is for, or null.' }),
  url: words('Where events are posted.'),
  types: nullable(Type.Array(choice(types, 'A type.')), {
    description: 'The events that it receives; null: all, including types added later.',
  }),
  version: Type.String({
    pattern: '^v[1-9]$',
    description: 'Of what is sent: that of the request which made the webhook.',
  }),
  state: choice(['enabled', 'disabled'], 'While it is disabled, nothing is sent or queued for it.'),
  disabled_reason: nullable(choice([owner, 'gone', 'failing'], 'Why.'), {
    description:
      `${owner}: by the ${owner}; gone: it answered 410; ` +
      'failing: every attempt failed for days.',
  }),
  disabled_at: nullable(moment('When'), { description: 'When it was disabled, or null.' }),
  failing_since: nullable(moment('When'), {
    description: 'The first failed attempt since the last success; null: it does well.',
  }),
  pending: count('Deliveries that are not settled yet, counted up to 10000.'),
  created: moment('When it was made'),
})
const members = membersOf(eventTypes, 'store')
const lenderMembers = membersOf(allEventTypes, 'lender')

export const WebhookAnswer = closed(members, {
  $id: 'Webhook',
  description: 'Where a store receives its events. Never the secret.',
})

export const NewWebhookAnswer = closed(
  { ...members, secret: Secret() },
  { $id: 'NewWebhook', description: 'A webhook that has just been made.' },
)

export const WebhookPage = pageOf(WebhookAnswer, 'WebhookPage')

export const LenderWebhookAnswer = closed(lenderMembers, {
  $id: 'LenderWebhook',
  description: 'Where the lender receives events of all stores, and above them. Never the secret.',
})

export const NewLenderWebhookAnswer = closed(
  { ...lenderMembers, secret: Secret() },
  { $id: 'NewLenderWebhook', description: 'A webhook of the lender that has just been made.' },
)

export const LenderWebhookPage = pageOf(LenderWebhookAnswer, 'LenderWebhookPage')

/** The answer of `POST /me/webhooks/:webhookId/rotate`. */
export const WebhookSecretAnswer = closed(
  {
    secret: Secret(),
    previous_until: moment('Until when the one before signs beside it'),
  },
  { $id: 'WebhookSecret', description: 'A secret that has just been made.' },
)
