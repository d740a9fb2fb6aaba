import { codeOf, messageOf, textAt } from '../narrow.ts'
import { Refused } from '../refusal.ts'

/** Errors of the database or of the connection to it. */
export type ServerError = {
  readonly message: string
  readonly code?: string | undefined
  readonly severity?: string | undefined
}

/** An error reported by the database, with its SQLSTATE. */
export class StatementFailed extends Error {
  /** The SQLSTATE. */
  readonly code: string
  readonly severity: string | undefined

  constructor(message: string, code: string, severity?: string) {
    super(message)
    this.name = 'StatementFailed'
    this.code = code
    this.severity = severity
  }
}

/** An error of the connection, not the statement: whether the statement took effect is unknown. */
export class ConnectionLost extends Error {
  /** SQLSTATE if the server gave a reason, otherwise the system's code, such as ECONNREFUSED. */
  readonly code: string | undefined
  readonly severity: string | undefined

  constructor(message: string, { code, severity }: Partial<ServerError> = {}) {
    super(message)
    this.name = 'ConnectionLost'
    this.code = code
    this.severity = severity
  }
}

/** A database that this service cannot work with until somebody changes a setting. */
export class DatabaseUnsuitable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DatabaseUnsuitable'
  }
}

/** After FATAL and PANIC the server closes the connection. */
export function failureOf(error: ServerError): StatementFailed | ConnectionLost {
  const { message, code = '', severity } = error
  const ofStatement = /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E')
  if (!ofStatement || severity === 'FATAL' || severity === 'PANIC') return asConnectionLost(error)
  return new StatementFailed(withoutValue(message, code), code, severity)
}

/** `invalid input syntax for type integer: "12a"`: the value is confidential. */
function withoutValue(message: string, code: string): string {
  return code.startsWith('22') ? message.replace(/: ".*"/s, '') : message
}

/** A connection that failed to open, or broke. */
export function asConnectionLost(error: unknown): ConnectionLost {
  if (error instanceof ConnectionLost) return error
  return new ConnectionLost(messageOf(error), {
    code: codeOf(error),
    severity: textAt(error, 'severity'),
  })
}

/**
 * Deadlock, serialization failure, a plan that a migration made stale; and a row that was added
 * concurrently: the next run finds it and returns the right answer.
 */
const REPEATABLE = new Set(['40001', '40P01', '0A000', '23505'])
/**
 * Connection, resources, shutdown, a cancelled statement, a server that is read-only at the moment.
 */
const UNAVAILABLE = /^(08|53|57|58|25006$)/

/** Whether the same work may succeed when it is repeated. */
export function isRepeatable(error: unknown): boolean {
  return error instanceof StatementFailed && REPEATABLE.has(error.code)
}

/**
 * The caller's error: a lock that took too long, an unavailable database; anything else is our
 * fault.
 */
export function asRefusal(error: unknown): unknown {
  if (isUnavailable(error)) return new Refused('database_unavailable', {}, { cause: error })
  const busy = error instanceof StatementFailed && /^(55P03|40...)$/.test(error.code)
  return busy ? new Refused('order_busy', {}, { cause: error }) : error
}

/** Whether the database is unavailable or cannot write, which is temporary. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StatementFailed) return UNAVAILABLE.test(error.code)
  return error instanceof ConnectionLost
}

/** Whether the session can be used again after a rollback. */
export function breaksConnection(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true
  return (
    error instanceof StatementFailed &&
    (error.code === '0A000' || /^(08|57P|25006$)/.test(error.code))
  )
}
