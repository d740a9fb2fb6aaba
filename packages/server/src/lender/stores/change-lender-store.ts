import type { LenderStoreChange } from '@svc/api'
import type { StoredAccount } from '../../model/stores/store-terms.ts'
import { isId } from '../../platform/ids.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { lockStore } from '../../tenancy/accounts/store.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { registerUpdate } from '../../tenancy/stores/store.ts'
import { changeOf } from './action.ts'
import { decideChange } from './rules.ts'

/**
 * The lender's data on a store, bound to the version that was read. Refusals: `store_not_found`,
 * `terms_conflict`.
 */
export function changeLenderStore(
  writing: RealWriting,
  { storeId, change }: { readonly storeId: string; readonly change: LenderStoreChange },
): Promise<StoredAccount> {
  return writing.writer.transaction(`store/${storeId}`, async (tx) => {
    const before = existing(await lockStore(tx, isId(storeId) ? storeId : ''), 'store', storeId)
    const after = accept(decideChange(before, change))
    const action = changeOf(before, after, change.reason)
    if (action === undefined) return tx.commit(before)
    return tx.commit(after, acted(writing, action, registerUpdate(after)))
  })
}
