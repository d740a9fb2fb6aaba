import { errorOf } from '../narrow.ts'
import { coalesce } from '../work/coalesce.ts'
import type { Row, Statement } from './database.ts'

type Gathering = {
  readonly run: (statement: Statement) => Promise<Row[]>
  /** The first failed statement: the transaction failed with it. */
  readonly failure: () => Error | undefined
}

/**
 * Queries of a transaction in one turn of the event loop share a round trip, and run in their
 * order: each statement sees what was committed before its own turn, so one that follows a lock
 * sees the row as its previous holder left it.
 */
export function gathering(send: (statements: readonly Statement[]) => Promise<Row[][]>): Gathering {
  let failure: Error | undefined
  const run = coalesce<Statement, Row[]>({
    async answer(statements) {
      // Statements after a savepoint are rolled back with it, and the transaction continues.
      if (/^ROLLBACK TO\b/.test(statements[0]?.text ?? '')) failure = undefined
      if (failure !== undefined) throw failure
      try {
        return await send(statements)
      } catch (error) {
        failure = errorOf(error)
        throw error
      }
    },
    alone: () => false,
    groupsMax: 1,
  })
  return { run, failure: () => failure }
}
