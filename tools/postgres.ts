/**
 * A PostgreSQL server for tests and benchmarks: detected, or installed if permitted, and removed
 * afterwards.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackage } from './system-package.ts'

const VERSION_MIN = 15
/** Settings for tests of our logic, not of the disk. */
export const WITHOUT_DISK = {
  ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  ...{ wal_level: 'minimal', max_wal_senders: '0', max_wal_size: '256MB' },
}
/** In bytes: more than the databases of all concurrent files ever take. */
const MEMORY_MIN = 4 * 2 ** 30

export type PostgresServer = {
  /** Of its database `postgres`. */
  readonly url: string
  readonly port: number
  /** The server's main process; another one after each start. */
  pid(): number
  /** Runs `pg_ctl` on it and waits: `control('restart', '-m', 'immediate')`. */
  control(...parameters: string[]): Promise<void>
  /** Ends it for good, in whatever state it is. */
  stop(): void
}

/**
 * Starts one on a free port of this machine; undefined if there is no PostgreSQL and none can be
 * installed. `parent` is the parent of its folder. With a `primary` it is a hot standby of that
 * one, which needs the default settings.
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  parent: string = tmpdir(),
  primary?: Pick<PostgresServer, 'port'>,
): Promise<PostgresServer | undefined> {
  const programs = postgresPrograms()
  if (programs === undefined) return undefined
  const folder = mkdtempSync(join(parent, 'svc-postgres-'))
  const user = unprivilegedUser(folder)
  const run = (program: string, ...parameters: string[]) =>
    execFileSync(join(programs, program), parameters, { ...user, cwd: folder, stdio: 'pipe' })
  const data = join(folder, 'data')
  if (primary === undefined)
    run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  else {
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
    run('pg_basebackup', '-D', data, ...from, '-R', '-c', 'fast', '--no-sync')
  }
  const port = await freePort()
  const options = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    `-c unix_socket_directories=${folder}`,
    '-c max_connections=200',
    ...Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`),
  ]
  const log = join(folder, 'log')
  run('pg_ctl', '-D', data, '-l', log, '-w', '-t', '60', '-o', options.join(' '), 'start')
  const pid = () => postmaster(data) ?? 0
  const control = async (...parameters: string[]) => {
    const more = parameters[0] === 'start' ? ['-l', log, '-o', options.join(' ')] : []
    const all = [...parameters, '-D', data, '-w', '-t', '60', ...more]
    // A child process would hold a pipe open for as long as it lives.
    const ends = spawn(join(programs, 'pg_ctl'), all, { ...user, cwd: folder, stdio: 'ignore' })
    const [code] = await once(ends, 'exit')
    if (code !== 0) throw new Error(`pg_ctl ${parameters.join(' ')} ended with ${code}`)
  }
  const guard = guardServer(data, folder)
  let stopped = false
  const stop = () => {
    if (stopped) return
    stopped = true
    guard.kill('SIGKILL')
    if (postmaster(data) !== undefined) run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
    rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', stop)
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, port, pid, control, stop }
}

/** In memory if there is plenty: creating a database there takes a tenth of the time. */
export function folderInMemory(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize < MEMORY_MIN ? tmpdir() : memory
}

/** Its process id, absent after an orderly stop. */
function postmaster(data: string): number | undefined {
  const file = join(data, 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

/**
 * A shell that waits for the end of its input, which comes when this process ends in any way, and
 * then stops the server and removes the folder. After a SIGKILL nothing in this process could.
 */
export function guardServer(data: string, folder: string): ChildProcess {
  const file = join(data, 'postmaster.pid')
  const script = 'cat > /dev/null; kill -QUIT "$(head -n 1 "$0")"; sleep 1; rm -rf "$1"'
  const guard = spawn('sh', ['-c', script, file, folder], {
    // A group of its own, or Ctrl+C in a terminal would end the guard too.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return guard
}

/** The folder of its programs; undefined if there are none and none can be installed. */
export function postgresPrograms(): string | undefined {
  return findPrograms() ?? (installPackage('postgresql') ? findPrograms() : undefined)
}

/** The folder with `initdb`, newest version first. */
function findPrograms(): string | undefined {
  const folders = [...configuredFolder(), ...debianFolders(), '/opt/homebrew/bin', '/usr/local/bin']
  return folders.find((folder) => versionIn(folder) >= VERSION_MIN)
}

function configuredFolder(): string[] {
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  return status === 0 ? [stdout.trim()] : []
}

function debianFolders(): string[] {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return []
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(root, version, 'bin'))
}

function versionIn(folder: string): number {
  const { status, stdout } = spawnSync(join(folder, 'initdb'), ['--version'], { encoding: 'utf8' })
  if (status !== 0 || !existsSync(join(folder, 'pg_ctl'))) return 0
  return Number(/(\d+)/.exec(stdout)?.[1] ?? 0)
}

/** PostgreSQL and PgBouncer refuse to run as root. */
export function unprivilegedUser(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' })
    const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' })
    if (uid.status !== 0 || gid.status !== 0) continue
    const user = { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    chownSync(folder, user.uid, user.gid)
    return user
  }
  throw new Error('there is no user to run PostgreSQL as')
}

/** Below the ports that the system assigns: nobody else gets one of them in between. */
const ASIDE = { from: 20_000, count: 10_000, tries: 50 }

/** A port for a program that is started later. */
export async function freePort(): Promise<number> {
  const { from, count, tries } = ASIDE
  for (let left = tries; left > 0; left--) {
    const port = from + Math.floor(Math.random() * count)
    if (await isFree(port)) return port
  }
  throw new Error(`of ${tries} ports from ${from} on none is free`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const free = new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!(await free)) return false
  await new Promise((resolve) => server.close(resolve))
  return true
}
