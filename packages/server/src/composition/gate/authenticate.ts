import {
  type BuyersToken,
  readToken,
  type TokenUse,
} from '../../checkout/checkouts/buyers-token.ts'
import { type ApiKey, isActive, worksIn } from '../../model/keys/api-key.ts'
import type { StoredStore } from '../../model/stores/store-terms.ts'
import type { Database } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { allowsAddress } from '../../tenancy/api-keys/bounds.ts'
import { hashKey, kindOf } from '../../tenancy/api-keys/key-format.ts'
import { findKeyByHash } from '../../tenancy/api-keys/store.ts'
import type { Access } from '../../tenancy/caller/access.ts'
import { createKeyMemory, type KeyMemory } from './key-memory.ts'

export type Identity = { readonly key: ApiKey; readonly store: StoredStore }

/** `used` is called with every valid key that has been read. */
export function createAuthenticator(
  database: Database,
  clock: Clock,
  used: (key: ApiKey) => void,
): KeyMemory<Identity> {
  return createKeyMemory<Identity>({
    clock,
    async find(key) {
      const identity = await findKeyByHash(database, hashKey(key))
      // The row may have been changed; the key cannot be, and its hash covers its kind.
      return identity?.key.kind === kindOf(key) ? identity : undefined
    },
    isActive: ({ key }, now) => isActive(key, now),
    used: ({ key }) => used(key),
  })
}

type Whence = { readonly sandbox: boolean; readonly address: string | undefined }

/** A key works in its mode and from its addresses only. */
export function refuseBounds(
  key: Pick<ApiKey, 'mode' | 'addresses'>,
  { sandbox, address }: Whence,
): void {
  if (!worksIn(key, { sandbox })) {
    throw new Refused('mode_not_allowed', { values: { mode: key.mode ?? '' } })
  }
  if (!allowsAddress(key, address)) throw new Refused('address_not_allowed')
}

export function authorize(access: Access, { key, store }: Identity): void {
  if (access.kind !== 'private' && access.kind !== 'browser') return
  if (key.kind === 'public') {
    if (access.kind === 'browser' && store.liveSettings.browser_checkout) return
    throw new Refused('key_public')
  }
  if (access.scope !== null && !key.scopes.includes(access.scope)) {
    throw new Refused('scope_missing', { values: { scope: access.scope } })
  }
}

/** A wrong token reveals nothing, not even whether the checkout exists. */
export function authenticateBuyer(
  vault: Vault,
  { checkoutId, authorization = '' }: { checkoutId: string; authorization: string | undefined },
): BuyersToken {
  const text = /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
  const token = readToken(vault, checkoutId, text)
  if (token === undefined) throw new Refused('token_invalid')
  return token
}

/** A token from before the signature may do what the route says, and nothing else. */
export function authorizeBuyer(access: Access, use: TokenUse, hasKey: boolean): void {
  const former = access.kind === 'buyer' ? access.former : undefined
  const repeats = former === 'repeats' && use === 'repeat' && hasKey
  if (use !== 'all' && former !== 'reads' && !repeats) throw new Refused('token_invalid')
}
