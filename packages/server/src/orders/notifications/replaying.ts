/**
 * The replay of a notification at its store's request: pure. Invariants: 1. a confirmation is sent
 * only while its answer can decide the order. 2. A message in progress is not sent a second time
 * beside it. 3. A replay holds up newer messages for one attempt at most. 4. A message overtaken by
 * a newer checkout of the name is never sent.
 */
import type { Order } from '../../model/order/order.ts'
import type { Decision } from '../../platform/refusal.ts'
import { isAwaited } from '../confirmation/rules.ts'
import type { ListedNotification } from './list-store.ts'

type ReplayQuestion = {
  readonly notification: ListedNotification
  readonly order: Order
  readonly at: Date
}

export function decideReplay({
  notification,
  order,
  at,
}: ReplayQuestion): Decision<ListedNotification> {
  const { kind, state, nextAttemptAt, leasedUntil, overtakenBy } = notification
  if (overtakenBy !== null) {
    return { refused: 'notification_overtaken', detail: { values: { order: overtakenBy } } }
  }
  if (kind === 'confirmation' && !isAwaited(order, at)) {
    return { refused: 'notification_moot', detail: { values: { state: order.state } } }
  }
  if (state === 'waiting') {
    // A claim, whatever its end is by our clock: it becomes due when nobody renews it.
    const later = leasedUntil === null && (nextAttemptAt?.getTime() ?? 0) > at.getTime()
    return { plan: later ? { ...notification, nextAttemptAt: at } : notification }
  }
  // Past its deadline it is tried once. That of a confirmation is the order's own.
  const deadline = kind === 'confirmation' ? notification.deadline : at
  return { plan: { ...notification, state: 'waiting', nextAttemptAt: at, deadline } }
}
