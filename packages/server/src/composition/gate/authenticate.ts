import {
  type BuyersToken,
  readToken,
  type TokenUse,
} from '../../checkout/checkouts/buyers-token.ts'
import { type ApiKey, isActive, worksIn } from '../../model/keys/api-key.ts'
import type { Store } from '../../model/stores/store-account.ts'
import { BoundedMap } from '../../platform/bounded-map.ts'
import type { Database } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { onBehalfOf } from '../../platform/turns/party.ts'
import { createSharing } from '../../platform/work/sharing.ts'
import { allowsAddress } from '../../tenancy/api-keys/bounds.ts'
import { hashKey, isWellFormedKey, kindOf } from '../../tenancy/api-keys/key-format.ts'
import { findKeyByHash } from '../../tenancy/api-keys/store.ts'
import type { Access } from '../../tenancy/caller/access.ts'

export type Identity = { readonly key: ApiKey; readonly store: Store }

/**
 * Long enough to spare a query per request, short enough that a revocation holds everywhere, and
 * that a new key works everywhere, within 1 s.
 */
const REMEMBERED_MS = 900
/** A key in use is read again before it is forgotten, so that nobody waits for that. */
const READ_AGAIN_MS = 450
const REMEMBERED_MAX = 10_000
/** More than a key and its scheme take: what is longer is looked up each time. */
const HEADER_LENGTH_MAX = 100

export type Authenticator = {
  /** The store behind `Authorization: Bearer <key>`; 401 for whatever is not a valid key. */
  authenticate(authorization: string | undefined): Promise<Identity>
  /** The same from memory; undefined when it is not there, or not any more. */
  known(authorization: string | undefined): Identity | undefined
  /** Whether the key has been valid in this process: whoever sends it does not guess. */
  wasValid(authorization: string | undefined): boolean
  /** The store has changed: whatever was read of it before counts no more. */
  forget(storeId: string): void
}

type Remembrance = { at: number; readonly identity: Identity }

const isFresh = (at: number, now: Date) => Math.abs(now.getTime() - at) < REMEMBERED_MS

/** The keys stay known as valid ones; what was read with them is not used any more. */
function outdate(remembrances: Iterable<Remembrance>, storeId: string): void {
  for (const each of remembrances) {
    if (each.identity.store.id === storeId) each.at = Number.NEGATIVE_INFINITY
  }
}

/** `used` is told of every valid key that has been read. */
export function createAuthenticator(
  database: Database,
  clock: Clock,
  used: (key: ApiKey) => void,
): Authenticator {
  /** By the header as it arrived: hashing it costs more than all else that a look-up does. */
  const remembered = new BoundedMap<string, Remembrance>(REMEMBERED_MAX)
  /** Keys that were not valid, and when: the next request with one costs no query. */
  const unknown = new BoundedMap<string, number>(REMEMBERED_MAX)
  /** Requests that arrive together with one key share its look-up. */
  const lookUps = createSharing<Identity>()
  /** What was asked before the last change of a store may be what it was before. */
  let changes = 0

  function known(authorization = ''): Identity | undefined {
    const cached = remembered.get(authorization)
    if (cached === undefined) return undefined
    const now = clock.now()
    if (!isFresh(cached.at, now) || !isActive(cached.identity.key, now)) return undefined
    if (Math.abs(now.getTime() - cached.at) >= READ_AGAIN_MS) {
      // Where it fails, whoever comes after it is forgotten gets the answer.
      shared(bearer(authorization), authorization).catch(() => {})
    }
    return cached.identity
  }

  async function lookUp(key: string, header: string): Promise<Identity> {
    const now = clock.now()
    const changesBefore = changes
    const refusedAt = unknown.get(key)
    if (refusedAt !== undefined && isFresh(refusedAt, now)) throw new Refused('key_invalid')
    const identity = await onBehalfOf('authentication', () => findKeyByHash(database, hashKey(key)))
    const at = now.getTime()
    // The row may have been changed; the key cannot be, and its hash covers its kind.
    const isOfKind = identity?.key.kind === kindOf(key)
    if (!identity || !isOfKind || !isActive(identity.key, now)) {
      remembered.delete(header)
      unknown.set(key, at)
      throw new Refused('key_invalid')
    }
    if (header.length <= HEADER_LENGTH_MAX && changes === changesBefore) {
      remembered.set(header, { at, identity })
    }
    used(identity.key)
    return identity
  }

  async function authenticate(authorization = ''): Promise<Identity> {
    const remembrance = known(authorization)
    if (remembrance !== undefined) return remembrance
    return shared(bearer(authorization), authorization)
  }

  function shared(key: string, header: string): Promise<Identity> {
    return lookUps.share(key, () => lookUp(key, header))
  }

  return {
    authenticate,
    known,
    wasValid: (authorization = '') => remembered.has(authorization),
    forget(storeId) {
      changes++
      lookUps.clear()
      outdate(remembered.values(), storeId)
    },
  }
}

function bearer(authorization: string): string {
  if (authorization.trim() === '') throw new Refused('key_missing')
  const match = /^bearer +(\S+) *$/i.exec(authorization)
  if (match?.[1] === undefined || !isWellFormedKey(match[1])) throw new Refused('key_invalid')
  return match[1]
}

type Whence = { readonly sandbox: boolean; readonly address: string | undefined }

/** A key works in its mode and from its addresses only. */
export function refuseBounds(key: ApiKey, { sandbox, address }: Whence): void {
  if (!worksIn(key, { sandbox })) {
    throw new Refused('mode_not_allowed', { values: { mode: key.mode ?? '' } })
  }
  if (!allowsAddress(key, address)) throw new Refused('address_not_allowed')
}

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
export function authenticateBuyer(
  vault: Vault,
  { checkoutId, authorization = '' }: { checkoutId: string; authorization: string | undefined },
): BuyersToken {
  const text = /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
  const token = readToken(vault, checkoutId, text)
  if (token === undefined) throw new Refused('token_invalid')
  return token
}

/** Of before the signature, a token may do what the route says, and nothing else. */
export function authorizeBuyer(access: Access, use: TokenUse, hasKey: boolean): void {
  const former = access.kind === 'buyer' ? access.former : undefined
  const repeats = former === 'repeats' && use === 'repeat' && hasKey
  if (use !== 'all' && former !== 'reads' && !repeats) throw new Refused('token_invalid')
}
