import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Secrets at rest (AES-256-GCM), and tokens that follow from `SECRET_KEY` without being stored. */
export type Vault = {
  seal(secret: string): string
  /** Throws when the text was sealed under another key. */
  open(sealed: string): string
  /** A token bound to a purpose and an id; the same one every time. */
  token(purpose: string, id: string): string
}

const TAG_BYTES = 16

export function createVault(secretKey: string): Vault {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'secrets at rest', 32))
  const tokenKey = Buffer.from(hkdfSync('sha256', secretKey, '', 'bound tokens', 32))
  return {
    seal(secret) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open(text) {
      const bytes = Buffer.from(text, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAuthTag(bytes.subarray(12, 12 + TAG_BYTES))
      return (
        decipher.update(bytes.subarray(12 + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      )
    },
    token(purpose, id) {
      return createHmac('sha256', tokenKey)
        .update(JSON.stringify([purpose, id]))
        .digest('base64url')
    },
  }
}
