import { isOpenAt, type Session } from '../../model/staff/session.ts'
import type { TimedReading } from '../caller/context.ts'
import { listOpenSessions } from './store.ts'

/** The sessions of a person, the newest first. */
export async function listSessions(
  { database, clock }: TimedReading,
  staffId: string,
): Promise<readonly Session[]> {
  const now = clock.now()
  return (await listOpenSessions(database, staffId)).filter((each) => isOpenAt(each, now))
}
