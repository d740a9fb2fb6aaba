import { codeOf, messageOf, textAt } from '../narrow.ts'
import { Refused } from '../refusal.ts'

/** What the database or the connection to it says went wrong. */
export type ServerError = {
  readonly message: string
  readonly code?: string | undefined
  readonly severity?: string | undefined
}

/** An error that the database itself answered, with its SQLSTATE. */
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

/** The connection, not the statement: whether what was sent took effect is not known. */
export class ConnectionLost extends Error {
  /** SQLSTATE where the server gave a reason, else the code of the system, such as ECONNREFUSED. */
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

/** `invalid input syntax for type integer: "12a"`: the value is nobody's but its owner's. */
function withoutValue(message: string, code: string): string {
  return code.startsWith('22') ? message.replace(/: ".*"/s, '') : message
}

/** One that could not be made, or broke. */
export function asConnectionLost(error: unknown): ConnectionLost {
  if (error instanceof ConnectionLost) return error
  return new ConnectionLost(messageOf(error), {
    code: codeOf(error),
    severity: textAt(error, 'severity'),
  })
}

/**
 * Deadlock, serialization failure, a plan that a migration made stale; and a row that somebody else
 * added meanwhile: the next run finds it and answers what is due.
 */
const REPEATABLE = new Set(['40001', '40P01', '0A000', '23505'])
/**
 * Connection, resources, shutdown, a cancelled statement, a server that only reads at the moment.
 */
const UNAVAILABLE = /^(08|53|57|58|25006$)/

/** Whether the same work may succeed when it is run once more. */
export function isRepeatable(error: unknown): boolean {
  return error instanceof StatementFailed && REPEATABLE.has(error.code)
}

/**
 * What the caller gets: a lock waited for too long, a database that is away; the rest is a fault
 * of ours.
 */
export function asRefusal(error: unknown): unknown {
  if (isUnavailable(error)) return new Refused('database_unavailable', {}, { cause: error })
  const busy = error instanceof StatementFailed && /^(55P03|40...)$/.test(error.code)
  return busy ? new Refused('order_busy', {}, { cause: error }) : error
}

/** Whether the database is away or cannot write, which is over some time. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof StatementFailed) return UNAVAILABLE.test(error.code)
  return error instanceof ConnectionLost
}

/** Whether the session can be used again after its transaction was rolled back. */
export function breaksConnection(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true
  return (
    error instanceof StatementFailed &&
    (error.code === '0A000' || /^(08|57P|25006$)/.test(error.code))
  )
}
