/** A person at the desk, as their browser speaks for them: the cookie, the origin, a passkey. */
import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { checkDocumented } from './documented.ts'
import type { Json } from './running-server.ts'

type DeskReply = {
  readonly status: number
  readonly body: Json
  readonly cookie: string | undefined
  readonly headers: Headers
}

export type Desk = {
  /** What the browser holds; undefined: nothing. */
  cookie(): string | undefined
  holds(cookie: string | undefined): void
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string | undefined>>,
  ): Promise<DeskReply>
}

type Sent = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}
type Got = { readonly status: number; readonly headers: Headers; readonly text: string }

/** How a request gets to a service. */
export type Transport = (sent: Sent) => Promise<Got>

/** By the network. */
export function over(baseUrl: string): Transport {
  return async ({ path, method, headers, body }) => {
    const response = await fetch(baseUrl + path, {
      ...{ method, headers, redirect: 'manual' as const },
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

/** A browser on the pages of a service. */
export function deskAt(transport: Transport, origin: string): Desk {
  const jar = new Map<string, string>()
  const cookie = () => {
    const pairs = [...jar].map(([name, value]) => `${name}=${value}`)
    return pairs.length === 0 ? undefined : pairs.join('; ')
  }
  return {
    cookie,
    holds(other) {
      jar.clear()
      for (const pair of other?.split('; ') ?? []) jar.set(...pairOf(pair))
    },
    async send(method, path, body, headers = {}) {
      const all = {
        accept: 'application/vnd.svc.v1+json',
        origin,
        'x-desk': '1',
        cookie: cookie(),
        'content-type': body === undefined ? undefined : 'application/json',
        ...headers,
      }
      const sent = Object.entries(all).filter((pair): pair is [string, string] => {
        return pair[1] !== undefined
      })
      const text = body === undefined ? undefined : JSON.stringify(body)
      const got = await transport({ method, path, headers: Object.fromEntries(sent), body: text })
      checkDocumented({ method, path, ...got, headers: Object.fromEntries(got.headers) })
      const [set, ...others] = got.headers.getSetCookie()
      for (const each of set === undefined ? [] : [set, ...others]) {
        const [name, value] = pairOf(each.split(';')[0] ?? '')
        if (each.includes('Max-Age=0')) jar.delete(name)
        else jar.set(name, value)
      }
      const parsed = got.text === '' ? null : JSON.parse(got.text)
      return { status: got.status, body: parsed, cookie: set, headers: got.headers }
    },
  }
}

function pairOf(pair: string): [string, string] {
  const [name = '', value = ''] = pair.split('=')
  return [name, value]
}

/** The code that a device shows at a moment. */
export function codeOf(secret: string, at: number | Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Number(at) })
}

type Site = { readonly origin: string; readonly rpId: string }
type Changes = {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  /** Bits of the authenticator's data: 1 present, 4 verified. */
  readonly flags?: number
  readonly counter?: number
  readonly crossOrigin?: boolean
}

export type Authenticator = {
  readonly id: string
  /** As COSE has it. */
  readonly publicKey: Buffer
  create(challenge: string, changes?: Changes): Json
  sign(challenge: string, changes?: Changes): Json
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url')
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** An authenticator in software: a key on P-256 that answers as a browser passes it on. */
export function authenticatorAt(site: Site, userHandle?: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const cose = coseOf(publicKey)
  let uses = 0
  const clientData = (type: string, challenge: string, changes: Changes): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge,
        origin: changes.origin ?? site.origin,
        crossOrigin: changes.crossOrigin ?? false,
      }),
    )
  const data = (changes: Changes, flags: number, more: Buffer[]): Buffer =>
    Buffer.concat([
      sha256(changes.rpId ?? site.rpId),
      Buffer.from([changes.flags ?? flags]),
      uint32(changes.counter ?? uses),
      ...more,
    ])
  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key' }
  return {
    id: credential.id,
    publicKey: cose,
    create(challenge, changes = {}) {
      const length = Buffer.from([0, id.length])
      const own = [Buffer.alloc(16), length, id, cose]
      const authData = data(changes, 0x45, own)
      const attestationObject = Buffer.concat([
        // {fmt: "none", attStmt: {}, authData: bytes}
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([authData.length]),
        authData,
      ])
      const client = clientData('webauthn.create', challenge, changes)
      const response = {
        clientDataJSON: base64url(client),
        attestationObject: base64url(attestationObject),
      }
      return { ...credential, response, clientExtensionResults: {} }
    },
    sign(challenge, changes = {}) {
      uses++
      const client = clientData('webauthn.get', challenge, changes)
      const authenticatorData = data(changes, 0x05, [])
      const signer = createSign('sha256').update(authenticatorData).update(sha256(client))
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signer.sign(privateKey)),
        ...(userHandle === undefined ? {} : { userHandle }),
      }
      return { ...credential, response, clientExtensionResults: {} }
    },
  }
}

/** {1: 2, 3: -7, -1: 1, -2: x, -3: y} */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}

/** Makes a passkey in the session that the browser has. */
export async function enrolPasskey(
  desk: Desk,
  site: Site,
  name = 'Laptop',
): Promise<Authenticator> {
  const { status, body } = await desk.send('POST', '/lender/me/factors/passkeys/options')
  if (status !== 200) throw new Error(`no passkey was offered: ${JSON.stringify(body)}`)
  const authenticator = authenticatorAt(site, body.user.id)
  const credential = authenticator.create(body.challenge)
  const added = await desk.send('POST', '/lender/me/factors/passkeys', { name, credential })
  if (added.status !== 200) throw new Error(`no passkey: ${JSON.stringify(added.body)}`)
  return authenticator
}

/** Makes a password and a device that makes codes; answers the device's secret. */
export async function enrolPassword(
  desk: Desk,
  { password, now }: { readonly password: string; readonly now: () => number },
): Promise<string> {
  const set = await desk.send('POST', '/lender/me/factors/password', { password })
  if (set.status !== 200) throw new Error(`no password: ${JSON.stringify(set.body)}`)
  const { body: offer } = await desk.send('POST', '/lender/me/factors/totp/options')
  const { secret, ticket } = offer
  const code = codeOf(secret, now())
  const added = await desk.send('POST', '/lender/me/factors/totp', { secret, ticket, code })
  if (added.status !== 200) throw new Error(`no device: ${JSON.stringify(added.body)}`)
  return secret
}

export async function signInWithPasskey(desk: Desk, authenticator: Authenticator) {
  const { body } = await desk.send('POST', '/lender/sign-in/passkey/options')
  return desk.send('POST', '/lender/sign-in/passkey', authenticator.sign(body.challenge))
}
