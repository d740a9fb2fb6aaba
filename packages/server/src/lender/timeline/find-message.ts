import { findOrderAnywhere } from '../../kernel/orders/store.ts'
import { existing } from '../../platform/refusal.ts'
import type { LenderCaller, OfStore, Reading, Writing } from '../../tenancy/caller/context.ts'
import type { Retry } from '../failures/rules.ts'
import { findWebhookOf } from './store.ts'

/** Sends it once more; answers when it is due. */
export type SendAgain = (writing: Writing, of: OfStore, retry: Retry) => Promise<Date | null>

/** About an order, to its store. */
export type Message = {
  readonly orderId: string
  readonly kind: 'delivery' | 'notification'
  readonly id: string
}

/**
 * What is sent once more of an order of the mode, and for which store. Refusals:
 * `order_not_found`, `delivery_not_found`; whether there is the notification says its sending.
 */
export async function findMessage(
  { database }: Reading,
  { sandbox }: LenderCaller,
  { orderId, kind, id }: Message,
): Promise<{ readonly storeId: string; readonly retry: Retry }> {
  const row = await findOrderAnywhere(database, orderId)
  const { storeId } = existing(row?.sandbox === sandbox ? row : undefined, 'order', orderId)
  if (kind === 'notification') {
    return { storeId, retry: { kind, ref: orderId, notificationId: id } }
  }
  const webhook = await findWebhookOf(database, { storeId, orderId, id })
  const webhookId = existing(webhook, 'delivery', id)
  return { storeId, retry: { kind, webhookId, deliveryId: id } }
}
