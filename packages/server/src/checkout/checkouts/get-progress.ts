import type { Providers } from '../../credit/payments/provider.ts'
import type { OrderDetails } from '../../kernel/details/details.ts'
import type { Order } from '../../model/order/order.ts'
import type { Store } from '../../model/stores/store-account.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, TimedReading } from '../../tenancy/caller/context.ts'
import { findCheckout } from './store.ts'

export type Progress = {
  readonly store: Store
  readonly order: Order
  readonly details: OrderDetails
  /** The time of the store. */
  readonly at: Date
  /** Its people may be tried: with no real money. */
  readonly played: boolean
  readonly cardFrame: string | null
}

/** All that the buyer's page shows of their checkout, whatever its state. */
export async function getProgress(
  {
    database,
    clock,
    providers,
    demo,
  }: TimedReading & { readonly providers: Providers; readonly demo: boolean },
  { store, sandbox }: Caller,
  checkoutId: string,
): Promise<Progress> {
  const key = { storeId: store.id, sandbox, ref: checkoutId }
  const checkout = existing(await findCheckout(database, key), 'checkout', checkoutId)
  const provider = providers({ storeId: store.id, sandbox }, clock)
  return {
    store,
    ...checkout,
    at: clock.now(),
    played: sandbox || demo,
    cardFrame: provider?.cardFrame ?? null,
  }
}
