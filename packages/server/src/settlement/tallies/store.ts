import type { StreamKey } from '../../model/streams/stream-key.ts'
import { columns, computed, select } from '../../platform/database/columns.ts'
import type { Reader, RowSet, Transaction } from '../../platform/database/database.ts'
import { type Fragment, sql } from '../../platform/filters/fragment.ts'
import { assert } from '../../platform/refusal.ts'

/** Whether all rows of a store and mode are in its tallies; once they are they stay there. */
export const areCounted = ({ storeId, sandbox }: StreamKey): Fragment =>
  sql`exists (select 1 from tally_heads h where h.store_id = ${storeId}
    and h.sandbox = ${sandbox} and h.counted_at is not null)`

/** The same of every store that has an order in the mode. */
export const areAllCounted = (sandbox: boolean): Fragment =>
  sql`not exists (select 1 from stores s
    where exists (select 1 from orders o where o.store_id = s.id and o.sandbox = ${sandbox})
    and not exists (select 1 from tally_heads h where h.store_id = s.id
      and h.sandbox = ${sandbox} and h.counted_at is not null))`

const HEAD = columns('tally_heads', 'h')
type TallyHead = StreamKey & {
  readonly countedAt: Date | null
  readonly position: number
}

/** So many events later the rows of their days are made one. */
const EVENTS = 1_000

/** Whose rows are to be counted, or to be made fewer, across stores. */
export function listToTally(reader: Reader, limit: number): Promise<StreamKey[]> {
  return reader.query(
    select(
      columns('event_streams', 's').only('storeId', 'sandbox'),
      `FROM event_streams s
         LEFT JOIN tally_heads h ON h.store_id = s.store_id AND h.sandbox = s.sandbox
       WHERE h.counted_at IS NULL OR s.position >= h.position + ${EVENTS}
       ORDER BY s.store_id, s.sandbox LIMIT $1`,
    ),
    [limit],
  )
}

/** Counting, or merging rows, holds this row, which is made with the first count. */
export async function lockTallyHead(tx: Transaction, key: StreamKey): Promise<TallyHead> {
  const lock = () =>
    tx.query(
      select(HEAD, 'FROM tally_heads h WHERE h.store_id = $1 AND h.sandbox = $2 FOR UPDATE'),
      [key.storeId, key.sandbox],
    )
  const [row] = await lock()
  if (row !== undefined) return row
  await tx.query(
    'INSERT INTO tally_heads (store_id, sandbox) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [key.storeId, key.sandbox],
  )
  const [made] = await lock()
  assert(made !== undefined, 'a head that was just made')
  return made
}

type Tally = {
  readonly table: string
  readonly alike: string
  readonly sums: string
  /** The same of the rows that are counted. */
  readonly counted: string
}

const ORDERS: Tally = {
  table: 'order_tallies',
  alike: 'store_id, sandbox, day, status, financing_status',
  sums: 'sum(count) AS count',
  counted: `SELECT o.store_id, o.sandbox, (o.created_at AT TIME ZONE 'UTC')::date, o.status,
      o.financing_status, count(*)
    FROM orders o WHERE o.store_id = $1 AND o.sandbox = $2 AND o.state <> 'in_process'`,
}
const LINES: Tally = {
  table: 'line_tallies',
  alike: 'store_id, sandbox, day, currency, type',
  sums: 'sum(count) AS count, sum(amount) AS amount, sum(net) AS net',
  counted: `SELECT l.store_id, l.sandbox, (l.created_at AT TIME ZONE 'UTC')::date, l.currency,
      l.type, count(*), sum(l.amount), sum(l.net)
    FROM settlement_lines l WHERE l.store_id = $1 AND l.sandbox = $2`,
}
const OF_STORE = 'store_id = $1 AND sandbox = $2'
const columnsOf = ({ alike, sums }: Tally) => `${alike}, ${sums.replace(/sum\(\w+\) AS /g, '')}`

/**
 * Counts a store's rows for the first time. With one statement for each table: it counts the rows
 * that it sees, plus those that triggers have added for them; others' later commits add theirs.
 */
export async function countAll(tx: Transaction, { storeId, sandbox }: StreamKey): Promise<void> {
  for (const tally of [ORDERS, LINES]) {
    await tx.query(
      `WITH gone AS (DELETE FROM ${tally.table} WHERE ${OF_STORE})
       INSERT INTO ${tally.table} (${columnsOf(tally)}) ${tally.counted} GROUP BY 1, 2, 3, 4, 5`,
      [storeId, sandbox],
    )
  }
}

/** Merges rows that differ only in their counts. */
export async function makeFewer(tx: Transaction, { storeId, sandbox }: StreamKey): Promise<void> {
  for (const tally of [ORDERS, LINES]) {
    await tx.query(
      `WITH many AS (SELECT ${tally.alike} FROM ${tally.table} WHERE ${OF_STORE}
         GROUP BY ${tally.alike} HAVING count(*) > 1),
       gone AS (DELETE FROM ${tally.table} WHERE (${tally.alike}) IN (SELECT * FROM many)
         RETURNING *)
       INSERT INTO ${tally.table} (${columnsOf(tally)})
       SELECT ${tally.alike}, ${tally.sums} FROM gone GROUP BY ${tally.alike}`,
      [storeId, sandbox],
    )
  }
}

/** How far the stream of a store is: no more than a hint of how much was written. */
export async function findStreamPosition(
  reader: Reader,
  { storeId, sandbox }: StreamKey,
): Promise<number> {
  const [row] = await reader.query(
    select(
      columns('event_streams', 's').only('position'),
      'FROM event_streams s WHERE s.store_id = $1 AND s.sandbox = $2',
    ),
    [storeId, sandbox],
  )
  return row?.position ?? 0
}

export function tallyHeadRows({ storeId, sandbox, ...set }: TallyHead): RowSet {
  return { table: 'tally_heads', where: { storeId, sandbox }, set }
}

/** Whether the store's lines are in its tallies. */
export async function isCounted(reader: Reader, { storeId, sandbox }: StreamKey): Promise<boolean> {
  const [row] = await reader.lookUp(
    select(
      computed<{ counted: boolean }>({ counted: 'h.counted_at IS NOT NULL' }),
      'FROM tally_heads h WHERE h.store_id = $1 AND h.sandbox = $2',
    ),
    [storeId, sandbox],
  )
  return row?.counted ?? false
}
