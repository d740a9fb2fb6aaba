/** One-time codes of a device (RFC 6238), by `otpauth` (decision 0114). */
import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
/** 160 bits, as RFC 4226 asks for. */
const SECRET_BYTES = 20
const DIGITS = 6
/** Steps by which a device may be ahead or behind. */
const WINDOW = 1

type Named = { readonly brand: string; readonly email: string; readonly secret: string }

/** In base 32, as devices accept it. */
export function newTotpSecret(bytes: (length: number) => Buffer): string {
  return new Secret({ buffer: new Uint8Array(bytes(SECRET_BYTES)).buffer }).base32
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  const form = { algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS }
  return new TOTP({ ...form, ...names, secret: Secret.fromBase32(secret) })
}

/** The URL in the QR code for a device. */
export function totpAddress({ brand, email, secret }: Named): string {
  return totpOf(secret, { issuer: brand, label: email }).toString()
}

/** Steps of 30 seconds, since 1970. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / (STEP_SECONDS * 1_000))

/** The difference of the device's clock in steps; null: no step near now has this code. */
export function deltaOf(secret: string, code: string, now: Date): number | null {
  const token = code.replaceAll(/[ \u00a0]/g, '')
  if (!/^\d{6}$/.test(token)) return null
  return totpOf(secret).validate({ token, timestamp: now.getTime(), window: WINDOW })
}
