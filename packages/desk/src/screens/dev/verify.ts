/**
 * Standard Webhooks signatures in the browser: what `@svc/api/webhooks` does with Node's crypto.
 * Neither the secret nor the signed content leaves the page.
 */

type Signed = {
  readonly id: string
  /** Seconds since 1970, as in the header. */
  readonly timestamp: string
  /** The exact text that was posted. */
  readonly body: string
}

/** The input of the HMAC. */
export const baseOf = ({ id, timestamp, body }: Signed): string => `${id}.${timestamp}.${body}`

/** The key of a secret, with or without `whsec_`; undefined: it is incomplete. */
export function keyOf(secret: string): Uint8Array<ArrayBuffer> | undefined {
  const text = secret.replace(/^whsec_/, '')
  try {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
    // A lenient decoder would accept a secret that lost a character as another key.
    const isWhole = btoa(String.fromCharCode(...bytes)) === text
    return isWhole && bytes.length >= 24 && bytes.length <= 64 ? bytes : undefined
  } catch {
    return undefined
  }
}

/** The signature as in the header; undefined: the secret is invalid. */
export async function signatureOf(secret: string, signed: Signed): Promise<string | undefined> {
  const key = keyOf(secret)
  if (key === undefined) return undefined
  const { subtle } = crypto
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await subtle.importKey('raw', key, hmac, false, ['sign'])
  const digest = await subtle.sign('HMAC', imported, new TextEncoder().encode(baseOf(signed)))
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}

/** Whether one of a header's signatures is equal to it. */
export const isAmong = (signature: string, header: string): boolean =>
  header.trim().split(' ').includes(signature)
