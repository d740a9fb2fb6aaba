import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import { csvRows } from '../../settlement/statements/csv.ts'
import { readStatementQuery } from '../../settlement/statements/input.ts'
import { findStatement, readPeriod } from '../../settlement/statements/store.ts'
import { findStoreIn } from '../../tenancy/accounts/store.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { type Exporting, loggedFile, mayRead, refuseTooMany } from '../lists/exporting.ts'

type Wanted = { readonly storeId: string; readonly parameters: URLSearchParams }

/**
 * The statement of a store with all its lines, as the store’s own file has it. Refusals:
 * `store_not_found`, `query_invalid`.
 */
export async function exportStatement(
  { database, ...exporting }: Reading & Exporting,
  caller: LenderCaller,
  { storeId, parameters }: Wanted,
): Promise<AsyncIterable<string>> {
  mayRead(caller, 'ledger:read')
  const { sandbox } = caller
  const row = isId(storeId)
    ? await findStoreIn(database, { storeId, sandbox, at: null })
    : undefined
  const { timeZone, settings } = existing(row, 'store', storeId)
  const period = readStatementQuery(parameters, { timeZone, currency: settings.currency })
  const key = { storeId, sandbox, ...period }
  const { opening, count: rows } = await findStatement(database, key)
  refuseTooMany(rows)
  const sent = csvRows({ ...period, opening, timeZone }, readPeriod(database, key))
  const file = { list: 'statement', filters: `${parameters}`, storeId, rows }
  return loggedFile(exporting, caller, file, sent)
}
