import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import { findLine, type OpenedLine } from './list-store.ts'

/** A commercial transaction with its order, its entry in the ledger and its payout. */
export async function getPayment(
  { database }: Reading,
  { store, sandbox }: Caller,
  id: string,
): Promise<OpenedLine> {
  return existing(await findLine(database, { storeId: store.id, sandbox }, id), 'payment', id)
}
