import type { RealWriting } from '../context.ts'
import { accept, existing } from '../refusal.ts'
import { lockStore } from '../stores/store.ts'
import { actorOf } from './api-key.ts'
import { decideRevocation } from './rules.ts'
import { findKey, keyEndUpdate, listActiveKeys } from './store.ts'

export type RevokeKeyInput = {
  readonly storeId: string
  readonly actorId: string
  readonly keyId: string
}

/** From then on every process refuses the key as soon as it has forgotten it: within 1 s. */
export function revokeKey(
  { writer, clock }: RealWriting,
  { storeId, actorId, keyId }: RevokeKeyInput,
): Promise<void> {
  return writer.transaction(`store/${storeId}`, async (tx) => {
    await lockStore(tx, storeId)
    const now = clock.now()
    const active = await listActiveKeys(tx, storeId, now)
    actorOf(active, actorId)
    const key = existing(await findKey(tx, { storeId, id: keyId }), 'api_key', keyId)
    const revoked = accept(decideRevocation({ key, active, now }))
    return revoked === undefined
      ? tx.commit(undefined)
      : tx.commit(undefined, keyEndUpdate(revoked))
  })
}
