import type { Answered, VoidsAnswer } from '@svc/api'
import { type Order, remainingCaptureAmount } from '../../model/order/order.ts'
import { localMicros } from '../../platform/time/dates.ts'
import type { Void } from './void.ts'

/** `remaining_amount` is the amount that can still be voided. */
export function voidsView(
  order: Order,
  voids: readonly Void[],
  timeZone: string,
): Answered<typeof VoidsAnswer> {
  return {
    remaining_amount: remainingCaptureAmount(order),
    results: voids.map(({ id, amount, origin, createdAt }) => ({
      id,
      amount,
      origin,
      created: localMicros(createdAt, timeZone),
    })),
  }
}
