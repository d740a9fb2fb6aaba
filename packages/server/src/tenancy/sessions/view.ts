import type { Answered, DeskSessionAnswer } from '@svc/api'
import { FRESH_MS, type Session } from '../../model/staff/session.ts'
import { utcMicros } from '../../platform/time/dates.ts'

/** A session as its person sees it, without its token. */
export function sessionView(session: Session) {
  const { id, kind, factor, address, agent } = session
  return {
    id,
    kind,
    factor,
    created: utcMicros(session.createdAt),
    last_seen: utcMicros(session.lastSeenAt),
    expires_at: utcMicros(session.expiresAt),
    fresh_until: utcMicros(new Date(session.freshAt.getTime() + FRESH_MS)),
    address,
    agent,
  }
}

export function listedSessionView(
  session: Session,
  ownId: string,
): Answered<typeof DeskSessionAnswer> {
  return { ...sessionView(session), current: session.id === ownId }
}
