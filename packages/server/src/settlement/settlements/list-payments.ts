import type { ListQuery } from '../../platform/filters/list-table.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import { type ListedLine, listLines, paymentList } from './list-store.ts'

/**
 * A page of the store's commercial transactions, filtered and ordered as the URL asks, with the
 * exact count of all that fit (contract §9).
 */
export async function listPayments(
  { database }: Reading,
  { store, sandbox }: Caller,
  parameters: URLSearchParams,
): Promise<{ count: number; lines: ListedLine[]; page: ListQuery }> {
  const page = readListQuery(paymentList, parameters, { timeZone: store.timeZone })
  const { count, lines } = await listLines(database, { storeId: store.id, sandbox }, page)
  return { count, lines, page }
}
