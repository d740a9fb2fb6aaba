/**
 * Checks the database on a connection of its own, so that no request waits: its schema, its clock,
 * and whether it is writable.
 */
import type { Clock } from '../time/clock.ts'
import type { Connection, Engine, Statement } from './database.ts'
import { breaksConnection, ConnectionLost, StatementFailed } from './failure.ts'
import { CODE_LEVEL, findSchema, judgeSchema, type SchemaVerdict } from './schema.ts'

type ProbeResult = {
  readonly schema: SchemaVerdict
  /** In ms: the difference of the clocks, less the uncertainty of the round trip. */
  readonly clockOffMs: number
  readonly writeFailure: StatementFailed | undefined
}

export type ProbeOptions = {
  /** The clock of this machine. */
  readonly clock: Clock
  /** Identifies this process while it runs. */
  readonly processId: string
}

/** Returns the state of the database. Throws `ConnectionLost` if it cannot be reached. */
export type Probe = () => Promise<ProbeResult>

const clockStatement: Statement = { text: 'SELECT clock_timestamp() AS now', values: [] }

/**
 * Overwriting a row needs no disk space, so it works on a full disk. A temporary table does need
 * some: it grows from nothing, writes no log, and is emptied at the end of the transaction.
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
      // An idle connection may have been closed by the other side: that proves nothing yet.
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

/** Returns the error; if the connection is lost, writing is not at fault. */
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
