import { onBehalfOf } from '../turns/party.ts'
import type { Engine, Row, Statement } from './database.ts'
import { breaksConnection, ConnectionLost } from './failure.ts'

type Asked = {
  readonly statement: Statement
  resolve(rows: Row[]): void
  reject(error: unknown): void
}

/**
 * Quick look-ups that are asked for in one turn of the event loop travel together: a write to a
 * socket costs more than the look-up itself (decision 0014). So many groups are under way at once;
 * what is asked meanwhile makes the next.
 */
export function createGatherer(
  engine: Engine,
  groupsMax: number,
): (statement: Statement) => Promise<Row[]> {
  let waiting: Asked[] = []
  let scheduled = false
  let underWay = 0

  function schedule(): void {
    if (scheduled || waiting.length === 0 || underWay >= groupsMax) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      const group = waiting
      waiting = []
      underWay++
      // They may be of many stores.
      void onBehalfOf('look-ups', () => send(engine, group)).finally(() => {
        underWay--
        schedule()
      })
    })
  }

  return (statement) =>
    new Promise((resolve, reject) => {
      waiting.push({ statement, resolve, reject })
      schedule()
    })
}

async function send(engine: Engine, group: readonly Asked[]): Promise<void> {
  try {
    const results = await onConnection(engine, group)
    group.forEach(({ resolve }, index) => {
      resolve(results[index] ?? [])
    })
  } catch (error) {
    if (group.length === 1 || error instanceof ConnectionLost) {
      for (const { reject } of group) reject(error)
      return
    }
    // One of them failed and took the others with it: alone each gets the answer that it is due.
    await Promise.all(group.map((asked) => send(engine, [asked])))
  }
}

async function onConnection(engine: Engine, group: readonly Asked[]): Promise<Row[][]> {
  const connection = await engine.connect()
  try {
    const results = await connection.batch(group.map(({ statement }) => statement))
    engine.release(connection, false)
    return results
  } catch (error) {
    engine.release(connection, breaksConnection(error))
    throw error
  }
}
