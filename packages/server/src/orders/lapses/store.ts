import type { DueOrder } from '../../model/order/order.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { columns, select } from '../../platform/database/columns.ts'
import { countBacklog } from '../../platform/database/count-backlog.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { Backlog } from '../../platform/work/backlog.ts'
import { isSwitchedOn } from '../../tenancy/store-states/store.ts'
import { inRealTime, listDueItems } from '../../tenancy/test-clocks/store.ts'
import type { DueItem, DueSpan } from '../../tenancy/test-clocks/store-work.ts'

const DUE = columns('orders', 'o').only('storeId', 'id', 'sandbox')

const LAPSING = `FROM orders o WHERE o.lapse_due_at <= $1 AND ${inRealTime('o')}
  AND ${isSwitchedOn('o', 'captures')}`

/** The orders whose lapse is to be announced or carried out, across stores, the oldest first. */
export function listLapsing(reader: Reader, now: Date, limit: number): Promise<DueOrder[]> {
  return reader.query(select(DUE, `${LAPSING} ORDER BY o.lapse_due_at LIMIT $2`), [now, limit])
}

export function countLapsing(reader: Reader, now: Date): Promise<Backlog> {
  return countBacklog(reader, { at: 'o.lapse_due_at', from: LAPSING }, [now])
}

/** Those of one store in the sandbox. */
export function listLapsingOf(
  reader: Reader,
  { storeId }: StreamKey,
  { upTo, limit }: DueSpan,
): Promise<DueItem[]> {
  const from = `FROM orders o WHERE o.store_id = $1 AND o.sandbox AND o.lapse_due_at <= $2
    AND ${isSwitchedOn('o', 'captures')}`
  return listDueItems(reader, { id: 'o.id', at: 'o.lapse_due_at', from }, [storeId, upTo, limit])
}
