/**
 * Verifies authenticators' answers with `@simplewebauthn/server` (decision 0114). It is loaded with
 * the first passkey: its parsers of attestations take 26 MB.
 */
import type { PasskeyAnswer, PasskeyCreation } from '@svc/api'
import type { Passkey } from './store.ts'

/** The site of the pages: an authenticator signs for no other one. */
export type Site = {
  /** The origin of BASE_URL. */
  readonly origin: string
  /** Its host name, to which passkeys are bound. */
  readonly rpId: string
}

export function siteOf(baseUrl: string): Site {
  const { origin, hostname } = new URL(baseUrl)
  return { origin, rpId: hostname }
}

/** ES256, EdDSA and RS256, as COSE numbers them. */
export const ALGORITHMS = [-7, -8, -257]

type Expected = Site & { readonly isChallenge: (challenge: string) => boolean }

/**
 * A new passkey, without members that the service adds; undefined: the answer does not prove one.
 */
export async function verifyCreation(
  answer: PasskeyCreation,
  { origin, rpId, isChallenge }: Expected,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'uses'> | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: isChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  if (verified?.verified !== true) return undefined
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    uses: counter,
  }
}

/** The authenticator's signature counter; undefined: it has not signed this. */
export async function verifyAnswer(
  answer: PasskeyAnswer,
  passkey: Pick<Passkey, 'credentialId' | 'publicKey'>,
  { origin, rpId, isChallenge }: Expected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const publicKey = new Uint8Array(Buffer.from(passkey.publicKey, 'base64url'))
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: isChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    // The counter is checked by our own rule: a decrease is reported, not only rejected.
    credential: { id: passkey.credentialId, publicKey, counter: 0 },
  }).catch(() => undefined)
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined
}

/** The challenge in an answer, not verified. */
export function challengeIn(clientDataJSON: string): string {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8')
    const { challenge }: { challenge?: unknown } = JSON.parse(text)
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}
