import { existing } from '../../platform/refusal.ts'
import type { OfStore, Reading } from '../../tenancy/caller/context.ts'
import { findWebhook } from '../endpoints/store.ts'
import type { NumberedAttempt } from '../sending/message.ts'
import { type DeliveryWithEvent, findDelivery, listAttempts } from './list-store.ts'

type DeliveryInput = { readonly webhookId: string; readonly deliveryId: string }

/** A delivery with what is sent and every attempt. */
export async function getDelivery(
  { database }: Reading,
  { store, sandbox }: OfStore,
  { webhookId, deliveryId }: DeliveryInput,
): Promise<DeliveryWithEvent & { attempts: NumberedAttempt[] }> {
  const key = { storeId: store.id, sandbox, webhookId }
  const webhook = existing(await findWebhook(database, key), 'webhook', webhookId)
  const row = await findDelivery(database, webhook, deliveryId)
  const delivery = existing(row, 'delivery', deliveryId)
  return { ...delivery, attempts: await listAttempts(database, delivery.delivery) }
}
