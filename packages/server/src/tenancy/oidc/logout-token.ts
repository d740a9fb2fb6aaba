/** How a provider names people who are signed out there (Back-Channel Logout 1.0, 2.4 to 2.6). */
import type { Logout } from '../../model/staff/provider.ts'
import type { Known } from './discovery.ts'
import { isLogout, isName } from './rules.ts'

/** By keys that only the provider has: never a MAC under what others know. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
/** Other tokens of the provider say what they are; older providers say it of none. */
const TYPES: ReadonlySet<string> = new Set(['jwt', 'logout+jwt', 'application/logout+jwt'])
const AGE_SECONDS = 300
/** How far its clock may be from ours. */
const TOLERANCE_SECONDS = 60

/** `isAway`: the provider's keys could not be fetched. */
type Rejected = { readonly error: unknown; readonly isAway: boolean }

type Expected = { readonly audience: string; readonly now: Date }

/** What a logout token says, or why it counts for nothing. */
export async function readLogout(
  { configuration, jose, keys }: Known,
  token: string,
  { audience, now }: Expected,
): Promise<Logout | Rejected> {
  const { issuer } = configuration.serverMetadata()
  try {
    const { payload, protectedHeader } = await jose.jwtVerify(token, keys, {
      ...{ issuer, audience, algorithms: ALGORITHMS, currentDate: now },
      ...{ maxTokenAge: AGE_SECONDS, clockTolerance: TOLERANCE_SECONDS },
      requiredClaims: ['jti', 'sub', 'events'],
    })
    // The library looks whether they are there, and not at what they are.
    const { jti: id, sub: subject }: Readonly<Record<string, unknown>> = payload
    const { typ = 'JWT' } = protectedHeader
    const isOne = TYPES.has(typ.toLowerCase()) && isLogout(payload)
    if (!isOne || !isName(subject) || !isName(id)) {
      return { error: new Error('it is no logout token about a person'), isAway: false }
    }
    return { issuer, subject, id }
  } catch (error) {
    return { error, isAway: isAway(jose, error) }
  }
}

/** Everything that the library says of a token has a code of its own; of keys it has these. */
function isAway({ errors }: Known['jose'], error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true
  return ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'].includes(error.code)
}
