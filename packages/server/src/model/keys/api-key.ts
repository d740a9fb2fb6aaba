import { type Scope, scopes } from '@svc/api'
import { Refused } from '../../platform/refusal.ts'

export type Mode = 'sandbox' | 'live'

/** The scopes of a key, its mode, its addresses and its end. */
export type Bounds = {
  readonly scopes: readonly Scope[]
  /** Null: both. */
  readonly mode: Mode | null
  /** Addresses and ranges from which it may be used; null: any. */
  readonly addresses: readonly string[] | null
  readonly expiresAt: Date | null
}

export type ApiKey = Bounds & {
  readonly storeId: string
  readonly id: string
  readonly kind: 'private' | 'public'
  readonly name: string
  /** The key that created it; null: the operator. */
  readonly makerId: string | null
  /** The first and last characters; null if the service has never seen the key itself. */
  readonly hint: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

/** The author of changes of keys: a key, or the operator (id null). */
export type KeyActor = Bounds & { readonly id: string | null }

/** Anyone with access to the command line may grant anything. */
export const operator: KeyActor = {
  ...{ id: null, scopes, mode: null, addresses: null, expiresAt: null },
}

export function isActive(
  { expiresAt, revokedAt }: Pick<ApiKey, 'expiresAt' | 'revokedAt'>,
  now: Date,
): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt.getTime() > now.getTime())
}

export function worksIn(
  { mode }: Pick<Bounds, 'mode'>,
  { sandbox }: { readonly sandbox: boolean },
): boolean {
  return mode === null || mode === (sandbox ? 'sandbox' : 'live')
}

/** Identifies a key to a person, without revealing it. */
export function hintOf(key: string): string {
  return `${key.slice(0, 'sk_'.length + 4)}…${key.slice(-4)}`
}

/** The calling key, in its present state: it may have ended since it was cached. */
export function actorOf(active: readonly ApiKey[], id: string): ApiKey {
  const actor = active.find((key) => key.id === id)
  if (actor === undefined) throw new Refused('key_invalid')
  return actor
}

/** No key is ever stored with a request. */
export function withoutKeys(text: string): string {
  return text.replace(/[spl]k_[a-z2-7]{56}/gi, '…')
}
