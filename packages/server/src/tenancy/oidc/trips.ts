/**
 * The browser's cookie during the redirect to the provider: valid for ten minutes, signed, for one
 * return. Nothing is stored at the start.
 */
import { createHash } from 'node:crypto'
import type { Way } from '../../model/staff/provider.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { TRIP_MS } from '../sign-in/logouts.ts'

const SECRET_BYTES = 32
const PURPOSE = 'oidc trip'
const FORM = /^((\d{13})~([\w-]{43})~([\w-]{43})~([\w-]{43})~([0-9a-f]{64}|none))~([\w.-]{43,76})$/

type Trip = Way & {
  /** The hash of the link whose person will be bound; null: they are bound already. */
  readonly link: string | null
  readonly startedAt: Date
  readonly expiresAt: Date
  /** The hash by which it counts as used. */
  readonly hash: string
  /** The content of the cookie. */
  readonly cookie: string
}

type Making = { readonly vault: Vault; readonly now: Date }

export function makeTrip(
  { vault, ids, now }: Making & { readonly ids: Pick<Ids, 'bytes'> },
  link: string | null,
): Trip {
  const secret = () => ids.bytes(SECRET_BYTES).toString('base64url')
  const [state, nonce, verifier] = [secret(), secret(), secret()]
  const expiresAt = new Date(now.getTime() + TRIP_MS)
  const text = [expiresAt.getTime(), state, nonce, verifier, link ?? 'none'].join('~')
  const cookie = `${text}~${vault.token(PURPOSE, text)}`
  return { state, nonce, verifier, link, startedAt: now, expiresAt, hash: hashOf(state), cookie }
}

/** Undefined: it is not ours, or has expired. */
export function readTrip({ vault, now }: Making, cookie = ''): Trip | undefined {
  const [, text = '', expires, state = '', nonce = '', verifier = '', link = '', proof = ''] =
    FORM.exec(cookie) ?? []
  const expiresAt = new Date(Number(expires))
  if (!vault.verifyToken(PURPOSE, text, proof) || expiresAt <= now) return undefined
  const of = { state, nonce, verifier, link: link === 'none' ? null : link }
  const startedAt = new Date(expiresAt.getTime() - TRIP_MS)
  return { ...of, startedAt, expiresAt, hash: hashOf(state), cookie }
}

const hashOf = (state: string): string => createHash('sha256').update(`oidc/${state}`).digest('hex')
