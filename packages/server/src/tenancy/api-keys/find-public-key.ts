import type { RealClock } from '../../platform/time/clock.ts'
import type { Reading } from '../caller/context.ts'
import { findPublicKey as findRow } from './store.ts'

/** The key for the store's pages. */
export function findPublicKey(
  { database, clock }: Reading & { readonly clock: RealClock },
  storeId: string,
): Promise<string | null> {
  return findRow(database, storeId, clock.now())
}
