import { recordOf } from '@svc/api'
import { errorOf } from './narrow.ts'
import { Refused } from './refusal.ts'

/** What the failed work was about: ids only. */
export type About = Readonly<Record<string, string | number | boolean | null | undefined>>

/**
 * The log's view of an error: its message and code, and for a refusal its cause, such as the
 * database's message with SQLSTATE and severity. Never the values of a statement.
 */
export function errorDetails(error: unknown): Readonly<Record<string, string | undefined>> {
  const own = errorOf(error)
  const cause = own.cause instanceof Error ? own.cause : own
  const { code, severity } = recordOf(cause)
  return {
    message: cause.message,
    ...(own instanceof Refused && own !== cause ? { refused: own.code } : {}),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof severity === 'string' ? { severity } : {}),
    // Where the code noticed that the database is unavailable is of no interest.
    ...(own === cause ? { stack: own.stack } : {}),
  }
}
