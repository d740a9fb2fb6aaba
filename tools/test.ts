/**
 * `npm test`: the static checks, then every test file. Those that need a database run twice, on the
 * embedded one and on a PostgreSQL server. Closing line: `N passed, N failed, N skipped`; in CI a
 * skip is a failure.
 *
 * `npm test -- <text>` runs only the files whose path contains the text. Where there is a server, a
 * run of everything tries on the embedded database what is about databases, and of the other files
 * an eighth, each day another one: both speak one protocol and one SQL, and the whole twice takes
 * longer than anybody waits. `EMBEDDED=all` tries all.
 */
import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { makeTemplates } from '../test/templates.ts'
import { buildWeb } from './build-web.ts'
import { findChromium } from './chromium.ts'
import { findFirefox } from './firefox.ts'
import { missingCodes } from './missing-codes.ts'
import { folderInMemory, type PostgresServer, startPostgres, WITHOUT_DISK } from './postgres.ts'
import { staticChecks } from './static-checks.ts'

const FILE_MS_MAX = 600_000
/** A fifth of the time is waiting, so that three files side by side suit two cores, too. */
const FILES = Math.max(3, Math.min(4, availableParallelism() - 1))
/** Each browser is several processes that all have something to do. */
const BROWSERS = Math.max(2, Math.min(3, availableParallelism() - 1))
/** A template costs about what it saves one file. */
const FILES_WORTH_TEMPLATES = 4
/** What is about databases is tried on both always. */
const ABOUT_DATABASES = /\/(database|simulate|torture)\/|(backup|crash|data-folder|races|start)\./
/** Those that take longest begin first, so that at the end of a round nobody waits for one. */
const LONG = /(audit|bad-input|chaos|crash|lapses|lives|payouts|races|start|test-clock|wire)\./
const DAY_MS = 24 * 3_600_000
const PARTS = 8
const root = join(import.meta.dirname, '..')
const wanted = process.argv.slice(2)
const counts = { passed: 0, failed: 0, skipped: 0 }

type Round = {
  readonly name: string
  readonly files: readonly string[]
  readonly env: Record<string, string>
}

type TestError = Error & { readonly cause?: Error; readonly failureType?: string }

const all = globSync('{packages,test,tools,bench}/**/*.test.ts', {
  cwd: root,
  exclude: (path) => path.endsWith('node_modules'),
}).sort()
const chosen = all
  .filter((file) => wanted.every((text) => file.includes(text)))
  .sort((a, b) => Number(LONG.test(b)) - Number(LONG.test(a)))
const needsDatabase = (file: string): boolean => /\.(db|http)\.test\.ts$/.test(file)
const needsBrowser = (file: string): boolean => file.endsWith('.browser.test.ts')
const pure = chosen.filter((file) => !needsDatabase(file) && !needsBrowser(file))
const onDatabase = chosen.filter(needsDatabase)
const inBrowser = chosen.filter(needsBrowser)
const needsFirefox = (file: string): boolean => /\/firefox[^/]*$/.test(file)

await buildWeb((line) => process.stdout.write(`${line}\n`))

if (wanted.length === 0) {
  for (const { output } of staticChecks()) {
    if (output === undefined) counts.passed++
    else {
      counts.failed++
      process.stdout.write(`${output}\n`)
    }
  }
}
const codesFolder = mkdtempSync(join(tmpdir(), 'svc-codes-'))
process.env.TEST_CODES_FOLDER = codesFolder
// Hundreds of processes load the same files.
const compiledFolder = mkdtempSync(join(tmpdir(), 'svc-compiled-'))
process.env.NODE_COMPILE_CACHE = compiledFolder
await runRound({ name: 'no database', files: pure, env: {} })
if (onDatabase.length + inBrowser.length > 0) {
  const server = await startPostgres(WITHOUT_DISK, folderInMemory())
  const part = wanted.length === 0 && server !== undefined && process.env.EMBEDDED !== 'all'
  try {
    await onEmbedded(part ? onDatabase.filter(isTriedOnBoth) : onDatabase)
    await withTemplates(server?.url, [...onDatabase, ...inBrowser], async (templates) => {
      await onPostgres(server, templates)
      await inBrowsers(server, templates)
    })
  } finally {
    await server?.stop()
  }
}
if (wanted.length === 0) checkCodes()
for (const folder of [codesFolder, compiledFolder]) rmSync(folder, { recursive: true })

