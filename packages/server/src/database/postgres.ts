import pg from 'pg'
import type { Connection, Engine } from './database.ts'
import { ConnectionLost } from './failure.ts'
import { openSignals } from './signals.ts'
import { Exchange, type Prepared } from './wire.ts'

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
    keepAlive: true,
  })
  // An idle connection that the server closed: the pool drops it, the next caller gets a new one.
  pool.on('error', onLost)
  const signals = openSignals(url, onLost)
  const clients = new WeakMap<Connection, pg.PoolClient>()
  const connections = new WeakMap<pg.PoolClient, Connection>()

  function connectionOf(client: pg.PoolClient): Connection {
    const known = connections.get(client)
    if (known !== undefined) return known
    const prepared: Prepared = new Map()
    const send = (exchange: Exchange) => {
      client.query(exchange as unknown as pg.Submittable)
      return exchange.answer
    }
    const connection: Connection = {
      batch: (statements) => send(new Exchange(statements, prepared)),
      script: async (text) => void (await send(new Exchange({ script: text }, prepared))),
    }
    connections.set(client, connection)
    clients.set(connection, client)
    return connection
  }

  return {
    kind: 'postgres',
    signals,
    async connect() {
      try {
        return connectionOf(await pool.connect())
      } catch (error) {
        throw new ConnectionLost(error instanceof Error ? error.message : String(error))
      }
    },
    release(connection, broken) {
      clients.get(connection)?.release(broken)
    },
    async close() {
      await signals.close()
      await pool.end()
    },
  }
}
