import type { TimedReading } from '../caller/context.ts'
import { type Asking, makeRequest, type PasskeyRequest } from '../factors/requests.ts'

/** The options for signing in with any passkey. */
export function askForPasskey(asking: Asking & Pick<TimedReading, 'clock'>): PasskeyRequest {
  return makeRequest(asking, 'sign-in', [])
}
