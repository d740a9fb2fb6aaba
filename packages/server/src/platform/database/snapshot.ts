import type { Connection, Engine, Reader, Statement } from './database.ts'
import { breaksConnection } from './failure.ts'
import { createReader } from './reader.ts'
import { findSchema, judgeSchema, refuseSchema } from './schema.ts'

/**
 * The limits of a session are meant for requests. Nobody waits for a snapshot but who asked for it,
 * so that a statement may take minutes; the exchange with the server may take a little longer.
 */
const STATEMENT_MS_MAX = 300_000
const EXCHANGE_MS_MAX = STATEMENT_MS_MAX + 10_000
const BEGIN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL statement_timeout = ${STATEMENT_MS_MAX};
  SET LOCAL idle_in_transaction_session_timeout = 60000`

/**
 * Reads everything as of one moment, in a transaction that the database lets write nothing: so it
 * works on a hot standby too. A statement that fails takes nothing else with it. Throws when the
 * database has another schema than this code can read.
 */
export async function readSnapshot<T>(
  engine: Engine,
  read: (reader: Reader) => Promise<T>,
): Promise<T> {
  const connection = await engine.connect(EXCHANGE_MS_MAX)
  try {
    const verdict = judgeSchema(await findSchema(connection))
    if (verdict !== 'compatible') refuseSchema(verdict)
    await connection.script(BEGIN)
    const result = await read(readerOf(connection))
    await connection.script('COMMIT')
    engine.release(connection, false)
    return result
  } catch (error) {
    if (!breaksConnection(error)) await connection.script('ROLLBACK').catch(() => undefined)
    engine.release(connection, breaksConnection(error))
    throw error
  }
}

function readerOf(connection: Connection): Reader {
  const savepoint = (text: string): Statement => ({ text: `${text} each`, values: [] })
  return createReader(async (statement) => {
    try {
      const batch = [savepoint('SAVEPOINT'), statement, savepoint('RELEASE SAVEPOINT')]
      const [, rows = []] = await connection.batch(batch)
      return rows
    } catch (error) {
      if (!breaksConnection(error)) await connection.script('ROLLBACK TO SAVEPOINT each')
      throw error
    }
  })
}
