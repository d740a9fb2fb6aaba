import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { type Exporting, exportList } from '../lists/exporting.ts'
import { decisionList, findPage, readInOrder } from './list-store.ts'
import { lenderDecisionItem } from './view.ts'

const COLUMNS = [
  ...['id', 'store.id', 'store.name', 'order_id', 'outcome', 'decider', 'version', 'reasons'],
  ...['review.outcome', 'review.created', 'created'],
]

/** Decisions over all stores, as CSV. Refusals: `query_invalid`. */
export function exportDecisions(
  { database, ...exporting }: Reading & Exporting,
  caller: LenderCaller,
  parameters: URLSearchParams,
): Promise<AsyncIterable<string>> {
  const { sandbox } = caller
  return exportList(exporting, caller, parameters, {
    ...{ list: 'decisions', permission: 'decisions:read', columns: COLUMNS, table: decisionList },
    find: (query) => findPage(database, sandbox, query),
    read: async (ids) => (await readInOrder(database, sandbox, ids)).map(lenderDecisionItem),
  })
}
