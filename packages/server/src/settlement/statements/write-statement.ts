import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import type { ListedLine } from '../settlements/list-store.ts'
import { csvRows } from './csv.ts'
import type { Period } from './statement.ts'
import { findStatement, type LinePart, listPeriod, type StatementKey } from './store.ts'

const LINES_AT_ONCE = 1_000

/**
 * A statement with all its lines as CSV, in parts: however many there are, one part of them is in
 * memory. Lines are never changed or removed, so what is read part by part is whole.
 */
export async function writeStatement(
  { database }: Reading,
  { store, sandbox }: Caller,
  period: Period,
): Promise<AsyncIterable<string>> {
  const key = { storeId: store.id, sandbox, ...period }
  const { opening } = await findStatement(database, key)
  return csvRows({ ...period, opening, timeZone: store.timeZone }, linesOf(database, key))
}

/** The lines of a period, part by part, the oldest first. */
export async function* linesOf(
  database: Reading['database'],
  key: StatementKey,
): AsyncGenerator<readonly ListedLine[]> {
  let after: LinePart['after'] = null
  for (;;) {
    const lines = await listPeriod(database, key, { after, limit: LINES_AT_ONCE })
    if (lines.length > 0) yield lines
    if (lines.length < LINES_AT_ONCE) return
    after = lines.at(-1)?.line ?? null
  }
}
