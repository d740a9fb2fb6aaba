/**
 * A provider of OpenID Connect on this machine: its document, keys, token endpoint, and whatever a
 * test wants it to get wrong. Nobody types a password there: a test says who is signed in.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose'

export const CLIENT = { id: 'the desk', secret: 'a secret of the tests, at the provider' }

type Claims = Readonly<Record<string, unknown>>

/** What it gets wrong in the tokens that it makes. */
type Faults = {
  /** Beside what is right, or in its place. */
  readonly claims?: Claims
  /** `none`, or a MAC under its public key; absent: its own key. */
  readonly signedBy?: 'nobody' | 'public key' | 'another key'
  /** What it calls the token (`typ`). */
  readonly type?: string
}

export type OidcProvider = {
  readonly issuer: string
  /** How often each of its paths was asked for. */
  readonly requests: ReadonlyMap<string, number>
  /**
   * Somebody has signed in at the address that a browser was led to; answers the query that the
   * browser brings back.
   */
  signIn(location: string, person: Claims, faults?: Faults): string
  /** A token that says that somebody is signed out there; `undefined` leaves a claim out. */
  logout(claims: Claims, faults?: Faults): Promise<string>
  /** `down`: every answer is 503; `silent`: there is none; `huge`: it has no end. */
  behaves(as: 'well' | 'down' | 'silent' | 'huge'): void
  close(): Promise<void>
}

type Granted = {
  readonly request: URLSearchParams
  readonly person: Claims
  readonly faults: Faults
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
const CODE_SECONDS = 60

type Signer = {
  readonly jwk: JWK
  /** Makes the ID token of a grant, right or wrong. */
  sign(issuer: string, granted: Granted): Promise<string>
  /** Any token. */
  signed(claims: Claims, faults: Faults): Promise<string>
}

async function createSigner(): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256')
  const publicText = await exportSPKI(publicKey)
  const signed: Signer['signed'] = (claims, { signedBy, type: typ }) => {
    if (signedBy === 'nobody') return Promise.resolve(new UnsecuredJWT(claims).encode())
    const header = { kid: 'one', ...(typ !== undefined && { typ }) }
    if (signedBy === 'public key') {
      const mac = new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' })
      return mac.sign(Buffer.from(publicText))
    }
    const token = new SignJWT(claims).setProtectedHeader({ ...header, alg: 'RS256' })
    return token.sign(signedBy === 'another key' ? other.privateKey : privateKey)
  }
  return {
    jwk: { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'RS256' },
    signed,
    sign(issuer, { request, person, faults }) {
      const now = Math.floor(Date.now() / 1_000)
      const claims = {
        iss: issuer,
        aud: request.get('client_id') ?? '',
        nonce: request.get('nonce'),
        iat: now,
        exp: now + CODE_SECONDS,
        auth_time: now,
        ...person,
        ...faults.claims,
      }
      return signed(claims, faults)
    },
  }
}

/** `metadata`: what its document says beside the rest. */
export async function startOidcProvider(metadata: object = {}): Promise<OidcProvider> {
  const { jwk, sign, signed } = await createSigner()
  const granted = new Map<string, Granted>()
  const requests = new Map<string, number>()
  let manners: Parameters<OidcProvider['behaves']>[0] = 'well'

  async function exchanged(request: IncomingMessage): Promise<[number, object]> {
    const form = new URLSearchParams(await textOf(request))
    const code = form.get('code') ?? ''
    const grant = granted.get(code)
    // Each code counts once, whatever becomes of it.
    granted.delete(code)
    if (request.headers.authorization !== basic(CLIENT)) return [401, { error: 'invalid_client' }]
    const isTheirs =
      grant?.request.get('code_challenge') === sha256(form.get('code_verifier') ?? '') &&
      grant.request.get('redirect_uri') === form.get('redirect_uri')
    if (!isTheirs) return [400, { error: 'invalid_grant' }]
    const id_token = await sign(issuer, grant)
    return [200, { access_token: 'nothing', token_type: 'Bearer', id_token }]
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    requests.set(path, (requests.get(path) ?? 0) + 1)
    if (manners === 'silent') return
    if (manners === 'down') return reply(response, 503, {})
    if (manners === 'huge') {
      response.setHeader('content-type', 'application/json')
      return void response.end(`{"issuer": "${'x'.repeat(1_000_000)}"}`)
    }
    if (path === '/.well-known/openid-configuration')
      return reply(response, 200, { ...documentOf(issuer), ...metadata })
    if (path === '/keys') return reply(response, 200, { keys: [jwk] })
    if (path === '/token') return reply(response, ...(await exchanged(request)))
    reply(response, 404, {})
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has the address of one.
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  return {
    issuer,
    requests,
    signIn(location, person, faults = {}) {
      const request = new URL(location).searchParams
      const code = randomBytes(16).toString('base64url')
      granted.set(code, { request, person, faults })
      const state = request.get('state') ?? ''
      return `?${new URLSearchParams({ code, state, iss: issuer, session_state: 'x' })}`
    },
    logout: (claims, faults = {}) =>
      signed({ ...logoutClaims(issuer), ...claims }, { type: 'logout+jwt', ...faults }),
    behaves(as) {
      manners = as
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function logoutClaims(issuer: string): Claims {
  const iat = Math.floor(Date.now() / 1_000)
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const jti = randomBytes(16).toString('base64url')
  return { iss: issuer, aud: CLIENT.id, iat, exp: iat + CODE_SECONDS, events, jti }
}

function documentOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    // It would take anything: what is taken here is for the service to say.
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}

/** RFC 6749, 2.3.1: both are written as forms write them. */
function basic({ id, secret }: typeof CLIENT): string {
  const encoded = [id, secret].map((each) => encodeURIComponent(each).replaceAll('%20', '+'))
  return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}
