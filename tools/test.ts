/**
 * `npm test`: the static checks, then every test file. Closing line: `N passed, N failed, N
 * skipped`; in CI a skip is a failure. `npm test -- --help` shows what else it does. Which files
 * run on which database is decided in `test/plan.ts` and decision 0086.
 */
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTemplates } from '../test/templates.ts'
import { buildWeb } from './build-web.ts'
import { findChromium } from './chromium.ts'
import { findFirefox } from './firefox.ts'
import { missingCodes } from './missing-codes.ts'
import { answerHelp, orSentence } from './options.ts'
import { startPooler } from './pgbouncer.ts'
import { folderInMemory, type PostgresServer, startPostgres, WITHOUT_DISK } from './postgres.ts'
import { makeRunningRole } from './running-role.ts'
import { staticChecks } from './static-checks.ts'
import { relatedTests } from './test/import-graph.ts'
import { HELP, readOptions } from './test/options.ts'
import {
  groupsOf,
  isDayAtDesk,
  isTriedOnBoth,
  needsBrowser,
  needsDatabase,
  needsFirefox,
  type Round,
} from './test/plan.ts'
import { createResults } from './test/results.ts'
import { killGroups } from './test/run-group.ts'
import { runGroups } from './test/run-groups.ts'
import { repeatAlone } from './test/unsteady.ts'
import { watch } from './test/watch.ts'

/** A fifth of the time is waiting, so three concurrent files suit two cores, too. */
const AT_A_TIME = Math.max(3, Math.min(4, availableParallelism() - 1))
/** The number of slow tests listed at the end of a run. */
const SLOWEST = 20
/** A template costs about as much as it saves for one file. */
const FILES_WORTH_TEMPLATES = 4
const NODE_OPTIONS = '--disable-warning=ExperimentalWarning'
const root = join(import.meta.dirname, '..')
const say = (text: string): void => void process.stdout.write(text)

answerHelp(HELP)
const options = orSentence(() => readOptions(process.argv.slice(2), process.env))
if (typeof options === 'string') {
  process.stderr.write(`${options}; npm test -- --help shows what there is\n`)
  process.exit(2)
}
const { words, related, fast, long, pooler: isPooled, roles, seed } = options
const results = createResults(say)
const isWhole = words.length === 0 && related === undefined && !fast && !long

const all = globSync('{packages,test,tools,bench}/**/*.test.ts', {
  cwd: root,
  exclude: (path) => path.endsWith('node_modules'),
}).sort()
const candidates = related === undefined ? all : relatedTests(root, related)
const chosen = candidates.filter(
  (file) => words.length === 0 || words.some((word) => file.includes(word)),
)

// Everything that the run creates: killed tests leave nothing behind.
const folder = mkdtempSync(join(tmpdir(), 'svc-run-'))
// PostgreSQL runs as another user, who must be able to enter.
chmodSync(folder, 0o711)
process.on('exit', () => {
  killGroups()
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]))
}
// Our parent process is gone.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()

if (options.watch) await watch(root)
await buildWeb((line) => say(`${line}\n`))
if (isWhole) for (const { output } of await staticChecks()) results.check(output)
const codesFolder = join(folder, 'codes')
mkdirSync(join(codesFolder, 'undocumented'), { recursive: true })
Object.assign(process.env, {
  // Files to look at after the run.
  TEST_FAILURES: join(tmpdir(), 'svc-screenshots'),
  ...{ TMPDIR: folder, TEST_CODES_FOLDER: codesFolder, TEST_SEED: String(seed), NODE_OPTIONS },
  ...(long ? { TEST_LONG: 'yes' } : {}),
  // Hundreds of processes load the same files.
  NODE_COMPILE_CACHE: join(folder, 'compiled'),
})
say(`TEST_SEED=${seed}\n`)
const scaled = new Set(relatedTests(root, ['test/fixtures/effort.ts']))
const hasMore = (file: string): boolean => !long || scaled.has(file)
const onDatabase = chosen.filter((file) => needsDatabase(file) && hasMore(file))
const inChromium = fast
  ? []
  : chosen.filter((file) => needsBrowser(file) && !needsFirefox(file) && hasMore(file))
