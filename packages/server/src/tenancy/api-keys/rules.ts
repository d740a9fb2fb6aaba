/**
 * Who may create, replace and revoke keys. Invariants: 1. a key never has more rights than the one
 * that created it, in scopes, mode, addresses and expiry. 2. Only private keys have scopes and
 * addresses, and at least one scope. 3. A store keeps a private key with keys:write whose mode,
 * addresses and expiry reach as far as those of any key that it gives up: without one nobody could
 * ever create such a key again. 4. The number of working keys is limited. 5. A key that has ended
 * never works again. 6. A key restricted to a mode revokes only keys restricted to the same one.
 */
import { type ApiKeyWish, limits, type Scope, scopes } from '@svc/api'
import { type ApiKey, type Bounds, isActive, type KeyActor } from '../../model/keys/api-key.ts'
import type { Decision } from '../../platform/refusal.ts'
import { passedBounds } from './bounds.ts'

export type KeyPlan = Bounds & Pick<ApiKey, 'name' | 'kind' | 'makerId'>

type NewKeyInput = {
  readonly actor: KeyActor
  readonly wish: ApiKeyWish
  /** `wish.expires_at` as an instant; null: as long as the actor. */
  readonly expiresAt: Date | null
  readonly active: readonly ApiKey[]
  readonly now: Date
}

/** Unspecified limits of a new key are those of the key that creates it. */
export function decideNewKey(input: NewKeyInput): Decision<KeyPlan> {
  const { actor, wish, expiresAt, active, now } = input
  const { name, kind } = wish
  const fields = newKeyFaults(wish, { expiresAt, now })
  if (Object.keys(fields).length > 0) return { refused: 'body_invalid', detail: { fields } }
  const isPublic = kind === 'public'
  const requested = isPublic ? [] : (wish.scopes ?? actor.scopes)
  const bounds: Bounds = {
    scopes: scopes.filter((each) => requested.includes(each)),
    mode: wish.mode ?? actor.mode,
    // Pages are opened from anywhere.
    addresses: isPublic ? null : (wish.addresses ?? actor.addresses),
    expiresAt: expiresAt ?? actor.expiresAt,
  }
  const refusal = refusalOf(actor, { kind, bounds }, active)
  return refusal ?? { plan: { name, kind, makerId: actor.id, ...bounds } }
}

function newKeyFaults(
  wish: ApiKeyWish,
  { expiresAt, now }: { expiresAt: Date | null; now: Date },
): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  if (wish.kind === 'public' && (wish.scopes ?? []).length > 0) {
    fields.scopes = ['a public key has no scopes: leave them out']
  }
  if (wish.kind === 'private' && wish.scopes?.length === 0) {
    fields.scopes = ['must have at least 1 item']
  }
  if (wish.kind === 'public' && (wish.addresses ?? []).length > 0) {
    fields.addresses = ['a public key works from everywhere: leave them out']
  }
  if (wish.kind === 'private' && wish.addresses?.length === 0) {
    fields.addresses = ['must have at least 1 item']
  }
  if (expiresAt !== null && expiresAt.getTime() <= now.getTime()) {
    fields.expires_at = ['must be in the future']
  }
  return fields
}

type Wanted = { readonly kind: ApiKey['kind']; readonly bounds: Bounds }

function refusalOf(
  actor: KeyActor,
  { kind, bounds }: Wanted,
  active: readonly ApiKey[],
): Decision<never> | undefined {
  const missing = missingScope(actor, bounds)
  if (missing !== undefined) {
    return { refused: 'scope_missing', detail: { values: { scope: missing } } }
  }
  const addresses = kind === 'public' ? actor.addresses : bounds.addresses
  const fields = passedBounds(actor, { ...bounds, addresses })
  const [bound] = Object.keys(fields)
  if (bound !== undefined)
    return { refused: 'api_key_wider', detail: { values: { bound }, fields } }
  if (active.length < limits.apiKeysMax) return undefined
  const values = { limit: limits.apiKeysMax, state: 'active' }
  return { refused: 'api_key_limit_reached', detail: { values } }
}

