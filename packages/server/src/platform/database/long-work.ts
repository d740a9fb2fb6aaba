/** Changes of the schema take time, and let requests go first. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection, Engine } from './database.ts'
import { StatementFailed } from './failure.ts'

/** SQLSTATEs of a lock timeout and of a deadlock. */
const IN_THE_WAY: ReadonlySet<string> = new Set(['55P03', '40P01'])
const TIMES_MAX = 20
const AGAIN_MS = 250

/** Users of the tables go first: an attempt that blocks them is rolled back and retried. */
export async function inTurn(connection: Connection, work: () => Promise<void>): Promise<void> {
  for (let time = 1; ; time++) {
    try {
      return await work()
    } catch (error) {
      const isInTheWay = error instanceof StatementFailed && IN_THE_WAY.has(error.code)
      if (!isInTheWay || time === TIMES_MAX) throw error
    }
    await connection.script('ROLLBACK')
    await pause(AGAIN_MS)
  }
}

/** On a session whose statements may take this long. */
export async function onLongSession<T>(
  engine: Engine,
  secondsMax: number,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await engine.connect((secondsMax + 10) * 1_000)
  try {
    await connection.script(`SET lock_timeout = '30s'; SET statement_timeout = '${secondsMax}s'`)
    return await work(connection)
  } finally {
    // Its time limits differ from those of the service: the session is not reused, or is reset if
    // there is only one.
    if (engine.kind === 'postgres') engine.release(connection, true)
    else {
      await connection
        .script('ROLLBACK; RESET lock_timeout; RESET statement_timeout')
        .catch(() => undefined)
      engine.release(connection, false)
    }
  }
}