const inFirefox = isWhole || fast ? [] : chosen.filter(needsFirefox)
const pure = chosen.filter((file) => !needsDatabase(file) && !needsBrowser(file) && hasMore(file))
const needServer = onDatabase.length + inChromium.length + inFirefox.length > 0
const server = needServer ? await startPostgres(WITHOUT_DISK, folderInMemory()) : undefined
const pooler = isPooled ? await startPooler(server) : undefined
if (roles) await makeRunningRole(server)
const onEmbedded = embeddedFiles()
const deskOnEmbedded = long && server !== undefined ? inChromium.filter(isDayAtDesk) : []
const embedded = await embeddedEnv()
const rounds: Round[] = [
  { name: 'embedded', files: onEmbedded, env: embedded },
  ...(await serverRounds(server)),
  { name: 'pure', files: pure, env: {} },
]
for (const { name, files } of rounds) if (files.length > 0) say(`${name}: ${files.length} files\n`)
const groups = groupsOf(root, rounds)
await runGroups(groups, { atATime: AT_A_TIME, results })
await repeatAlone(groups, results)
if (isWhole) checkCodes()
await pooler?.stop()
server?.stop()
say(results.slowest(SLOWEST))

const { passed, failed, skipped } = results.counts
const skipFails = process.env.CI === 'true' && skipped > 0
if (skipFails) say('A skipped test is a failure here (CI=true).\n')
say(`${passed} passed, ${failed} failed, ${skipped} skipped\n`)
process.exitCode = failed > 0 || passed === 0 || skipFails ? 1 : 0

/** Every described refusal of a route has been met by a test. */
function checkCodes(): void {
  const missing = missingCodes(codesFolder)
  results.check(missing.length === 0 ? undefined : missing.map(lineOf).join('\n'))
}

function lineOf(missing: string): string {
  return `FAILED  no test has met ${missing}`
}

/**
 * Selected files run on both; a whole run leaves files that are not about databases to `--long`.
 */
function embeddedFiles(): string[] {
  const files = chosen.filter(needsDatabase)
  if (long) return files.filter((file) => !isTriedOnBoth(file) || scaled.has(file))
  if (server === undefined) return files
  if (fast) return []
  return isWhole ? files.filter(isTriedOnBoth) : files
}

async function embeddedEnv(): Promise<Record<string, string>> {
  const env = { TEST_DATABASE: 'embedded' }
  // A page waits for the service, which takes its time in an empty folder.
  const files = deskOnEmbedded.length > 0 ? FILES_WORTH_TEMPLATES : onEmbedded.length
  return { ...env, ...(await templates(undefined, files)) }
}

/** The starting point of most files is created once, if that saves more than it costs. */
async function templates(url: string | undefined, files: number): Promise<Record<string, string>> {
  return files < FILES_WORTH_TEMPLATES ? {} : { TEST_TEMPLATES: await makeTemplates(url) }
}

/** The verticals, and the pages in real browsers, which do not depend on the database. */
async function serverRounds(server: PostgresServer | undefined): Promise<Round[]> {
  const chromium = () => findChromium({ whole: long })
  const sets = [
    { name: 'chromium', find: chromium, variable: 'TEST_CHROMIUM', files: inChromium },
    { name: 'firefox', find: findFirefox, variable: 'TEST_FIREFOX', files: inFirefox },
  ].map((browser) => ({ ...browser, program: browser.files.length > 0 ? browser.find() : '' }))
  for (const { name, files, program } of sets) {
    if (program === undefined) results.skip(files.length, `there is no ${name} here`)
  }
  const browsers = sets.filter(({ program }) => program !== undefined)
  const all = [...onDatabase, ...browsers.flatMap(({ files }) => files)]
  if (server === undefined && onDatabase.length > 0) {
    results.skip(onDatabase.length, 'there is no PostgreSQL server here')
  }
  const made = await templates(server?.url, all.length)
  const program = browsers.find(({ name }) => name === 'chromium')?.program ?? ''
  const desk = program === '' ? [] : deskOnEmbedded
  const env: Record<string, string> =
    server === undefined
      ? { TEST_DATABASE: 'embedded', ...made }
      : { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: server.url, ...made }
  return [
    ...browsers.map(({ name, files, program = '', variable }) => ({
      ...{ name, files },
      env: { ...env, [variable]: program },
    })),
    { name: 'desk, embedded', files: desk, env: { ...embedded, TEST_CHROMIUM: program } },
    { name: 'postgres', files: server === undefined ? [] : onDatabase, env },
  ]
}
