import type { TimedReading } from '../caller/context.ts'
import { makeRequest, type PasskeyRequest, type RequestContext } from '../factors/requests.ts'

/** The options for signing in with any passkey. */
export function askForPasskey(
  context: RequestContext & Pick<TimedReading, 'clock'>,
): PasskeyRequest {
  return makeRequest(context, 'sign-in', [])
}
