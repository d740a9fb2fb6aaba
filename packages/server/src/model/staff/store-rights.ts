/**
 * What people may do on the routes of a store (decision 0129). Invariants: 1. an owner may what a
 * private key may. 2. Other members may what the matrix gives their role. 3. People of the lender
 * read, and never write.
 */
import type { Scope } from '@svc/api'
import {
  type Grant,
  grantOf,
  type LenderRole,
  type Permission,
  permissions,
  permissionsOf,
  type StoreRole,
  storeRoles,
} from './roles.ts'

/**
 * The requirement of a route: by the scope that it takes of a key, unless it names a permission.
 */
type StoreRoute = {
  readonly method: string
  readonly access: {
    readonly scope: Scope | null
    readonly permission?: Permission
    readonly reach?: 'webhooks'
  }
}

type Right = { readonly member: Permission; readonly lender: Permission }

/** The rows of the matrix that a scope represents; `none`: permitted to every key. */
const OF_SCOPE: Readonly<Record<Scope | 'none', Right>> = {
  none: { member: 'own:read', lender: 'stores:read' },
  'orders:read': { member: 'loans:read', lender: 'loans:read' },
  'orders:write': { member: 'orders:write', lender: 'orders:write' },
  'refunds:write': { member: 'orders:write', lender: 'orders:write' },
  'campaigns:write': { member: 'settings:write', lender: 'settings:write' },
  'settings:write': { member: 'settings:write', lender: 'settings:write' },
  'keys:write': { member: 'store_keys:write', lender: 'stores:read' },
  'events:read': { member: 'loans:read', lender: 'loans:read' },
}

const rightOn = ({ access: { scope, permission } }: StoreRoute): Right =>
  permission === undefined ? OF_SCOPE[scope ?? 'none'] : { member: permission, lender: permission }

/** The grant of a member; undefined: none. An owner may do everything that a private key can. */
export const grantOfMember = (role: StoreRole, permission: Permission): Grant | undefined =>
  role === 'store_owner' ? { power: 'may' } : grantOf(role, permission)

/** Permissions that some member has alone: routes of a store require these. */
export const memberPermissions: readonly Permission[] = permissions.filter(
  (each) =>
    each === 'staff:read' || storeRoles.some((role) => grantOf(role, each)?.power === 'may'),
)

/** The missing permission of a member for the route; undefined: none. */
export function lackOfMember(role: StoreRole, route: StoreRoute): Permission | undefined {
  const { member } = rightOn(route)
  const grant = grantOfMember(role, member)
  if (grant === undefined) return member
  return grant.reach === 'webhooks' && route.access.reach !== 'webhooks' ? member : undefined
}

/** The same for lender staff. */
export function lackOfLender(
  roles: readonly LenderRole[],
  route: StoreRoute,
): Permission | undefined {
  const { member, lender } = rightOn(route)
  if (route.method !== 'GET') return member
  return permissionsOf(roles).has(lender) ? undefined : lender
}
