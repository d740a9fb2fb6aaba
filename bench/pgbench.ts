/** PostgreSQL's own load generator on the same server: the capacity of the database alone. */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Orders } from './orders.ts'

const THREADS = 4

export type PgbenchJob = {
  /** A file in this folder, or a path. */
  readonly script: string
  readonly url: string
  readonly orders: Orders
  readonly amount: number
  readonly clients: number
  readonly seconds: number
  /** Captures of a transaction, if the script makes many. */
  readonly size?: number
}

type PgbenchMeasured = {
  readonly perSecond: number
  readonly average: number
  readonly transactions: number
}

/** In the folder of PostgreSQL's other programs, newest version first, otherwise on the path. */
function findPgbench(): string {
  const { stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debian, version, 'bin'))
  const candidates = [(stdout ?? '').trim(), ...folders, '/opt/homebrew/bin', '/usr/local/bin']
    .map((folder) => join(folder, 'pgbench'))
    .find((path) => existsSync(path))
  return candidates ?? 'pgbench'
}

const program = findPgbench()

/** Runs one of the scripts in this folder for this many seconds. */
export function pgbench(job: PgbenchJob): Promise<PgbenchMeasured> {
  const { url, clients, seconds, orders, amount, size = 1 } = job
  const { count, storeId: store, prefix } = orders
  const variables = { orders: count, store, prefix, amount, size }
  const file = resolve(import.meta.dirname, job.script)
  return runScript({ url, clients, seconds, file, variables })
}

type ScriptJob = Pick<PgbenchJob, 'url' | 'clients' | 'seconds'> & {
  /** The path of the script. */
  readonly file: string
  readonly variables: Readonly<Record<string, string | number>>
}

/** Runs a script for this many seconds; connecting is not counted. */
export async function runScript(job: ScriptJob): Promise<PgbenchMeasured> {
  const { hostname, port, pathname, username } = new URL(job.url)
  const { stdout } = await promisify(execFile)(program, [
    ...['-n', '-M', 'prepared', '-h', hostname, '-p', port, '-U', username],
    ...['-c', String(job.clients), '-j', String(Math.min(THREADS, job.clients))],
    ...['-T', String(job.seconds), '-f', job.file],
    ...Object.entries(job.variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
    pathname.slice(1),
  ]).catch((error: Error & { stderr?: string }) => {
    // Each client reports the same.
    throw new Error(`pgbench failed: ${(error.stderr ?? error.message).slice(0, 500)}`)
  })
  const number = (pattern: RegExp): number => {
    const text = pattern.exec(stdout)?.[1]
    if (text === undefined) throw new Error(`pgbench said: ${stdout}`)
    return Number(text)
  }
  if (number(/failed transactions: (\d+)/) > 0) throw new Error(`pgbench failed: ${stdout}`)
  return {
    perSecond: number(/tps = ([\d.]+)/),
    average: number(/latency average = ([\d.]+)/),
    transactions: number(/actually processed: (\d+)/),
  }
}
