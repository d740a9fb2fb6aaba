/**
 * `npm run release -- X.Y.Z`: checks the repository, sets the version everywhere, dates the
 * changelog, commits and tags. It never pushes (docs/reference/versions.md).
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { answerHelp, orSentence } from './options.ts'

const HELP = `npm run release -- X.Y.Z [--dry-run] [--check COMMAND]…

Checks that main is checked out and clean, that X.Y.Z is a version after this one without a tag,
that CHANGELOG.md has entries under "Unreleased", and that every COMMAND succeeds (by default
"npm run check"). Then sets the version in every package.json, in the lock file and in the images
that deploy/ names, dates the changelog, commits, and tags vX.Y.Z. It pushes nothing.

  --dry-run  checks only, without the commands, and says what would be done
  --help     this text
`
const CHECKS = ['npm run check']
const CHANGELOG = 'CHANGELOG.md'
const UNRELEASED = '## Unreleased'
/** Files that name the image of the version. */
const DEPLOYED = ['compose/compose', 'kubernetes/migrate', 'kubernetes/service'].map(
  (name) => `deploy/${name}.yaml`,
)

type Json = Record<string, unknown>
type Plan = { readonly version: string; readonly files: ReadonlyMap<string, string> }

const options = {
  'dry-run': { type: 'boolean', default: false },
  check: { type: 'string', multiple: true },
} as const

answerHelp(HELP)
const read = orSentence(() => parseArgs({ options, allowPositionals: true }))
if (typeof read === 'string') stop(read, HELP)
const { values, positionals } = read
const [version = '', ...others] = positionals
if (version === '' || others.length > 0) stop('name one version', HELP)
const plan = orSentence(() => planOf(version))
if (typeof plan === 'string') stop(plan)
if (values['dry-run']) say(`would set ${[...plan.files.keys()].join(', ')} and tag v${version}`)
else release(plan, values.check ?? CHECKS)

/** The files to write; throws a sentence if something prevents the release. */
function planOf(version: string): Plan {
  const text = readFileSync('package.json', 'utf8')
  const current = String((JSON.parse(text) as Json).version)
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is no version: X.Y.Z`)
  if (!isAfter(version, current)) throw new Error(`${version} does not come after ${current}`)
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD')
  if (branch !== 'main') throw new Error(`${branch} is checked out, not main`)
  const changes = git('status', '--porcelain')
  if (changes !== '') throw new Error(`the tree is not clean:\n${changes}`)
  if (git('tag', '--list', `v${version}`) !== '') throw new Error(`v${version} is a tag already`)
  const manifests = readdirSync('packages').map((name) => `packages/${name}/package.json`)
  const files = ['package.json', ...manifests, 'package-lock.json'].map((file) => {
    const content = JSON.parse(readFileSync(file, 'utf8')) as Json
    return [file, `${JSON.stringify(versioned(content, version), null, 2)}\n`] as const
  })
  const deployed = DEPLOYED.map((file) => {
    const text = readFileSync(file, 'utf8').replaceAll(`svc:${current}`, `svc:${version}`)
    return [file, text] as const
  })
  return { version, files: new Map([...files, ...deployed, [CHANGELOG, dated(version)]]) }
}

function isAfter(version: string, current: string): boolean {
  const [left, right] = [version, current].map((each) => each.split('.').map(Number))
  const index = (left ?? []).findIndex((number, at) => number !== right?.[at])
  return index >= 0 && (left?.[index] ?? 0) > (right?.[index] ?? 0)
}

/** A package.json or a lock file with the version wherever it names our packages. */
function versioned(content: Json, version: string): Json {
  const copy: Json = { ...content }
  if ('version' in copy) copy.version = version
  for (const kind of ['dependencies', 'devDependencies']) {
    const named = copy[kind] as Record<string, string> | undefined
    if (named === undefined) continue
    const entries = Object.entries(named).map(([name, range]) => {
      return [name, name.startsWith('@svc/') ? version : range]
    })
    copy[kind] = Object.fromEntries(entries)
  }
  const packages = copy.packages as Record<string, Json> | undefined
  if (packages === undefined) return copy
  const isOurs = (path: string) => path === '' || path.startsWith('packages/')
  const entries = Object.entries(packages).map(([path, entry]) => {
    return [path, isOurs(path) ? versioned(entry, version) : entry]
  })
  return { ...copy, packages: Object.fromEntries(entries) }
}

/** The entries under "Unreleased" become the section of the version, dated today. */
function dated(version: string): string {
  const text = readFileSync(CHANGELOG, 'utf8')
  const [, section = ''] = text.split(`${UNRELEASED}\n`)
  if (!/^- /m.test(section.split(/^## /m)[0] ?? '')) {
    throw new Error(`${CHANGELOG} has nothing under "${UNRELEASED}"`)
  }
  const today = new Date().toISOString().slice(0, 10)
  return text.replace(`${UNRELEASED}\n`, `${UNRELEASED}\n\n## ${version} - ${today}\n`)
}

function release({ version, files }: Plan, commands: readonly string[]): void {
  for (const command of commands) {
    say(`${command} …`)
    const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
    if (status !== 0) stop(`${command} failed: nothing was changed`)
  }
  if (git('status', '--porcelain') !== '') stop('the checks have changed files: commit them first')
  const paths = [...files.keys()]
  for (const [file, text] of files) writeFileSync(file, text)
  const done = orSentence(() => {
    git('commit', '--quiet', '--message', `release: ${version}`, '--', ...paths)
    git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`)
    return undefined
  })
  if (typeof done === 'string') {
    git('checkout', 'HEAD', '--', ...paths)
    stop(done)
  }
  say(`released ${version}: git push origin main v${version}`)
}

function git(...parameters: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', parameters, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${parameters[0]} failed: ${stderr ?? ''}`)
  return stdout.trimEnd()
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

function stop(...lines: string[]): never {
  for (const line of lines) say(line)
  process.exit(1)
}
