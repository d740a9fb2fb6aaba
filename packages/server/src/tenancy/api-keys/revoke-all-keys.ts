import { type ApiKey, actorOf, operator } from '../../model/keys/api-key.ts'
import { accept } from '../../platform/refusal.ts'
import { lockStore } from '../accounts/store.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { revocationOf } from './action.ts'
import { decideRevokeAll } from './rules.ts'
import { keyEndUpdate, listActiveKeys } from './store.ts'

type RevokeAllKeysInput = {
  readonly storeId: string
  /** Null: an owner of the store. */
  readonly actorId: string | null
  /** Ids of the keys to keep; undefined: the calling key. */
  readonly except: readonly string[] | undefined
}

/** Revokes every key of the store except a few, in one transaction. */
export function revokeAllKeys(
  writing: RealWriting,
  { storeId, actorId, except }: RevokeAllKeysInput,
): Promise<readonly ApiKey[]> {
  const { writer, clock } = writing
  return writer.transaction(`store/${storeId}`, async (tx) => {
    await lockStore(tx, storeId)
    const now = clock.now()
    const active = await listActiveKeys(tx, storeId, now)
    const actor = actorId === null ? operator : actorOf(active, actorId)
    const revoked = accept(decideRevokeAll({ actor, except, active, now }))
    const written = revoked.map((each) =>
      acted(writing, revocationOf({ ...each, revokedAt: null }, each), keyEndUpdate(each)),
    )
    return tx.commit(revoked, ...written)
  })
}
