/**
 * Keys of the lender. Invariants: 1. a key has a mode, scopes, and expires within a year. 2. In
 * live mode it works only from the addresses that it names. 3. The number of working keys is
 * limited. 4. A key that has ended never works again. 5. Rotating a key does not extend it.
 */
import { type LenderKeyWish, lenderScopes, limits } from '@svc/api'
import type { LenderKey } from '../../model/keys/lender-key.ts'
import type { Decision } from '../../platform/refusal.ts'

type LenderKeyPlan = Pick<LenderKey, 'name' | 'mode' | 'scopes' | 'addresses' | 'expiresAt'>

type NewLenderKey = {
  readonly wish: LenderKeyWish
  /** `wish.expires_at` as a moment. */
  readonly expiresAt: Date
  /** How many keys work. */
  readonly active: number
  readonly now: Date
}

const DAYS_MAX = 365
const DAY_MS = 86_400_000

export function decideLenderKey(input: NewLenderKey): Decision<LenderKeyPlan> {
  const { wish, expiresAt, active, now } = input
  const fields: Record<string, string[]> = {}
  const left = expiresAt.getTime() - now.getTime()
  if (left <= 0) fields.expires_at = ['must be in the future']
  if (left > DAYS_MAX * DAY_MS) fields.expires_at = [`must be within ${DAYS_MAX} days`]
  if (wish.mode === 'live' && wish.addresses === undefined) {
    fields.addresses = ['is required in live mode']
  }
  if (Object.keys(fields).length > 0) return { refused: 'body_invalid', detail: { fields } }
  if (active >= limits.apiKeysMax) {
    const values = { limit: limits.apiKeysMax, state: 'active' }
    return { refused: 'lender_key_limit_reached', detail: { values } }
  }
  return {
    plan: {
      name: wish.name,
      mode: wish.mode,
      scopes: lenderScopes.filter((each) => wish.scopes.includes(each)),
      addresses: wish.addresses ?? null,
      expiresAt,
    },
  }
}

type Rotating = {
  readonly old: LenderKey
  /** When the old one ends; it may end before. */
  readonly until: Date
  readonly active: number
  readonly now: Date
}

type Rotation = {
  readonly next: LenderKeyPlan & Pick<LenderKey, 'ownerId'>
  readonly old: LenderKey
}

/** The new one may what the old one might, and ends when it would have. */
export function decideRotation({ old, until, active, now }: Rotating): Decision<Rotation> {
  if (old.revokedAt !== null || old.expiresAt <= now) {
    const state = old.revokedAt === null ? 'expired' : 'revoked'
    return { refused: 'api_key_ended', detail: { values: { state } } }
  }
  if (until > now && active >= limits.apiKeysMax) {
    const values = { limit: limits.apiKeysMax, state: 'active' }
    return { refused: 'lender_key_limit_reached', detail: { values } }
  }
  const { name, mode, scopes, addresses, expiresAt, ownerId } = old
  const next = { name, mode, scopes, addresses, expiresAt, ownerId }
  if (until <= now) return { plan: { next, old: { ...old, revokedAt: now } } }
  return { plan: { next, old: expiresAt < until ? old : { ...old, expiresAt: until } } }
}
