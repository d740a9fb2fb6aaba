import type { Signed } from '../../model/staff/session.ts'
import type { TimedReading } from '../caller/context.ts'
import { makeRequest, type PasskeyRequest, type RequestContext } from './requests.ts'
import { listPasskeys } from './store.ts'

/** The options for a new passkey: nothing is stored until the passkey is sent. */
export async function offerPasskey(
  context: RequestContext & TimedReading,
  { person, session }: Signed,
): Promise<PasskeyRequest> {
  const passkeys = await listPasskeys(context.database, person.id)
  return makeRequest(context, `enrol/${session.id}`, passkeys)
}
