/**
 * Whether what is asked for most stays as fast while the database grows: 1,000 stores with 10,000
 * orders in all, with a million, with ten. See README.md in this folder.
 *
 * Usage: `npm run bench -- growth [--sizes 10000,1000000] [--lean] [--times 200] [--folder /tmp]
 * [--audit] [--out bench/results/growth.json] [--keep FILE | --from FILE]`
 *
 * Of lean orders but a twentieth is whole. `--keep` loads only, and holds the database until
 * SIGUSR1; `--from` measures it, as often as you like.
 */
import { once } from 'node:events'
import { readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { type TestPlace, testPlace } from '../test/fixtures/test-database.ts'
import { auditOf, type RunningServer } from '../test/running-server.ts'
import { type PostgresServer, startPostgres } from '../tools/postgres.ts'
import { journey } from './growth/journey.ts'
import { loadOrders } from './growth/load.ts'
import { type Loaded, readLoaded, serverOn } from './growth/loaded.ts'
import { type Asking, type Figures, measure } from './growth/measure.ts'
import { questionsOf, takeSample } from './growth/questions.ts'
import { connect } from './orders.ts'

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    lean: { type: 'boolean', default: false },
    times: { type: 'string', default: '200' },
    folder: { type: 'string', default: tmpdir() },
    audit: { type: 'boolean', default: false },
    keep: { type: 'string', default: '' },
    from: { type: 'string', default: '' },
    out: { type: 'string', default: '' },
  },
})

/** The space that stays free on the disk. */
const FREE_BYTES = 10e9
/** Of documents: complete in small databases, otherwise their beginning. */
const WHOLE_PAGES_MAX = 100_000
const PAGE_LENGTH = 1_000

/** Of a server with some memory, in which these tables do not fit. */
const AS_USUAL = {
  ...{ shared_buffers: '3GB', effective_cache_size: '10GB', random_page_cost: '1.1' },
  ...{ max_wal_size: '2GB' },
}
const WHILE_LOADING = {
  ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal' },
  ...{ max_wal_senders: '0', autovacuum: 'off', checkpoint_timeout: '30min' },
  ...{ max_wal_size: '6GB' },
}

type Size = {
  readonly orders: number
  readonly lean: boolean
  readonly storeOrders: number
  readonly gigabytes: number
  readonly loadSeconds: number
  readonly audit: { readonly seconds: number; readonly findings: number } | undefined
  readonly figures: readonly Figures[]
}
type Results = {
  readonly machine: string
  readonly date: string
  readonly sizes: readonly Size[]
}

const begun = performance.now()
const say = (line: string): void => {
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
  process.stderr.write(`${seconds.padStart(5)} s  ${line}\n`)
}

if (options.from === '') {
  for (const orders of options.sizes.split(',').map(Number)) await loadAndMeasure(orders)
} else {
  const files = options.from.split(',')
  await measureLoaded(files.map(readLoaded))
}

async function loadAndMeasure(orders: number): Promise<void> {
  const postgres = await startPostgres({}, options.folder)
  if (postgres === undefined) throw new Error('The benchmark needs PostgreSQL 15 or newer.')
  try {
    say(`${orders} orders`)
    await configure(postgres, { ...AS_USUAL, ...WHILE_LOADING })
    Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url })
    const place = await testPlace('empty')
    const loading = performance.now()
    const mid = await load(place, orders)
    const loadSeconds = (performance.now() - loading) / 1_000
    await configure(postgres, AS_USUAL)
    const loaded: Loaded = { orders, lean: options.lean, loadSeconds, place, mid }
    if (options.keep !== '') {
      writeFileSync(options.keep, JSON.stringify(loaded))
      say(`the database stays at ${place.databaseUrl} until SIGUSR1`)
      const timer = setInterval(() => {}, 60_000)
      await once(process, 'SIGUSR1')
      clearInterval(timer)
    } else await measureLoaded([loaded])
    await place.remove()
  } finally {
    postgres.stop()
  }
}

/** All of them at once. */
async function measureLoaded(all: readonly Loaded[]): Promise<void> {
  const opened: { loaded: Loaded; server: RunningServer; admin: Client }[] = []
  try {
    for (const loaded of all) {
      const server = await serverOn(loaded)
      opened.push({ loaded, server, admin: await connect(loaded.place.databaseUrl ?? '') })
    }
    const figures = await figuresOf(opened)
    for (const [index, { loaded, server, admin }] of opened.entries()) {
      const { rows } = await admin.query(
        `SELECT pg_database_size(current_database()) AS bytes,
          (SELECT count(*) FROM orders WHERE store_id = $1) AS orders`,
        [server.demo.store_id],
      )
      const { place: _place, mid: _mid, ...size } = loaded
      keepResult({
        ...size,
        storeOrders: Number(rows[0].orders),
        gigabytes: Number(rows[0].bytes) / 1e9,
        audit: options.audit ? await timedAudit(server) : undefined,
        figures: figures.map((each) => each[index]).filter((each) => each !== undefined),
      })
    }
  } finally {
    for (const { server, admin } of opened) {
      await admin.end()
      await server.kill()
    }
  }
}

