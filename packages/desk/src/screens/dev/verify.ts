/**
 * Standard Webhooks signatures in the browser: what `@svc/api/webhooks` does with Node's crypto.
 * Neither the secret nor what is compared leaves the page.
 */

type Signed = {
  readonly id: string
  /** Seconds since 1970, as it stands in the header. */
  readonly timestamp: string
  /** The very text that was posted. */
  readonly body: string
}

/** What the HMAC is made of. */
export const baseOf = ({ id, timestamp, body }: Signed): string => `${id}.${timestamp}.${body}`

/** The key of a secret, with or without `whsec_`; undefined: it was not copied whole. */
export function keyOf(secret: string): Uint8Array<ArrayBuffer> | undefined {
  const text = secret.replace(/^whsec_/, '')
  try {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
    // A decoder that is lenient would make another key of a secret that lost a character.
    const isWhole = btoa(String.fromCharCode(...bytes)) === text
    return isWhole && bytes.length >= 24 && bytes.length <= 64 ? bytes : undefined
  } catch {
    return undefined
  }
}

/** The signature as it stands in the header; undefined: the secret is none. */
export async function signatureOf(secret: string, signed: Signed): Promise<string | undefined> {
  const key = keyOf(secret)
  if (key === undefined) return undefined
  const { subtle } = crypto
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await subtle.importKey('raw', key, hmac, false, ['sign'])
  const digest = await subtle.sign('HMAC', imported, new TextEncoder().encode(baseOf(signed)))
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}

/** Whether one of the signatures of a header is that. */
export const isAmong = (signature: string, header: string): boolean =>
  header.trim().split(' ').includes(signature)
