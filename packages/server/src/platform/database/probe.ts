/**
 * A look at the database on a connection of its own, which no request waits for: its schema, its
 * clock, and whether it can be written.
 */
import type { Clock } from '../time/clock.ts'
import type { Connection, Engine, Statement } from './database.ts'
import { breaksConnection, ConnectionLost, StatementFailed } from './failure.ts'
import { CODE_LEVEL, findSchema, judgeSchema, type SchemaVerdict } from './schema.ts'

type ProbeResult = {
  readonly schema: SchemaVerdict
  /** In ms: by how much the clocks differ, less what the round trip leaves open. */
  readonly clockOffMs: number
  readonly writeFailure: StatementFailed | undefined
}

export type ProbeOptions = {
  /** Of this machine. */
  readonly clock: Clock
  /** Names this process for as long as it runs. */
  readonly processId: string
}

/** Answers the state of the database. Throws `ConnectionLost` where it cannot be reached. */
export type Probe = () => Promise<ProbeResult>

const clockStatement: Statement = { text: 'SELECT clock_timestamp() AS now', values: [] }

/**
 * Overwriting a row needs no space on a disk, and so goes on when it is full. A temporary table
 * does: it grows from nothing, writes no log, and is emptied with the end of the transaction.
 */
const writeStatements = (processId: string): Statement[] => [
  {
    text: 'CREATE TEMPORARY TABLE IF NOT EXISTS probe_space (filler text) ON COMMIT DELETE ROWS',
    values: [],
  },
  {
    text: `INSERT INTO probe_space SELECT repeat('.', 600) FROM generate_series(1, 100)`,
    values: [],
  },
  {
    text: `INSERT INTO heartbeats (process_id, beat_at, code_level)
      VALUES ($1, clock_timestamp(), $2)
      ON CONFLICT (process_id) DO UPDATE SET beat_at = excluded.beat_at`,
    values: [processId, CODE_LEVEL],
  },
  {
    text: `DELETE FROM heartbeats WHERE beat_at < clock_timestamp() - interval '1 day'`,
    values: [],
  },
]

export function createProbe(engine: Engine, options: ProbeOptions): Probe {
  return async () => {
    try {
      return await probe(engine, options)
    } catch (error) {
      // A connection that had rested may have been closed by the other side: that says nothing yet.
      if (error instanceof ConnectionLost) return probe(engine, options)
      throw error
    }
  }
}

async function probe(engine: Engine, options: ProbeOptions): Promise<ProbeResult> {
  const connection = await engine.connect()
  try {
    const result = await look(connection, options)
    engine.release(connection, breaksConnection(result.writeFailure))
    return result
  } catch (error) {
    engine.release(connection, breaksConnection(error))
    throw error
  }
}

async function look(
  connection: Connection,
  { clock, processId }: ProbeOptions,
): Promise<ProbeResult> {
  const schema = judgeSchema(await findSchema(connection))
  const began = clock.now().getTime()
  const beganMs = performance.now()
  const [[row] = []] = await connection.batch([clockStatement])
  const halfTripMs = (performance.now() - beganMs) / 2
  const shown = row?.now instanceof Date ? row.now.getTime() : Number.NaN
  const offsetMs = Math.abs(shown - (began + halfTripMs))
  return {
    schema,
    clockOffMs: Math.max(0, Math.round(offsetMs - halfTripMs)),
    writeFailure: await tryToWrite(connection, processId),
  }
}

/** Answers what failed; a connection that is lost with the write is no fault of writing. */
async function tryToWrite(
  connection: Connection,
  processId: string,
): Promise<StatementFailed | undefined> {
  try {
    await connection.batch(writeStatements(processId))
    return undefined
  } catch (error) {
    if (error instanceof StatementFailed) return error
    throw error
  }
}
