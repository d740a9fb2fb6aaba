import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Reader, Transaction, Upsert } from '../../platform/database/database.ts'
import type { DueItem } from './store-work.ts'
import type { TestClock } from './test-clock.ts'

const CLOCK = columns('test_clocks', 'c').only('storeId', 'shows', 'runsSince', 'target', 'runsOn')
const ofStore = (lock: string) => select(CLOCK, `FROM test_clocks c WHERE c.store_id = $1 ${lock}`)

/**
 * A condition on due rows: those of a store with a test clock are due by its time, and done by the
 * holder of all its work (`work/store-work.ts`).
 */
export function inRealTime(row: string): string {
  return `NOT (${row}.sandbox AND EXISTS (
    SELECT 1 FROM test_clocks c WHERE c.store_id = ${row}.store_id))`
}

/**
 * Due items of one store, the oldest first: `from` begins with FROM, `id` and `at` are the SQL of
 * an item and of its due time, the last of the values says how many.
 */
export function listDueItems(
  reader: Reader,
  { id, at, from }: { readonly id: string; readonly at: string; readonly from: string },
  values: readonly unknown[],
): Promise<DueItem[]> {
  const items = select(
    computed<DueItem>({ id, dueAt: at }),
    `${from} ORDER BY ${at} LIMIT $${values.length}`,
  )
  return reader.lookUp(items, values)
}

export async function findTestClock(
  reader: Reader,
  storeId: string,
): Promise<TestClock | undefined> {
  return (await reader.lookUp(ofStore(''), [storeId]))[0]
}

/** The same, locked until the end of the transaction: rows are written with its time. */
export async function holdTestClock(
  tx: Transaction,
  storeId: string,
): Promise<TestClock | undefined> {
  return (await tx.query(ofStore('FOR SHARE'), [storeId]))[0]
}

/** Setting it locks it exclusively. */
export async function lockTestClock(
  tx: Transaction,
  storeId: string,
): Promise<TestClock | undefined> {
  return (await tx.query(ofStore('FOR UPDATE'), [storeId]))[0]
}

export function testClockRow(clock: TestClock, createdAt: Date): Upsert {
  return {
    table: 'test_clocks',
    key: ['storeId'],
    changed: ['shows', 'runsSince', 'target', 'runsOn'],
    rows: [{ ...clock, sandbox: true, createdAt }],
  }
}

/** Clocks whose work nobody holds, behind `after`, across stores. */
export function listDueClocks(
  reader: Reader,
  { after, now, limit }: { readonly after: string; readonly now: Date; readonly limit: number },
): Promise<TestClock[]> {
  return reader.query(
    select(
      CLOCK,
      `FROM test_clocks c WHERE c.store_id > $1
         AND (c.held_until IS NULL OR c.held_until <= $2) ORDER BY c.store_id LIMIT $3`,
    ),
    [after, now, limit],
  )
}

type Holder = { readonly storeId: string; readonly worker: string }
type Hold = Holder & { readonly now: Date; readonly until: Date }

/** Returns whether it was free. */
export async function acquireHold(
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

export async function renewHold(reader: Reader, { storeId, worker, until }: Hold): Promise<void> {
  await reader.query('UPDATE test_clocks SET held_until = $3 WHERE store_id = $1 AND worker = $2', [
    storeId,
    worker,
    until,
  ])
}

export async function releaseHold(reader: Reader, { storeId, worker }: Holder): Promise<void> {
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

/** Returns whether the worker still holds the store's work. */
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
