import { setTimeout as pause } from 'node:timers/promises'
import { Refused } from '../refusal.ts'
import { onBehalfOf } from '../turns/party.ts'
import { coalesce } from '../work/coalesce.ts'
import { compose } from './compose.ts'
import type {
  Committed,
  Connection,
  Database,
  Engine,
  Row,
  Statement,
  Transaction,
} from './database.ts'
import { asRefusal, breaksConnection, ConnectionLost, isRepeatable } from './failure.ts'
import { createLanes } from './lanes.ts'
import { createReader } from './reader.ts'
import { createUpkeep } from './upkeep.ts'

const ATTEMPTS_MAX = 5
const QUEUE_MS_MAX = 2_000
/** Groups of look-ups under way at once. */
const GROUPS_MAX = 4

const BEGIN: Statement = { text: 'BEGIN', values: [] }
const COMMIT: Statement = { text: 'COMMIT', values: [] }
const ROLLBACK: Statement = { text: 'ROLLBACK', values: [] }

/** `fraction` gives the jitter between attempts, uniform in [0, 1). */
export function createDatabase(engine: Engine, fraction: () => number): Database {
  const lanes = createLanes(QUEUE_MS_MAX, () => new Refused('order_busy'))

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

  const upkeep = createUpkeep((statement) => alone(statement))
  // Of one turn of the event loop: a write to a socket costs more than the look-up (decision 0014).
  const lookUp = coalesce<Statement, Row[]>({
    groupsMax: GROUPS_MAX,
    // They may be of many stores.
    answer: (statements) =>
      onBehalfOf('look-ups', () => withConnection(engine, ({ batch }) => batch(statements))),
    alone: (error) => !(error instanceof ConnectionLost),
  })
  const refusing = (error: unknown): never => {
    throw asRefusal(error)
  }
  const alone = (statement: Statement) =>
    withConnection(engine, async (connection) => (await connection.batch([statement]))[0] ?? [])

  return {
    signals: engine.signals,
    ...createReader(
      (statement) => alone(statement).catch(refusing),
      (statement) => lookUp(statement).catch(refusing),
    ),
    async transaction(queue, work) {
      try {
        return await lanes.run(queue, () => repeating(work))
      } finally {
        // What was rolled back leaves dead rows too.
        upkeep.wrote()
      }
    },
    maintain: () => (engine.kind === 'embedded' ? upkeep.run() : Promise.resolve()),
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
    const answerOf = async (statement: Statement) => (await send(statement)).at(-1) ?? []
    const tx: Transaction = {
      ...createReader(answerOf),
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
