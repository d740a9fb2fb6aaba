/**
 * How long a second `npm start` takes without npm, and how much memory the service holds without
 * requests: on the embedded database beside PGlite alone on a copy of the same folder, and on
 * PostgreSQL. See README.md in this folder.
 *
 * Usage: `npm run bench -- start [--rounds 3] [--idle 10] [--json]`
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { commandOf } from '../test/programs.ts'
import { startPostgres } from '../tools/postgres.ts'
import { connect } from './orders.ts'
import { processorSeconds } from './processor.ts'
import { type Figure, keepResults, medianOf, resultLines } from './results.ts'

const START_MS_MAX = 300_000
/** The demo prints its keys when it answers, all others their address. */
const READY = /listening on |private key/
const FILLED_SECONDS = 30
const FILLED_MS_MAX = 900_000
const UNFILLED = 'SELECT 1 FROM test_clocks WHERE runs_since IS NULL'
const BARE = `import { PGlite } from '@electric-sql/pglite'
const database = await PGlite.create(process.argv[1])
await database.query('SELECT count(*) FROM orders')
process.stderr.write('listening on nothing\\n')
setInterval(() => {}, 1_000)`

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    idle: { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
  },
})
const [rounds, idleSeconds] = [Number(options.rounds), Number(options.idle)]

type Query = (text: string) => Promise<{ readonly rows: readonly unknown[] }>
type Started = { readonly seconds: number; readonly processor: number; readonly megabytes: number }

/** Starts it, measures it after a while without requests, and ends it. */
async function measure(
  parameters: readonly string[],
  more: NodeJS.ProcessEnv,
  idle = idleSeconds,
): Promise<Started> {
  const begun = performance.now()
  const env = { ...process.env, PORT: '0', DATABASE_UNSAFE: 'yes', ...more }
  const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  await listening(child)
  const seconds = (performance.now() - begun) / 1_000
  const pid = child.pid ?? 0
  const processor = processorSeconds(pid)
  await pause(idle * 1_000)
  const megabytes = residentMegabytes(startedBy(pid) ?? pid)
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
  return { seconds, processor, megabytes }
}

async function listening(child: ChildProcess): Promise<void> {
  let said = ''
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        said += chunk
        if (READY.test(said)) resolve()
      })
  })
  const late = pause(START_MS_MAX, 'late', { ref: false })
  const ended = await Promise.race([ready, once(child, 'exit'), late])
  if (ended !== undefined) throw new Error(`it did not start: ${said}`)
}

/** Starts it until the history of the demo is complete: before, it is not idle. */
async function fill(parameters: NodeJS.ProcessEnv, query: Query): Promise<void> {
  const begun = performance.now()
  do {
    await measure(service, parameters, FILLED_SECONDS)
    if (performance.now() - begun > FILLED_MS_MAX) throw new Error('the demo was not filled')
  } while ((await query(UNFILLED)).rows.length > 0)
}

/** The service, if the bootstrap started it. */
function startedBy(pid: number): number | undefined {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  return child === undefined || child === '' ? undefined : Number(child)
}

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_024
}

const built = process.env.TEST_BUILT !== undefined
const folder = mkdtempSync(join(tmpdir(), 'svc-bench-start-'))
const [data, copy] = [join(folder, 'data'), join(folder, 'copy')]
const postgres = await startPostgres()
if (postgres === undefined) throw new Error('The benchmark needs PostgreSQL 15 or newer.')
const service = built
  ? ['--disable-warning=ExperimentalWarning', ...commandOf('main.ts')]
  : [join(import.meta.dirname, '../tools/bootstrap.mjs'), 'packages/server/src/main.ts']
// As the bootstrap does.
const compiled = built ? { NODE_COMPILE_CACHE: join(folder, 'compiled') } : {}
const embedded: Started[] = []
const bare: Started[] = []
const onServer: Started[] = []
try {
  const onPostgres = { ...compiled, DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'server') }
  const embeddedIn = { ...compiled, DATA_DIR: data }
  const first = await measure(service, embeddedIn, 0)
  process.stderr.write(`the first start took ${first.seconds.toFixed(1)} s\n`)
  await fill(embeddedIn, async (text) => {
    await using database = await PGlite.create(join(data, 'database'))
    return await database.query(text)
  })
  await fill(onPostgres, async (text) => {
    const client = await connect(postgres.url)
    return await client.query(text).finally(() => client.end())
  })
  for (let round = 1; round <= rounds; round++) {
    embedded.push(await measure(service, embeddedIn))
    cpSync(join(data, 'database'), copy, { recursive: true, force: true })
    bare.push(await measure(['--input-type=module', '-e', BARE, copy], compiled))
    rmSync(copy, { recursive: true })
    onServer.push(await measure(service, onPostgres))
    process.stderr.write(`round ${round} of ${rounds} done\n`)
  }
} finally {
  postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

function figure(what: string, unit: string, values: readonly number[], aim?: number): Figure {
  const bound = aim === undefined ? {} : ({ aim, atMost: true } as const)
  return { what, unit, value: medianOf(values), rounds: values, ...bound }
}
const memory = (all: readonly Started[]) => all.map(({ megabytes }) => megabytes)
const above = memory(embedded).map((each, index) => each - (memory(bare)[index] ?? Number.NaN))
const seconds = (all: readonly Started[]) => all.map((each) => each.seconds)
const processor = (all: readonly Started[]) => all.map((each) => each.processor)
const results = keepResults(built ? 'start-built' : 'start', {
  options: { rounds, idleSeconds, built },
  figures: [
    figure('second start, embedded', 's', seconds(embedded), 1.5),
    figure('second start on PostgreSQL', 's', seconds(onServer), 1.5),
    figure('PGlite alone', 's', seconds(bare)),
    figure('processor of a second start, embedded', 's', processor(embedded)),
    figure('processor of a second start on PostgreSQL', 's', processor(onServer)),
    figure('processor of PGlite alone', 's', processor(bare)),
    figure('idle memory above PGlite alone', 'MB', above, 100),
    figure('idle memory, embedded', 'MB', memory(embedded)),
    figure('idle memory of PGlite alone', 'MB', memory(bare)),
    figure('idle memory on PostgreSQL', 'MB', memory(onServer), 150),
  ],
})
const text = options.json ? JSON.stringify(results, null, 2) : resultLines(results.figures)
process.stdout.write(`${text}\n`)
