import type { Answered, NotificationAnswer } from '@svc/api'
import { attemptView } from '../../outbound/sending/view.ts'
import { utcMicros } from '../../platform/time/dates.ts'
import type { NotificationWithAttempts } from './list-store.ts'

/** A notification as its store sees it. The address is the one without a shared token. */
export function listedNotificationView({
  notification,
  attempts,
}: NotificationWithAttempts): Answered<typeof NotificationAnswer> {
  const { nextAttemptAt } = notification
  return {
    id: notification.id,
    kind: notification.kind,
    url: notification.url,
    state: notification.state,
    attempt_count: notification.attempts,
    next_attempt: nextAttemptAt === null ? null : utcMicros(nextAttemptAt),
    deadline: utcMicros(notification.deadline),
    created: utcMicros(notification.createdAt),
    payload: notification.body,
    attempts: attempts.map(attemptView),
  }
}
