import { hasOwnTerms, storeIn } from '../../model/stores/store-terms.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { existing } from '../../platform/refusal.ts'
import { dayOf } from '../../platform/time/calendar.ts'
import type { Places } from '../../tenancy/caller/context.ts'
import { accountOf } from './account.ts'
import { type ProductRates, ratesOf } from './annual-rates.ts'
import { findVersion } from './list-store.ts'

/**
 * What a version, past, in force or coming, costs a buyer by the year, if it were signed today.
 * Refusals: `store_not_found`, `terms_not_found`.
 */
export async function readRates(
  places: Places,
  { storeId, sandbox }: StreamKey,
  version: number,
): Promise<readonly ProductRates[]> {
  const stored = await accountOf(places, storeId)
  const at = (await places.clocks.of({ storeId, sandbox })).now()
  const { terms, timeZone } = storeIn(stored, { sandbox, at })
  const own = hasOwnTerms(stored, { sandbox })
  const scope = { storeId, sandbox: own, inForce: terms.version, at }
  const row = await findVersion(places.database, scope, version)
  const { products } = existing(row, 'terms', String(version)).terms
  return ratesOf(products, dayOf(at, timeZone))
}
