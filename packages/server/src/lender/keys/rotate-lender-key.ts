import { limits } from '@svc/api'
import { hintOf } from '../../model/keys/api-key.ts'
import type { LenderKey } from '../../model/keys/lender-key.ts'
import { accept, existing } from '../../platform/refusal.ts'
import { acted } from '../../tenancy/actions/acted.ts'
import { formatKey, hashKey } from '../../tenancy/api-keys/key-format.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'
import { creationOf, rotationOf } from './action.ts'
import { decideRotation } from './rules.ts'
import {
  countActiveLenderKeys,
  findLenderKey,
  lenderKeyExpiry,
  lenderKeyRow,
  lockLenderKeys,
} from './store.ts'

const KEY_BYTES = 32
const MINUTE_MS = 60_000

type Rotate = {
  readonly keyId: string
  readonly overlapMinutes: number | undefined
  /** The caller. */
  readonly makerId: string | null
}

/**
 * A new key like the old one, which works on for a while so that all its users can change.
 * Refusals: `lender_key_not_found`, `api_key_ended`, `lender_key_limit_reached`.
 */
export function rotateLenderKey(
  writing: RealWriting,
  { keyId, overlapMinutes = limits.overlapMinutesDefault, makerId }: Rotate,
): Promise<{ readonly key: LenderKey; readonly text: string }> {
  const { writer, clock, ids } = writing
  return writer.transaction('lender_keys', async (tx) => {
    await lockLenderKeys(tx)
    const now = clock.now()
    const old = existing(await findLenderKey(tx, keyId), 'lender_key', keyId)
    const until = new Date(now.getTime() + overlapMinutes * MINUTE_MS)
    const active = await countActiveLenderKeys(tx, now)
    const plan = accept(decideRotation({ old, until, active, now }))
    const text = formatKey('lender', ids.bytes(KEY_BYTES))
    const own = { id: ids.next(), hint: hintOf(text), createdAt: now, makerId }
    const key: LenderKey = { ...plan.next, ...own, lastUsedAt: null, revokedAt: null }
    // The second person sees the first row: it says what the key may do.
    return tx.commit(
      { key, text },
      acted(writing, creationOf(key), lenderKeyRow(key, hashKey(text))),
      acted(writing, rotationOf(old, plan.old, key), lenderKeyExpiry(plan.old)),
    )
  })
}
