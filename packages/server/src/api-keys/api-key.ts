import type { Scope } from '@svc/api'
import { Refused } from '../refusal.ts'

export type ApiKey = {
  readonly storeId: string
  readonly id: string
  readonly kind: 'private' | 'public'
  readonly name: string
  readonly scopes: readonly Scope[]
  /** The first and last characters; null where the service has never seen the key itself. */
  readonly hint: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

export function isActive({ expiresAt, revokedAt }: ApiKey, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt.getTime() > now.getTime())
}

/** What shows a person which key is meant, and gives nobody a key. */
export function hintOf(key: string): string {
  return `${key.slice(0, 'sk_'.length + 4)}…${key.slice(-4)}`
}

/** The key that asks, as it is now: it may have ended since it was remembered. */
export function actorOf(active: readonly ApiKey[], id: string): ApiKey {
  const actor = active.find((key) => key.id === id)
  if (actor === undefined) throw new Refused('key_invalid')
  return actor
}

/** Whatever else is kept of a request, no key is. */
export function withoutKeys(text: string): string {
  return text.replace(/[sp]k_[a-z2-7]{56}/gi, '…')
}
