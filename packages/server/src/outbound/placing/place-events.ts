import type { StreamKey } from '../../model/streams/stream-key.ts'
import { Written } from '../../platform/database/database.ts'
import type { Caller, Places } from '../../tenancy/caller/context.ts'
import type { Service } from '../../tenancy/caller/service.ts'
import { deliveriesOf, linesOf, recipientsOf } from '../deliveries/rules.ts'
import { deliveryRows, listSubscribers, lockOpenLines } from '../deliveries/store.ts'
import type { Placed } from '../events/event.ts'
import { placesFor } from '../events/rules.ts'
import { hasUnplaced, listUnplaced, lockStream, placeRows, streamQueue } from '../events/store.ts'

/** So many at once: a long rest is taken in parts, so that nobody waits for the whole. */
const PLACED_AT_ONCE = 1_000

/**
 * Gives the stream's new events their places, with a delivery for each endpoint that is subscribed
 * there, and answers how many there were. One at a time does it, so that a place once given is
 * never before one that a reader has seen: who reads on from there skips nothing (decision 0025).
 */
export async function placeEvents(
  { database, clocks, metrics }: Places,
  key: StreamKey,
): Promise<number> {
  if (!(await hasUnplaced(database, key))) return 0
  const { writer, clock, ids } = await clocks.writing(key)
  const placed = await writer.transaction(streamQueue(key), async (tx) => {
    const before = await lockStream(tx, key)
    const unplaced = await listUnplaced(tx, before, PLACED_AT_ONCE)
    if (unplaced.length === 0) return tx.commit<readonly Placed[]>([])
    const { stream, placed } = placesFor(before, unplaced)
    const recipients = recipientsOf(await listSubscribers(tx, key), placed)
    const open = await lockOpenLines(tx, key.storeId, linesOf(recipients))
    const deliveries = deliveriesOf(recipients, open, { at: clock.now(), newId: ids.next })
    const rows = [...placeRows(stream, placed), deliveryRows(deliveries)]
    return tx.commit(placed, Written.technically('placing', ...rows))
  })
  const mode = key.sandbox ? 'sandbox' : 'live'
  for (const { type } of placed) metrics?.count('events', { type, mode })
  return placed.length
}

/** The same before a read; answers whether there may be more without a place. */
export async function placePart(
  service: Places & Pick<Service, 'wake'>,
  { store, sandbox }: Caller,
): Promise<boolean> {
  const placed = await placeEvents(service, { storeId: store.id, sandbox })
  if (placed > 0) service.wake()
  return placed === PLACED_AT_ONCE
}

/** The same for all new events: events committed before a request come before its own. */
export async function placeAll(places: Places, { store, sandbox }: Caller): Promise<void> {
  const key = { storeId: store.id, sandbox }
  while ((await placeEvents(places, key)) === PLACED_AT_ONCE);
}
