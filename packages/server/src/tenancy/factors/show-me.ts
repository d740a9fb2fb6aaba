import type { Signed } from '../../model/staff/session.ts'
import type { Reading } from '../caller/context.ts'
import { type Me, readMe } from './me.ts'

/** The person after a change of factors, in a session with a new token if there is one. */
export function showMe(reading: Reading, signed: Signed, issued: Signed | null): Promise<Me> {
  return readMe(reading, issued ?? signed)
}
