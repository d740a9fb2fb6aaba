import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import { readSummedQuery } from '../lists/summing.ts'
import { lenderOrderList, listOrders as listRows } from './list-store.ts'

/**
 * A page of the orders of all stores in the caller's mode, with the count of all that fit; with
 * `summary=true` also what they come to.
 */
export async function listOrders(
  { database }: Reading,
  { sandbox }: LenderCaller,
  parameters: URLSearchParams,
) {
  const wanted = readSummedQuery(lenderOrderList, parameters)
  return { page: wanted.query, ...(await listRows(database, sandbox, wanted)) }
}
