/** The repository as text, and what the rules about it need to know of every file. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, posix } from 'node:path'

export type Source = { readonly path: string; readonly text: string }

export type Rule = {
  readonly name: string
  /** One line for each violation, beginning with where it is. */
  readonly find: (sources: readonly Source[]) => string[]
}

export type Import = {
  /** As it is written. */
  readonly specifier: string
  /** The imported file from the root of the repository; of a package, the specifier itself. */
  readonly target: string
  readonly line: number
}

const FOLDERS_SKIPPED = new Set(['node_modules', 'data', 'dist', '.git'])
const TEXT = /\.(tsx?|mjs|js|json|sql|md|html|css|yml|yaml|sh)$/

/** Wings of packages/server/src whose folders carry the verticals but are none. */
const FOUNDATIONS = new Set(['platform', 'composition', 'audit', 'tenancy/caller'])
const SERVER = 'packages/server/src/'

/** The wings of packages/server/src from top to bottom (docs/ARCHITECTURE.md). */
export const WINGS = [
  'composition',
  'lender',
  'checkout',
  'orders',
  'credit',
  'kernel',
  'settlement',
  'outbound',
  'tenancy',
  'model',
  'platform',
]

/** Files of no wing start the program: they belong to the composition. */
export function wingOf(path: string): string | undefined {
  if (!path.startsWith(SERVER)) return undefined
  const [wing = '', ...rest] = path.slice(SERVER.length).split('/')
  return rest.length === 0 ? 'composition' : wing
}

export function readSources(root: string, folder = ''): Source[] {
  return readdirSync(posix.join(root, folder)).flatMap((name): Source[] => {
    const path = posix.join(folder, name)
    const full = posix.join(root, path)
    if (FOLDERS_SKIPPED.has(name)) return []
    if (statSync(full).isDirectory()) return readSources(root, path)
    return TEXT.test(name) ? [{ path, text: readFileSync(full, 'utf8') }] : []
  })
}

export function isCode({ path }: Source): boolean {
  return /\.(tsx?|mjs)$/.test(path)
}

export function isTest({ path }: Source): boolean {
  return path.endsWith('.test.ts')
}

/** What never runs in production may do what production may not. */
export function isForDevelopment(source: Source): boolean {
  const { path } = source
  return isTest(source) || /^(test|tools|bench|examples)\//.test(path)
}

/** The folder of a business capability that the file belongs to, such as `orders`. */
export function verticalOf(path: string): string | undefined {
  if (!path.startsWith(SERVER)) return undefined
  const [wing = '', folder = '', ...rest] = path.slice(SERVER.length).split('/')
  if (rest.length === 0 || FOUNDATIONS.has(wing)) return undefined
  return FOUNDATIONS.has(`${wing}/${folder}`) ? undefined : folder
}

export function isRoutes({ path }: Source): boolean {
  return path.startsWith(SERVER) && /(^|-)routes\.ts$/.test(basename(path))
}

/** What several routes have in common: `loan-route.ts` makes each of a loan's. */
export const isKindOfRoute = (path: string): boolean =>
  path.startsWith(SERVER) && path.endsWith('-route.ts')

/** `store.ts`, or `list-store.ts` where one file would be too long. */
export function isStore(path: string): boolean {
  return path.startsWith(SERVER) && /^(list-)?store\.ts$/.test(basename(path))
}

/** A file `capture-order.ts` of a vertical that exports the function `captureOrder`. */
export function isOperation(source: Source): boolean {
  const name = basename(source.path, '.ts')
  if (
    isRoutes(source) ||
    isTest(source) ||
    verticalOf(source.path) === undefined ||
    !name.includes('-') ||
    isKindOfRoute(source.path)
  )
    return false
  const camel = name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  return new RegExp(`^export (async )?function ${camel}\\b`, 'm').test(source.text)
}

/** Comments become empty, lines stay. The formatter puts comments where this finds them. */
export function withoutComments(text: string): string {
  return text
    .split('\n')
    .map((line) => (/^\s*(\/\/|\/\*|\*)/.test(line) ? '' : line.replace(/\s\/\/ .*$/, '')))
    .join('\n')
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

const STATEMENT = /^(?:import|export)\s+[^;'"]*?\sfrom\s+'([^']+)'/gm
const BARE_OR_DYNAMIC = /(?:^import\s+|\bimport\()'([^']+)'/gm

export function importsOf({ path, text }: Source): Import[] {
  const make = (match: RegExpMatchArray, specifier: string): Import => {
    const relative = specifier.startsWith('.')
    return {
      specifier,
      target: relative ? posix.join(posix.dirname(path), specifier) : specifier,
      line: lineAt(text, match.index ?? 0),
    }
  }
  return [...text.matchAll(STATEMENT), ...text.matchAll(BARE_OR_DYNAMIC)].map((statement) =>
    make(statement, statement[1] ?? ''),
  )
}

/** Reports each place in the chosen files, comments aside, where the pattern matches. */
export function findText(
  sources: readonly Source[],
  chosen: (source: Source) => boolean,
  pattern: RegExp,
  blank: (text: string) => string = withoutComments,
): string[] {
  return sources.filter(chosen).flatMap(({ path, text }) => {
    const code = blank(text)
    return [...code.matchAll(pattern)].map(
      (match) => `${path}:${lineAt(code, match.index)}: ${match[0].trim()}`,
    )
  })
}
