import { findPayment } from '../../kernel/payments/store.ts'
import { existing } from '../../platform/refusal.ts'
import type { Reading } from '../../tenancy/caller/context.ts'
import type { LoanPlace } from './place.ts'

/** How much a payment of the loan was. Refusals: `payment_not_found`. */
export async function findPaymentAmount(
  { database }: Reading,
  { store, id: orderId }: LoanPlace,
  id: string,
): Promise<number> {
  const row = await findPayment(database, { storeId: store.id, id })
  return existing(row?.orderId === orderId ? row : undefined, 'payment', id).amount
}
