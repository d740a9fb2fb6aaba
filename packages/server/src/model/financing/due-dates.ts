/**
 * When the parts of a plan are due (design §4). Instalments are monthly from their start, always
 * counted from it: 31 January, 28 February, 31 March. The first part of pay_in_4 and a down payment
 * are due on the day that the plan is signed.
 */
import type { Product } from '@svc/api'
import { addDays, addMonths, type Day, laterOf } from '../../platform/time/calendar.ts'

export type PlanDates = {
  readonly product: Product
  /** Null for instalments, which are monthly. */
  readonly termDays: number | null
  /** The day on which the plan is signed, or restarts. */
  readonly on: Day
  /** The earliest start of instalments. */
  readonly eventDate?: Day | null | undefined
}

/** `number` from 1; 0 is the down payment. */
export function dueDate({ product, termDays, on, eventDate }: PlanDates, number: number): Day {
  if (number === 0) return on
  if (product === 'instalments') return addMonths(laterOf(on, eventDate ?? on), number)
  if (termDays === null) throw new RangeError(`${product} needs a term in days`)
  return addDays(on, product === 'pay_in_4' ? (number - 1) * termDays : termDays)
}