async function configure(
  postgres: PostgresServer,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const admin = await connect(postgres.url)
  await admin.query('ALTER SYSTEM RESET ALL')
  for (const [name, value] of Object.entries(settings)) {
    await admin.query(`ALTER SYSTEM SET ${name} = '${value}'`)
  }
  await admin.end()
  await postgres.control('restart', '-m', 'fast')
}

/** Returns the `mid` of an order that is being repaid. */
async function load(place: TestPlace, orders: number): Promise<string> {
  const templates = await journey(place)
  say(`${templates.length} templates`)
  const admin = await connect(place.databaseUrl ?? '')
  // From here on the store uses real time.
  const { rows } = await admin.query('DELETE FROM test_clocks RETURNING store_id')
  await admin.end()
  const isSmall = orders <= WHOLE_PAGES_MAX && !options.lean
  const pageLength = isSmall ? Number.POSITIVE_INFINITY : PAGE_LENGTH
  const check = () => {
    const { bavail, bsize } = statfsSync(options.folder)
    if (bavail * bsize < FREE_BYTES) throw new Error('The disk is nearly full.')
  }
  const { store_id: storeId } = rows[0]
  await loadOrders(
    place.databaseUrl ?? '',
    { storeId, orders, whole: !options.lean, pageLength, templates, check },
    say,
  )
  return templates.find(({ kind }) => kind === 'running')?.mid ?? ''
}

type Opened = { readonly server: RunningServer; readonly admin: Client }

/** For each question the figures of each database. */
async function figuresOf(opened: readonly Opened[]): Promise<Figures[][]> {
  const askings: Asking[] = []
  for (const { server, admin } of opened) {
    await counted(admin)
    const { demo } = server
    const times = Number(options.times)
    askings.push({ demo, times, sample: await takeSample(admin, demo.store_id, times) })
  }
  const questions = askings.map(({ sample }) => questionsOf(sample))
  const figures: Figures[][] = []
  for (const index of questions[0]?.keys() ?? []) {
    const same = questions.flatMap((each) => each.slice(index, index + 1))
    const each = await measure(same, askings).catch((error: Error) => say(error.message))
    if (each === undefined) continue
    figures.push(each)
    const [{ what } = { what: '' }] = each
    const times = each.map(({ p50, p99 }) => [p50, p99].map((ms) => ms.toFixed(1).padStart(9)))
    say(`${what.padEnd(32)}${times.flat().join('')}`)
  }
  return figures
}

async function counted(admin: Client): Promise<void> {
  for (let left = 1; left > 0; await pause(1_000)) {
    const { rows } = await admin.query(
      `SELECT count(*) AS left FROM event_streams s
         LEFT JOIN tally_heads h USING (store_id, sandbox)
       WHERE h.counted_at IS NULL`,
    )
    left = Number(rows[0].left)
  }
  await admin.query('VACUUM (ANALYZE) order_tallies, line_tallies, account_tallies, tally_heads')
  await admin.query('CHECKPOINT')
  say('counted')
}

async function timedAudit(server: RunningServer): Promise<Size['audit']> {
  const from = performance.now()
  const report = await auditOf(server)
  // Copied orders have no actions of their own.
  const findings = report.findings.filter(({ invariant }) => invariant !== 'L2')
  const seconds = (performance.now() - from) / 1_000
  say(`audited in ${seconds.toFixed(0)} s: ${findings.length} findings`)
  for (const finding of findings) say(JSON.stringify(finding))
  return { seconds, findings: findings.length }
}

/** Next to earlier results for other sizes. */
function keepResult(size: Size): void {
  const [processor] = cpus()
  const machine = `${cpus().length} × ${processor?.model ?? 'unknown'}, Node ${process.version}`
  const known = readResults()
  const others = known.sizes.filter(
    ({ orders, lean }) => orders !== size.orders || lean !== size.lean,
  )
  const sizes = [...others, size].toSorted(
    (one, other) => Number(one.lean) - Number(other.lean) || one.orders - other.orders,
  )
  const results: Results = { ...known, machine, date: new Date().toISOString().slice(0, 10), sizes }
  const text = `${JSON.stringify(results, null, 2)}\n`
  if (options.out === '') process.stdout.write(text)
  else writeFileSync(options.out, text)
}

function readResults(): Partial<Results> & Pick<Results, 'sizes'> {
  try {
    return JSON.parse(readFileSync(options.out, 'utf8'))
  } catch {
    return { sizes: [] }
  }
}
