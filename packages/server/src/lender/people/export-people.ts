import type { LenderCaller, TimedReading } from '../../tenancy/caller/context.ts'
import { type Exporting, exportList } from '../lists/exporting.ts'
import { findPage, personListOf, readInOrder } from './list-store.ts'
import { PEOPLE_MAX } from './rules.ts'
import { personItem } from './view.ts'

const COLUMNS = [
  ...['id', 'store.id', 'store.name', 'first_name', 'last_name', 'document.country'],
  ...['document.type', 'document.number', 'phone', 'email', 'blocked.since', 'blocked.until'],
  ...['blocked.reason', 'erased', 'merged_into', 'created'],
]

/** People over all stores, masked as the list has them, as CSV. Refusals: `query_invalid`. */
export function exportPeople(
  { database, clock, ...exporting }: TimedReading & Exporting,
  caller: LenderCaller,
  parameters: URLSearchParams,
): Promise<AsyncIterable<string>> {
  const scope = { sandbox: caller.sandbox, now: clock.now() }
  return exportList(exporting, caller, parameters, {
    ...{ list: 'people', permission: 'people:read', columns: COLUMNS, rowsMax: PEOPLE_MAX },
    table: personListOf(scope.now),
    find: (query) => findPage(database, scope, query),
    read: async (ids) => (await readInOrder(database, scope, ids)).map(personItem),
  })
}
