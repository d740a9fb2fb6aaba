import type { Signed } from '../../model/staff/session.ts'
import type { Reading } from '../caller/context.ts'
import { type Me, readMe } from '../factors/me.ts'

/** Who is signed in, by which session, and with what they can prove themselves. */
export function getMe(reading: Reading, signed: Signed): Promise<Me> {
  return readMe(reading, signed)
}
