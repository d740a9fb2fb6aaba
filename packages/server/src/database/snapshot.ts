import type { Connection, Engine, Reader } from './database.ts'
import { breaksConnection } from './failure.ts'
import { findSchema, judgeSchema, SCHEMA_SENTENCES } from './schema.ts'

/**
 * Reads everything as of one moment, in a transaction that the database lets write nothing: so it
 * works on a hot standby too. Throws when the database has another schema than this code can read.
 */
export async function readSnapshot<T>(
  engine: Engine,
  read: (reader: Reader) => Promise<T>,
): Promise<T> {
  const connection = await engine.connect()
  try {
    const verdict = judgeSchema(await findSchema(connection))
    if (verdict !== 'compatible') throw new Error(SCHEMA_SENTENCES[verdict])
    await connection.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
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
  const query = async (text: string, values: readonly unknown[]) =>
    (await connection.batch([{ text, values }]))[0] ?? []
  return {
    query,
    lookUp: query,
    search: async (text, values) =>
      (await connection.batch([{ text, values, passing: true }]))[0] ?? [],
  }
}
