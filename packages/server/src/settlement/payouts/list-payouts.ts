import type { Payout } from '../../model/payouts/payout.ts'
import type { ListQuery } from '../../platform/filters/list-table.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import { listPayouts as listRows, payoutList } from './list-store.ts'

/** A page of the store's payouts, with the exact count of all that fit. */
export async function listPayouts(
  { database }: Reading,
  { store, sandbox }: Caller,
  parameters: URLSearchParams,
): Promise<{ count: number; payouts: Payout[]; page: ListQuery }> {
  const page = readListQuery(payoutList, parameters, { timeZone: store.timeZone })
  const { count, payouts } = await listRows(database, { storeId: store.id, sandbox }, page)
  return { count, payouts, page }
}
