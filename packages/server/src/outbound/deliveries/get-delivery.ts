import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import { findWebhook } from '../endpoints/store.ts'
import type { NumberedAttempt } from '../sending/message.ts'
import { findDelivery, listAttempts, type ToldDelivery } from './list-store.ts'

type DeliveryInput = { readonly webhookId: string; readonly deliveryId: string }

/** A delivery with what is sent and every attempt. */
export async function getDelivery(
  { database }: Reading,
  { store, sandbox }: Caller,
  { webhookId, deliveryId }: DeliveryInput,
): Promise<ToldDelivery & { attempts: NumberedAttempt[] }> {
  const key = { storeId: store.id, sandbox, webhookId }
  const webhook = existing(await findWebhook(database, key), 'webhook', webhookId)
  const found = await findDelivery(database, webhook, deliveryId)
  const told = existing(found, 'delivery', deliveryId)
  return { ...told, attempts: await listAttempts(database, told.delivery) }
}
