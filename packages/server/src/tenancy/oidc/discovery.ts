/** The provider's addresses and keys, read when they are first needed and again after an hour. */
import type { RemoteJWKSet } from 'jose'
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { fetchBounded, Unreachable } from '../../platform/network/fetch-bounded.ts'
import { leavesInClear } from '../../platform/network/in-clear.ts'
import type { RealClock } from '../../platform/time/clock.ts'

type DiscoveryOptions = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly clock: RealClock
  /** Of each request. */
  readonly timeoutMs: number
}

/** The libraries and their configuration: loaded by the first sign-in with a provider. */
export type Known = {
  readonly client: typeof import('openid-client')
  readonly configuration: Configuration
  readonly jose: typeof import('jose')
  /** Its keys, read when a token needs them; of a key they have not, once in half a minute. */
  readonly keys: RemoteJWKSet
}

/** Metadata of large organisations take 10 kB, their keys 20 kB. */
const ANSWER_BYTES_MAX = 262_144
const KNOWN_MS = 3_600_000
/** How long old metadata are used if they cannot be read again. */
const LATER_MS = 60_000

/** Returns the provider's metadata; concurrent callers share one request. */
export function createDiscovery(options: DiscoveryOptions): () => Promise<Known> {
  const { clock } = options
  let known: Known | undefined
  let readAgainAt = 0
  let reading: Promise<Known> | undefined

  async function read(): Promise<Known> {
    try {
      known = await discover(options)
      readAgainAt = clock.now().getTime() + KNOWN_MS
    } catch (error) {
      if (known === undefined) throw error
      readAgainAt = clock.now().getTime() + LATER_MS
    }
    return known
  }

  return async () => {
    if (known !== undefined && clock.now().getTime() < readAgainAt) return known
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
}

async function discover(options: DiscoveryOptions): Promise<Known> {
  const { issuer, clientId, clientSecret, timeoutMs } = options
  const [client, jose] = await Promise.all([import('openid-client'), import('jose')])
  const { discovery, customFetch, allowInsecureRequests, enableNonRepudiationChecks } = client
  const server = new URL(issuer)
  const ask: CustomFetch = (url, { method, headers, body }) => {
    refuseClear(url)
    // All requests are forms.
    const init = { method, headers, ...(body instanceof URLSearchParams ? { body } : {}) }
    return fetchBounded(url, init, { timeoutMs, maxBytes: ANSWER_BYTES_MAX })
  }
  const configuration = await discovery(
    server,
    clientId,
    { client_secret: clientSecret },
    authenticationOf(client, clientSecret),
    {
      [customFetch]: ask,
      timeout: timeoutMs / 1_000,
      // The signature of an ID token is verified, not only its origin.
      execute: [
        enableNonRepudiationChecks,
        ...(server.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    },
  )
  const { authorization_endpoint, token_endpoint, jwks_uri } = configuration.serverMetadata()
  if (token_endpoint === undefined || jwks_uri === undefined)
    throw new Unreachable('names no token endpoint or no keys')
  refuseClear(authorization_endpoint ?? '')
  const keys = jose.createRemoteJWKSet(new URL(jwks_uri), {
    timeoutDuration: timeoutMs,
    async [jose.customFetch](url) {
      refuseClear(url)
      const answer = await fetchBounded(url, {}, { timeoutMs, maxBytes: ANSWER_BYTES_MAX })
      if (!answer.ok) throw new Unreachable(`answers ${answer.status}`)
      return answer
    },
  })
  return { client, configuration, jose, keys }
}

/**
 * With `client_secret_basic`, which every provider has to support, unless it declares otherwise.
 */
function authenticationOf(
  { ClientSecretBasic, ClientSecretPost }: Known['client'],
  secret: string,
): ClientAuth {
  const basic = ClientSecretBasic(secret)
  const post = ClientSecretPost(secret)
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? basic : post
    authenticate(server, ...rest)
  }
}

/** All URLs of the provider are https, or on this machine. */
function refuseClear(address: string): void {
  const url = URL.parse(address)
  if (url === null || leavesInClear(url)) throw new Unreachable('names an address without https')
}
