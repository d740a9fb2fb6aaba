import pg from 'pg'
import { currentParty } from '../party.ts'
import { createTurns } from '../turns.ts'
import type { Connection, Engine } from './database.ts'
import { asConnectionLost, ConnectionLost } from './failure.ts'
import { EXCHANGE_MS_MAX, KEEP_ALIVE, openSession, type Session } from './session.ts'
import { openSignals } from './signals.ts'

/**
 * Bounds of every session: nobody waits for a lock, a statement or a forgotten transaction for
 * ever.
 */
const SESSION = [
  '-c lock_timeout=2000',
  '-c statement_timeout=5000',
  '-c idle_in_transaction_session_timeout=10000',
  '-c timezone=UTC',
  // Compiling a query for its one run costs more than it saves.
  '-c jit=off',
].join(' ')

const WAIT_MS_MAX = 5_000
/**
 * Of the connections, what one store may use at once: a server with a few processors does no more
 * with more of them, but lets whoever else comes wait longer for each statement.
 */
const PARTY_SHARE = 0.25

export type PostgresOptions = {
  readonly url: string
  readonly connectionsMax: number
  readonly onLost: (error: Error) => void
}

/** A PostgreSQL server behind a pool of connections. */
export function openPostgres({ url, connectionsMax, onLost }: PostgresOptions): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: connectionsMax,
    options: SESSION,
    connectionTimeoutMillis: 5_000,
    ...KEEP_ALIVE,
  })
  // An idle connection that the server closed: the pool drops it, the next caller gets a new one.
  pool.on('error', onLost)
  // The pool would serve in order of arrival: a store with many requests would have it to itself.
  const turns = createTurns({
    places: connectionsMax,
    eachMax: Math.ceil(connectionsMax * PARTY_SHARE),
    waitMsMax: WAIT_MS_MAX,
    late: () => new ConnectionLost('all connections are in use'),
  })
  const signals = openSignals(url, onLost)
  const clients = new WeakMap<Connection, pg.PoolClient>()
  /** Whose turn each connection is used in. */
  const holders = new WeakMap<Connection, string>()
  const sessions = new WeakMap<pg.PoolClient, Session>()

  function sessionOf(client: pg.PoolClient): Session {
    const session = sessions.get(client) ?? openSession(client)
    sessions.set(client, session)
    clients.set(session, client)
    return session
  }

  return {
    kind: 'postgres',
    signals,
    async connect(msMax = EXCHANGE_MS_MAX) {
      const party = currentParty()
      await turns.take(party)
      try {
        const session = sessionOf(await pool.connect())
        session.msMax = msMax
        holders.set(session, party)
        return session
      } catch (error) {
        turns.give(party)
        throw asConnectionLost(error)
      }
    },
    release(connection, broken) {
      const client = clients.get(connection)
      // The pool would wait for a server that does not answer to say farewell.
      if (broken && client !== undefined) sessions.get(client)?.destroy()
      client?.release(broken)
      turns.give(holders.get(connection) ?? '')
    },
    async close() {
      await signals.close()
      await pool.end()
    },
  }
}
