import { findOrderAnywhere } from '../../kernel/orders/store.ts'
import { existing } from '../../platform/refusal.ts'
import type { LenderCaller, Reading } from '../../tenancy/caller/context.ts'
import type { LoanPlace } from './place.ts'
import { hasLoan } from './rules.ts'

type Wanted = {
  readonly id: string
  /** Also signed and unconfirmed orders: they can become loans. */
  readonly signed?: true
}

/** Whose loan it is, among those of all stores in the mode. Refusals: `loan_not_found`. */
export async function findPlace(
  { database }: Reading,
  { sandbox }: LenderCaller,
  { id, signed }: Wanted,
): Promise<LoanPlace> {
  const row = await findOrderAnywhere(database, id)
  const isMeant = row?.sandbox === sandbox && (signed === true || hasLoan(row))
  const order = existing(isMeant ? row : undefined, 'loan', id)
  const { storeId, currency } = order
  return { store: { id: storeId }, sandbox, id: order.id, currency }
}
