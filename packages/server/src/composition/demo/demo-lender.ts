/** The lender of the demo: a key of the sandbox that follows from `SECRET_KEY`. */
import { type LenderKeyWish, lenderScopes } from '@svc/api'
import { createLenderKey } from '../../lender/keys/create-lender-key.ts'
import { findLenderKeyByHash } from '../../lender/keys/store.ts'
import type { Reader } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import { deriveKey, hashKey } from '../../tenancy/api-keys/key-format.ts'
import type { RealWriting } from '../../tenancy/caller/context.ts'

const MONTH_LENGTH = 'YYYY-MM'.length
const DAYS = 90

/**
 * It stays the same for a month; the next month has another one, and this one ends later. Null: the
 * lender has as many keys as it may.
 */
export async function prepareLenderKey(
  reader: Reader,
  writing: RealWriting,
  secretKey: string,
): Promise<string | null> {
  const now = writing.clock.now()
  const month = now.toISOString().slice(0, MONTH_LENGTH)
  const text = deriveKey('lender', secretKey, `demo lender ${month}`)
  const isThere = async () => (await findLenderKeyByHash(reader, hashKey(text))) !== undefined
  if (await isThere()) return text
  const end = new Date(now.getTime() + DAYS * 86_400_000)
  const wish: LenderKeyWish = {
    name: `Demo ${month}`,
    mode: 'sandbox',
    scopes: [...lenderScopes],
    expires_at: end.toISOString(),
  }
  try {
    await createLenderKey(writing, { wish, text })
    return text
  } catch (error) {
    // Of two processes that start together one makes it.
    if (await isThere()) return text
    if (error instanceof Refused) return null
    throw error
  }
}
