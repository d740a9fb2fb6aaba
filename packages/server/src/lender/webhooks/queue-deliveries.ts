import { LENDER } from '../../model/streams/stream-key.ts'
import { deliveriesOf, linesOf, recipientsOf } from '../../outbound/deliveries/rules.ts'
import { deliveryRows, listSubscribers, lockOpenLines } from '../../outbound/deliveries/store.ts'
import { lockStream, streamQueue, streamUpdate } from '../../outbound/events/store.ts'
import type { Database } from '../../platform/database/database.ts'
import { Written } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import type { RealClock } from '../../platform/time/clock.ts'
import { readHappenings } from '../events/happenings.ts'
import { placedOf } from '../events/placed.ts'
import { endOf, placeOf } from '../events/positions.ts'
import { findEnd } from '../events/store.ts'

/** A limited number of events per transaction, so that nobody waits for a whole backlog. */
const TOLD_AT_ONCE = 500

export type DeliveryQueueing = {
  readonly database: Database
  readonly clock: RealClock
  readonly ids: Ids
}

/**
 * Continues along the chain of actions, with a delivery of each event for each subscribed endpoint
 * of the lender; returns whether there is more. One process at a time does it for a mode, so that
 * no event is left out or sent twice. Without subscribers it jumps to the end.
 */
export function queueLenderDeliveries(
  { database, clock, ids }: DeliveryQueueing,
  sandbox: boolean,
): Promise<{ readonly count: number; readonly more: boolean }> {
  const key = { storeId: LENDER, sandbox }
  const mode = sandbox ? 'sandbox' : 'live'
  return database.transaction(streamQueue(key), async (tx) => {
    const stream = await lockStream(tx, key)
    const subscribers = await listSubscribers(tx, key)
    const to = (place: number) => streamUpdate({ ...stream, position: endOf(place) })
    if (subscribers.length === 0) {
      const end = await findEnd(tx, mode)
      return tx.commit({ count: 0, more: false }, Written.technically('placing', to(end)))
    }
    const after = placeOf(stream.position)
    const question = { after, limit: TOLD_AT_ONCE, types: [], storeId: undefined }
    const { events, next, hasMore: more } = await readHappenings(tx, { sandbox }, question)
    if (next === after) return tx.commit({ count: 0, more: false })
    const recipients = recipientsOf(subscribers, events.map(placedOf))
    const open = await lockOpenLines(tx, LENDER, linesOf(recipients))
    const deliveries = deliveriesOf(recipients, open, { at: clock.now(), newId: ids.next })
    const rows = [to(next), deliveryRows(deliveries)]
    return tx.commit({ count: deliveries.length, more }, Written.technically('placing', ...rows))
  })
}
