import type { LenderKey } from '../../model/keys/lender-key.ts'
import { existing } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { revocationOf } from './action.ts'
import { findLenderKey, lenderKeyEnd, lockLenderKeys } from './store.ts'

/** From then on every process refuses the key within 1 s. Refusals: `lender_key_not_found`. */
export function revokeLenderKey(writing: RealWriting, keyId: string): Promise<LenderKey> {
  const { writer, clock } = writing
  return writer.transaction('lender_keys', async (tx) => {
    await lockLenderKeys(tx)
    const key = existing(await findLenderKey(tx, keyId), 'lender_key', keyId)
    if (key.revokedAt !== null) return tx.commit(key)
    const after = { ...key, revokedAt: clock.now() }
    const end = lenderKeyEnd(key, after.revokedAt)
    return tx.commit(after, acted(writing, revocationOf(key, after), end))
  })
}
