/**
 * What a provider's claims prove. Invariants: 1. an address that the provider has not verified
 * belongs to nobody. 2. One factor never counts as two. 3. A role is exactly what the claim names.
 */
import { recordOf } from '@svc/api'
import type { Claims } from '../../model/staff/provider.ts'
import { type LenderRole, lenderRoles } from '../../model/staff/roles.ts'

/** Levels that imply two factors: of OpenID's EAP, of PAPE, of REFEDS. */
const TWO_FACTORS: ReadonlySet<string> = new Set([
  'phr',
  'phrh',
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor',
  'https://refeds.org/profile/mfa',
])
/** Knowledge, possession and inherence; SMS and phone calls do not count. */
const KINDS: readonly (readonly string[])[] = [
  ['pwd', 'pin', 'kba'],
  ['otp', 'hwk', 'swk', 'sc', 'pop'],
  ['face', 'fpt', 'iris', 'retina', 'vbm'],
]

/** Whether the provider reports that two factors were confirmed. */
export function provesTwoFactors({
  methods,
  context,
}: Pick<Claims, 'methods' | 'context'>): boolean {
  if (context !== undefined && TWO_FACTORS.has(context)) return true
  const kinds = KINDS.filter((kind) => kind.some((each) => methods.includes(each)))
  return methods.includes('mfa') || kinds.length >= 2
}

/** The values that are roles here, in our order. */
export function rolesIn(values: readonly string[]): LenderRole[] {
  return lenderRoles.filter((role) => values.includes(role))
}

const LONG_AGO = new Date(0)

/**
 * When the factors were confirmed, for actions that require fresh ones: a provider that does not
 * report it may not have asked for any today.
 */
export function freshSince({ shownAt = LONG_AGO }: Pick<Claims, 'shownAt'>, now: Date): Date {
  return shownAt < now ? shownAt : now
}

const NAME = /^[\x20-\x7e]{1,255}$/

/** Whether a claim identifies a subject or token of a provider in the standard's form. */
export const isName = (claim: unknown): claim is string =>
  typeof claim === 'string' && NAME.test(claim)

const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * Whether claims are those of a logout token (OpenID Connect Back-Channel Logout 1.0, 2.4): about
 * somebody by name, and no ID token, which has a nonce and no such event.
 */
export function isLogout(claims: Readonly<Record<string, unknown>>): boolean {
  const { [LOGOUT]: event } = recordOf(claims.events)
  const isEvent = typeof event === 'object' && event !== null && !Array.isArray(event)
  return isEvent && !Object.hasOwn(claims, 'nonce')
}
