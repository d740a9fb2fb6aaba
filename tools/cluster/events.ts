/** Ways in which a cluster loses its leader. */
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import type { Node } from './node.ts'

export const eventNames = ['killed', 'hung', 'switched over'] as const
export type EventName = (typeof eventNames)[number]

type Happening = {
  /** When writes work again, the former leader returns. Returns the violations. */
  heal(): Promise<string[]>
}

/** Takes the leadership from `leader`; resolves immediately, before any consequences. */
export const events: Readonly<
  Record<EventName, (cluster: Cluster, leader: Node) => Promise<Happening>>
> = {
  async killed(_, leader) {
    await leader.kill()
    return {
      async heal() {
        leader.start()
        return []
      },
    }
  },

  async hung(cluster, leader) {
    const write = await openLateWrite(cluster.urlOf(leader))
    const resume = leader.freeze()
    // It is queued for the former leader, who reads it when it continues.
    const answer = write()
    return {
      async heal() {
        resume()
        return (await answer) ? [`${leader.name} acknowledged a write after its time`] : []
      },
    }
  },

  async 'switched over'(cluster, leader) {
    // Patroni answers when it is complete.
    const over = cluster.switchover(leader).then(
      () => [],
      (error: Error) => [`the switchover failed: ${error.message}`],
    )
    return { heal: () => over }
  },
}

const LATE_MS_MAX = 60_000

/** Whether the server accepted it without a warning (decision 0097). */
async function openLateWrite(url: string): Promise<() => Promise<boolean>> {
  const client = new pg.Client({ connectionString: url, query_timeout: LATE_MS_MAX })
  let warned = false
  client.on('error', () => {})
  client.on('notice', () => {
    warned = true
  })
  await client.connect()
  await client.query('CREATE TABLE IF NOT EXISTS late_writes (at timestamptz)')
  warned = false
  return async () => {
    try {
      await client.query('INSERT INTO late_writes VALUES (clock_timestamp())')
      return !warned
    } catch {
      return false
    } finally {
      void client.end().catch(() => {})
    }
  }
}
