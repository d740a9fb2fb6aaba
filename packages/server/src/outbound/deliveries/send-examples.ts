import { eventTypes } from '@svc/api'
import { existing } from '../../platform/refusal.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import type { Delivery } from './delivery.ts'
import { exampleDelivery } from './requests.ts'
import { isSubscribed } from './rules.ts'
import { deliveryRows, listSubscribers } from './store.ts'

/** Puts an example on its way to every webhook of the mode that takes the type. */
export function sendExamples(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  name: string,
): Promise<Delivery[]> {
  const type = existing(
    eventTypes.find((each) => each === name),
    'event_type',
    name,
  )
  const key = { storeId: store.id, sandbox }
  return writer.transaction(null, async (tx) => {
    const subscribers = await listSubscribers(tx, key)
    const when = { at: clock.now(), newId: ids.next }
    const deliveries = subscribers
      .filter((subscriber) => isSubscribed(subscriber, type))
      .map(({ endpointId }) => exampleDelivery({ ...key, endpointId }, type, when))
    return tx.commit(deliveries, deliveryRows(deliveries))
  })
}
