import type { Caller, Reading } from '../context.ts'
import type { OrderDetails } from '../details/details.ts'
import type { Loan } from '../loans/loan.ts'
import { findLoan } from '../loans/store.ts'
import { existing } from '../refusal.ts'
import type { Order } from './order.ts'
import { findWholeOrder } from './store.ts'

/** An order with what the store sent, in any state, by either of its ids. */
export async function getOrder(
  { database }: Reading,
  { store, sandbox }: Caller,
  ref: string,
): Promise<{ order: Order; details: OrderDetails; loan: Loan | undefined }> {
  const key = { storeId: store.id, sandbox, ref }
  const found = existing(await findWholeOrder(database, key), 'order', ref)
  const confirmed = found.order.confirmedAt !== null
  return { ...found, loan: confirmed ? await findLoan(database, found.order) : undefined }
}
