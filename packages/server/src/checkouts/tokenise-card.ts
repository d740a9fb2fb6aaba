import type { CardInput } from '@svc/api'
import type { Caller, Writing } from '../context.ts'
import { orderQueue } from '../orders/store.ts'
import type { Card } from '../payments/payment.ts'
import { accept, existing } from '../refusal.ts'
import { decideCard } from '../sandbox-provider/rules.ts'
import { cardRow } from '../sandbox-provider/store.ts'
import { decideOpen } from './rules.ts'
import { lockCheckout } from './store.ts'

export type TokenisedCard = Card & { readonly token: string }
export type TokeniseInput = { readonly checkoutId: string; readonly card: CardInput }

/**
 * The sandbox's provider keeps what a card does and what may be shown of it; its number is
 * forgotten here.
 */
export function tokeniseCard(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  { checkoutId, card: given }: TokeniseInput,
): Promise<TokenisedCard> {
  const key = { storeId: store.id, sandbox, ref: checkoutId }
  return writer.transaction(orderQueue(key), async (tx) => {
    const order = existing(await lockCheckout(tx, key), 'checkout', checkoutId)
    const at = clock.now()
    accept(decideOpen(order, at))
    const card = accept(decideCard(given, at))
    const token = `card_${ids.next()}`
    const { brand, last4, expiry } = card
    return tx.commit({ token, brand, last4, expiry }, cardRow(key, { token, card, at }))
  })
}
