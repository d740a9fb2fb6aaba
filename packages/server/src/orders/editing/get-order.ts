import type { OrderDetails } from '../../kernel/details/details.ts'
import { findLoan } from '../../kernel/loans/store.ts'
import { findWholeOrder } from '../../kernel/orders/store.ts'
import type { Loan } from '../../model/loan/loan.ts'
import type { Order } from '../../model/order/order.ts'
import type { StoreState } from '../../model/stores/store-state.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'
import { findStoreState } from '../../tenancy/store-states/store.ts'

/** An order with what the store sent, in any state, by either of its ids; and its store's state. */
export async function getOrder(
  { database }: Reading,
  { store, sandbox }: Caller,
  ref: string,
): Promise<{ order: Order; details: OrderDetails; loan: Loan | undefined; state: StoreState }> {
  const key = { storeId: store.id, sandbox, ref }
  // Requested at once, the look-ups share a round trip.
  const [whole, loanOfRef, state] = await Promise.all([
    findWholeOrder(database, key),
    isId(ref) ? findLoan(database, { storeId: store.id, id: ref }) : undefined,
    findStoreState(database, key),
  ])
  const loaded = { ...existing(whole, 'order', ref), state }
  if (loaded.order.confirmedAt === null) return { ...loaded, loan: undefined }
  if (loaded.order.id === ref) return { ...loaded, loan: loanOfRef }
  return { ...loaded, loan: await findLoan(database, loaded.order) }
}
