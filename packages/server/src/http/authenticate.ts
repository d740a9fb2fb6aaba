import type { Scope } from '@svc/api'
import { type ApiKey, isActive } from '../api-keys/api-key.ts'
import { findKeyByHash } from '../api-keys/store.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { Refused } from '../refusal.ts'
import { hashKey, isWellFormedKey } from '../stores/key-format.ts'
import type { Store } from '../stores/store-account.ts'
import type { Vault } from '../vault.ts'

export type Identity = { readonly key: ApiKey; readonly store: Store }

/**
 * Long enough to spare a query per request, short enough that a revocation holds everywhere within
 * 1 s.
 */
const REMEMBERED_MS = 900
const REMEMBERED_MAX = 10_000

export type Authenticator = {
  /** The store behind `Authorization: Bearer <key>`; 401 for whatever is not a valid key. */
  authenticate(authorization: string | undefined): Promise<Identity>
  /** The same from memory; undefined when it is not there, or not any more. */
  known(authorization: string | undefined): Identity | undefined
}

/** `used` is told of every valid key that has been read. */
export function createAuthenticator(
  database: Database,
  clock: Clock,
  used: (key: ApiKey) => void,
): Authenticator {
  /** By the header as it arrived: hashing it costs more than all else that a look-up does. */
  const remembered = new Map<string, { at: number; identity: Identity }>()

  function known(authorization = ''): Identity | undefined {
    const found = remembered.get(authorization)
    if (found === undefined) return undefined
    const now = clock.now()
    const fresh = Math.abs(now.getTime() - found.at) < REMEMBERED_MS
    return fresh && isActive(found.identity.key, now) ? found.identity : undefined
  }

  async function authenticate(authorization: string | undefined): Promise<Identity> {
    const remembrance = known(authorization)
    if (remembrance !== undefined) return remembrance
    const hash = hashKey(bearer(authorization))
    const now = clock.now()
    const identity = await findKeyByHash(database, hash)
    if (!identity || !isActive(identity.key, now)) throw new Refused('key_invalid')
    if (remembered.size >= REMEMBERED_MAX) remembered.clear()
    remembered.set(authorization ?? '', { at: now.getTime(), identity })
    used(identity.key)
    return identity
  }

  return { authenticate, known }
}

function bearer(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') throw new Refused('key_missing')
  const match = /^bearer +(\S+) *$/i.exec(authorization)
  if (match?.[1] === undefined || !isWellFormedKey(match[1])) throw new Refused('key_invalid')
  return match[1]
}

/** What a route asks of its caller, before anything of its body is read. */
export type Access =
  /** A private key with the scope; null: any private key. */
  | { readonly kind: 'private'; readonly scope: Scope | null }
  | { readonly kind: 'public' }
  /** A private key with the scope; a public one where the store has switched it on. */
  | { readonly kind: 'browser'; readonly scope: Scope }
  /** The token of the checkout that the path names. */
  | { readonly kind: 'buyer' }
  | { readonly kind: 'open' }

export function authorize(access: Access, { key, store }: Identity): void {
  if (access.kind !== 'private' && access.kind !== 'browser') return
  if (key.kind === 'public') {
    if (access.kind === 'browser' && store.settings.browser_checkout) return
    throw new Refused('key_public')
  }
  if (access.scope !== null && !key.scopes.includes(access.scope)) {
    throw new Refused('scope_missing', { values: { scope: access.scope } })
  }
}

/** A wrong token tells nothing, not even whether the checkout exists. */
export function authorizeBuyer(
  vault: Vault,
  { checkoutId, authorization = '' }: { checkoutId: string; authorization: string | undefined },
): void {
  const token = /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
  if (vault.verifyToken('checkout', checkoutId, token)) return
  throw new Refused('token_invalid')
}
