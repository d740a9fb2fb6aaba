/**
 * The permissions of roles (decision 0111). Roles are code: nobody can edit them into an unsafe
 * state. Every route of the lender names one permission.
 */
import { type LenderScope, lenderScopes } from '@svc/api'

export const lenderRoles = [
  'support',
  'collections',
  'risk',
  'finance',
  'admin',
  'auditor',
] as const
export type LenderRole = (typeof lenderRoles)[number]
export const storeRoles = ['store_owner', 'store_operator', 'store_viewer'] as const
export type StoreRole = (typeof storeRoles)[number]
type Role = LenderRole | StoreRole

/** A role, or any key of the lender. */
export type Holder = Role | 'lender_key'

/** The meaning of a grant: alone, or together with a second person. */
export type Grant = {
  readonly power: 'may' | 'asks'
  /** The limit for acting alone, above which a second person approves. Absent: no limit. */
  readonly limit?: {
    /** Of `cents`, the minor units of the currency. */
    readonly most: number
    readonly of: 'cents' | 'cents_a_loan' | 'rows'
  }
  /**
   * The part that is permitted, if not all: one's own entries of an action log, the outcome of a
   * decision.
   */
  readonly reach?: 'own' | 'own_store' | 'outcome' | 'webhooks'
}

const may: Grant = { power: 'may' }
const asks: Grant = { power: 'asks' }
const own: Grant = { power: 'may', reach: 'own' }
const ownStore: Grant = { power: 'may', reach: 'own_store' }
const outcome: Grant = { power: 'may', reach: 'outcome' }
const upTo = (most: number, of: 'cents' | 'cents_a_loan' | 'rows' = 'cents'): Grant => ({
  power: 'may',
  limit: { most, of },
})

type Row = Readonly<Partial<Record<Holder, Grant>>>

/** The same for some of them. */
const all = (grant: Grant, ...holders: readonly Holder[]): Row =>
  Object.fromEntries(holders.map((each) => [each, grant]))

const stores = all(ownStore, 'store_owner', 'store_operator', 'store_viewer')

/** Each row of the matrix: roles that are not in it have no permission. */
const matrix = {
  'own:read': all(may, ...lenderRoles, ...storeRoles, 'lender_key'),
  'people:read': {
    ...all(may, 'support', 'collections', 'risk', 'finance', 'auditor', 'lender_key'),
    ...stores,
  },
  'people:reveal': all(may, 'support', 'collections', 'risk', 'auditor', 'lender_key'),
  'loans:read': { ...all(may, ...lenderRoles, 'lender_key'), ...stores },
  'messages:send': all(may, 'support', 'admin', 'store_owner', 'store_operator', 'lender_key'),
  // Whoever sets where events are sent can read them.
  'webhooks:write': all(may, 'admin', 'lender_key'),
  'notes:write': all(may, 'support', 'collections', 'risk', 'finance', 'lender_key'),
  'orders:write': all(may, 'store_owner', 'store_operator'),
  'payments:write': {
    ...{ collections: upTo(50_000), finance: upTo(200_000), lender_key: upTo(50_000) },
  },
  'charge_backs:write': { collections: asks, finance: upTo(50_000), lender_key: may },
  'repayments:write': all(may, 'support', 'collections', 'finance', 'lender_key'),
  'waivers:write': {
    ...{ support: upTo(2_000, 'cents_a_loan'), collections: upTo(5_000), finance: asks },
  },
  'credit_returns:write': all(asks, 'finance', 'lender_key'),
  'pauses:write': all(may, 'support', 'collections', 'risk'),
  'hardship:write': all(asks, 'collections', 'risk'),
  'write_offs:write': all(asks, 'collections', 'finance'),
  'decisions:read': {
    ...all(may, 'risk', 'auditor', 'lender_key'),
    ...all(outcome, 'store_owner', 'store_operator', 'store_viewer'),
  },
  'decisions:review': { risk: upTo(200_000) },
  'policies:write': { risk: asks },
  'people:block': all(may, 'risk', 'lender_key'),
  'people:unblock': { risk: asks },
  'people:merge': { risk: asks },
  'people:erase': { risk: asks },
  'stores:read': all(may, ...lenderRoles, 'lender_key'),
  'stores:create': all(may, 'admin', 'lender_key'),
  'stores:activate': all(asks, 'admin', 'lender_key'),
  'stores:suspend': all(may, 'risk', 'admin', 'lender_key'),
  'stores:resume': all(asks, 'risk', 'admin'),
  'terms:write': all(asks, 'risk', 'finance', 'store_owner', 'lender_key'),
  'settings:write': { store_owner: may, store_operator: { power: 'may', reach: 'webhooks' } },
  'bank_accounts:write': all(asks, 'finance', 'store_owner'),
  'payouts:read': all(may, 'risk', 'finance', 'auditor', 'lender_key'),
  'payouts:hold': all(may, 'risk', 'finance', 'lender_key'),
  'payouts:release': { finance: asks },
  'ledger:read': { ...all(may, 'risk', 'finance', 'auditor', 'lender_key'), ...stores },
  'closings:write': { finance: may },
  'ledger:write': { finance: asks },
  'exports:write': {
    ...all(upTo(1_000, 'rows'), 'collections', 'risk', 'finance', 'auditor', 'lender_key'),
    ...stores,
  },
  'actions:read': {
    ...all(own, 'support', 'collections', 'risk', 'finance', 'store_operator'),
    ...{ admin: may, auditor: may, lender_key: may, store_owner: ownStore },
  },
  'staff:read': all(may, 'admin', 'auditor'),
  'staff:write': { admin: asks, store_owner: ownStore },
  'staff:end': { admin: may, store_owner: ownStore },
  'lender_keys:write': { admin: asks },
  'store_keys:write': { store_owner: may },
  'jobs:read': all(may, ...lenderRoles, 'lender_key'),
  'jobs:write': { admin: may },
  'approval_policy:write': { admin: asks },
} satisfies Readonly<Record<string, Row>>

