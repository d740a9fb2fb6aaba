import { assert } from '../refusal.ts'
import type { Connection, Engine, Reader, Row, Statement } from './database.ts'
import { breaksConnection } from './failure.ts'
import { createReader } from './reader.ts'
import { findSchema, judgeSchema, refuseSchema } from './schema.ts'

/**
 * The limits of a session are meant for requests. Only its caller waits for a snapshot, so a
 * statement may take minutes; the exchange with the server may take a little longer.
 */
const STATEMENT_MS_MAX = 300_000
const EXCHANGE_MS_MAX = STATEMENT_MS_MAX + 10_000
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL statement_timeout = ${STATEMENT_MS_MAX};
  SET LOCAL idle_in_transaction_session_timeout = 3600000`

/**
 * Reads everything as of one point in time, in read-only transactions, so it works on a hot standby
 * too. Up to `atOnce` queries run concurrently, each on a connection of its own (one on the
 * embedded database, which has no more). A failed statement does not affect the others. Throws if
 * the database has a schema that this code cannot read.
 */
export async function readSnapshot<T>(
  engine: Engine,
  read: (reader: Reader) => Promise<T>,
  atOnce = 1,
): Promise<T> {
  const count = engine.kind === 'embedded' ? 1 : atOnce
  const connections: Connection[] = []
  try {
    for (let number = 0; number < count; number++)
      connections.push(await engine.connect(EXCHANGE_MS_MAX))
    await begin(connections)
    const result = await read(readerOf(connections))
    for (const connection of connections) await connection.script('COMMIT')
    for (const connection of connections) engine.release(connection, false)
    return result
  } catch (error) {
    const broken = breaksConnection(error)
    for (const connection of connections) {
      if (!broken) await connection.script('ROLLBACK').catch(() => undefined)
      engine.release(connection, broken)
    }
    throw error
  }
}

/** All use the snapshot of the first one. */
async function begin([first, ...others]: readonly Connection[]): Promise<void> {
  if (first === undefined) return
  const verdict = judgeSchema(await findSchema(first))
  if (verdict !== 'compatible') refuseSchema(verdict)
  await first.script(BEGIN)
  if (others.length === 0) return
  const [[row] = []] = await first.batch([
    { text: 'SELECT pg_export_snapshot() AS id', values: [] },
  ])
  const id = String(row?.id)
  // It cannot be a parameter of a statement; the server builds it from numbers.
  assert(/^[0-9A-F-]+$/.test(id), 'a snapshot has an id')
  for (const other of others) await other.script(`${BEGIN}; SET TRANSACTION SNAPSHOT '${id}'`)
}

/** Each statement takes a free connection, or waits for one. */
function readerOf(connections: readonly Connection[]): Reader {
  const free = [...connections]
  const waiting: ((connection: Connection) => void)[] = []
  const take = async (): Promise<Connection> =>
    free.pop() ?? new Promise((resolve) => void waiting.push(resolve))
  const give = (connection: Connection) => {
    const next = waiting.shift()
    if (next === undefined) free.push(connection)
    else next(connection)
  }
  return createReader(async (statement) => {
    const connection = await take()
    try {
      return await readOn(connection, statement)
    } finally {
      give(connection)
    }
  })
}

const savepoint = (text: string): Statement => ({ text: `${text} each`, values: [] })

async function readOn(connection: Connection, statement: Statement): Promise<Row[]> {
  try {
    const batch = [savepoint('SAVEPOINT'), statement, savepoint('RELEASE SAVEPOINT')]
    const [, rows = []] = await connection.batch(batch)
    return rows
  } catch (error) {
    if (!breaksConnection(error)) await connection.script('ROLLBACK TO SAVEPOINT each')
    throw error
  }
}
