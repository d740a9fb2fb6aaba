/**
 * When a session begins and ends. Invariants: 1. a person has at most five open sessions; a sixth
 * ends the oldest. 2. No session lasts longer than twelve hours, whatever happens in it. 3. One
 * that began without two factors can only set up factors.
 */
import {
  ENROLMENT_MS,
  isOpenAt,
  SESSION_MS,
  SESSIONS_MAX,
  type Session,
} from '../../model/staff/session.ts'

type NewSession = Pick<
  Session,
  'kind' | 'factor' | 'createdAt' | 'expiresAt' | 'lastSeenAt' | 'freshAt'
>

type StartInput = {
  readonly factor: Session['factor']
  /** Not ended by anybody; some may have expired. */
  readonly open: readonly Session[]
  readonly now: Date
  /** When the factors were confirmed; absent: just now. */
  readonly freshAt?: Date
}

/** The new session, and those that end because of it, the oldest first. */
export function planSession({ factor, open, now, freshAt = now }: StartInput): {
  readonly session: NewSession
  readonly ends: readonly Session[]
} {
  const kind = factor === 'recovery_code' || factor === 'link' ? 'enrolment' : 'full'
  const length = kind === 'full' ? SESSION_MS : ENROLMENT_MS
  const moments = { createdAt: now, lastSeenAt: now, freshAt }
  const expiresAt = new Date(now.getTime() + length)
  const held = open
    .filter((each) => isOpenAt(each, now))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
  return {
    session: { kind, factor, ...moments, expiresAt },
    ends: held.slice(0, Math.max(0, held.length - SESSIONS_MAX + 1)),
  }
}

/** Once there is a way to sign in, a session for setting one up becomes like any other. */
export function enrolled(session: Session, now: Date): Session {
  const expiresAt = new Date(session.createdAt.getTime() + SESSION_MS)
  return { ...session, kind: 'full', expiresAt, lastSeenAt: now, freshAt: now }
}
