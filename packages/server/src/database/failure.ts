import { Refused } from '../refusal.ts'

/** An error that the database itself answered, with its SQLSTATE. */
export class StatementFailed extends Error {
  readonly sqlState: string

  constructor(message: string, sqlState: string) {
    super(message)
    this.name = 'StatementFailed'
    this.sqlState = sqlState
  }
}

/** The connection, not the statement: whether what was sent took effect is not known. */
export class ConnectionLost extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConnectionLost'
  }
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
  return error instanceof StatementFailed && REPEATABLE.has(error.sqlState)
}

/**
 * What the caller is told: a lock waited for too long, a database that is away; the rest is a fault
 * of ours.
 */
export function asRefusal(error: unknown): unknown {
  if (error instanceof ConnectionLost) return new Refused('database_unavailable')
  if (!(error instanceof StatementFailed)) return error
  if (/^(55P03|40...)$/.test(error.sqlState)) return new Refused('order_busy')
  return UNAVAILABLE.test(error.sqlState) ? new Refused('database_unavailable') : error
}

/** Whether the session can be used again after its transaction was rolled back. */
export function breaksConnection(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true
  return (
    error instanceof StatementFailed &&
    (error.sqlState === '0A000' || /^(08|57P)/.test(error.sqlState))
  )
}
