/** Where the programs of PostgreSQL are, and how to get them where they are not. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const VERSION_MIN = 15
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf'

/** The folder of `initdb` and `postgres`, of version 15 or newer. */
export function findPostgres(): string | undefined {
  return candidates().find((folder) => versionIn(folder) >= VERSION_MIN)
}

function candidates(): string[] {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  return [
    ...onPath,
    ...(asked.status === 0 ? [asked.stdout.trim()] : []),
    ...versions('/usr/lib/postgresql', /^\d+$/),
    ...versions('/usr', /^pgsql-\d+$/),
    ...versions('/opt/homebrew/opt', /^postgresql(@\d+)?$/),
    ...versions('/usr/local/opt', /^postgresql(@\d+)?$/),
    ...versions('/Applications/Postgres.app/Contents/Versions', /^\d+$/),
  ]
}

/** The `bin` folders of the versions below a folder, newest first. */
function versions(parent: string, name: RegExp): string[] {
  if (!existsSync(parent)) return []
  const number = (folder: string) => Number(/\d+/.exec(folder)?.[0] ?? 0)
  return readdirSync(parent)
    .filter((folder) => name.test(folder))
    .sort((a, b) => number(b) - number(a))
    .map((folder) => join(parent, folder, 'bin'))
}

/** 0 where there is none. */
function versionIn(folder: string): number {
  if (!existsSync(join(folder, 'initdb'))) return 0
  const asked = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  if (asked.status !== 0) return 0
  return Number(/(\d+)/.exec(asked.stdout)?.[1] ?? 0)
}

/** Only root on Debian and its kin may install without asking anybody: there it is what a fresh container lacks. */
export function installPostgres(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined
  if (spawnSync('apt-get', ['--version']).status !== 0) return undefined
  process.stderr.write('Installing PostgreSQL by apt-get (once) …\n')
  forbidMainCluster()
  const keepOurs = ['-o', 'Dpkg::Options::=--force-confold']
  const install = ['install', '--yes', '--no-install-recommends', ...keepOurs, 'postgresql']
  for (const step of [['update'], install]) {
    const done = spawnSync('apt-get', step, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      // What it prints goes to stderr, because stdout is for results.
      stdio: ['ignore', 2, 2],
    })
    if (done.status !== 0) process.stderr.write(`apt-get ${step[0]} failed\n`)
  }
  return findPostgres()
}

/** The package would start a server for everybody on this computer, which nobody asked for. */
function forbidMainCluster(): void {
  if (existsSync(CLUSTER_SETTINGS)) return
  mkdirSync(dirname(CLUSTER_SETTINGS), { recursive: true })
  writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n')
}
