import type { Signed } from '../../model/staff/session.ts'
import type { Reading } from '../caller/context.ts'
import { type Me, readMe } from '../factors/me.ts'

/** The signed-in person, their session, and their factors. */
export function getMe(reading: Reading, signed: Signed): Promise<Me> {
  return readMe(reading, signed)
}
