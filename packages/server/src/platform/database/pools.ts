/** One pool of connections per host, none of which a failure has made suspect. */
import pg from 'pg'
import { clientConfig, prepareSession, type SessionWish } from './client.ts'
import { openSession, type Session } from './session.ts'

export type Member = {
  readonly client: pg.PoolClient
  readonly session: Session
  /** Of its host. */
  readonly url: string
  readonly generation: number
}

type Pools = {
  take(url: string): Promise<Member>
  /** A broken connection is discarded; so are older ones, when they are taken next. */
  release(member: Member, broken: boolean): void
  close(): Promise<void>
}

type PoolOptions = {
  readonly wish: SessionWish
  readonly connectMsMax: number
  /** Of each pool. */
  readonly connectionsMax: number
  readonly onLost: (error: Error) => void
}

export function createPools(options: PoolOptions): Pools {
  const { wish, connectMsMax, connectionsMax, onLost } = options
  const pools = new Map<string, pg.Pool>()
  const ready = new WeakMap<pg.ClientBase, Omit<Member, 'client'>>()
  /** Incremented when a connection breaks: the cause has probably broken those before it. */
  let generation = 0

  function poolOf(url: string): pg.Pool {
    const known = pools.get(url)
    if (known !== undefined) return known
    const onConnect = async (client: pg.ClientBase) => {
      const session = openSession(client, wish.keepsSession)
      ready.set(client, { session, url, generation })
      await prepareSession(session, wish)
    }
    const pool = new pg.Pool({ ...clientConfig(url, connectMsMax), max: connectionsMax, onConnect })
    // An idle connection that the server closed: the pool drops it, the next caller gets a new one.
    pool.on('error', onLost)
    pools.set(url, pool)
    return pool
  }

  /** The pool would wait for an unresponsive server to end its sessions. */
  function discard({ client, session }: Member): void {
    session.destroy()
    client.release(true)
  }

  return {
    async take(url) {
      for (;;) {
        const client = await poolOf(url).connect()
        const made = ready.get(client)
        if (made === undefined) throw new Error('a connection that was not made ready')
        const member = { client, ...made }
        if (member.generation === generation) return member
        discard(member)
      }
    },
    release(member, broken) {
      if (!broken) return member.client.release()
      if (member.generation === generation) generation++
      discard(member)
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.end()))
    },
  }
}
