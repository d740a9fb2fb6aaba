import type { Answered, AttemptAnswer } from '@svc/api'
import { utcMicros } from '../../platform/time/dates.ts'
import type { NumberedAttempt } from './message.ts'

/** An attempt to bring a store a message, of whatever kind. */
export function attemptView(attempt: NumberedAttempt): Answered<typeof AttemptAnswer> {
  return {
    number: attempt.number,
    started: utcMicros(attempt.startedAt),
    duration: attempt.durationMs,
    status: attempt.status,
    failure: attempt.failure,
    response: attempt.response,
  }
}
