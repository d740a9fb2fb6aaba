/** Creditors, as printed on documents (decision 0161). */
import type { CreditorWish } from '@svc/api'
import type { Lender } from '../stores/store-account.ts'

/** All printed details; null if unknown. */
export type CreditorIdentity = Pick<CreditorWish, 'name' | 'address'> & {
  readonly [K in Exclude<keyof CreditorWish, 'name' | 'address'>]: string | null
}

/** A version of a creditor, which never changes. */
export type CreditorVersion = {
  readonly id: string
  readonly version: number
  readonly sandbox: boolean
  readonly identity: CreditorIdentity
  readonly createdAt: Date
}

export type WholeCreditor = {
  readonly newest: CreditorVersion
  /** All of them, the newest first. */
  readonly versions: readonly CreditorVersion[]
}

/** Absent details are unknown. */
export function identityOf(wish: CreditorWish): CreditorIdentity {
  return {
    name: wish.name,
    legal_form: wish.legal_form ?? null,
    register_number: wish.register_number ?? null,
    tax_id: wish.tax_id ?? null,
    address: wish.address,
    supervisory_authority: wish.supervisory_authority ?? null,
    complaints: wish.complaints ?? null,
    email: wish.email ?? null,
    phone: wish.phone ?? null,
    url: wish.url ?? null,
  }
}

/** The printed details that terms naming the creditor store. */
export function printedLender({ id, version, identity }: CreditorVersion): Lender {
  const { name, address, email, phone, url, complaints, legal_form, tax_id } = identity
  return {
    ...{ name, address, email, phone, url, complaints },
    registration: identity.register_number,
    supervisor: identity.supervisory_authority,
    creditor: { id, version, legal_form, tax_id },
  }
}
