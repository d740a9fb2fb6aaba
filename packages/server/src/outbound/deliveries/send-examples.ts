import { eventTypes } from '@svc/api'
import type { Action } from '../../model/actions/action.ts'
import { existing } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import type { Delivery } from './delivery.ts'
import { exampleDelivery } from './requests.ts'
import { isSubscribed } from './rules.ts'
import { deliveryRows, listSubscribers } from './store.ts'

/** Puts an example on its way to every webhook of the mode that takes the type. */
export function sendExamples(
  { writer, clock, ids, acting }: Writing,
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
    const action: Action = {
      ...{ action: 'delivery.send_example', object: null, storeId: store.id, sandbox },
    }
    return tx.commit(deliveries, acted({ acting, ids }, action, deliveryRows(deliveries)))
  })
}
