import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import type { Period, Statement } from './statement.ts'
import { findStatement } from './store.ts'

/** The store's balance before the period and after it, and the changes by type. */
export function getStatement(
  { database }: Reading,
  { store, sandbox }: Caller,
  period: Period,
): Promise<Statement> {
  return findStatement(database, { storeId: store.id, sandbox, ...period })
}
