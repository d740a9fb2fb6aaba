import { type ApiKey, actorOf, operator } from '../../model/keys/api-key.ts'
import { isId } from '../../platform/ids.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { lockStore } from '../accounts/store.ts'
import { acted } from '../actions/acted.ts'
import type { RealWriting } from '../caller/context.ts'
import { revocationOf } from './action.ts'
import { decideRevocation } from './rules.ts'
import { findKey, keyEndUpdate, listActiveKeys, listMinted } from './store.ts'

type RevokeKeyInput = {
  readonly storeId: string
  /** Null: the operator. */
  readonly actorId: string | null
  readonly keyId: string
  /** Whether the keys that it has created are revoked too. */
  readonly cascade: boolean
}

export type Revoked = { readonly key: ApiKey; readonly minted: readonly ApiKey[] }

/** Every process rejects the key once its cache has expired: within 1 s. */
export function revokeKey(
  writing: RealWriting,
  { storeId, actorId, keyId, cascade }: RevokeKeyInput,
): Promise<Revoked> {
  const { writer, clock } = writing
  return writer.transaction(`store/${storeId}`, async (tx) => {
    existing(isId(storeId) ? await lockStore(tx, storeId) : undefined, 'store', storeId)
    const now = clock.now()
    const active = await listActiveKeys(tx, storeId, now)
    const actor = actorId === null ? operator : actorOf(active, actorId)
    const key = existing(await findKey(tx, { storeId, id: keyId }), 'api_key', keyId)
    const minted = await listMinted(tx, { storeId, id: keyId, now })
    const revoked = accept(decideRevocation({ actor, key, minted, cascade, active, now }))
    const after = revoked.find(({ id }) => id === keyId) ?? key
    const written = revoked.map((each) =>
      acted(writing, revocationOf({ ...each, revokedAt: null }, each), keyEndUpdate(each)),
    )
    return tx.commit({ key: after, minted }, ...written)
  })
}
