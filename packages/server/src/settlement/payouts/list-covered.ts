import type { ListQuery } from '../../platform/filters/list-table.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import { type ListedLine, listLines, paymentList } from '../settlements/list-store.ts'
import { findPayout } from './store.ts'

type CoveredQuery = { readonly payoutId: string; readonly parameters: URLSearchParams }

/** A page of the commercial transactions that a payout covers: their nets are its amount. */
export async function listCovered(
  { database }: Reading,
  { store, sandbox }: Caller,
  { payoutId, parameters }: CoveredQuery,
): Promise<{ count: number; lines: ListedLine[]; page: ListQuery }> {
  const page = readListQuery(paymentList, parameters, { timeZone: store.timeZone })
  const key = { storeId: store.id, sandbox }
  const payout = existing(await findPayout(database, key, payoutId), 'payout', payoutId)
  const { count, lines } = await listLines(database, { ...key, payout }, page)
  return { count, lines, page }
}
