/**
 * Logouts at the provider. A sign-in with it that began before one does not end in a session: each
 * is remembered for as long as such a sign-in could be finished, which is longer than its token
 * counts (decision 0183).
 */
import { createHash } from 'node:crypto'
import type { Identity, Person } from '../../model/staff/person.ts'
import type { Logout } from '../../model/staff/provider.ts'
import type { Insert, Transaction } from '../../platform/database/database.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { challengeRow } from '../factors/store.ts'
import { wasOneAnswered } from './store.ts'
import { byProvider, issuedAt, isTicket } from './tickets.ts'

/** The longest that a browser may be away at the provider; a ticket lasts shorter. */
export const TRIP_MS = 10 * 60_000
const HALF = 32

const half = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, HALF)

/** All of one subject begin with the same half. */
const beginningOf = ({ issuer, subject }: Identity): string => half('logout', issuer, subject)

/** Each token counts once. */
export const hashOfLogout = (logout: Logout): string => beginningOf(logout) + half(logout.id)

export const logoutRow = (logout: Logout, now: Date): Insert =>
  challengeRow(hashOfLogout(logout), new Date(now.getTime() + TRIP_MS))

/** Whether the provider has signed its subject out since then. */
export function wasSignedOut(tx: Transaction, identity: Identity, since: Date): Promise<boolean> {
  const beginning = beginningOf(identity)
  const expiresFrom = new Date(since.getTime() + TRIP_MS)
  const [first, last] = ['0', 'f'].map((digit) => beginning.padEnd(2 * HALF, digit))
  return wasOneAnswered(tx, { first: first ?? '', last: last ?? '', expiresFrom })
}

type Making = { readonly vault: Vault; readonly now: Date }

/** Whether the provider has signed the person in for this ticket, and not out since. */
export async function isOfProvider(
  tx: Transaction,
  { person, ticket }: { readonly person: Person; readonly ticket: string },
  making: Making,
): Promise<boolean> {
  const { issuer, subject } = person
  if (issuer === null || subject === null) return false
  if (!isTicket(making, byProvider(person), ticket)) return false
  return !(await wasSignedOut(tx, { issuer, subject }, issuedAt(ticket)))
}
