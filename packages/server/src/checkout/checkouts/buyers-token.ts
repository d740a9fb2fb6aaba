/**
 * Buyers' tokens (contract §12.9, decision 0070). The first one comes with the checkout; the
 * signature renews it, and so does the store's server once the buyer has nothing left to sign.
 * Neither is stored: a token is a code over the id, the later ones also over when they were issued.
 */
import type { Order } from '../../model/order/order.ts'
import type { Decision } from '../../platform/refusal.ts'
import type { Vault } from '../../platform/secrets/vault.ts'

/** `issuedAt` is null for the token that the checkout began with. */
export type BuyersToken = { readonly issuedAt: Date | null }

const FIRST = 'checkout'
const LATER = 'signed checkout'

export const firstToken = (vault: Vault, checkoutId: string): string =>
  vault.token(FIRST, checkoutId)

/** `<milliseconds in base 36>.<kid>.<code>` */
export function laterToken(vault: Vault, checkoutId: string, at: Date): string {
  const issued = at.getTime().toString(36)
  return `${issued}.${vault.token(LATER, `${checkoutId}/${issued}`)}`
}

export function readToken(vault: Vault, checkoutId: string, text: string): BuyersToken | undefined {
  if (vault.verifyToken(FIRST, checkoutId, text)) return { issuedAt: null }
  const [, issued = '', token = ''] = /^([0-9a-z]{1,10})\.(.+)$/.exec(text) ?? []
  if (!vault.verifyToken(LATER, `${checkoutId}/${issued}`, token)) return undefined
  return { issuedAt: new Date(Number.parseInt(issued, 36)) }
}

/** When the order left its first state, and when it had its result; null: not yet. */
export type Milestones = { readonly leftAt: Date | null; readonly endedAt: Date | null }

/**
 * The rights of a token: everything a buyer may do; or, for one from before the signature, to
 * repeat that signature and to read the result; or only to read it.
 */
export type TokenUse = 'all' | 'repeat' | 'result'

const LASTS_MS = 2 * 24 * 3_600_000
const REPEATS_MS = 10 * 60_000

export function decideTokenUse(
  { issuedAt }: BuyersToken,
  { order, leftAt, endedAt }: Milestones & { readonly order: Order },
  now: Date,
): Decision<TokenUse> {
  const over = order.expiresAt ?? endedAt ?? order.createdAt
  const from = Math.max(over.getTime(), issuedAt?.getTime() ?? 0)
  if (now.getTime() >= from + LASTS_MS) return { refused: 'token_invalid' }
  // The product is agreed with the signature.
  const signedAt = order.product === null ? null : leftAt
  if (issuedAt !== null || signedAt === null) return { plan: 'all' }
  return { plan: now.getTime() < signedAt.getTime() + REPEATS_MS ? 'repeat' : 'result' }
}
