import { recordOf } from '@svc/api'
import { errorOf } from './narrow.ts'
import { Refused } from './refusal.ts'

/** What was worked on: ids only. */
export type About = Readonly<Record<string, string | number | boolean | null | undefined>>

/**
 * What the log says of an error: its message and code, and of a refusal what caused it, such as the
 * database's own words with their SQLSTATE and severity. Never the values of a statement.
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
    // Where a database that is away was noticed tells nothing.
    ...(own === cause ? { stack: own.stack } : {}),
  }
}
