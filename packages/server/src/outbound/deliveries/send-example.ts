import type { AnyEventType } from '@svc/api'
import { typesOf } from '../../model/streams/owners.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { OfStore, Writing } from '../../tenancy/caller/context.ts'
import { lockWebhook } from '../endpoints/store.ts'
import { about } from './action.ts'
import type { Delivery } from './delivery.ts'
import { decideSending, exampleDelivery } from './requests.ts'
import { deliveryRows } from './store.ts'

type ExampleInput = {
  readonly webhookId: string
  /** Undefined: one that the webhook subscribes to. */
  readonly type: AnyEventType | undefined
}

/** Puts an example on its way to one webhook. */
export function sendExample(
  { writer, clock, ids, acting }: Writing,
  { store, sandbox }: OfStore,
  { webhookId, type }: ExampleInput,
): Promise<Delivery> {
  const key = { storeId: store.id, sandbox, webhookId }
  return writer.transaction(`webhook/${store.id}/${webhookId}`, async (tx) => {
    const row = existing(await lockWebhook(tx, key), 'webhook', webhookId)
    const webhook = accept(decideSending(row))
    const when = { at: clock.now(), newId: ids.next }
    const endpoint = { storeId: store.id, endpointId: webhook.id }
    const eventType = typesOf(store.id).find((each) => webhook.types?.includes(each))
    const wanted = type ?? eventType ?? 'order.confirmed'
    const delivery = exampleDelivery(endpoint, wanted, when)
    const action = about(key, 'delivery.send_example')
    return tx.commit(delivery, acted({ acting, ids }, action, deliveryRows([delivery])))
  })
}
