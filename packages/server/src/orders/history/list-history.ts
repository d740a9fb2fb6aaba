import { findOrder } from '../../kernel/orders/store.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import type { HistoryEntry } from './entry.ts'
import { listEntries } from './store.ts'

type HistoryQuery = {
  readonly ref: string
  readonly page: number
  readonly pageSize: number
}

/** A page of the buyer's earlier orders that the store sent, newest first. */
export async function listHistory(
  { database }: Reading,
  { store, sandbox }: Caller,
  { ref, ...page }: HistoryQuery,
): Promise<{ count: number; entries: HistoryEntry[] }> {
  const key = { storeId: store.id, sandbox, ref }
  const order = existing(await findOrder(database, key), 'order', ref)
  return listEntries(database, order, page)
}
