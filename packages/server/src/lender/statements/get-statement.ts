import type { Store } from '../../model/stores/store-account.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import { readStatementQuery } from '../../settlement/statements/input.ts'
import type { Statement } from '../../settlement/statements/statement.ts'
import { findStatement } from '../../settlement/statements/store.ts'
import { findStoreIn } from '../../tenancy/accounts/store.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'

type Wanted = { readonly storeId: string; readonly parameters: URLSearchParams }

/** The statement of a store as the store itself reads it. Refusals: `store_not_found`. */
export async function getStatement(
  { database }: Reading,
  { sandbox }: LenderCaller,
  { storeId, parameters }: Wanted,
): Promise<{ readonly store: Store; readonly statement: Statement }> {
  const row = isId(storeId)
    ? await findStoreIn(database, { storeId, sandbox, at: null })
    : undefined
  const store = existing(row, 'store', storeId)
  const { timeZone, settings } = store
  const period = readStatementQuery(parameters, { timeZone, currency: settings.currency })
  return { store, statement: await findStatement(database, { storeId, sandbox, ...period }) }
}
