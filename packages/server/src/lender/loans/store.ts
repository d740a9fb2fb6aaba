import { columns, select } from '../../platform/database/columns.ts'
import type { Reader } from '../../platform/database/database.ts'

const ALLOCATION = columns('allocations', 'a')
  .only('source', 'sourceId', 'number', 'component', 'amount')
  .and(columns('events', 'e').only('createdAt'))

export type BookedAllocation = Awaited<ReturnType<typeof listAllocations>>[number]

/** What settled which part of which instalment of a loan, the oldest first. */
export function listAllocations(
  reader: Reader,
  { storeId, id }: { readonly storeId: string; readonly id: string },
) {
  return reader.query(
    select(
      ALLOCATION,
      `FROM allocations a JOIN events e
         ON (e.store_id, e.order_id, e.sequence) = (a.store_id, a.order_id, a.event_sequence)
       WHERE a.store_id = $1 AND a.order_id = $2 ORDER BY a.event_sequence, a.position`,
    ),
    [storeId, id],
  )
}
