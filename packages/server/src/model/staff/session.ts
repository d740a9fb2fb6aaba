import type { Person } from './person.ts'

/** A session at the desk. `enrolment`: only factors can be set up in it. */
export type Session = {
  readonly id: string
  readonly staffId: string
  readonly kind: 'full' | 'enrolment'
  /** The factor it began with. */
  readonly factor: 'passkey' | 'totp' | 'recovery_code' | 'link' | 'oidc'
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastSeenAt: Date
  /** When a factor was last confirmed. */
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

/** Whether it is still valid: not idle for half an hour, and not past its end. */
export function isOpenAt({ expiresAt, lastSeenAt }: Session, now: Date): boolean {
  return now < expiresAt && now.getTime() - lastSeenAt.getTime() < IDLE_MS
}

/** Whether a factor was confirmed recently enough for more than reading. */
export function isFresh({ kind, freshAt }: Session, now: Date): boolean {
  // A person who sets up their first factors has none to confirm.
  return kind === 'enrolment' || Math.abs(now.getTime() - freshAt.getTime()) <= FRESH_MS
}

/** Rounded up to whole seconds, at least one. */
export const secondsIn = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000))

/** The signed-in person, and their session. */
export type Signed = { readonly session: Session; readonly person: Person }
