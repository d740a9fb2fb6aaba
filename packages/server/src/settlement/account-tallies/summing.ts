import type { Database } from '../../platform/database/database.ts'
import { addToTallies, lockAccountTallies, readProgress } from './store.ts'

/** With fewer new events nothing is added: a balance reads them one by one. */
const EVENTS_MIN = 1_000
/** So many before other work has its turn. */
const EVENTS_MAX = 5_000

type Summing = {
  readonly database: Database
  readonly atLeast?: number
  readonly atMost?: number
}

/** Adds bookings to the tallies of accounts. Returns the number of their events. */
export async function sumAccounts({
  database,
  atLeast = EVENTS_MIN,
  atMost = EVENTS_MAX,
}: Summing): Promise<number> {
  const { rest } = await readProgress(database, null)
  if (rest < atLeast) return 0
  return database.transaction(null, async (tx) => {
    await lockAccountTallies(tx)
    await addToTallies(tx, atMost)
    return tx.commit(Math.min(rest, atMost))
  })
}
