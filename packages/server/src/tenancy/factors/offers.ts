/** Options for creating a factor: nothing is stored until the factor is sent. */
import type { Person } from '../../model/staff/person.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { newTotpSecret, totpAddress } from './totp.ts'

const OFFER_MS = 10 * 60_000

type Making = { readonly vault: Vault; readonly now: Date }
type Offered = { readonly sessionId: string; readonly secret: string }

export type TotpOffer = {
  readonly secret: string
  readonly uri: string
  /** Proves that the service issued the secret, to this session. */
  readonly ticket: string
  readonly expiresAt: Date
}

const proven = ({ sessionId, secret }: Offered, expires: string) =>
  `${sessionId}~${secret}~${expires}`

export function makeOffer(
  { vault, ids, now }: Making & { readonly ids: Pick<Ids, 'bytes'> },
  { person, sessionId, brand }: { person: Person; sessionId: string; brand: string },
): TotpOffer {
  const secret = newTotpSecret(ids.bytes)
  const expiresAt = new Date(now.getTime() + OFFER_MS)
  const expires = String(expiresAt.getTime())
  const proof = vault.token('totp offer', proven({ sessionId, secret }, expires))
  const uri = totpAddress({ brand, email: person.email, secret })
  return { secret, uri, ticket: `${expires}~${proof}`, expiresAt }
}

export function isOffered({ vault, now }: Making, offered: Offered, ticket: string): boolean {
  const [expires = '', proof = ''] = ticket.split('~')
  if (!/^\d{13}$/.test(expires) || Number(expires) <= now.getTime()) return false
  return vault.verifyToken('totp offer', proven(offered, expires), proof)
}
