import type { Signed } from '../../model/staff/session.ts'
import type { TimedReading } from '../caller/context.ts'
import { type Asking, makeRequest, type PasskeyRequest } from './requests.ts'
import { listPasskeys } from './store.ts'

/** The options for a new passkey: nothing is stored until the passkey is sent. */
export async function offerPasskey(
  asking: Asking & TimedReading,
  { person, session }: Signed,
): Promise<PasskeyRequest> {
  const passkeys = await listPasskeys(asking.database, person.id)
  return makeRequest(asking, `enrol/${session.id}`, passkeys)
}
