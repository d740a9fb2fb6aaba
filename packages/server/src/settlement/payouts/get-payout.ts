import type { Payout } from '../../model/payouts/payout.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import { findPayout } from './store.ts'

export async function getPayout(
  { database }: Reading,
  { store, sandbox }: Caller,
  id: string,
): Promise<Payout> {
  return existing(await findPayout(database, { storeId: store.id, sandbox }, id), 'payout', id)
}
