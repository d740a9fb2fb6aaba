/** A PgBouncer for a test in front of a PostgreSQL server. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROLE_BOUNDS } from '../packages/server/src/platform/database/client.ts'
import { onServer } from '../test/fixtures/test-database.ts'
import { freePort, type PostgresServer, unprivilegedUser } from './postgres.ts'
import { installPackage } from './system-package.ts'

const START_MS_MAX = 20_000

type PgBouncer = { readonly url: string; readonly port: number; stop(): Promise<void> }

/** Undefined if there is none and none can be installed. */
export async function startPgBouncer(
  serverPort: number,
  settings: Readonly<Record<string, string>>,
): Promise<PgBouncer | undefined> {
  if (!isThere() && !(installPackage('pgbouncer') && isThere())) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'svc-pgbouncer-'))
  const user = unprivilegedUser(folder)
  const port = await freePort()
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const databases = `[databases]\n* = host=127.0.0.1 port=${serverPort} user=postgres\n`
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, `${databases}[pgbouncer]\n${lines.join('\n')}\n`, { mode: 0o644 })
  const child = spawn('pgbouncer', ['-q', file], { ...user, cwd: folder, stdio: 'ignore' })
  const stop = async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', () => child.kill('SIGKILL'))
  await listening(child, port)
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, port, stop }
}

/**
 * One with transaction pooling for everything this process starts. Sessions are not preserved
 * behind it: settings that they would make are defaults of the role.
 */
export async function startPooler(server: PostgresServer | undefined): Promise<PgBouncer> {
  if (server === undefined) throw new Error('this needs PostgreSQL')
  const pooler = await startPgBouncer(server.port, {
    ...{ pool_mode: 'transaction', max_client_conn: '2000' },
    // For each database: every test file has its own.
    ...{ default_pool_size: '16', server_idle_timeout: '3' },
  })
  if (pooler === undefined) throw new Error('this needs PgBouncer')
  for (const each of ROLE_BOUNDS) await onServer(server.url, `ALTER ROLE CURRENT_USER SET ${each}`)
  process.env.TEST_POOLER_PORT = String(pooler.port)
  return pooler
}

function isThere(): boolean {
  return spawnSync('pgbouncer', ['--version']).status === 0
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  const limit = Date.now() + START_MS_MAX
  while (child.exitCode === null && Date.now() < limit) {
    const socket = createConnection(port, '127.0.0.1')
    const there = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (there) return
    await pause(50)
  }
  throw new Error('PgBouncer did not start')
}
