import type { Answered, FailureAnswer, FailurePage, RetriedAnswer } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import type { Failure, FailureGroup } from './failure.ts'

const DELIVERIES: ReadonlySet<Failure['kind']> = new Set(['delivery', 'lender_delivery'])

export function failureView(failure: Failure): Answered<typeof FailureAnswer> {
  const { id, kind, state, cause, detail, attempts, store, orderId, at, nextAt } = failure
  const { personId, webhookId } = failure
  return {
    ...{ id, kind, state, cause, detail, attempts, store },
    ...{ order_id: orderId, person_id: personId, webhook_id: webhookId },
    at: utcMicros(at),
    next_attempt: nextAt && utcMicros(nextAt),
    retry: kind === 'notification' || (DELIVERIES.has(kind) && state === 'given_up'),
  }
}

export function groupView(group: FailureGroup): Answered<typeof FailurePage>['groups'][number] {
  const { kind, cause, count, stores, orders, oldestAt, newestAt } = group
  return {
    ...{ kind, cause, count, stores, orders },
    oldest: utcMicros(oldestAt),
    newest: utcMicros(newestAt),
  }
}

export const retriedView = (id: string, dueAt: Date | null): Answered<typeof RetriedAnswer> => ({
  id,
  next_attempt: dueAt && utcMicros(dueAt),
})
