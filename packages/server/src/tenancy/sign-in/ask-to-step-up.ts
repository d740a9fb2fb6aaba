import type { Signed } from '../../model/staff/session.ts'
import type { TimedReading } from '../caller/context.ts'
import { makeRequest, type PasskeyRequest, type RequestContext } from '../factors/requests.ts'
import { listPasskeys } from '../factors/store.ts'

/** The options for confirming one of the person's passkeys. */
export async function askToStepUp(
  context: RequestContext & TimedReading,
  { person, session }: Signed,
): Promise<PasskeyRequest> {
  const passkeys = await listPasskeys(context.database, person.id)
  return makeRequest(context, `step-up/${session.id}`, passkeys)
}