function missingScope(actor: Bounds, bounds: Bounds): Scope | undefined {
  return bounds.scopes.find((scope) => !actor.scopes.includes(scope))
}

type RotationInput = {
  readonly actor: KeyActor
  readonly old: ApiKey
  /** When the old key stops working. */
  readonly until: Date
  readonly active: readonly ApiKey[]
  readonly now: Date
}

type RotationPlan = { readonly next: KeyPlan; readonly old: ApiKey }

/**
 * The new key is like the old one, with the same end. The old key stays valid until then, or until
 * its own end.
 */
export function decideRotation(input: RotationInput): Decision<RotationPlan> {
  const { actor, old, until, active, now } = input
  if (!isActive(old, now)) {
    const state = old.revokedAt === null ? 'expired' : 'revoked'
    return { refused: 'api_key_ended', detail: { values: { state } } }
  }
  const beside = until.getTime() > now.getTime() ? active : active.filter(({ id }) => id !== old.id)
  const { name, kind, scopes: granted, mode, addresses, expiresAt } = old
  const bounds = { scopes: granted, mode, addresses, expiresAt }
  const refusal = refusalOf(actor, { kind, bounds }, beside)
  if (refusal !== undefined) return refusal
  const sooner = old.expiresAt !== null && old.expiresAt.getTime() < until.getTime()
  return {
    plan: {
      next: { name, kind, makerId: actor.id, ...bounds },
      old: sooner ? old : { ...old, expiresAt: until },
    },
  }
}

type RevocationInput = {
  readonly actor: KeyActor
  readonly key: ApiKey
  /** Valid keys that it has created, or that were created by those. */
  readonly minted: readonly ApiKey[]
  /** Whether they end with it. */
  readonly cascade: boolean
  readonly active: readonly ApiKey[]
  readonly now: Date
}

/** Every key that is revoked, in its new state; none if it is revoked already. */
export function decideRevocation(input: RevocationInput): Decision<readonly ApiKey[]> {
  const { actor, key, minted, cascade, active, now } = input
  const own = key.revokedAt === null ? [key] : []
  return endings({ actor, ending: cascade ? [...own, ...minted] : own, active, now })
}

type RevokeAllInput = {
  readonly actor: KeyActor
  /** Ids of the keys to keep; absent: the calling key. */
  readonly except: readonly string[] | undefined
  readonly active: readonly ApiKey[]
  readonly now: Date
}

/** For emergencies: every key except the named ones. */
export function decideRevokeAll(input: RevokeAllInput): Decision<readonly ApiKey[]> {
  const { actor, active, now } = input
  const except = input.except ?? (actor.id === null ? [] : [actor.id])
  const unknown = except.findIndex((id) => active.every((key) => key.id !== id))
  if (unknown >= 0) {
    const fields = { [`except.${unknown}`]: ['is no key of the store that works'] }
    return { refused: 'body_invalid', detail: { fields } }
  }
  return endings({ actor, ending: active.filter(({ id }) => !except.includes(id)), active, now })
}

type Endings = Pick<RevokeAllInput, 'actor' | 'active' | 'now'> & {
  readonly ending: readonly ApiKey[]
}

function endings({ actor, ending, active, now }: Endings): Decision<readonly ApiKey[]> {
  if (actor.mode !== null && ending.some(({ mode }) => mode !== actor.mode)) {
    return { refused: 'mode_not_allowed', detail: { values: { mode: actor.mode } } }
  }
  const left = active.filter(({ id }) => ending.every((key) => key.id !== id))
  const lost = ending.find(
    (key) => isActive(key, now) && managesKeys(key) && !left.some((each) => replaces(each, key)),
  )
  // The operator creates new keys.
  if (lost !== undefined && actor.id !== null) {
    return { refused: 'api_key_last', detail: { values: { state: 'active' } } }
  }
  return { plan: ending.map((key) => ({ ...key, revokedAt: now })) }
}

function managesKeys({ kind, scopes: granted }: ApiKey): boolean {
  return kind === 'private' && granted.includes('keys:write')
}

function replaces(other: ApiKey, key: ApiKey): boolean {
  return managesKeys(other) && Object.keys(passedBounds(other, key)).length === 0
}
