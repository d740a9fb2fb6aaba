/**
 * Reads from a hot standby, never behind anything acknowledged before they began: the primary
 * returns its flushed log position, and the standby answers once it has reached it (decision 0100).
 * If it is late, unavailable or no longer a standby, the primary is used.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from '../narrow.ts'
import type { Connection, Engine, Row, Statement } from './database.ts'
import { ConnectionLost, isRepeatable, isUnavailable } from './failure.ts'
import { withConnection } from './one-transaction.ts'

/** A position of the primary: every acknowledged commit is before it. */
export const POSITION = 'SELECT pg_current_wal_flush_lsn()::text AS position'
const IS_THERE = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS is_there'

/** A standby is normally some milliseconds behind. */
const WAIT_MS_MAX = 100
const LOOK_AGAIN_MS = 4
/** One that hangs or cannot be reached is skipped before anybody waits noticeably. */
const ANSWER_MS_MAX = 1_000
/** How long the primary is used after the standby was late or unavailable. */
const LATE_REST_MS = 1_000
const LOST_REST_MS = 5_000

type Replica = {
  /** Undefined: the primary has to read it. */
  read(statement: Statement): Promise<Row[] | undefined>
}

type ReplicaOptions = {
  readonly engine: Engine
  /** The position of the primary. */
  readonly position: () => Promise<string>
  readonly print: (line: string) => void
  readonly elapsedMs?: () => number
}

export function createReplica(options: ReplicaOptions): Replica {
  const { engine, position, print, elapsedMs = () => performance.now() } = options
  let restsUntil = 0
  let reason = ''

  /** A lasting state is logged once. */
  function rest(because: string, ms: number): undefined {
    restsUntil = elapsedMs() + ms
    if (reason !== because) print(`the primary reads in place of the standby: ${because}`)
    reason = because
  }

  return {
    async read(statement) {
      if (elapsedMs() < restsUntil) return undefined
      // After a pause one read tries the standby, and the others do not wait for its result.
      if (reason !== '') restsUntil = elapsedMs() + LOST_REST_MS
      const from = await position()
      try {
        const rows = await readFrom(engine, from, statement)
        if (rows === undefined) return rest('it is late', LATE_REST_MS)
        if (reason !== '') print('the standby reads again')
        reason = ''
        restsUntil = 0
        return rows
      } catch (error) {
        // This includes queries that the standby cancels because of replication (40001).
        if (!isUnavailable(error) && !isRepeatable(error)) throw error
        return rest(messageOf(error), LOST_REST_MS)
      }
    },
  }
}

async function readFrom(
  engine: Engine,
  position: string,
  statement: Statement,
): Promise<Row[] | undefined> {
  const begins = Promise.withResolvers<void>()
  let isGivenUp = false
  const reading = withConnection(engine, async (connection) => {
    if (!(await reaches(connection, position)) || isGivenUp) return undefined
    begins.resolve()
    const [rows = []] = await connection.batch([statement])
    return rows
  })
  const late = new AbortController()
  const lateness = pause(ANSWER_MS_MAX, true, { signal: late.signal }).catch(() => false)
  isGivenUp = await Promise.race([lateness, begins.promise, reading.catch(() => {})]).then(
    (isLate) => isLate === true,
  )
  late.abort()
  if (isGivenUp) throw new ConnectionLost(`it does not answer within ${ANSWER_MS_MAX} ms`)
  return reading
}

/** Whether it has reached the position in time. */
async function reaches(connection: Connection, position: string): Promise<boolean> {
  const begun = performance.now()
  for (;;) {
    const [[row] = []] = await connection.batch([{ text: IS_THERE, values: [position] }])
    if (row?.is_there === true) return true
    if (performance.now() - begun > WAIT_MS_MAX) return false
    await pause(LOOK_AGAIN_MS)
  }
}
