/**
 * Patroni 3.0.3 or newer. With the 3.0.2 of Debian 12 a leader that hung may take the lead back,
 * and acknowledged writes are lost (docs/operating/failover.md): there the one of Debian 13 is
 * unpacked, which runs with the same packages. The machine itself is not changed.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SUITE = 'trixie'
const KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg'
const APT_MS_MAX = 120_000
const cache = join(import.meta.dirname, '../../node_modules/.cache/patroni')

/** Undefined if there is none. */
export function patroniVersion(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const { stdout } = spawnSync('patroni', ['--version'], { encoding: 'utf8', env: environment })
  return /\d+\.\d+\.\d+/.exec(stdout ?? '')?.[0]
}

export function keepsItsWord(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major > 3 || (major === 3 && (minor > 0 || patch >= 3))
}

/** The package of Debian 13, downloaded once. Undefined if apt fails. */
export function newerPatroni(): string | undefined {
  const [there] = globSync(join(cache, '*.deb'))
  if (there !== undefined) return there
  process.stderr.write('Fetching the Patroni of Debian 13 …\n')
  const lists = join(cache, 'apt')
  mkdirSync(join(lists, 'lists/partial'), { recursive: true })
  const sources = join(lists, 'sources.list')
  writeFileSync(sources, `deb [signed-by=${KEYS}] http://deb.debian.org/debian ${SUITE} main\n`)
  const places = {
    ...{ 'Dir::Etc::sourcelist': sources, 'Dir::Etc::sourceparts': '/dev/null' },
    ...{ 'Dir::State::lists': join(lists, 'lists'), 'Dir::Cache': lists },
    // Its user may not be able to enter here.
    'APT::Sandbox::User': 'root',
  }
  const settings = Object.entries(places).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const apt = (...parameters: string[]) =>
    spawnSync('apt-get', [...settings, ...parameters], { cwd: cache, timeout: APT_MS_MAX })
  apt('update')
  apt('download', 'patroni')
  rmSync(lists, { recursive: true, force: true })
  return globSync(join(cache, '*.deb'))[0]
}

/** Its runtime. Any user who may enter the folder can run it. */
export function unpackPatroni(archive: string, folder: string): NodeJS.ProcessEnv {
  spawnSync('dpkg', ['-x', archive, folder])
  return {
    ...process.env,
    PATH: `${join(folder, 'usr/bin')}:${process.env.PATH}`,
    PYTHONPATH: join(folder, 'usr/lib/python3/dist-packages'),
  }
}
