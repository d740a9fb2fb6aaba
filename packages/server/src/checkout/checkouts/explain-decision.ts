import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import { type Explanation, explanationOf } from '../decisions/explanation.ts'
import { listOfOrder } from '../decisions/store.ts'
import { findCheckout } from './store.ts'

/** What was decided on the buyer, and whom they ask for a person's look. */
export async function explainDecision(
  { database }: Reading,
  { store, sandbox }: Caller,
  checkoutId: string,
): Promise<Explanation> {
  const key = { storeId: store.id, sandbox, ref: checkoutId }
  const { order, details } = existing(await findCheckout(database, key), 'checkout', checkoutId)
  const last = (await listOfOrder(database, order)).at(-1)
  const decision = existing(last, 'decision', checkoutId)
  return explanationOf({ decision, order, customer: details.customer, store })
}
