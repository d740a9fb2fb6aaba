/** A PostgreSQL server that is set up, lost and restored with the commands of the documentation. */
import { execFile, execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { queryServer } from '../../test/postgres-faults.ts'
import { freePort, guardServer, postgresPrograms, unprivilegedUser } from '../postgres.ts'

const root = join(import.meta.dirname, '../..')
const LINES_MS_MAX = 180_000
const ARCHIVED_MS_MAX = 60_000
const END_MS_MAX = 10_000

/** The paths of the page, and what they are here. */
type Words = Readonly<Record<string, string>>

export type ArchivedServer = {
  readonly url: string
  /** Runs the commands under that heading of docs/operating/backup.md. */
  follow(heading: string, words?: Words): Promise<void>
  /** Waits until the archive has everything written before. */
  archived(): Promise<void>
  /** Kills it and removes its folder. */
  destroy(): Promise<void>
  remove(): void
}

export async function startArchivedServer(): Promise<ArchivedServer> {
  const programs = postgresPrograms()
  if (programs === undefined) throw new Error('there is no PostgreSQL 15 or newer here')
  const folder = mkdtempSync(join(tmpdir(), 'svc-restore-'))
  const user = unprivilegedUser(folder)
  const [data, log, port] = [join(folder, 'data'), join(folder, 'log'), await freePort()]
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  for (const name of ['bin', 'conf.d', 'backups', 'deploy']) makeFolder(join(folder, name), user)
  const places: Words = {
    '/var/lib/postgresql/15/main': data,
    '/etc/postgresql/15/main/conf.d': join(folder, 'conf.d'),
    '/usr/local/bin': join(folder, 'bin'),
    '/usr/lib/postgresql/15/bin': programs,
    '/backups': join(folder, 'backups'),
  }
  deployIn(folder, places)
  const run = (program: string, ...parameters: string[]) =>
    execFileSync(join(programs, program), parameters, { ...user, cwd: folder, stdio: 'pipe' })
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync')
  const settings = [
    ...[`port = ${port}`, `unix_socket_directories = '${folder}'`],
    ...["listen_addresses = '127.0.0.1'", `include_dir = '${folder}/conf.d'`],
  ]
  appendFileSync(join(data, 'postgresql.conf'), `${settings.join('\n')}\n`)
  const control = `pg_ctlcluster() { '${programs}/pg_ctl' -D '${data}' -l '${log}' -w -s "$3"; }`
  run('pg_ctl', '-D', data, '-l', log, '-w', '-s', 'start')
  const guard = guardServer(data, folder)

  async function destroy(): Promise<void> {
    const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    const pids = [pid, ...children.trim().split(/\s+/).map(Number)]
    for (const each of pids) isKilled(each)
    for (const limit = Date.now() + END_MS_MAX; Date.now() < limit; await pause(20))
      if (pids.every(isKilled)) break
    rmSync(data, { recursive: true })
  }

  return {
    url,
    destroy,
    async follow(heading, words = {}) {
      const lines = elsewhere(elsewhere(linesUnder(heading), words), places)
      const env = { ...process.env, PGHOST: folder, PGPORT: String(port), PGUSER: 'postgres' }
      const options = { ...user, cwd: folder, env, timeout: LINES_MS_MAX }
      try {
        await promisify(execFile)('sh', ['-euc', `${control}\n${lines}`], options)
      } catch (error) {
        const said = (error as { readonly stderr?: string }).stderr
        throw new Error(`"${heading}": ${said}\n${readFileSync(log, 'utf8').slice(-2_000)}`)
      }
    },
    async archived() {
      const [row] = await queryServer(url, 'SELECT pg_walfile_name(pg_switch_wal()) AS segment')
      const segment = String(row?.segment)
      for (const limit = Date.now() + ARCHIVED_MS_MAX; Date.now() < limit; await pause(100))
        if (readdirSync(join(folder, 'backups/wal')).includes(segment)) return
      throw new Error(`${segment} is not archived within ${ARCHIVED_MS_MAX} ms`)
    },
    remove() {
      guard.kill('SIGKILL')
      try {
        run('pg_ctl', '-D', data, '-m', 'immediate', '-w', '-s', 'stop')
      } catch {
        // It is not running.
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The files of the page, with the paths of this machine. */
function deployIn(folder: string, places: Words): void {
  for (const name of readdirSync(join(root, 'deploy/postgresql'))) {
    const file = join(folder, 'deploy/postgresql', name)
    cpSync(join(root, 'deploy/postgresql', name), file)
    writeFileSync(file, elsewhere(readFileSync(file, 'utf8'), places))
  }
}

function makeFolder(path: string, { uid, gid }: { uid?: number; gid?: number }): void {
  mkdirSync(path)
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

const page = readFileSync(join(root, 'docs/operating/backup.md'), 'utf8')

/** The commands under a heading of the page. */
export function linesUnder(heading: string): string {
  const [, section = ''] = page.split(`\n### ${heading}\n`)
  const blocks = section.split(/^##/m)[0]?.matchAll(/^```sh\n([\s\S]*?)^```$/gm) ?? []
  const lines = [...blocks].map(([, text = '']) => text)
  if (lines.length === 0) throw new Error(`the page has no lines under "${heading}"`)
  // The drill runs the service's own commands itself.
  return lines.filter((text) => !text.startsWith('npm run svc')).join('')
}

/** Replaces each word; a missing one is an error. */
function elsewhere(text: string, words: Words): string {
  return Object.entries(words).reduce((made, [from, to]) => made.replaceAll(from, to), text)
}

/** Whether the process is gone, after the signal was sent. */
function isKilled(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL')
    return false
  } catch {
    return true
  }
}
