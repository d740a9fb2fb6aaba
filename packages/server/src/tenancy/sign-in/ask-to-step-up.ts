import type { Signed } from '../../model/staff/session.ts'
import type { TimedReading } from '../caller/context.ts'
import { type Asking, makeRequest, type PasskeyRequest } from '../factors/requests.ts'
import { listPasskeys } from '../factors/store.ts'

/** The options for confirming one of the person's passkeys. */
export async function askToStepUp(
  asking: Asking & TimedReading,
  { person, session }: Signed,
): Promise<PasskeyRequest> {
  const passkeys = await listPasskeys(asking.database, person.id)
  return makeRequest(asking, `step-up/${session.id}`, passkeys)
}
