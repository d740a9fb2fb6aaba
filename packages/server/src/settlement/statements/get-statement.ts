import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import type { Period, Statement } from './statement.ts'
import { findStatement } from './store.ts'

/** What the store was owed before the period and after it, and what changed by type. */
export function getStatement(
  { database }: Reading,
  { store, sandbox }: Caller,
  period: Period,
): Promise<Statement> {
  return findStatement(database, { storeId: store.id, sandbox, ...period })
}
