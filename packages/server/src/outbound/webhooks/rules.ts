/**
 * Webhooks and what they receive. Invariants: 1. the number of an owner's webhooks in a mode is
 * limited. 2. An enabled one has no reason; enabling it again resets its failures. 3. A new address
 * has no failures. 4. At most two secrets sign: the newest and the previous one.
 */
import { type AnyEventType, limits } from '@svc/api'
import type { Decision } from '../../platform/refusal.ts'
import { disabled, healthy } from '../endpoints/rules.ts'
import type { Webhook, WebhookFields } from '../endpoints/webhook.ts'

const MINUTE_MS = 60_000

type WebhookPlan = Pick<Webhook, 'storeId' | 'sandbox' | 'id' | 'version'> & {
  readonly fields: WebhookFields
  readonly at: Date
  /** How many there are already. */
  readonly count: number
}

export function decideNewWebhook({ fields, at, count, ...key }: WebhookPlan): Decision<Webhook> {
  const limit = limits.webhooksMax
  if (count >= limit) {
    const values = { limit, state: 'enabled or disabled' }
    return { refused: 'webhook_limit_reached', detail: { values } }
  }
  return { plan: { ...key, ...fields, ...healthy, createdAt: at } }
}

export type Change = Partial<WebhookFields> & { readonly enabled?: boolean }

/** The webhook after a change; one that is already disabled keeps its reason. */
export function changedWebhook(before: Webhook, { enabled, ...fields }: Change, at: Date): Webhook {
  const moved = fields.url !== undefined && fields.url !== before.url
  const after = { ...before, ...fields, ...(moved ? { failingSince: null, failures: 0 } : {}) }
  const wasEnabled = before.state === 'enabled'
  if (enabled === undefined || enabled === wasEnabled) return after
  if (enabled) return { ...after, ...healthy }
  return disabled(after, 'store', at)
}

/** Whether it receives other events after the change than before. */
export function isOtherSubscription(before: Webhook, after: Webhook): boolean {
  const texts = [before, after].map(({ state, types }) => JSON.stringify([state, types]))
  return texts[0] !== texts[1]
}

/** Each once, in the order of the full list; null means all. */
export function typesInOrder(
  types: readonly string[] | null | undefined,
  all: readonly AnyEventType[],
): WebhookFields['types'] {
  if (types === null || types === undefined) return null
  return all.filter((type) => types.includes(type))
}

/** What is wrong between the types of a list. */
export function typeFaults(types: readonly unknown[]): Record<string, string[]> {
  const faults: Record<string, string[]> = {}
  for (const [index, type] of types.entries()) {
    if (type === undefined || types.indexOf(type) === index) continue
    faults[`types.${index}`] = ['is in the list already']
  }
  return faults
}

type Rotation = {
  /** Both encrypted. */
  readonly previous: string
  readonly secret: string
  readonly overlapMinutes: number
  readonly at: Date
}

/** The new secret signs, together with the previous one for a while. */
export function rotated({ previous, secret, overlapMinutes, at }: Rotation) {
  const previousUntil = new Date(at.getTime() + overlapMinutes * MINUTE_MS)
  return { secret, secretPrevious: previous, secretPreviousUntil: previousUntil }
}
