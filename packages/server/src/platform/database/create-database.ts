import { setTimeout as pause } from 'node:timers/promises'
import { Refused } from '../refusal.ts'
import { onBehalfOf } from '../turns/party.ts'
import { coalesce } from '../work/coalesce.ts'
import type { Database, Engine, Row, Statement } from './database.ts'
import { asRefusal, ConnectionLost, isRepeatable } from './failure.ts'
import { createLanes } from './lanes.ts'
import {
  inTransaction,
  LOCK_MS_MAX,
  type TransactionOptions,
  type TransactionWork,
  withConnection,
} from './one-transaction.ts'
import { createReader } from './reader.ts'
import { createReplica, POSITION } from './replica.ts'
import { createSharedWriting } from './shared-writing.ts'
import { createUpkeep } from './upkeep.ts'

const ATTEMPTS_MAX = 5
/** Concurrent groups of look-ups. */
const GROUPS_MAX = 4

type Standby = { readonly engine: Engine; readonly print: (line: string) => void }

/**
 * `fraction` gives the jitter between attempts, uniform in [0, 1). Searches use the standby, if
 * there is one.
 */
export function createDatabase(
  engine: Engine,
  fraction: () => number,
  standby?: Standby,
): Database {
  const late = () => new Refused('order_busy')
  const lanes = createLanes(LOCK_MS_MAX, late)
  const sharing = createSharedWriting({ engine, late, alone: repeating })

  async function repeating<T>(work: TransactionWork<T>, options: TransactionOptions): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await inTransaction(engine, work, options)
      } catch (error) {
        if (!isRepeatable(error) || attempt === ATTEMPTS_MAX) throw asRefusal(error)
        await pause(attempt * 10 * (0.5 + fraction()))
      }
    }
  }

  const upkeep = createUpkeep((statement) => alone(statement))
  // Those of one turn of the event loop: a write to a socket costs more than the look-up (decision
  // 0014).
  const lookUp = coalesce<Statement, Row[]>({
    groupsMax: GROUPS_MAX,
    // They may belong to several stores.
    answer: (statements) =>
      onBehalfOf('look-ups', () => withConnection(engine, ({ batch }) => batch(statements))),
    alone: (error) => !(error instanceof ConnectionLost),
  })
  const refusing = (error: unknown): never => {
    throw asRefusal(error)
  }
  const alone = (statement: Statement) =>
    withConnection(engine, async (connection) => (await connection.batch([statement]))[0] ?? [])

  const position = async () => String((await lookUp({ text: POSITION, values: [] }))[0]?.position)
  const replica = standby && createReplica({ ...standby, position })
  const search = async (statement: Statement) =>
    (await replica?.read(statement)) ?? (await alone(statement))

  return {
    signals: engine.signals,
    ...createReader((statement) => alone(statement).catch(refusing), {
      lookUp: (statement) => lookUp(statement).catch(refusing),
      search: (statement) => search(statement).catch(refusing),
    }),
    async transaction(queue, work, { shares } = { shares: false }) {
      // One limit for all that it waits for: its turn, a transaction, and locks on the server.
      const until = performance.now() + LOCK_MS_MAX
      const msLeft = () => until - performance.now()
      try {
        return await lanes.run(queue, (turn) =>
          shares && queue !== null
            ? sharing.run({ queue, msLeft, turn }, work)
            : repeating(work, { msLeft }),
        )
      } finally {
        // Rolled back rows are dead rows too.
        upkeep.wrote()
      }
    },
    maintain: () => (engine.kind === 'embedded' ? upkeep.run() : Promise.resolve()),
    usage: () => engine.usage(),
    close: () => engine.close(),
  }
}
