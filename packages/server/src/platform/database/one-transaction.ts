import { assert } from '../refusal.ts'
import { compose } from './compose.ts'
import type { Committed, Connection, Engine, Row, Statement, Transaction } from './database.ts'
import { rowSetsOf, type Written } from './database.ts'
import { breaksConnection } from './failure.ts'
import { gathering } from './gathering.ts'
import { createReader } from './reader.ts'

const BEGIN: Statement = { text: 'BEGIN', values: [] }
const COMMIT: Statement = { text: 'COMMIT', values: [] }
const ROLLBACK: Statement = { text: 'ROLLBACK', values: [] }

/** How long a statement of a session waits for a lock, unless its transaction has less time. */
export const LOCK_MS_MAX = 2_000
/** A shorter wait does not shorten that for locks, which is set in these steps. */
const STEP_MS = 50

export type TransactionWork<T> = (tx: Transaction) => Promise<Committed<T>>

/** Queries within one transaction; BEGIN is sent with the first of them. */
type Sending = {
  send(statements: readonly Statement[]): Promise<Row[][]>
  /** Sends the last statement, if there is one, together with COMMIT. */
  commit(write: Statement | undefined): Promise<void>
}

export async function withConnection<T>(
  engine: Engine,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await engine.connect()
  try {
    const result = await use(connection)
    engine.release(connection, false)
    return result
  } catch (error) {
    engine.release(connection, breaksConnection(error))
    throw error
  }
}

/**
 * Rolls back what fails. `lockMs` is read when BEGIN is sent: how long statements of the
 * transaction may wait for a lock, in milliseconds.
 */
export function withTransaction<T>(
  engine: Engine,
  use: (sending: Sending) => Promise<T>,
  lockMs: () => number = () => LOCK_MS_MAX,
): Promise<T> {
  return withConnection(engine, async (connection) => {
    let begun = false
    let ended = false
    const send = async (statements: readonly Statement[]) => {
      assert(!ended, 'what a transaction sends it sends before its end')
      const opening = begun ? [] : [BEGIN, ...lockLimit(lockMs())]
      begun = true
      const results = await connection.batch([...opening, ...statements])
      return results.slice(opening.length)
    }
    const commit = async (write: Statement | undefined) => {
      const last = write === undefined ? [] : [write]
      const sent = begun || last.length > 0 ? send([...last, COMMIT]) : undefined
      ended = true
      await sent
    }
    try {
      return await use({ send, commit })
    } catch (error) {
      ended = true
      if (begun && !breaksConnection(error)) await connection.batch([ROLLBACK])
      throw error
    }
  })
}

/** No query: a transaction may still set its isolation after it. */
function lockLimit(ms: number): Statement[] {
  if (ms > LOCK_MS_MAX - STEP_MS) return []
  // A free lock is taken even if no time is left. 0 would be no limit at all.
  const limit = Math.max(1, Math.ceil(ms / STEP_MS) * STEP_MS)
  return [{ text: `SET LOCAL lock_timeout = ${limit}`, values: [] }]
}

export const commitOf = <T>(outcome: T, ...written: readonly Written[]): Committed<T> => ({
  outcome,
  written,
})

export type TransactionOptions = {
  /** How much longer the work may wait for others, in milliseconds. */
  readonly msLeft: () => number
  /** Called when COMMIT has been sent and its answer is awaited. */
  readonly committing?: () => void
}

/** Two round trips for concurrent queries and a write. */
export function inTransaction<T>(
  engine: Engine,
  work: TransactionWork<T>,
  { msLeft, committing = () => {} }: TransactionOptions,
): Promise<T> {
  const run = async ({ send, commit }: Sending) => {
    const reader = createReader(gathering(send).run)
    const { outcome, written } = await work({ ...reader, commit: commitOf })
    const committed = commit(compose(rowSetsOf(written)))
    committing()
    await committed
    return outcome
  }
  return withTransaction(engine, run, msLeft)
}
