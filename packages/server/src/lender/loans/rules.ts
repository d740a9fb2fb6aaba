/**
 * Notes and promises of the lender's people on a loan. Invariant: a promise is of today or later.
 */
import type { Order } from '../../model/order/order.ts'
import type { Decision } from '../../platform/refusal.ts'
import { addDays, type Day } from '../../platform/time/calendar.ts'

/** An order is a loan from its confirmation on, whatever becomes of it. */
export const hasLoan = ({ confirmedAt }: Pick<Order, 'confirmedAt'>): boolean =>
  confirmedAt !== null

const PROMISE_DAYS_MAX = 366

/** `promisedOn`: null where nothing was promised. */
export function decidePromise(
  { promisedOn }: { readonly promisedOn: Day | null },
  today: Day,
): Decision<undefined> {
  const latest = addDays(today, PROMISE_DAYS_MAX)
  if (promisedOn === null || (promisedOn >= today && promisedOn <= latest)) {
    return { plan: undefined }
  }
  const fields = { on: [`must be from ${today} to ${latest}`] }
  return { refused: 'body_invalid', detail: { fields } }
}
