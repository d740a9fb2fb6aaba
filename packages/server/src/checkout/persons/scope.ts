import type { DecisionLimits } from '../../model/decision-limits/limits.ts'
import type { Order } from '../../model/order/order.ts'
import type { Store } from '../../model/stores/store-account.ts'
import type { PersonScope } from './store.ts'

export type Place = {
  /** Live mode is played as the sandbox is. */
  readonly demo?: boolean
}
type Signed = { readonly store: Store; readonly order: Order }

/** The test person who plays the buyer; undefined: with real money. */
export function playedBy(
  { demo }: Place,
  { store, order }: Signed,
): DecisionLimits['sandbox'] | undefined {
  return order.sandbox || demo === true ? store.settings.decision.sandbox : undefined
}

/** Whose person the buyer is: the sandbox's people sign at every store, and are one store's. */
export function personScope(place: Place, signed: Signed): PersonScope {
  const { sandbox, storeId } = signed.order
  return { sandbox, storeId: playedBy(place, signed) === 'person' ? storeId : null }
}
