import { errorOf } from '../narrow.ts'
import { coalesce } from '../work/coalesce.ts'
import type { Row, Statement } from './database.ts'

type Gathering = {
  readonly run: (statement: Statement) => Promise<Row[]>
  /** Of the first statement that failed: with it the transaction did. */
  readonly failure: () => Error | undefined
}

/**
 * What is asked of a transaction in one turn of the event loop is one round trip, carried out in
 * the order in which it was asked: each statement sees what was committed before its own turn, so
 * what stands behind one that locks a row reads it as its holder has left it.
 */
export function gathering(send: (statements: readonly Statement[]) => Promise<Row[][]>): Gathering {
  let failure: Error | undefined
  const run = coalesce<Statement, Row[]>({
    async answer(statements) {
      // What comes after a savepoint is taken back with it, and the transaction goes on.
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
