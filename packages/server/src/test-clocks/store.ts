import type { Reader, Row, Transaction } from '../database/database.ts'
import type { TestClock } from './test-clock.ts'

const COLUMNS = 'store_id, shows, runs_since, target, runs_on'
const OF_STORE = `SELECT ${COLUMNS} FROM test_clocks WHERE store_id = $1`

/**
 * A condition on rows that are due: those of a store with a test clock are due by its time, and
 * done by whoever does all of its work (`work/store-work.ts`).
 */
export function inRealTime(row: string): string {
  return `NOT (${row}.sandbox AND EXISTS (
    SELECT 1 FROM test_clocks c WHERE c.store_id = ${row}.store_id))`
}

export async function findTestClock(
  reader: Reader,
  storeId: string,
): Promise<TestClock | undefined> {
  const [row] = await reader.lookUp(OF_STORE, [storeId])
  return row && testClockOf(row)
}

/** The same, as it stays until the transaction ends: what is written is of its time. */
export async function holdTestClock(
  tx: Transaction,
  storeId: string,
): Promise<TestClock | undefined> {
  const [row] = await tx.query(`${OF_STORE} FOR SHARE`, [storeId])
  return row && testClockOf(row)
}

function testClockOf(row: Row): TestClock {
  return {
    storeId: row.store_id,
    shows: row.shows,
    runsSince: row.runs_since,
    target: row.target,
    runsOn: row.runs_on,
  }
}
