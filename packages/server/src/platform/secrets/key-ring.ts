/** The operator's keys: the first one encrypts, each of them decrypts (decision 0051). */

/** What a key is derived from: 32 random bytes, or the text of `SECRET_KEY`. */
type RingKey = { readonly kid: string; readonly material: Buffer | string }
export type KeyRing = readonly [RingKey, ...RingKey[]]

/** The name of `SECRET_KEY` in a ring, and of the key of texts that name none. */
export const SECRET_KEY_KID = '0'

const KEY_BYTES = 32
const KEYS_MAX = 32
/** 32 random bytes have about 30 different values; 16 or fewer are a pattern, not chance. */
const DIFFERENT_BYTES_MIN = 17
const LINE = /^([A-Za-z0-9_-]{1,32})[ \t]+([A-Za-z0-9+/]+={0,2})$/

type ParsedRing =
  | { readonly ring: KeyRing; readonly fault?: never }
  | { readonly fault: string; readonly ring?: never }

/**
 * Parses lines of `kid base64(32 bytes)`; blank lines and those that begin with `#` are ignored. An
 * error names the line and never shows its content.
 */
export function parseKeyRing(text: string): ParsedRing {
  const keys: { readonly kid: string; readonly material: Buffer }[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const fault = (sentence: string) => ({ fault: `line ${index + 1} ${sentence}` })
    const [, kid, base64 = ''] = LINE.exec(trimmed) ?? []
    if (kid === undefined) return fault('must be a name, a blank and 32 bytes in base64')
    if (kid === SECRET_KEY_KID) return fault(`must not be named ${SECRET_KEY_KID}: SECRET_KEY is`)
    const bytes = Buffer.from(base64, 'base64')
    if (bytes.length !== KEY_BYTES) return fault(`must have ${KEY_BYTES} bytes in base64`)
    if (new Set(bytes).size < DIFFERENT_BYTES_MIN) return fault('must be random: its bytes repeat')
    if (keys.some((key) => key.kid === kid)) return fault(`names ${kid} a second time`)
    if (keys.some(({ material }) => bytes.equals(material))) {
      return fault('is the key of an earlier line')
    }
    keys.push({ kid, material: bytes })
  }
  const [first, ...others] = keys
  if (first === undefined) return { fault: 'must have a line with a key' }
  if (keys.length > KEYS_MAX) return { fault: `must have at most ${KEYS_MAX} keys` }
  return { ring: [first, ...others] }
}

export type Rings = {
  /** For secrets at rest. */
  readonly secrets: KeyRing
  /** For tokens that the service issues. */
  readonly tokens: KeyRing
}

export type RingSettings = {
  readonly secretKeys: KeyRing | undefined
  readonly tokenKeys: KeyRing | undefined
}

/**
 * `SECRET_KEY` alone is the ring; next to a ring it decrypts what it has encrypted. Without a ring
 * of their own, tokens use keys derived from those of secrets.
 */
export function ringsOf(
  { secretKeys, tokenKeys }: RingSettings,
  secretKey: string | undefined,
): Rings {
  const earlier =
    secretKey === undefined ? [] : [{ kid: SECRET_KEY_KID, material: secretKey } as const]
  const [first, ...others] = [...(secretKeys ?? []), ...earlier]
  if (first === undefined) throw new Error('a service has a key for its secrets')
  const secrets: KeyRing = [first, ...others]
  return { secrets, tokens: tokenKeys === undefined ? secrets : [...tokenKeys, ...earlier] }
}
