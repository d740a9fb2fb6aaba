/** A PostgreSQL server of a test's own that can be taken away, and the service on it. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'
import type { TestPlace } from './fixtures/test-database.ts'

const QUERY_MS_MAX = 10_000

export type FaultyPostgres = {
  readonly server: PostgresServer
  readonly place: TestPlace
  /** Process ids of the sessions of the service. */
  backends(): Promise<number[]>
  /** Ends every session of the service, as an operator does. */
  terminateBackends(): Promise<void>
  /** Kills the process of one session, whereupon the server restarts itself. */
  killBackend(): Promise<void>
  /** Nothing answers any more, and no connection breaks. */
  freeze(): () => void
}

/**
 * Undefined where there is no PostgreSQL and none can be installed. `parent` is where its folder is
 * made.
 */
export async function startFaultyPostgres(
  settings: Readonly<Record<string, string>> = {},
  parent: string = tmpdir(),
): Promise<FaultyPostgres | undefined> {
  const server = await startPostgres({ fsync: 'off', ...settings }, parent)
  if (server === undefined) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'svc-faults-'))
  const place: TestPlace = {
    databaseUrl: server.url,
    folder,
    async remove() {
      rmSync(folder, { recursive: true, force: true })
      server.stop()
    },
  }
  const others = `FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`
  const backends = async () => {
    const rows = await queryServer(server.url, `SELECT pid ${others} ORDER BY state_change DESC`)
    return rows.map(({ pid }) => pid as number)
  }
  return {
    server,
    place,
    backends,
    async terminateBackends() {
      await queryServer(server.url, `SELECT pg_terminate_backend(pid) ${others}`)
    },
    async killBackend() {
      const [pid] = await backends()
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    },
    freeze() {
      const pids = [server.pid(), ...childrenOf(server.pid())]
      const signal = (name: NodeJS.Signals) => {
        for (const pid of pids) sendSignal(pid, name)
      }
      signal('SIGSTOP')
      return () => signal('SIGCONT')
    },
  }
}

function childrenOf(pid: number): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return listed.trim().split(/\s+/).map(Number)
}

/** To a process that may have ended meanwhile. */
function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export async function queryServer(
  url: string,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: QUERY_MS_MAX,
    query_timeout: QUERY_MS_MAX,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
