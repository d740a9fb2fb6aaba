/**
 * The withdrawal period (Directive 2023/2225, article 26; decision 0067), used by documents, loans
 * and refusals alike.
 */
import { addDays, type Day, laterOf } from '../../platform/time/calendar.ts'
import { endOfPeriod } from '../../platform/time/public-holidays.ts'
import type { Order } from '../order/order.ts'
import { nextState } from '../order/states.ts'

const WITHDRAWAL_DAYS = 14

type Conclusion = {
  /** The agreement is concluded when the store confirms the order. */
  readonly concludedOn: Day
  /** The buyer has the documents from the signature on. */
  readonly receivedOn: Day
}

/** The last day: fourteen after the later of the two, or the next working day. */
export const lastDayToWithdraw = ({ concludedOn, receivedOn }: Conclusion): Day =>
  endOfPeriod(addDays(laterOf(concludedOn, receivedOn), WITHDRAWAL_DAYS))

/**
 * Before the store has confirmed, nothing is lent: a withdrawal from the signed agreement ends the
 * order. Undefined if no confirmation is pending.
 */
export function withdrawnUnconfirmed(order: Order, at: Date): Order | undefined {
  const next = nextState(order.state, 'withdrawn_by_buyer')
  if (next === undefined) return undefined
  const { state, reason } = next
  return { ...order, state, statusReason: reason, expiresAt: null, cancelledAt: at }
}
