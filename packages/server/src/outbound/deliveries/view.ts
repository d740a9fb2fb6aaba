import type { Answered, LenderDeliveryAnswer, WholeLenderDeliveryAnswer } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import { eventView } from '../events/view.ts'
import type { NumberedAttempt } from '../sending/message.ts'
import { attemptView } from '../sending/view.ts'
import type { Delivery } from './delivery.ts'
import type { DeliveryWithEvent } from './list-store.ts'

const moment = (date: Date | null) => (date === null ? null : utcMicros(date))

/** A delivery as it is listed; a store's never has an event of the lender only. */
export function deliveryView(delivery: Delivery): Answered<typeof LenderDeliveryAnswer> {
  return {
    id: delivery.id,
    webhook_id: delivery.endpointId,
    event_id: delivery.eventId,
    type: delivery.eventType,
    order_id: delivery.orderId,
    example: delivery.position === null,
    state: delivery.state,
    attempt_count: delivery.attempts,
    next_attempt: moment(delivery.nextAttemptAt),
    deadline: utcMicros(delivery.deadline),
    created: utcMicros(delivery.createdAt),
    settled: moment(delivery.settledAt),
  }
}

type WholeDelivery = DeliveryWithEvent & { readonly attempts: readonly NumberedAttempt[] }

export function wholeDeliveryView({
  delivery,
  event,
  attempts,
}: WholeDelivery): Answered<typeof WholeLenderDeliveryAnswer> {
  const payload = event === null ? (delivery.exampleBody ?? '') : JSON.stringify(eventView(event))
  return { ...deliveryView(delivery), payload, attempts: attempts.map(attemptView) }
}
