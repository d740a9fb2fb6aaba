/**
 * A ticket for the second step after a right password, or a provider's word: valid for five
 * minutes, never stored, and void once the factor that it was issued for changes.
 */
import type { Person } from '../../model/staff/person.ts'
import type { Vault } from '../../platform/secrets/vault.ts'

const TICKET_MS = 5 * 60_000
const FORM = /^([0-9a-f]{32})~(\d{13})~([\w.-]{43,76})$/

export type Ticket = { readonly ticket: string; readonly expiresAt: Date }

type Making = { readonly vault: Vault; readonly now: Date }
/** Its person, and the factors they have confirmed: it is void for another one. */
type Holder = { readonly staffId: string; readonly shown: string }

export const byPassword = (password: { staffId: string; changedAt: Date }): Holder => ({
  staffId: password.staffId,
  shown: String(password.changedAt.getTime()),
})

export const byProvider = ({ id, issuer, subject }: Person): Holder => ({
  staffId: id,
  shown: JSON.stringify([issuer, subject]),
})

const proven = ({ staffId, shown }: Holder, expires: string) => `${staffId}~${expires}~${shown}`

export function makeTicket({ vault, now }: Making, holder: Holder): Ticket {
  const expiresAt = new Date(now.getTime() + TICKET_MS)
  const expires = String(expiresAt.getTime())
  const proof = vault.token('sign-in ticket', proven(holder, expires))
  return { ticket: `${holder.staffId}~${expires}~${proof}`, expiresAt }
}

/** When it was made, if it is one. */
export const issuedAt = (ticket: string): Date =>
  new Date(Number(FORM.exec(ticket)?.[2]) - TICKET_MS)

/** The person it claims to belong to; `isTicket` tells whether that is true. */
export const holderOf = (ticket: string): string => FORM.exec(ticket)?.[1] ?? ''

export function isTicket({ vault, now }: Making, holder: Holder, ticket: string): boolean {
  const [, staffId, expires = '', proof = ''] = FORM.exec(ticket) ?? []
  if (staffId !== holder.staffId || Number(expires) <= now.getTime()) return false
  return vault.verifyToken('sign-in ticket', proven(holder, expires), proof)
}
