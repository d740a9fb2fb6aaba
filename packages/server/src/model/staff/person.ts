import type { Principal } from '../actions/action.ts'
import type { LenderRole, StoreRole } from './roles.ts'

export type PersonKind = 'lender' | 'store'

/** A store that a person works for, and as what. */
export type Membership = { readonly storeId: string; readonly role: StoreRole }

/** Somebody of the lender, who has roles, or of stores, who is a member of some; never both. */
export type Person = {
  readonly id: string
  readonly kind: PersonKind
  readonly name: string
  /** In lower case; no two people share one. */
  readonly email: string
  readonly createdAt: Date
  readonly disabledAt: Date | null
  /** Who signs them in, and what they are called there; both null: nobody does. */
  readonly issuer: string | null
  readonly subject: string | null
  /** That hold now; empty for people of stores. */
  readonly roles: readonly LenderRole[]
  /** That hold now; empty for people of the lender. */
  readonly memberships: readonly Membership[]
}

/** Somebody as a provider knows them. */
export type Identity = { readonly issuer: string; readonly subject: string }

/** What a person has to prove themselves with. */
export type Factors = {
  readonly passkeys: number
  readonly password: boolean
  /** A provider signs them in (OpenID Connect). */
  readonly oidc: boolean
  /** A code of the device has come back. */
  readonly totp: boolean
  /** Those that are left. */
  readonly recoveryCodes: number
}

export const isAdmin = ({ roles }: Pick<Person, 'roles'>): boolean => roles.includes('admin')

/** As the log of actions names them. */
export function principalOf({ id, kind, name }: Person): Principal {
  return { kind: kind === 'lender' ? 'lender_person' : 'store_person', id, name }
}

/** As it is stored and looked for. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/**
 * A passkey is two factors in one; a password is one, and takes codes of a device beside it. What a
 * provider says counts as one: whether it is more, each sign-in tells anew.
 */
export function canSignIn({ passkeys, password, oidc, totp }: Factors): boolean {
  return passkeys > 0 || ((password || oidc) && totp)
}
