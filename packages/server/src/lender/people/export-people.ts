import { readWholeList } from '../../platform/filters/read-whole-list.ts'
import type { LenderCaller, TimedReading } from '../../tenancy/caller/context.ts'
import { type Exporting, listFile, mayRead, refuseTooMany } from '../lists/exporting.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { findPage, personListOf, readInOrder } from './list-store.ts'
import { personItem } from './view.ts'

const COLUMNS = [
  ...['id', 'store.id', 'store.name', 'first_name', 'last_name', 'document.country'],
  ...['document.type', 'document.number', 'phone', 'email', 'blocked.since', 'blocked.until'],
  ...['blocked.reason', 'erased', 'merged_into', 'created'],
]

/** Names of more people take a second person (lender.md §3), and no approval hands out a file. */
const PEOPLE_MAX = 1_000

/** People over all stores, masked as the list has them, as CSV. Refusals: `query_invalid`. */
export async function exportPeople(
  { database, clock, ...exporting }: TimedReading & Exporting,
  caller: LenderCaller,
  parameters: URLSearchParams,
): Promise<AsyncIterable<string>> {
  mayRead(caller, 'people:read')
  const scope = { sandbox: caller.sandbox, now: clock.now() }
  const query = readWholeList(personListOf(scope.now), parameters, LENDER_ZONE)
  const { count, ids } = await findPage(database, scope, query)
  refuseTooMany(count, PEOPLE_MAX)
  return listFile(exporting, caller, {
    ...{ list: 'people', filters: `${parameters}`, columns: COLUMNS, ids },
    read: async (some) => (await readInOrder(database, scope, some)).map(personItem),
  })
}
