import { setTimeout as pause } from 'node:timers/promises'
import { compose } from './compose.ts'
import type { Committed, Connection, Database, Engine, Statement, Transaction } from './database.ts'
import { asRefusal, breaksConnection, isRepeatable } from './failure.ts'
import { createLanes } from './lanes.ts'

const ATTEMPTS_MAX = 5
const QUEUE_MS_MAX = 2_000

const BEGIN: Statement = { text: 'BEGIN', values: [] }
const COMMIT: Statement = { text: 'COMMIT', values: [] }
const ROLLBACK: Statement = { text: 'ROLLBACK', values: [] }

/** `fraction` gives the jitter between attempts, uniform in [0, 1). */
export function createDatabase(engine: Engine, fraction: () => number): Database {
  const lanes = createLanes(QUEUE_MS_MAX)

  async function repeating<T>(work: (tx: Transaction) => Promise<Committed<T>>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTransaction(engine, work)
      } catch (error) {
        if (!isRepeatable(error) || attempt === ATTEMPTS_MAX) throw asRefusal(error)
        await pause(attempt * 10 * (0.5 + fraction()))
      }
    }
  }

  return {
    async query(text, values) {
      return withConnection(engine, async (connection) => {
        const [rows = []] = await connection.batch([{ text, values }])
        return rows
      }).catch((error) => {
        throw asRefusal(error)
      })
    },
    transaction: (queue, work) => lanes.run(queue, () => repeating(work)),
    close: () => engine.close(),
  }
}

async function withConnection<T>(
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
 * BEGIN travels with the first statement, COMMIT with the last: two round trips for a lock and a
 * write.
 */
function inTransaction<T>(
  engine: Engine,
  work: (tx: Transaction) => Promise<Committed<T>>,
): Promise<T> {
  return withConnection(engine, async (connection) => {
    let begun = false
    const send = async (...statements: Statement[]) => {
      const opening = begun ? [] : [BEGIN]
      begun = true
      return connection.batch([...opening, ...statements])
    }
    const tx: Transaction = {
      async query(text, values) {
        const results = await send({ text, values })
        return results.at(-1) ?? []
      },
      commit: (outcome, ...rowSets) => ({ outcome, rowSets }),
    }
    try {
      const { outcome, rowSets } = await work(tx)
      const write = compose(rowSets)
      if (write !== undefined) await send(write, COMMIT)
      else if (begun) await send(COMMIT)
      return outcome
    } catch (error) {
      if (begun && !breaksConnection(error)) await connection.batch([ROLLBACK])
      throw error
    }
  })
}
