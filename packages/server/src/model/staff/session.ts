import type { Person } from './person.ts'

/** A person at the desk. `enrolment`: one that may only make factors. */
export type Session = {
  readonly id: string
  readonly staffId: string
  readonly kind: 'full' | 'enrolment'
  /** What it began with. */
  readonly factor: 'passkey' | 'totp' | 'recovery_code' | 'link' | 'oidc'
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastSeenAt: Date
  /** When a factor was shown last. */
  readonly freshAt: Date
  readonly address: string | null
  readonly agent: string | null
}

export type SessionEnd =
  | 'signed_out'
  | 'ended'
  | 'replaced'
  | 'roles_changed'
  | 'factors_changed'
  | 'recovered'
  | 'disabled'

const MINUTE_MS = 60_000
const IDLE_MS = 30 * MINUTE_MS
export const SESSION_MS = 12 * 60 * MINUTE_MS
export const ENROLMENT_MS = 30 * MINUTE_MS
export const FRESH_MS = 5 * MINUTE_MS
export const SESSIONS_MAX = 5

/** Whether it still holds: not idle for half an hour, not longer than it was made for. */
export function isOpenAt({ expiresAt, lastSeenAt }: Session, now: Date): boolean {
  return now < expiresAt && now.getTime() - lastSeenAt.getTime() < IDLE_MS
}

/** Whether a factor was shown so lately that more than reading is allowed. */
export function isFresh({ kind, freshAt }: Session, now: Date): boolean {
  // A person who makes their first factors has none to show.
  return kind === 'enrolment' || Math.abs(now.getTime() - freshAt.getTime()) <= FRESH_MS
}

/** So many that none of it is left, one at least. */
export const secondsIn = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000))

/** Who is signed in, and by which session. */
export type Signed = { readonly session: Session; readonly person: Person }
