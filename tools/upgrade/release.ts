/** A release as it was: its commit, and its files with what they need, in a folder of their own. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const ARCHIVE_BYTES_MAX = 512 * 2 ** 20
const INSTALL_MS_MAX = 600_000

/** There is no such release in the clone; the message says what to do. */
export class ReleaseMissing extends Error {}

/** By its tag, else by the commit that `npm run release` made. Throws `ReleaseMissing`. */
export function findRelease(repository: string, version: string): string {
  const git = (...parameters: string[]) => {
    const { status, stdout } = spawnSync('git', parameters, { cwd: repository, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : ''
  }
  const tagged = git('rev-parse', '--quiet', '--verify', `refs/tags/v${version}^{commit}`)
  if (tagged !== '') return tagged
  const subject = `release: ${version}`
  const commits = git('log', '--format=%H %s', '--fixed-strings', `--grep=${subject}`)
  const made = commits.split('\n').find((line) => line.endsWith(` ${subject}`))
  if (made !== undefined) return made.slice(0, made.indexOf(' '))
  const isShallow = git('rev-parse', '--is-shallow-repository') === 'true'
  throw new ReleaseMissing(
    isShallow
      ? `this clone is shallow and lacks release ${version}: git fetch --unshallow --tags`
      : `there is neither a tag v${version} nor a commit "${subject}" here`,
  )
}

/** Where releases stay from one run to the next. */
export const releasesFolder = (): string =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'svc', 'releases')

/** The files of a commit in a folder of their own; what is there already is taken as it is. */
export function checkOut(repository: string, commit: string, parent: string): string {
  const folder = join(parent, commit)
  if (existsSync(folder)) return folder
  mkdirSync(parent, { recursive: true })
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished)
  try {
    const archive = ['archive', '--format=tar', commit]
    const input = execFileSync('git', archive, { cwd: repository, maxBuffer: ARCHIVE_BYTES_MAX })
    execFileSync('tar', ['-x', '-C', unfinished], { input })
    renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return folder
}

/** Installs what is missing by its own lock file and builds its pages, as each of its starts. */
export function makeReady(folder: string): void {
  const program = ['tools/bootstrap.mjs', 'packages/server/src/cli.ts', '--help']
  const { status } = spawnSync('node', program, {
    cwd: folder,
    timeout: INSTALL_MS_MAX,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`the release in ${folder} cannot be installed`)
}
