/**
 * Sign-in by an identity provider (OpenID Connect 1.0: code flow, PKCE, nonce), with
 * `openid-client` (decision 0124). It is not called before somebody signs in with it; while it is
 * unavailable, only this way of signing in fails.
 */
import type { IDToken } from 'openid-client'
import { normalEmail } from '../../model/staff/person.ts'
import type { Claims, Provider, Way } from '../../model/staff/provider.ts'
import { errorDetails } from '../../platform/error-details.ts'
import { textAt } from '../../platform/narrow.ts'
import { Unreachable } from '../../platform/network/fetch-bounded.ts'
import { Refused } from '../../platform/refusal.ts'
import type { RealClock } from '../../platform/time/clock.ts'
import { createDiscovery, type Known } from './discovery.ts'
import { readLogout } from './logout-token.ts'
import { isName } from './rules.ts'

export type OidcSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The claim with the roles of lender staff; undefined: roles are managed here. */
  readonly rolesClaim: string | undefined
  /** Nothing else signs people in, except those recovered with `svc staff recover`. */
  readonly isOnlyWay: boolean
}

type ProviderOptions = OidcSettings & {
  readonly clock: RealClock
  readonly log: { info(details: object, message: string): void }
  /** Of each request to the provider. */
  readonly timeoutMs?: number
}

type Redirect = Parameters<Provider['address']>[1]
type Returned = Parameters<Provider['prove']>[1]

const TIMEOUT_MS = 5_000
const RETRY_SECONDS = 5
/** Requests of other people must not wait behind a provider that hangs. */
const WAITING_MAX = 6
/** As long as a session; with a maximum age the provider reports when factors were confirmed. */
const AGE_SECONDS = 12 * 3_600
const NAME = /^[^\p{Cc}]{1,255}$/u
const EMAIL_LENGTH_MAX = 254
const VALUES_MAX = 1_000

export function createProvider({ log, timeoutMs = TIMEOUT_MS, ...of }: ProviderOptions): Provider {
  const known = createDiscovery({ ...of, timeoutMs })
  let waiting = 0

  /** Refuses if the provider fails; `work` judges its answers. */
  async function reaching<T>(work: (known: Known) => Promise<T>): Promise<T> {
    if (waiting >= WAITING_MAX) throw unavailable(new Unreachable('too many wait for the provider'))
    waiting++
    try {
      const provider = await known().catch((error: unknown) => {
        throw unavailable(error)
      })
      return await work(provider)
    } finally {
      waiting--
    }
  }

  function address({ client, configuration }: Known, way: Way, { returnsTo, fresh }: Redirect) {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = client
    return calculatePKCECodeChallenge(way.verifier).then((challenge) => {
      const { href } = buildAuthorizationUrl(configuration, {
        redirect_uri: returnsTo,
        scope: 'openid email profile',
        state: way.state,
        nonce: way.nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        max_age: String(fresh ? 0 : AGE_SECONDS),
        ...(fresh ? { prompt: 'login' } : {}),
      })
      return href
    })
  }

  async function prove({ client, configuration }: Known, way: Way, returned: Returned) {
    const url = new URL(returned.returnsTo + returned.search)
    const checks = {
      pkceCodeVerifier: way.verifier,
      expectedState: way.state,
      expectedNonce: way.nonce,
      idTokenExpected: true,
    }
    try {
      const tokens = await client.authorizationCodeGrant(configuration, url, checks)
      const token = tokens.claims()
      const claims = token && claimsOf(token, of.rolesClaim)
      if (claims !== undefined) return claims
    } catch (error) {
      if (isAway(client, error)) throw unavailable(error)
      log.info(errorDetails(error), 'a sign-in with the identity provider was rejected')
    }
    throw new Refused('sign_in_failed')
  }

  return {
    isOnlyWay: of.isOnlyWay,
    address: (way, redirect) => reaching((provider) => address(provider, way, redirect)),
    prove: (way, returned) => reaching((provider) => prove(provider, way, returned)),
    proveLogout: (token) =>
      reaching(async (provider) => {
        const { clientId: audience, clock } = of
        const logout = await readLogout(provider, token, { audience, now: clock.now() })
        if ('subject' in logout) return logout
        if (logout.isAway) throw unavailable(logout.error)
        log.info(errorDetails(logout.error), 'a logout token of the identity provider was rejected')
        throw new Refused('body_invalid', { fields: { logout_token: ['is not valid'] } })
      }),
  }
}

/** The cause of an error that the library wraps. */
function unavailable(error: unknown): Refused {
  const cause = error instanceof Error && error.cause instanceof Unreachable ? error.cause : error
  return new Refused('oidc_unavailable', { retryAfterSeconds: RETRY_SECONDS }, { cause })
}

/** Whether the provider fails, or does not know this service. */
function isAway(client: Known['client'], error: unknown): boolean {
  if (error instanceof client.WWWAuthenticateChallengeError) return true
  if (error instanceof client.ResponseBodyError) return error.error !== 'invalid_grant'
  return error instanceof client.ClientError && error.cause instanceof Unreachable
}

/** Undefined: it has no valid subject. */
function claimsOf(token: IDToken, rolesClaim: string | undefined): Claims | undefined {
  const { iss, sub, auth_time: seconds, email_verified: isVerified } = token
  if (!isName(sub)) return undefined
  const email = normalEmail(textAt(token, 'email') ?? '')
  const name = textAt(token, 'name')?.trim() ?? ''
  return {
    issuer: iss,
    subject: sub,
    email: isVerified === true && email.length <= EMAIL_LENGTH_MAX ? email : undefined,
    name: NAME.test(name) ? name : undefined,
    methods: textsIn(token.amr),
    context: textAt(token, 'acr'),
    shownAt: typeof seconds === 'number' ? new Date(seconds * 1_000) : undefined,
    roles: rolesClaim === undefined ? undefined : textsIn(token[rolesClaim]),
  }
}

/** A claim with one value, or several. */
function textsIn(claim: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim]
  return values.slice(0, VALUES_MAX).filter((each) => typeof each === 'string')
}
