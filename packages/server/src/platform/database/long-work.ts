/** What changes the schema takes its time, and lets those who work go first. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection, Engine } from './database.ts'
import { StatementFailed } from './failure.ts'

/** A lock that others hold for long; they and the work wait for each other. */
const IN_THE_WAY: ReadonlySet<string> = new Set(['55P03', '40P01'])
const TIMES_MAX = 20
const AGAIN_MS = 250

/** Users of the tables go first: what is in their way is undone and tried again. */
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

/** On a session whose statements may take so long. */
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
    // Its time limits are not those of the service: it is not used again, or set back where there
    // is only one.
    if (engine.kind === 'postgres') engine.release(connection, true)
    else {
      await connection
        .script('ROLLBACK; RESET lock_timeout; RESET statement_timeout')
        .catch(() => undefined)
      engine.release(connection, false)
    }
  }
}
