/**
 * What a right password is good for: the second step, within five minutes. It stands nowhere, and
 * ends with the password.
 */
import type { Vault } from '../../platform/secrets/vault.ts'

const TICKET_MS = 5 * 60_000
const FORM = /^([0-9a-f]{32})~(\d{13})~([\w.-]{43,76})$/

export type Ticket = { readonly ticket: string; readonly expiresAt: Date }

type Making = { readonly vault: Vault; readonly now: Date }
type Holder = { readonly staffId: string; readonly changedAt: Date }

const proven = ({ staffId, changedAt }: Holder, expires: string) =>
  `${staffId}~${expires}~${changedAt.getTime()}`

export function makeTicket({ vault, now }: Making, holder: Holder): Ticket {
  const expiresAt = new Date(now.getTime() + TICKET_MS)
  const expires = String(expiresAt.getTime())
  const proof = vault.token('sign-in ticket', proven(holder, expires))
  return { ticket: `${holder.staffId}~${expires}~${proof}`, expiresAt }
}

/** Whose it says it is; `isTicket` says whether it is true. */
export const holderOf = (ticket: string): string => FORM.exec(ticket)?.[1] ?? ''

export function isTicket({ vault, now }: Making, holder: Holder, ticket: string): boolean {
  const [, staffId, expires = '', proof = ''] = FORM.exec(ticket) ?? []
  if (staffId !== holder.staffId || Number(expires) <= now.getTime()) return false
  return vault.verifyToken('sign-in ticket', proven(holder, expires), proof)
}
