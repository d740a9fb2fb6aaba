import type { BuyerInput } from '@svc/api'
import { type Altered, withAlteredWarnings } from '../altered.ts'
import type { Caller, Writing } from '../context.ts'
import { detailsUpdate, getDetails } from '../details/store.ts'
import { recordOperation } from '../orders/record.ts'
import { orderQueue } from '../orders/store.ts'
import { accept, existing } from '../refusal.ts'
import { storedIdentity } from './masking.ts'
import { decideBuyer, decideOpen } from './rules.ts'
import { lockCheckout } from './store.ts'

export type SaveInput = {
  readonly checkoutId: string
  readonly buyer: BuyerInput
  readonly altered?: Altered
}

/** Stores what buyers say of themselves while they have not signed. */
export function saveBuyer(
  { writer, clock, ids }: Writing,
  { store, sandbox }: Caller,
  { checkoutId, buyer: given, altered }: SaveInput,
): Promise<void> {
  const key = { storeId: store.id, sandbox, ref: checkoutId }
  return writer.transaction(orderQueue(key), async (tx) => {
    const before = existing(await lockCheckout(tx, key), 'checkout', checkoutId)
    const at = clock.now()
    const stored = storedIdentity(await getDetails(tx, before))
    const buyer = accept(decideBuyer(given, stored))
    accept(decideOpen(before, at))
    const { order, rowSets } = recordOperation({
      before,
      after: { ...before, warnings: withAlteredWarnings(before.warnings, altered) },
      at,
      ids,
      event: 'checkout.updated',
      effectId: ids.next(),
    })
    return tx.commit(undefined, ...rowSets, detailsUpdate(order, { buyer }))
  })
}
