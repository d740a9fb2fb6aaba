/** How a sweep goes through its table: batch after batch, whatever its rows contain. */
import type { Reader, Row } from '../platform/database/database.ts'
import { StatementFailed } from '../platform/database/failure.ts'
import { END, type Part, type Sweep } from './check.ts'

type Title = { readonly invariant: string; readonly title: string }
export type Find = (title: Title, row: Row) => void

/** A row that cannot be compared is a finding, and the rows after it are compared. */
export const UNREADABLE: Title = { invariant: 'A14', title: 'everything stored can be read' }

/** Before every key; a column is a text unless it is listed here. */
const LEAST: Readonly<Record<string, string>> = {
  sandbox: 'false',
  sequence: '0',
  event_sequence: '0',
  effect_sequence: '0',
  number: '0',
  position: '0',
  from_position: '0',
  version: '0',
}

/**
 * Batches begin small and grow by this factor: each size is a statement that a database prepares.
 */
const STEP = 8
/** A batch that took longer is followed by a smaller one: others wait for an embedded database. */
const BATCH_MS_MAX = 500

/** Goes through the whole table, or a part of it; returns the number of rows. */
export async function runSweep(
  reader: Reader,
  sweep: Sweep,
  find: Find,
  part?: Part,
): Promise<number> {
  let after = part?.after ?? sweep.keys.map((key) => LEAST[key] ?? '')
  let count = 0
  let rows = Math.ceil(sweep.rows / STEP)
  for (;;) {
    const started = performance.now()
    const values = [...after, ...(part?.values ?? [])]
    const batch = await readBatch(reader, sweep.query(rows, part), values)
    if (batch === undefined && rows > 1) {
      rows = Math.ceil(rows / STEP)
      continue
    }
    const end =
      batch === undefined
        ? await unreadableRow(reader, sweep, values, part)
        : batch.find(({ number }) => number === END)
    if (end === undefined) return count
    if (batch === undefined) find(UNREADABLE, end)
    for (const row of batch ?? []) {
      const check = sweep.checks[Number(row.number)]
      if (check !== undefined) find(check, row)
    }
    count += Number(end.batch_position)
    after = sweep.keys.map((_key, index) => String(end[`after_${index}`]))
    const isQuick = performance.now() - started < BATCH_MS_MAX
    rows = isQuick ? Math.min(sweep.rows, rows * STEP) : Math.ceil(rows / STEP)
  }
}

/**
 * Values that cannot be computed with, two rows instead of one, values too long for an expression,
 * and a statement that took too long (SQLSTATE 22, 21, 54, 57014).
 */
const OF_ROWS = /^(22...|21...|54...|57014)$/

/** Undefined: one of the rows cannot be compared. */
async function readBatch(
  reader: Reader,
  query: string,
  values: readonly unknown[],
): Promise<Row[] | undefined> {
  try {
    return await reader.query(query, values)
  } catch (error) {
    if (error instanceof StatementFailed && OF_ROWS.test(error.code)) return undefined
    throw error
  }
}

/** The next row, identified by its order, its id or its key. */
async function unreadableRow(
  reader: Reader,
  { keys, nextRow }: Sweep,
  values: readonly unknown[],
  part: Part | undefined,
): Promise<Row | undefined> {
  const [row] = await reader.query(nextRow(part), values)
  if (row === undefined) return undefined
  const name = row.order_id ?? row.id ?? row[`after_${keys.length - 1}`]
  return { ...row, order_id: name, batch_position: 1 }
}
