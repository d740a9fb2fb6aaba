import { readWholeList } from '../../platform/filters/read-whole-list.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { type Exporting, listFile, mayRead, refuseTooMany } from '../lists/exporting.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { decisionList, findPage, readInOrder } from './list-store.ts'
import { lenderDecisionItem } from './view.ts'

const COLUMNS = [
  ...['id', 'store.id', 'store.name', 'order_id', 'outcome', 'decider', 'version', 'reasons'],
  ...['review.outcome', 'review.created', 'created'],
]

/** Decisions over all stores, as CSV. Refusals: `query_invalid`. */
export async function exportDecisions(
  { database, ...exporting }: Reading & Exporting,
  caller: LenderCaller,
  parameters: URLSearchParams,
): Promise<AsyncIterable<string>> {
  mayRead(caller, 'decisions:read')
  const query = readWholeList(decisionList, parameters, LENDER_ZONE)
  const { sandbox } = caller
  const { count, ids } = await findPage(database, sandbox, query)
  refuseTooMany(count)
  return listFile(exporting, caller, {
    ...{ list: 'decisions', filters: `${parameters}`, columns: COLUMNS, ids },
    read: async (some) => (await readInOrder(database, sandbox, some)).map(lenderDecisionItem),
  })
}
