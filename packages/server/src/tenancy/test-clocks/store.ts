import type { Reader, Row, Transaction, Upsert } from '../../platform/database/database.ts'
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

/** Whoever sets it holds it alone. */
export async function lockTestClock(
  tx: Transaction,
  storeId: string,
): Promise<TestClock | undefined> {
  const [row] = await tx.query(`${OF_STORE} FOR UPDATE`, [storeId])
  return row && testClockOf(row)
}

export function testClockRow(clock: TestClock, createdAt: Date): Upsert {
  return {
    table: 'test_clocks',
    key: ['store_id'],
    changed: ['shows', 'runs_since', 'target', 'runs_on'],
    rows: [
      {
        store_id: clock.storeId,
        sandbox: true,
        shows: clock.shows,
        runs_since: clock.runsSince,
        target: clock.target,
        runs_on: clock.runsOn,
        created_at: createdAt,
      },
    ],
  }
}

/** Whose work nobody holds, behind `after`, across stores. */
export async function listDueClocks(
  reader: Reader,
  { after, now, limit }: { readonly after: string; readonly now: Date; readonly limit: number },
): Promise<TestClock[]> {
  const rows = await reader.query(
    `SELECT ${COLUMNS} FROM test_clocks
     WHERE store_id > $1 AND (held_until IS NULL OR held_until <= $2) ORDER BY store_id LIMIT $3`,
    [after, now, limit],
  )
  return rows.map(testClockOf)
}

type Holder = { readonly storeId: string; readonly worker: string }
type Hold = Holder & { readonly now: Date; readonly until: Date }

/** Answers whether it was free. */
export async function takeHold(
  reader: Reader,
  { storeId, worker, now, until }: Hold,
): Promise<boolean> {
  const rows = await reader.query(
    `UPDATE test_clocks SET worker = $2, held_until = $3
     WHERE store_id = $1 AND (held_until IS NULL OR held_until <= $4) RETURNING store_id`,
    [storeId, worker, until, now],
  )
  return rows.length > 0
}

export async function keepHold(reader: Reader, { storeId, worker, until }: Hold): Promise<void> {
  await reader.query('UPDATE test_clocks SET held_until = $3 WHERE store_id = $1 AND worker = $2', [
    storeId,
    worker,
    until,
  ])
}

export async function letGo(reader: Reader, { storeId, worker }: Holder): Promise<void> {
  await reader.query(
    `UPDATE test_clocks SET worker = NULL, held_until = NULL
     WHERE store_id = $1 AND worker = $2`,
    [storeId, worker],
  )
}

type Move = Holder & {
  readonly at: Date
  /** It was the last one. */
  readonly arrived: { readonly runsOn: boolean; readonly real: Date } | undefined
}

/** Answers whether the worker holds the store's work still. */
export async function moveOn(
  reader: Reader,
  { storeId, worker, at, arrived }: Move,
): Promise<boolean> {
  const rows = await reader.query(
    `UPDATE test_clocks SET shows = greatest(shows, $3), runs_since = $4::timestamptz,
       target = CASE WHEN $5::boolean THEN NULL ELSE target END,
       runs_on = runs_on AND NOT $5::boolean
     WHERE store_id = $1 AND worker = $2 RETURNING store_id`,
    [storeId, worker, at, arrived?.runsOn === true ? arrived.real : null, arrived !== undefined],
  )
  return rows.length > 0
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
