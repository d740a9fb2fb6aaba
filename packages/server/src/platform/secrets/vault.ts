import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { type KeyRing, type Rings, ringsOf, SECRET_KEY_KID } from './key-ring.ts'
import type { SealedPlace } from './sealed-columns.ts'

/**
 * Secrets at rest: the port for keys that are stored elsewhere, such as in a KMS. A sealed text can
 * be decrypted in its own context only. Both methods are synchronous: a KMS unwraps its data keys
 * when the service starts, and is not called for each secret (decision 0051).
 */
type SecretPort = {
  /** Returns `v2.kid.…` with the kid of the key that encrypts. */
  seal(secret: string, place: SealedPlace): string
  /** Throws `SecretUnreadable` if the key is missing or wrong, or the text has been moved. */
  open(sealed: string, place: SealedPlace): string
}

/** Secrets at rest (AES-256-GCM), and tokens that are derived from a key without being stored. */
export type Vault = SecretPort & {
  /** The kids of the keys that decrypt; the first one encrypts. */
  readonly kids: readonly string[]
  /** A token bound to a purpose and an id, always the same one: `kid.hmac`. */
  token(purpose: string, id: string): string
  /** Whether it is the token of the purpose and id, under any key of the ring. */
  verifyToken(purpose: string, id: string, token: string): boolean
}

export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable'
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const TOKEN = /^(?:([A-Za-z0-9_-]{1,32})\.)?([A-Za-z0-9_-]{43})$/

/** A vault over the rings; a text alone is `SECRET_KEY`. */
export function createVault(keys: Rings | string): Vault {
  const rings =
    typeof keys === 'string' ? ringsOf({ secretKeys: undefined, tokenKeys: undefined }, keys) : keys
  return { ...createSecretPort(rings.secrets), ...createTokens(rings.tokens) }
}

function createSecretPort(ring: KeyRing): SecretPort & Pick<Vault, 'kids'> {
  const keys = deriveKeys(ring, 'secrets at rest')
  const [{ kid: sealingKid }] = ring
  const sealingKey = keyOf(keys, sealingKid)
  return {
    kids: ring.map(({ kid }) => kid),
    seal(secret, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, sealingKey, nonce).setAAD(placeBytes(place))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      const parts = [nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64url'))
      return ['v2', sealingKid, ...parts].join('.')
    },
    open(sealed, place) {
      try {
        return sealed.startsWith('v2.') ? openPlaced(keys, sealed, place) : openV1(keys, sealed)
      } catch (error) {
        if (error instanceof SecretUnreadable) throw error
        throw new SecretUnreadable(`${place.column} cannot be opened`)
      }
    },
  }
}

function createTokens(ring: KeyRing): Pick<Vault, 'token' | 'verifyToken'> {
  const keys = deriveKeys(ring, 'bound tokens')
  const [{ kid: first }] = ring
  const macOf = (key: Buffer, purpose: string, id: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, id]))
      .digest('base64url')
  return {
    token: (purpose, id) => `${first}.${macOf(keyOf(keys, first), purpose, id)}`,
    verifyToken(purpose, id, token) {
      // Tokens from before the rings have no kid.
      const [, kid = SECRET_KEY_KID, mac] = TOKEN.exec(token) ?? []
      const key = keys.get(kid)
      if (mac === undefined || key === undefined) return false
      return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(key, purpose, id)))
    },
  }
}

function deriveKeys(ring: KeyRing, purpose: string): ReadonlyMap<string, Buffer> {
  return new Map(
    ring.map(({ kid, material }) => [
      kid,
      Buffer.from(hkdfSync('sha256', material, '', purpose, 32)),
    ]),
  )
}

function keyOf(keys: ReadonlyMap<string, Buffer>, kid: string): Buffer {
  const key = keys.get(kid)
  if (key === undefined) throw new SecretUnreadable(`there is no key ${kid}`)
  return key
}

function openPlaced(keys: ReadonlyMap<string, Buffer>, sealed: string, place: SealedPlace): string {
  const [, kid = '', ...parts] = sealed.split('.')
  const [nonce, tag, text, ...more] = parts.map((part) => Buffer.from(part, 'base64url'))
  if (nonce === undefined || tag === undefined || text === undefined || more.length > 0) {
    throw new SecretUnreadable(`${place.column} is no sealed text`)
  }
  return decrypt(keyOf(keys, kid), { nonce, tag, text, place })
}

/** The format from before the rings: bytes in base64 under `SECRET_KEY`, without a context. */
function openV1(keys: ReadonlyMap<string, Buffer>, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const end = NONCE_BYTES + TAG_BYTES
  return decrypt(keyOf(keys, SECRET_KEY_KID), {
    nonce: bytes.subarray(0, NONCE_BYTES),
    tag: bytes.subarray(NONCE_BYTES, end),
    text: bytes.subarray(end),
  })
}

type Sealed = {
  readonly nonce: Buffer
  readonly tag: Buffer
  readonly text: Buffer
  readonly place?: SealedPlace
}

function decrypt(key: Buffer, { nonce, tag, text, place }: Sealed): string {
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  if (place !== undefined) decipher.setAAD(placeBytes(place))
  decipher.setAuthTag(tag)
  return decipher.update(text, undefined, 'utf8') + decipher.final('utf8')
}

/** Table, column and row id, as additional authenticated data. */
function placeBytes({ column, row }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([...column.split('.'), ...row]))
}
