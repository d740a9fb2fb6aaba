import type { LenderKeyWish } from '@svc/api'
import { hintOf } from '../../model/keys/api-key.ts'
import type { LenderKey } from '../../model/keys/lender-key.ts'
import { accept } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import { formatKey, hashKey } from '../../tenancy/api-keys/key-format.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { creationOf } from './action.ts'
import { endOf } from './input.ts'
import { decideLenderKey } from './rules.ts'
import { countActiveLenderKeys, lenderKeyRow, lockLenderKeys } from './store.ts'

const KEY_BYTES = 32

/** A key and its text, which is nowhere after the answer. */
export type IssuedLenderKey = { readonly key: LenderKey; readonly text: string }

type NewKey = {
  readonly wish: LenderKeyWish
  /** The person who makes it and answers for it; absent: the command line makes it. */
  readonly ownerId?: string | null
  readonly text?: string
}

/** `text`: absent, a random one. Refusals: `body_invalid`, `lender_key_limit_reached`. */
export function createLenderKey(
  writing: RealWriting,
  { wish, ownerId = null, text: given }: NewKey,
): Promise<IssuedLenderKey> {
  const { writer, clock, ids } = writing
  return writer.transaction('lender_keys', async (tx) => {
    await lockLenderKeys(tx)
    const now = clock.now()
    const active = await countActiveLenderKeys(tx, now)
    const plan = accept(decideLenderKey({ wish, expiresAt: endOf(wish), active, now }))
    const text = given ?? formatKey('lender', ids.bytes(KEY_BYTES))
    const own = { id: ids.next(), hint: hintOf(text), createdAt: now }
    const people = { ownerId, makerId: ownerId }
    const key: LenderKey = { ...plan, ...people, ...own, lastUsedAt: null, revokedAt: null }
    const row = lenderKeyRow(key, hashKey(text))
    return tx.commit({ key, text }, acted(writing, creationOf(key), row))
  })
}
