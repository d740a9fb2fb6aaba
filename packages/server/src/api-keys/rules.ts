/**
 * Who may make, replace and end keys. Invariants: 1. nobody hands out a scope that he does not have
 * himself. 2. Only private keys have scopes, and at least one. 3. A store keeps a private key with
 * settings:write that lasts at least as long as any it gives up: without one nobody could ever make
 * a key again. 4. The number of keys that work is bounded. 5. A key that has ended stays ended.
 */
import { type ApiKeyWish, limits, type Scope, scopes } from '@svc/api'
import type { Decision } from '../refusal.ts'
import { type ApiKey, isActive } from './api-key.ts'

export type KeyPlan = {
  readonly name: string
  readonly kind: ApiKey['kind']
  readonly scopes: readonly Scope[]
  readonly expiresAt: Date | null
}

export type NewKeyInput = {
  /** The key that asks. */
  readonly actor: ApiKey
  readonly wish: ApiKeyWish
  /** `wish.expires_at` as a moment. */
  readonly expiresAt: Date | null
  readonly active: readonly ApiKey[]
  readonly now: Date
}

export function decideNewKey(input: NewKeyInput): Decision<KeyPlan> {
  const { actor, wish, expiresAt, active, now } = input
  const fields: Record<string, string[]> = {}
  if (wish.kind === 'public' && (wish.scopes ?? []).length > 0) {
    fields.scopes = ['a public key has no scopes: leave them out']
  }
  if (wish.kind === 'private' && wish.scopes?.length === 0) {
    fields.scopes = ['must have at least 1 item']
  }
  if (expiresAt !== null && expiresAt.getTime() <= now.getTime()) {
    fields.expires_at = ['must be in the future']
  }
  if (Object.keys(fields).length > 0) return { refused: 'body_invalid', detail: { fields } }
  const wanted = wish.kind === 'public' ? [] : (wish.scopes ?? actor.scopes)
  const refusal = refusalOf(actor, wanted, active)
  if (refusal !== undefined) return refusal
  const { name, kind } = wish
  return { plan: { name, kind, scopes: scopes.filter((each) => wanted.includes(each)), expiresAt } }
}

function refusalOf(
  actor: ApiKey,
  wanted: readonly Scope[],
  active: readonly ApiKey[],
): Decision<never> | undefined {
  const missing = wanted.find((scope) => !actor.scopes.includes(scope))
  if (missing !== undefined) {
    return { refused: 'scope_missing', detail: { values: { scope: missing } } }
  }
  if (active.length < limits.apiKeysMax) return undefined
  const values = { limit: limits.apiKeysMax, state: 'active' }
  return { refused: 'api_key_limit_reached', detail: { values } }
}

export type RotationInput = {
  readonly actor: ApiKey
  readonly old: ApiKey
  /** When the old key stops working. */
  readonly until: Date
  readonly active: readonly ApiKey[]
  readonly now: Date
}

export type RotationPlan = { readonly next: KeyPlan; readonly old: ApiKey }

/** The old key goes on until then, or until it would have ended anyway. */
export function decideRotation(input: RotationInput): Decision<RotationPlan> {
  const { actor, old, until, active, now } = input
  if (!isActive(old, now)) {
    const state = old.revokedAt === null ? 'expired' : 'revoked'
    return { refused: 'api_key_ended', detail: { values: { state } } }
  }
  const beside = until.getTime() > now.getTime() ? active : active.filter(({ id }) => id !== old.id)
  const refusal = refusalOf(actor, old.scopes, beside)
  if (refusal !== undefined) return refusal
  const { name, kind, scopes: granted } = old
  const sooner = old.expiresAt !== null && old.expiresAt.getTime() < until.getTime()
  return {
    plan: {
      next: { name, kind, scopes: granted, expiresAt: null },
      old: sooner ? old : { ...old, expiresAt: until },
    },
  }
}

export type RevocationInput = {
  readonly key: ApiKey
  readonly active: readonly ApiKey[]
  readonly now: Date
}

/** Undefined: it is revoked already. */
export function decideRevocation({
  key,
  active,
  now,
}: RevocationInput): Decision<ApiKey | undefined> {
  if (key.revokedAt !== null) return { plan: undefined }
  const others = active.filter(({ id }) => id !== key.id)
  const replaced = others.some((other) => managesKeys(other) && endOf(other) >= endOf(key))
  if (isActive(key, now) && managesKeys(key) && !replaced) {
    return { refused: 'api_key_last', detail: { values: { state: 'active' } } }
  }
  return { plan: { ...key, revokedAt: now } }
}

function managesKeys({ kind, scopes: granted }: ApiKey): boolean {
  return kind === 'private' && granted.includes('settings:write')
}

function endOf({ expiresAt }: ApiKey): number {
  return expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt.getTime()
}
