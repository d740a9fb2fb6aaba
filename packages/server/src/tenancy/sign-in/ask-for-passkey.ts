import type { TimedReading } from '../caller/context.ts'
import { type Asking, makeRequest, type PasskeyRequest } from '../factors/requests.ts'

/** What a passkey signs to sign in, whosever it is. */
export function askForPasskey(asking: Asking & Pick<TimedReading, 'clock'>): PasskeyRequest {
  return makeRequest(asking, 'sign-in', [])
}
