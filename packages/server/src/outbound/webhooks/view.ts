import type { Answered, NewWebhookAnswer, WebhookAnswer, WebhookSecretAnswer } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import type { ListedWebhook } from '../endpoints/webhook.ts'

const moment = (date: Date | null) => (date === null ? null : utcMicros(date))

/** A webhook as it is listed. */
export function webhookView(webhook: ListedWebhook): Answered<typeof WebhookAnswer> {
  return {
    id: webhook.id,
    name: webhook.name,
    url: webhook.url,
    types: webhook.types,
    version: webhook.version,
    state: webhook.state,
    disabled_reason: webhook.disabledReason,
    disabled_at: moment(webhook.disabledAt),
    failing_since: moment(webhook.failingSince),
    pending: webhook.pending,
    created: utcMicros(webhook.createdAt),
  }
}

export function newWebhookView({
  webhook,
  secret,
}: {
  webhook: ListedWebhook
  secret: string
}): Answered<typeof NewWebhookAnswer> {
  return { ...webhookView(webhook), secret }
}

export function secretView({
  secret,
  previousUntil,
}: {
  secret: string
  previousUntil: Date
}): Answered<typeof WebhookSecretAnswer> {
  return { secret, previous_until: utcMicros(previousUntil) }
}
