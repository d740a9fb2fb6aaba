/**
 * What the lender reads over all stores: lists, figures and a file, of books of two sizes. See
 * README.md in this folder.
 *
 * Usage: `npm run bench -- book [--sizes 10000,1000000] [--times 40] [--keep] [--json]`
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { createApp } from '../packages/server/src/composition/app.ts'
import { lenderKey } from '../test/fixtures/lender.ts'
import { openTestDatabase } from '../test/fixtures/test-database.ts'
import { serviceOn } from '../test/fixtures/test-service.ts'
import { startPostgres } from '../tools/postgres.ts'
import { plantBook } from './book/plant.ts'
import { processorSeconds } from './processor.ts'
import { type Figure, keepResults, resultLines } from './results.ts'

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    times: { type: 'string', default: '40' },
    keep: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const times = Number(options.times)
const LIVE = 'application/vnd.svc.v1+json'
/** The number of rows of a file. */
const FILE_ROWS = 100_000
const FILE_SECONDS = 10
const LARGE = 1_000_000
const MEGABYTE = 2 ** 20

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const span = (days: number) => `from=${day(days - 1)}&to=${day(0)}`

type Question = {
  readonly what: string
  readonly path: string
  /** For a list: the 95th percentile in ms; otherwise processor time of the database in ms. */
  readonly list?: true
  readonly aim?: number
}
const list = (what: string, query: string): Question => ({
  ...({ what: `lender's ${what}, p95`, path: `/lender/${query}`, list: true } as const),
  aim: 150,
})
const figure = (what: string, query: string, aim = 300): Question => ({
  ...{ what: `figure ${what}, database`, path: `/lender/figures/${query}`, aim },
})
/** Decision 0188 says why the aims of three figures are higher. */
const questions: readonly Question[] = [
  list('loans, first page', 'loans'),
  list('loans 31-60 days behind', 'loans?bucket=31-60'),
  list('loans 31-60, most overdue first', 'loans?bucket=31-60&ordering=-overdue_amount'),
  list('loans 31-60 with sums', 'loans?bucket=31-60&summary=true'),
  // The number on the home screen.
  list('loans in arrears', 'loans?state=in_arrears&page_size=1'),
  list('orders, first page', 'orders'),
  list('people, first page', 'people'),
  figure('exposure', 'exposure', 2_500),
  figure('portfolio', 'portfolio'),
  figure('rolls of a month', `rolls?${span(31)}`),
  figure('vintages of a year', `vintages?${span(365)}`, 400),
  figure('cash of a month', `cash?${span(31)}`, 1_500),
  // The requests of the home screen.
  { what: 'pending tasks, database', path: '/lender/me/today', aim: 300 },
  ...['volume', 'decisions', 'settlements', 'payouts', 'income'].map((name) => figure(name, name)),
]

const postgres = await startPostgres({
  ...{ shared_buffers: '2GB', effective_cache_size: '8GB', random_page_cost: '1.1' },
  ...{ max_wal_size: '4GB', autovacuum: 'off', checkpoint_timeout: '30min' },
})
if (postgres === undefined) throw new Error('The benchmark needs PostgreSQL 15 or newer.')
try {
  Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url })
  const figures: Figure[] = []
  for (const size of options.sizes.split(',').map(Number)) figures.push(...(await measure(size)))
  const results = keepResults('book', { options: { sizes: options.sizes, times }, figures })
  const text = options.json ? JSON.stringify(results, null, 2) : resultLines(results.figures)
  process.stdout.write(`${text}\n`)
} finally {
  postgres.stop()
}

async function measure(size: number): Promise<Figure[]> {
  const { database, stop } = await openTestDatabase({ planted: true })
  const [row] = await database.query<{ name: string }>('SELECT current_database() AS name', [])
  const url = new URL(postgres?.url ?? '')
  url.pathname = `/${row?.name}`
  const begun = performance.now()
  await plantBook(database, url.href, size)
  say(`${size} loans in ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
  const app = createApp(serviceOn(database))
  app.server.listen(0, '127.0.0.1')
  await once(app.server, 'listening')
  const { text: key } = await lenderKey(database, { mode: 'live' })
  const { port } = app.server.address() as AddressInfo
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { accept: LIVE, authorization: `Bearer ${key}` },
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const named = `${size.toLocaleString('en')} loans`
  const figures: Figure[] = []
  for (const question of questions) {
    // A request that exceeds the statement timeout has no figure.
    const each = await answer(question, ask, named).catch((error: Error) => say(error.message))
    if (each !== undefined) figures.push(each)
  }
  figures.push(...(await file(size, ask, named)))
  if (options.keep) {
    say(`the database stays at ${url.href} until SIGUSR1`)
    const timer = setInterval(() => {}, 60_000)
    await once(process, 'SIGUSR1')
    clearInterval(timer)
  }
  app.server.close()
  app.server.closeAllConnections()
  await stop()
  // The aims are for a large book.
  return size < LARGE ? figures.map(({ aim, atMost, ...figure }) => figure) : figures
}

type Ask = (path: string) => Promise<Response>

async function answer({ what, path, list, aim }: Question, ask: Ask, of: string): Promise<Figure> {
  const pid = postgres?.pid() ?? 0
  for (let time = 0; time < 3; time++) await (await ask(path)).text()
  const taken: number[] = []
  const before = processorSeconds(pid)
  for (let time = 0; time < times; time++) {
    const begun = performance.now()
    await (await ask(path)).text()
    taken.push(performance.now() - begun)
  }
  const processor = ((processorSeconds(pid) - before) * 1_000) / times
  taken.sort((one, other) => one - other)
  const p95 = taken[Math.ceil(taken.length * 0.95) - 1] ?? Number.NaN
  const figure: Figure = {
    what: `${what}, ${of}`,
    ...(list ? { value: p95, unit: 'ms' } : { value: processor, unit: 'ms of a processor' }),
    ...(aim === undefined ? {} : { aim, atMost: true }),
  }
  say(`${what}: p95 ${p95.toFixed(0)} ms, database ${processor.toFixed(0)} ms of a processor`)
  return figure
}

/** The maximum number of the newest loans, downloaded and hashed as they arrive. */
async function file(size: number, ask: Ask, of: string): Promise<Figure[]> {
  const days = Math.min(364, Math.floor((FILE_ROWS * 365) / size) - 1)
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let [most, bytes, rows] = [before, 0, 0]
  const hash = createHash('sha256')
  const begun = performance.now()
  const { body } = await ask(`/lender/loans.csv?created-gte=${day(days)}`)
  for await (const part of body ?? []) {
    hash.update(part)
    bytes += part.length
    rows += Buffer.from(part).toString('latin1').split('\n').length - 1
    most = Math.max(most, process.memoryUsage.rss())
  }
  const seconds = (performance.now() - begun) / 1_000
  say(`file: ${rows - 1} rows, ${(bytes / MEGABYTE).toFixed(1)} MB in ${seconds.toFixed(1)} s`)
  const what = `file of ${(rows - 1).toLocaleString('en')} of ${of}`
  return [
    { what, unit: 's', value: seconds, aim: FILE_SECONDS, atMost: true },
    { what: `${what}, memory`, unit: 'MB', value: (most - before) / MEGABYTE },
  ]
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
