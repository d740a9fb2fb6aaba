import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import { csvRows } from './csv.ts'
import type { Period } from './statement.ts'
import { findStatement, readPeriod } from './store.ts'

/**
 * A statement with all its lines as CSV, in parts: however many there are, one part of them is in
 * memory. Lines are never changed or removed, so reading in parts is consistent.
 */
export async function writeStatement(
  { database }: Reading,
  { store, sandbox }: Caller,
  period: Period,
): Promise<AsyncIterable<string>> {
  const key = { storeId: store.id, sandbox, ...period }
  const { opening } = await findStatement(database, key)
  return csvRows({ ...period, opening, timeZone: store.timeZone }, readPeriod(database, key))
}