/** The permission that a route of the lender requires. */
export type Permission = keyof typeof matrix

const isPermission = (name: string): name is Permission => Object.hasOwn(matrix, name)
export const permissions: readonly Permission[] = Object.keys(matrix).filter(isPermission)

/** The grant of a caller; undefined: none. */
export function grantOf(holder: Holder, permission: Permission): Grant | undefined {
  const row: Row = matrix[permission]
  return row[holder]
}

/** The grant of a person with these roles, possibly together with a second person. */
export function permissionsOf(holders: readonly Holder[]): ReadonlySet<Permission> {
  return new Set(
    permissions.filter((each) => holders.some((holder) => grantOf(holder, each) !== undefined)),
  )
}

/** Whether one of them has the permission in full, not only for their own. */
export function reachesAll(holders: readonly Holder[], permission: Permission): boolean {
  return holders.some((holder) => {
    const grant = grantOf(holder, permission)
    return grant !== undefined && grant.reach === undefined
  })
}

/** The permissions of each scope of a lender key; others are for people only. */
const OPENED: Readonly<Record<LenderScope, readonly Permission[]>> = {
  'people:read': ['people:read'],
  'people:reveal': ['people:reveal'],
  'loans:read': ['loans:read'],
  'loans:write': [
    'payments:write',
    'charge_backs:write',
    'repayments:write',
    'credit_returns:write',
  ],
  'decisions:read': ['decisions:read'],
  'risk:write': ['people:block'],
  'stores:read': ['stores:read'],
  'stores:write': ['stores:create', 'stores:activate', 'stores:suspend'],
  'terms:write': ['terms:write'],
  'payouts:read': ['payouts:read'],
  'payouts:hold': ['payouts:hold'],
  'ledger:read': ['ledger:read'],
  'exports:write': ['exports:write'],
  'audit:read': ['actions:read'],
  'jobs:read': ['jobs:read'],
  'notes:write': ['notes:write'],
  'webhooks:write': ['messages:send', 'webhooks:write'],
}

/** The permissions of a key with these scopes; it may always ask who it is. */
export function permissionsOfScopes(scopes: readonly LenderScope[]): ReadonlySet<Permission> {
  const opened = new Set<Permission>(['own:read', ...scopes.flatMap((scope) => OPENED[scope])])
  return opened.intersection(permissionsOf(['lender_key']))
}

/** The scope with the permission; undefined: no key can have it. */
export function scopeFor(permission: Permission): LenderScope | undefined {
  return lenderScopes.find((scope) => OPENED[scope].includes(permission))
}
