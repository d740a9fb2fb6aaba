import type { Principal } from '../actions/action.ts'
import type { LenderRole, StoreRole } from './roles.ts'

export type PersonKind = 'lender' | 'store'

/** A store that a person works for, and their role. */
export type Membership = { readonly storeId: string; readonly role: StoreRole }

/**
 * A member of the lender's staff, who has roles, or of stores' staff, with memberships; never both.
 */
export type Person = {
  readonly id: string
  readonly kind: PersonKind
  readonly name: string
  /** In lower case; unique. */
  readonly email: string
  readonly createdAt: Date
  readonly disabledAt: Date | null
  /** The identity provider and the subject identifier there; both null: none. */
  readonly issuer: string | null
  readonly subject: string | null
  /** The present roles; empty for stores' staff. */
  readonly roles: readonly LenderRole[]
  /** The present memberships; empty for lender staff. */
  readonly memberships: readonly Membership[]
}

/** A person as a provider identifies them. */
export type Identity = { readonly issuer: string; readonly subject: string }

/** The factors of a person. */
export type Factors = {
  readonly passkeys: number
  readonly password: boolean
  /** A provider signs them in (OpenID Connect). */
  readonly oidc: boolean
  /** A device has confirmed its first code. */
  readonly totp: boolean
  /** The number of unused ones. */
  readonly recoveryCodes: number
}

export const isAdmin = ({ roles }: Pick<Person, 'roles'>): boolean => roles.includes('admin')

/** The person's name in the log of actions. */
export function principalOf({ id, kind, name }: Person): Principal {
  return { kind: kind === 'lender' ? 'lender_person' : 'store_person', id, name }
}

/** As it is stored and searched for. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/**
 * A passkey is two factors in one; a password is one, and needs a device's code in addition. A
 * provider counts as one factor, unless its answer to a sign-in proves two.
 */
export function canSignIn({ passkeys, password, oidc, totp }: Factors): boolean {
  return passkeys > 0 || ((password || oidc) && totp)
}
