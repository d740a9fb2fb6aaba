import type { Answered, WebhookSecretAnswer } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import { type ListedWebhook, reasonOf } from '../endpoints/webhook.ts'

const moment = (date: Date | null) => (date === null ? null : utcMicros(date))

/** A webhook as it is listed, of a store or of the lender. */
export function webhookView(webhook: ListedWebhook) {
  return {
    id: webhook.id,
    name: webhook.name,
    url: webhook.url,
    types: webhook.types,
    version: webhook.version,
    state: webhook.state,
    disabled_reason: reasonOf(webhook),
    disabled_at: moment(webhook.disabledAt),
    failing_since: moment(webhook.failingSince),
    pending: webhook.pending,
    created: utcMicros(webhook.createdAt),
  }
}

export function newWebhookView({ webhook, secret }: { webhook: ListedWebhook; secret: string }) {
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
