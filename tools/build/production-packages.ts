/** The production dependencies in the lock file: those of the service and its pages. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const SERVER = 'packages/server'
const INSTALLED = 'node_modules/'

type LockEntry = {
  readonly version: string
  readonly license?: string
  readonly integrity?: string
  /** For a package of this repository: its folder. */
  readonly resolved?: string
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export type ProductionPackage = {
  readonly name: string
  readonly version: string
  /** SPDX. */
  readonly licence: string
  /** SHA-512 of the npm package, in hexadecimal. */
  readonly sha512: string
  /** Names of its own dependencies. */
  readonly needs: readonly string[]
  readonly folder: string
}

export type ProductionPackages = {
  readonly packages: readonly ProductionPackage[]
  /** Names of those that packages of this repository depend on. */
  readonly direct: readonly string[]
}

/**
 * Sorted by name. npm installs two versions of one package in two folders, which is rejected here.
 */
export function productionPackages(): ProductionPackages {
  const lock = readLock()
  const visited = new Map<string, LockEntry>()
  const visit = (path: string): void => {
    const entry = lock[path]
    if (entry === undefined) throw new Error(`${path} is not in the lock file`)
    if (entry.link === true && entry.resolved !== undefined) visit(entry.resolved)
    else if (!visited.has(path)) {
      visited.set(path, entry)
      for (const name of needsOf(entry)) visit(INSTALLED + name)
    }
  }
  visit(SERVER)
  for (const path of Object.keys(lock)) {
    const owner = path.slice(0, Math.max(0, path.lastIndexOf(`/${INSTALLED}`)))
    if (visited.has(owner)) throw new Error(`${path} is another version than the others use`)
  }
  const paths = [...visited.keys()].sort()
  const own = paths.filter((path) => !path.startsWith(INSTALLED))
  const packages = paths
    .filter((path) => path.startsWith(INSTALLED))
    .map((path) => describe(path, visited.get(path)))
  const direct = new Set(own.flatMap((path) => needsOf(visited.get(path))))
  return { packages, direct: [...direct].sort() }
}

function readLock(): Readonly<Record<string, LockEntry>> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return packages
}

function needsOf(entry: LockEntry | undefined): string[] {
  const { dependencies, optionalDependencies } = entry ?? {}
  return Object.keys({ ...dependencies, ...optionalDependencies })
}

function describe(path: string, entry: LockEntry | undefined): ProductionPackage {
  const { version = '', license, integrity = '' } = entry ?? {}
  const [algorithm, digest = ''] = integrity.split('-')
  if (license === undefined || algorithm !== 'sha512')
    throw new Error(`${path} has no licence or no SHA-512 in the lock file`)
  return {
    name: path.slice(INSTALLED.length),
    version,
    licence: license,
    sha512: Buffer.from(digest, 'base64').toString('hex'),
    needs: needsOf(entry),
    folder: join(root, path),
  }
}

/** `LICENSE`, `license.md` and the like; a few packages have it at the end of their README. */
export function licenceTexts(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim()
  const texts = names.filter((name) => /^(licen[cs]e|copying|notice)/i.test(name)).map(read)
  if (texts.length > 0) return texts
  const readmes = names.filter((name) => /^readme\b/i.test(name)).map(read)
  return readmes.flatMap((readme) => /^#+ licen[cs]e\b.*/ims.exec(readme)?.[0] ?? [])
}
