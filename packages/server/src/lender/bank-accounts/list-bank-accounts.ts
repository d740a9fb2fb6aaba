import type { StreamKey } from '../../model/streams/stream-key.ts'
import { readListQuery } from '../../platform/filters/read-list-query.ts'
import type { Places } from '../../tenancy/caller/context.ts'
import { LENDER_ZONE } from '../lists/zone.ts'
import { accountOf } from '../terms/account.ts'
import { bankAccountList, listBankAccounts as listRows } from './list-store.ts'

/** A page of the accounts that were named for a store. Refusals: `store_not_found`. */
export async function listBankAccounts(
  { database, clocks }: Places,
  { storeId, sandbox }: StreamKey,
  parameters: URLSearchParams,
) {
  const page = readListQuery(bankAccountList, parameters, LENDER_ZONE)
  const { id } = await accountOf({ database }, storeId)
  const at = (await clocks.of({ storeId: id, sandbox })).now()
  return { page, ...(await listRows(database, { storeId: id, sandbox, at }, page)) }
}
