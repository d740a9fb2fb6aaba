/** The columns that the tables of attempts have in common. */
import type { Row } from '../../platform/database/database.ts'
import type { NumberedAttempt } from './message.ts'

export function attemptOf(row: Row): NumberedAttempt {
  return {
    number: row.number,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    status: row.status,
    failure: row.failure,
    response: row.response,
  }
}

export function attemptColumns({ number, ...attempt }: NumberedAttempt) {
  return {
    number,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    status: attempt.status,
    failure: attempt.failure,
    response: attempt.response,
  }
}
