/**
 * What captures lose where webhook endpoints hear of all of them: one service and two stores, one
 * with endpoints and one without, in turns. Then how fast what waits is delivered, and what it
 * costs. See README.md in this folder.
 *
 * Usage: `npm run bench -- subscribed [--endpoints 2] [--orders 10000] [--clients 64]
 * [--seconds 10] [--rounds 3] [--json]`
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { clientOf, confirmedOrder, startServer } from '../test/running-server.ts'
import { startPostgres } from '../tools/postgres.ts'
import { auditOfCopies, connect, copyOrders } from './orders.ts'
import { processorSeconds } from './processor.ts'
import { openReceiver, SECRET_KEY, subscribe } from './receivers.ts'
import { type Figure, keepResults, medianOf, resultLines } from './results.ts'
import { type HttpCounted, overHttp, type Sides } from './sides.ts'

const TOTAL = 1_000_000
const LOSS_MAX = 0.1
const DRAIN_MS_MAX = 180_000

const { values: options } = parseArgs({
  options: {
    endpoints: { type: 'string', default: '2' },
    orders: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
  },
})
const [endpoints, count, clients, seconds, rounds] = [
  options.endpoints,
  options.orders,
  options.clients,
  options.seconds,
  options.rounds,
].map(Number) as [number, number, number, number, number]
const say = (line: string): void => void process.stderr.write(`${line}\n`)

const postgres = await startPostgres()
if (postgres === undefined) throw new Error('The benchmark needs PostgreSQL 15 or newer.')
Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url })
const server = await startServer({ SECRET_KEY, STORE_REQUESTS_MAX: String(clients) })
const receivers = await Promise.all(Array.from({ length: endpoints }, () => openReceiver()))
const admin = await connect(server.place.databaseUrl ?? postgres.url)
try {
  process.exitCode = await main(postgres.pid())
} finally {
  await admin.end()
  for (const receiver of receivers) receiver.end()
  await server.remove()
  postgres.stop()
}

type Drain = {
  readonly duringLoad: number
  readonly perSecond: number
  readonly processorMs: number
}

async function main(databasePid: number): Promise<number> {
  const { demo } = server
  const quiet = { ...server, demo: { ...demo, ...demo.other_store } }
  const sidesOf = async (of: typeof server): Promise<Sides> => {
    const key = of.demo.private_key
    const { id } = await confirmedOrder(clientOf(server, { key }), TOTAL, 'instalments')
    const orders = await copyOrders(admin, id, count)
    await admin.query('DROP TABLE copies')
    return { server: of, admin, orders, clients, seconds, databasePid }
  }
  const subscribed = await sidesOf(server)
  const without = await sidesOf(quiet)
  await placed()
  for (const { url } of receivers) await subscribe(server, demo.store_id, url)
  for (const sides of [subscribed, without]) await overHttp({ ...sides, seconds: 2 }, 'capture')
  await drained(databasePid, 0)
  await admin.query('ANALYZE')
  const withEndpoints: HttpCounted[] = []
  const alone: HttpCounted[] = []
  const drains: Drain[] = []
  for (let round = 1; round <= rounds; round++) {
    await admin.query('CHECKPOINT')
    for (const receiver of receivers) await receiver.ask('forget')
    const run = await overHttp(subscribed, 'capture')
    withEndpoints.push(run)
    drains.push(await drained(databasePid, run.done * endpoints))
    await placed()
    await admin.query('CHECKPOINT')
    alone.push(await overHttp(without, 'capture'))
    await placed()
    say(`round ${round} of ${rounds} done`)
  }
  const faults = [...withEndpoints, ...alone].flatMap(({ fault }) => fault ?? [])
  faults.push(...(await auditOfCopies(server, admin)))
  const results = keepResults('subscribed', {
    options: { endpoints, orders: count, clients, seconds, rounds },
    figures: figuresOf(withEndpoints, alone, drains),
  })
  const text = options.json ? JSON.stringify(results, null, 2) : resultLines(results.figures)
  process.stdout.write(`${text}\n`)
  for (const fault of faults) say(fault)
  return faults.length === 0 ? 0 : 1
}

/** Waits until every event has its position. */
async function placed(): Promise<void> {
  for (;;) {
    const { rows } = await admin.query('SELECT 1 FROM events WHERE position IS NULL LIMIT 1')
    if (rows.length === 0) return
    await pause(50)
  }
}

async function arrived(): Promise<number> {
  const reports = await Promise.all(receivers.map((receiver) => receiver.ask('report')))
  return reports.reduce((sum, report) => sum + report.count, 0)
}

/** Waits until this many have arrived and nothing is open. */
async function drained(databasePid: number, wanted: number): Promise<Drain> {
  const used = () => processorSeconds(server.demo.pid, databasePid)
  const [begun, before, duringLoad] = [performance.now(), used(), await arrived()]
  for (;;) {
    const all = await arrived()
    const { rows } = await admin.query(
      `SELECT 1 FROM webhook_deliveries WHERE state IN ('queued', 'waiting') LIMIT 1`,
    )
    if (all >= wanted && rows.length === 0) {
      const ms = performance.now() - begun
      const rest = Math.max(1, all - duringLoad)
      const processorMs = ((used() - before) * 1_000) / rest
      return { duringLoad, perSecond: (rest * 1_000) / ms, processorMs }
    }
    if (performance.now() - begun > DRAIN_MS_MAX) throw new Error(`${all} of ${wanted} arrived`)
    await pause(100)
  }
}

function figuresOf(
  withEndpoints: readonly HttpCounted[],
  alone: readonly HttpCounted[],
  drains: readonly Drain[],
): Figure[] {
  const speeds = (runs: readonly HttpCounted[]) => runs.map(({ perSecond }) => perSecond)
  const costs = (runs: readonly HttpCounted[]) => runs.map(({ processorMs }) => processorMs)
  const figure = (what: string, unit: string, all: readonly number[]): Figure => ({
    ...{ what, unit, value: medianOf(all), rounds: all },
  })
  const loss = (one: number, other: number) => 1 - one / other
  const [slow, fast] = [speeds(withEndpoints), speeds(alone)]
  return [
    {
      ...{ what: 'loss of captures', unit: 'ratio', aim: LOSS_MAX, atMost: true },
      value: loss(medianOf(slow), medianOf(fast)),
      rounds: slow.map((each, index) => loss(each, fast[index] ?? Number.NaN)),
    },
    figure('captures with endpoints', '1/s', slow),
    figure('captures without', '1/s', fast),
    figure(
      'p99 with endpoints',
      'ms',
      withEndpoints.map(({ p99 }) => p99),
    ),
    figure(
      'p99 without',
      'ms',
      alone.map(({ p99 }) => p99),
    ),
    figure('processor for each capture with endpoints', 'ms', costs(withEndpoints)),
    figure('processor for each capture without', 'ms', costs(alone)),
    figure(
      'deliveries while captures go on',
      '1/s',
      drains.map(({ duringLoad }) => duringLoad / (seconds + 2)),
    ),
    figure(
      'deliveries afterwards',
      '1/s',
      drains.map(({ perSecond }) => perSecond),
    ),
    figure(
      'processor for each delivery afterwards',
      'ms',
      drains.map(({ processorMs }) => processorMs),
    ),
  ]
}