const { passed, failed, skipped } = counts
const skipFails = process.env.CI === 'true' && skipped > 0
if (skipFails) process.stdout.write('A skipped test is a failure here (CI=true).\n')
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`)
process.exitCode = failed > 0 || passed === 0 || skipFails ? 1 : 0

/** Every refusal that a route is said to have is one that a test has met. */
function checkCodes(): void {
  const missing = missingCodes(codesFolder)
  if (missing.length === 0) counts.passed++
  else counts.failed++
  for (const line of missing) process.stdout.write(`FAILED  no test has met ${line}\n`)
}

function isTriedOnBoth(file: string): boolean {
  const today = Math.floor(Date.now() / DAY_MS)
  const [byte = 0] = createHash('sha256').update(file).digest()
  return ABOUT_DATABASES.test(file) || byte % PARTS === today % PARTS
}

async function onEmbedded(files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const env = { TEST_DATABASE: 'embedded' }
  await withTemplates(undefined, files, (templates) =>
    runRound({ name: 'embedded', files, env: { ...env, ...templates } }),
  )
}

/** What most files begin with is made once, where it saves more than it costs. */
async function withTemplates(
  url: string | undefined,
  files: readonly string[],
  work: (env: Record<string, string>) => Promise<void>,
): Promise<void> {
  if (files.length < FILES_WORTH_TEMPLATES) return work({})
  const folder = await makeTemplates(url)
  await work({ TEST_TEMPLATES: folder }).finally(() => rmSync(folder, { recursive: true }))
}

/** The pages in real browsers; which database is behind them does not matter to them. */
async function inBrowsers(
  server: PostgresServer | undefined,
  templates: Record<string, string>,
): Promise<void> {
  const programs: Record<string, string> = {}
  const files: string[] = []
  for (const [name, find, own] of [
    ['Chromium', findChromium, inBrowser.filter((file) => !needsFirefox(file))],
    ['Firefox', findFirefox, inBrowser.filter(needsFirefox)],
  ] as const) {
    const program = own.length > 0 ? find() : undefined
    if (program !== undefined) {
      programs[`TEST_${name.toUpperCase()}`] = program
      files.push(...own)
    } else if (own.length > 0) {
      counts.skipped += own.length
      process.stdout.write(`SKIPPED: ${own.length} files, there is no ${name} here.\n`)
    }
  }
  const database =
    server === undefined
      ? { TEST_DATABASE: 'embedded' }
      : { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: server.url }
  await runRound({ name: 'browsers', files, env: { ...database, ...templates, ...programs } })
}

async function onPostgres(
  server: PostgresServer | undefined,
  templates: Record<string, string>,
): Promise<void> {
  if (onDatabase.length === 0) return
  if (server === undefined) {
    counts.skipped += onDatabase.length
    process.stdout.write(
      `SKIPPED: ${onDatabase.length} files, there is no PostgreSQL server here.\n`,
    )
    return
  }
  const env = { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: server.url, ...templates }
  await runRound({ name: 'postgres', files: onDatabase, env })
}

/** Runs files side by side, each in a process of its own. */
async function runRound({ name, files, env }: Round): Promise<void> {
  if (files.length === 0) return
  process.stdout.write(`\n${name}: ${files.length} files\n`)
  Object.assign(process.env, env, { NODE_OPTIONS: '--disable-warning=ExperimentalWarning' })
  const stream = run({
    files: files.map((file) => join(root, file)),
    concurrency: name === 'browsers' ? BROWSERS : FILES,
    timeout: FILE_MS_MAX,
  })
  const ofFile = new Map<string, { passed: number; failed: number }>()
  stream.on('test:pass', (event) => {
    if (event.skip || event.todo) {
      counts.skipped++
      process.stdout.write(`SKIPPED ${name}: ${short(event.file)}: ${event.name}: ${event.skip}\n`)
    } else if (isFile(event.name)) {
      count(event.file, 'failed')
      process.stdout.write(`\nFAILED  ${name}: ${short(event.name)} has no tests\n\n`)
    } else if (event.details.type !== 'suite') count(event.file, 'passed')
  })
  stream.on('test:fail', (event) => {
    const { cause, message, stack, failureType } = event.details.error as TestError
    // A suite fails with its tests, which are counted, or by its own hook, which no test shows.
    if (event.details.type === 'suite' && failureType === 'subtestsFailed') return
    count(event.file, 'failed')
    process.stdout.write(`\nFAILED  ${name}: ${short(event.file)}: ${event.name}\n`)
    process.stdout.write(`${cause?.stack ?? stack ?? cause?.message ?? message}\n`)
    // What a property failed of stands behind its counterexample.
    if (cause?.cause instanceof Error) process.stdout.write(`${cause.cause.stack}\n`)
    process.stdout.write('\n')
  })
  // Of a file that fails before its first test, only this says why.
  stream.on('test:stderr', ({ message }) => process.stderr.write(message))
  stream.on('test:summary', ({ file, duration_ms: ms }) => {
    if (file === undefined) return
    const { passed, failed } = ofFile.get(file) ?? { passed: 0, failed: 0 }
    const seconds = (ms / 1000).toFixed(1)
    process.stdout.write(
      `${failed > 0 ? 'FAILED' : 'ok    '}  ${short(file)}: ${passed + failed}, ${seconds} s\n`,
    )
  })

  function count(file: string | undefined, what: 'passed' | 'failed'): void {
    counts[what]++
    const found = ofFile.get(file ?? '') ?? { passed: 0, failed: 0 }
    found[what]++
    ofFile.set(file ?? '', found)
  }

  for await (const _event of stream) {
    // The listeners above have seen it; the stream has to be read to its end.
  }
}

/** A file without tests comes as one test that passes and is named like the file. */
function isFile(name: string): boolean {
  return chosen.some((file) => join(root, name) === join(root, file) || name === join(root, file))
}

function short(file: string | undefined): string {
  return file?.replace(`${root}/`, '') ?? ''
}
