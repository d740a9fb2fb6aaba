import { hasOwnTerms, storeIn } from '../../model/stores/store-terms.ts'
import type { StreamKey } from '../../model/streams/stream-key.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { Places } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { accountOf } from './account.ts'
import { listTerms as listRows, termsList } from './list-store.ts'

/**
 * A page of the versions by which a store goes in a mode: its own, or those of live mode. Refusals:
 * `store_not_found`.
 */
export async function listTerms(
  places: Places,
  { storeId, sandbox }: StreamKey,
  parameters: URLSearchParams,
) {
  const page = readListQuery(termsList, parameters, LENDER_ZONE)
  const stored = await accountOf(places, storeId)
  const at = (await places.clocks.of({ storeId, sandbox })).now()
  const { terms } = storeIn(stored, { sandbox, at })
  const own = hasOwnTerms(stored, { sandbox })
  const scope = { storeId, sandbox: own, inForce: terms.version, at }
  return { store: stored, page, ...(await listRows(places.database, scope, page)) }
}
