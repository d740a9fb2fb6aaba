import type { Answered, EventAnswer } from '@svc/api'
import { ANSWER_HASH } from '../../platform/database/once.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Event } from './event.ts'

/** An event as it is listed, and as a webhook carries it (contract §9). */
export function eventView(event: Event): Answered<typeof EventAnswer> {
  // The hash is of the answer to the caller, and for the auditor.
  const { [ANSWER_HASH]: _, ...data } = event.data
  return {
    id: event.id,
    type: event.type,
    created: utcMicros(event.createdAt),
    sequence: event.sequence,
    order_id: event.orderId,
    data,
  }
}
