/** What requests say of webhooks, in the words of the domain. */
import type { AnyEventType, LenderWebhookChange, LenderWebhookWish } from '@svc/api'
import type { WebhookFields } from '../endpoints/webhook.ts'
import { type Change, typeFaults, typesInOrder } from './rules.ts'

export function newFields(
  { url, types, name }: LenderWebhookWish,
  all: readonly AnyEventType[],
): WebhookFields {
  return { url, types: typesInOrder(types, all), name: name ?? null }
}

/** A sent value that the validation removed means "none": all types, no name. */
export function changeOf(
  body: LenderWebhookChange,
  rawBody: object,
  all: readonly AnyEventType[],
): Change {
  const sent = (name: string) => Object.hasOwn(rawBody, name)
  return {
    ...(body.url === undefined ? {} : { url: body.url }),
    ...(sent('types') ? { types: typesInOrder(body.types, all) } : {}),
    ...(sent('name') ? { name: body.name ?? null } : {}),
    ...(body.enabled === undefined ? {} : { enabled: body.enabled }),
  }
}

/** Beside the faults of the schema: types that stand twice, and an address that may not be used. */
export function webhookFaults(
  { url, types = [] }: LenderWebhookChange,
  addressFault: (url: string) => string | undefined,
): Record<string, string[]> {
  const refused = url === undefined ? undefined : addressFault(url)
  return { ...typeFaults(types), ...(refused === undefined ? {} : { url: [refused] }) }
}
