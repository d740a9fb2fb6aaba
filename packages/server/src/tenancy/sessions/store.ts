import type { Session, SessionEnd, Signed } from '../../model/staff/session.ts'
import { columns, select } from '../../platform/database/columns.ts'
import type { Insert, Reader, Update } from '../../platform/database/database.ts'
import { PERSON } from '../staff-accounts/store.ts'

const SESSION = columns('sessions', 's').without('hash', 'endedAt', 'endedBecause')

/** A session that nobody has ended, by the hash of its token, with its person. */
export async function findSession(reader: Reader, hash: string): Promise<Signed | undefined> {
  const [session] = await reader.query(
    select(SESSION, 'FROM sessions s WHERE s.hash = $1 AND s.ended_at IS NULL'),
    [hash],
  )
  if (session === undefined) return undefined
  const [person] = await reader.query(
    select(PERSON, 'FROM staff p WHERE p.id = $1 AND p.disabled_at IS NULL'),
    [session.staffId],
  )
  return person && { session, person }
}

/** Those of a person that nobody has ended, the newest first; some may have expired. */
export function listOpenSessions(reader: Reader, staffId: string): Promise<Session[]> {
  return reader.query(
    select(
      SESSION,
      `FROM sessions s WHERE s.staff_id = $1 AND s.ended_at IS NULL
       ORDER BY s.created_at DESC, s.id DESC`,
    ),
    [staffId],
  )
}

export function sessionRow(session: Session, hash: string): Insert {
  return { table: 'sessions', rows: [{ ...session, hash }] }
}

/** After a step-up, or once there is a factor: the previous token becomes invalid. */
export function sessionRenewal(session: Session, hash: string): Update {
  const { id, kind, expiresAt, lastSeenAt, freshAt } = session
  return {
    table: 'sessions',
    where: { id },
    set: { hash, kind, expiresAt, lastSeenAt, freshAt },
  }
}

export function sessionEnd({ id }: Session, endedAt: Date, endedBecause: SessionEnd): Update {
  return { table: 'sessions', where: { id }, set: { endedAt, endedBecause } }
}

/** Records that it is used, unless that was recorded a moment ago. */
export async function touchSession(
  reader: Reader,
  { id }: Session,
  { at, unlessAfter }: { at: Date; unlessAfter: Date },
): Promise<void> {
  await reader.query(
    `UPDATE sessions SET last_seen_at = $2
     WHERE id = $1 AND last_seen_at <= $3 AND ended_at IS NULL`,
    [id, at, unlessAfter],
  )
}
