/**
 * The challenge that an authenticator signs: random, bound to its purpose, valid for five minutes,
 * and answered once. Creating one stores nothing: it contains its own proof.
 */
import { createHash } from 'node:crypto'
import type { Ids } from '../../platform/ids.ts'
import type { Vault } from '../../platform/secrets/vault.ts'

export const CHALLENGE_MS = 5 * 60_000
const NONCE_BYTES = 18
const FORM = /^(\d{13})~([\w-]{24})~([\w.-]{43,76})$/

/** To sign in; or to create or confirm a factor in a session. */
export type Purpose = 'sign-in' | `enrol/${string}` | `step-up/${string}`

type Making = { readonly vault: Vault; readonly ids: Pick<Ids, 'bytes'>; readonly now: Date }

/** In base64url, as browsers send and receive it. */
export function makeChallenge({ vault, ids, now }: Making, purpose: Purpose): string {
  const expires = String(now.getTime() + CHALLENGE_MS)
  const nonce = ids.bytes(NONCE_BYTES).toString('base64url')
  const proof = vault.token(`webauthn/${purpose}`, `${expires}~${nonce}`)
  return Buffer.from(`${expires}~${nonce}~${proof}`).toString('base64url')
}

/** Its expiry, and the hash by which it counts as answered; undefined: it is invalid. */
export function readChallenge(
  { vault, now }: Omit<Making, 'ids'>,
  purpose: Purpose,
  challenge: string,
): { readonly expiresAt: Date; readonly hash: string } | undefined {
  const text = Buffer.from(challenge, 'base64url').toString('latin1')
  const [, expires = '', nonce, proof = ''] = FORM.exec(text) ?? []
  if (!vault.verifyToken(`webauthn/${purpose}`, `${expires}~${nonce}`, proof)) return undefined
  const expiresAt = new Date(Number(expires))
  if (expiresAt <= now) return undefined
  return { expiresAt, hash: createHash('sha256').update(text).digest('hex') }
}
