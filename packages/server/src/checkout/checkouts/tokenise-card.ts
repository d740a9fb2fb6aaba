import type { CardInput } from '@svc/api'
import { decideCard } from '../../credit/sandbox-provider/rules.ts'
import { cardRow } from '../../credit/sandbox-provider/store.ts'
import { orderQueue } from '../../kernel/orders/store.ts'
import { decideOpen } from '../../model/order/moves.ts'
import type { Card } from '../../model/payment/payment.ts'
import { Written } from '../../platform/database/database.ts'
import { accept, existing } from '../../platform/refusal.ts'
import type { Caller, Writing } from '../../tenancy/caller/context.ts'
import { lockCheckout } from './store.ts'

type TokenisedCard = Card & { readonly token: string }
type TokeniseInput = { readonly checkoutId: string; readonly card: CardInput }

/**
 * The sandbox's provider stores the card's behaviour and its displayable part; its number is
 * dropped here.
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
    const row = cardRow(key, { token, card, at })
    return tx.commit({ token, brand, last4, expiry }, Written.technically('provider', row))
  })
}
