import type { OrderDetails } from '../../kernel/details/details.ts'
import { findLoan } from '../../kernel/loans/store.ts'
import { findWholeOrder } from '../../kernel/orders/store.ts'
import type { Loan } from '../../model/loan/loan.ts'
import type { Order } from '../../model/order/order.ts'
import { isId } from '../../platform/ids.ts'
import { existing } from '../../platform/refusal.ts'
import type { Caller, Reading } from '../../tenancy/caller/context.ts'

/** An order with what the store sent, in any state, by either of its ids. */
export async function getOrder(
  { database }: Reading,
  { store, sandbox }: Caller,
  ref: string,
): Promise<{ order: Order; details: OrderDetails; loan: Loan | undefined }> {
  const key = { storeId: store.id, sandbox, ref }
  // Requested at once, both look-ups share a round trip.
  const [whole, loanOfRef] = await Promise.all([
    findWholeOrder(database, key),
    isId(ref) ? findLoan(database, { storeId: store.id, id: ref }) : undefined,
  ])
  const loaded = existing(whole, 'order', ref)
  if (loaded.order.confirmedAt === null) return { ...loaded, loan: undefined }
  if (loaded.order.id === ref) return { ...loaded, loan: loanOfRef }
  return { ...loaded, loan: await findLoan(database, loaded.order) }
}
