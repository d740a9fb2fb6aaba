import { createHash, createHmac } from 'node:crypto'

/**
 * Keys look like `sk_<52 characters of base 32><4 characters of checksum>`: 256 bits, and a
 * checksum that tells a typing error from a wrong key and lets secret scanners recognise one. Only
 * their SHA-256 is stored.
 */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const FORM = /^(sk|pk|lk)_[a-z2-7]{56}$/
const PREFIXES = { private: 'sk', public: 'pk', lender: 'lk' } as const

/** The two kinds of stores, and the lender's. */
type KeyKind = keyof typeof PREFIXES

export function formatKey(kind: KeyKind, bytes: Buffer): string {
  const body = `${PREFIXES[kind]}_${base32(bytes)}`
  return body + checksum(body)
}

/** The prefix contains it, so the hash covers it. */
export function kindOf(key: string): KeyKind {
  if (key.startsWith('lk_')) return 'lender'
  return key.startsWith('sk_') ? 'private' : 'public'
}

export function isWellFormedKey(text: string): boolean {
  return FORM.test(text) && checksum(text.slice(0, -4)) === text.slice(-4)
}

export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** A key that survives restarts: the demo's keys are derived from `SECRET_KEY` (contract §11). */
export function deriveKey(kind: KeyKind, secret: string, purpose: string): string {
  return formatKey(kind, createHmac('sha256', secret).update(`${kind}/${purpose}`).digest())
}

function checksum(body: string): string {
  return base32(createHash('sha256').update(`checksum/${body}`).digest()).slice(0, 4)
}

function base32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(held >> bits) & 31]
    }
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text
}
