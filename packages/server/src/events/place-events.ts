import type { Database } from '../database/database.ts'
import type { StreamKey } from './event.ts'
import { placesFor } from './rules.ts'
import { hasUnplaced, listUnplaced, lockStream, placeRows } from './store.ts'

/** So many at once: a long rest is taken in parts, so that nobody waits for the whole. */
export const PLACED_AT_ONCE = 1_000

/**
 * Gives the stream's new events their places and answers how many there were. One at a time does
 * it, so that a place once given is never before one that a reader has seen: who reads on from
 * there skips nothing (decision 0025).
 */
export async function placeEvents(
  { database }: { readonly database: Database },
  key: StreamKey,
): Promise<number> {
  if (!(await hasUnplaced(database, key))) return 0
  return database.transaction(`stream/${key.storeId}/${key.sandbox}`, async (tx) => {
    const before = await lockStream(tx, key)
    const unplaced = await listUnplaced(tx, before, PLACED_AT_ONCE)
    if (unplaced.length === 0) return tx.commit(0)
    const { stream, placed } = placesFor(before, unplaced)
    return tx.commit(placed.length, ...placeRows(stream, placed))
  })
}
