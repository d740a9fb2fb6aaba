/** The lender's side of the door: the callers with a key of the lender, and their rights. */
import type { IncomingMessage } from 'node:http'
import { findLenderKeyByHash } from '../../lender/keys/store.ts'
import type { Principal } from '../../model/actions/action.ts'
import { isActive } from '../../model/keys/api-key.ts'
import type { LenderKey } from '../../model/keys/lender-key.ts'
import {
  type Holder,
  type Permission,
  permissionsOfScopes,
  scopeFor,
} from '../../model/staff/roles.ts'
import type { Database } from '../../platform/database/database.ts'
import { Refused } from '../../platform/refusal.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { withoutSecrets } from '../../tenancy/actions/changes.ts'
import { hashKey } from '../../tenancy/api-keys/key-format.ts'
import type { LenderAccess } from '../../tenancy/caller/access.ts'
import { createKeyMemory, type KeyMemory } from './key-memory.ts'

export type LenderIdentity = {
  readonly principal: Principal
  readonly holders: readonly Holder[]
  readonly permissions: ReadonlySet<Permission>
  readonly key: LenderKey
}

export function createLenderAuthenticator(
  database: Database,
  clock: Clock,
  used: (key: LenderKey) => void,
): KeyMemory<LenderIdentity> {
  return createKeyMemory<LenderIdentity>({
    clock,
    async find(text) {
      const key = await findLenderKeyByHash(database, hashKey(text))
      return key && identityOf(key)
    },
    isActive: ({ key }, now) => isActive(key, now),
    used: ({ key }) => used(key),
  })
}

function identityOf(key: LenderKey): LenderIdentity {
  const { id, name, scopes } = key
  return {
    principal: { kind: 'lender_key', id, name: withoutSecrets(name) },
    holders: ['lender_key'],
    permissions: permissionsOfScopes(scopes),
    key,
  }
}

/** Whether the sent text is a key of the lender, valid or not. */
export const isOfLender = (authorization = ''): boolean => /^bearer +lk_/i.test(authorization)

/** A caller with two identities is refused: no program sends the cookie of a person's session. */
export function refuseTwoPrincipals({ headers }: IncomingMessage): void {
  const { authorization, cookie = '' } = headers
  if (authorization === undefined || !/(?:^|;\s*)(?:__Host-)?desk=/.test(cookie)) return
  const reason = 'it has both a session and an Authorization header'
  throw new Refused('request_malformed', { values: { reason } })
}

/** Acts of people only: a program decides nothing that takes a second person. */
export function refuseKeys(
  { peopleOnly }: Pick<LenderAccess, 'peopleOnly'>,
  permission = 'approvals',
): void {
  if (peopleOnly !== true) return
  throw new Refused('permission_missing', { values: { permission } })
}

/** Refuses with 403 callers who lack the permission; of a key the scope is named. */
export function refusePermission(permission: Permission, { permissions }: LenderIdentity): void {
  if (permissions.has(permission)) return
  const scope = scopeFor(permission)
  throw scope === undefined
    ? new Refused('permission_missing', { values: { permission } })
    : new Refused('scope_missing', { values: { scope } })
}
