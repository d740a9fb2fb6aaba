/**
 * Captures and reads of orders over HTTP, one server process, beside pgbench with the same work in
 * one hand-written statement on the same PostgreSQL server. See README.md in this folder.
 *
 * Usage: `npm run bench -- [--orders 10000] [--clients 64] [--seconds 20] [--rounds 3]
 * [--endpoints 0] [--pooler] [--json]`
 */
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { UNFINISHED } from '../test/fixtures/test-database.ts'
import {
  clientOf,
  confirmedOrder,
  type RunningServer,
  startServer,
} from '../test/running-server.ts'
import { startPooler } from '../tools/pgbouncer.ts'
import { startPostgres } from '../tools/postgres.ts'
import { auditOfCopies, connect, copyOrders, countCaptures } from './orders.ts'
import { openReceiver, SECRET_KEY, subscribe } from './receivers.ts'
import { type Comparison, compare, figuresOf, table } from './report.ts'
import { keepResults } from './results.ts'
import { bestClients, directly, type HttpCounted, overHttp, type Sides } from './sides.ts'

/** The template's total, in cents: enough for 10,000 captures of each order. */
const TOTAL = 1_000_000
/** Captures per transaction of pgbench's batching form, and concurrent transactions. */
const BATCH = { size: 32, clients: 4 }
/** Numbers of pgbench clients on one row, where they wait for each other. */
const ONE_TRIED = [1, 2, 4, 8]
/** More would sometimes wait for 2 s, after which the service rejects them. */
const ONE_CLIENTS_MAX = 16

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    endpoints: { type: 'string', default: '0' },
    pooler: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const [count, clients, seconds, rounds] = [
  options.orders,
  options.clients,
  options.seconds,
  options.rounds,
].map(Number) as [number, number, number, number]
const say = (line: string): void => void process.stderr.write(`${line}\n`)

process.exitCode = await main()

async function main(): Promise<number> {
  const postgres = await startPostgres()
  if (postgres === undefined) {
    say('The benchmark needs PostgreSQL 15 or newer, with pgbench.')
    return 1
  }
  // The test server starts on the database that these name.
  Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url })
  const pooler = options.pooler ? await startPooler(postgres) : undefined
  const server = await startServer({ SECRET_KEY, STORE_REQUESTS_MAX: String(clients) })
  const receivers = await Promise.all(
    Array.from({ length: Number(options.endpoints) }, () => openReceiver()),
  )
  for (const { url } of receivers) await subscribe(server, server.demo.store_id, url)
  const admin = await connect(server.place.databaseUrl ?? postgres.url)
  // The scripts of pgbench write no actions.
  await admin.query(UNFINISHED)
  try {
    const { lines, written, faults } = await measure(server, admin, postgres.pid())
    const report = { orders: count, clients, seconds, captures: written, faults, lines }
    keepResults('captures', {
      options: { orders: count, clients, seconds, rounds, endpoints: Number(options.endpoints) },
      figures: lines.flatMap(figuresOf),
    })
    process.stdout.write(
      options.json ? `${JSON.stringify(report, null, 2)}\n` : `${table(lines)}\n`,
    )
    for (const fault of faults) say(fault)
    if (faults.length === 0) say(`${written} captures stored, as many as were answered; audited`)
    return faults.length === 0 ? 0 : 1
  } finally {
    await admin.end()
    for (const receiver of receivers) receiver.end()
    await server.remove()
    await pooler?.stop()
    postgres.stop()
  }
}

type Outcome = {
  readonly lines: readonly Comparison[]
  readonly written: number
  readonly faults: readonly string[]
}

/** Service and pgbench run alternately, so that a disturbance on the machine affects both. */
async function measure(
  server: RunningServer,
  admin: Client,
  databasePid: number,
): Promise<Outcome> {
  const { id } = await confirmedOrder(clientOf(server), TOTAL, 'instalments')
  const orders = await copyOrders(admin, id, count)
  const sides: Sides = { server, admin, orders, clients, seconds, databasePid }
  const before = await countCaptures(admin)
  const best = await bestClients(sides)
  // So small that it is never captured completely.
  const few = { clients: Math.min(clients, ONE_CLIENTS_MAX), amount: 1 }
  const ofOne = { ...sides, ...few, orders: { ...orders, count: 1 } }
  const bestOfOne = await bestClients(ofOne, ONE_TRIED)
  say(`${count} orders, ${clients} clients, ${rounds} rounds of ${seconds} s each`)
  say(`pgbench captures the most with ${best.clients} clients, ${bestOfOne.clients} of one order`)
  // Plans made while no key had been sent scan all keys until statistics arrive.
  const warmup = await overHttp({ ...sides, seconds: 1 }, 'capture with a key')
  await admin.query('ANALYZE idempotency_keys')
  const single = { script: 'capture.sql', clients: best.clients } as const
  const captures = rowsOf()
  const keyed = rowsOf()
  const reads = rowsOf()
  const one = rowsOf()
  for (let round = 1; round <= rounds; round++) {
    // After a checkpoint each page is logged completely once more: all start from there.
    await admin.query('CHECKPOINT')
    captures.http.push(await overHttp(sides, 'capture'))
    await admin.query('CHECKPOINT')
    captures.pgbench.push(await directly(sides, single))
    await admin.query('CHECKPOINT')
    keyed.http.push(await overHttp(sides, 'capture with a key'))
    await admin.query('CHECKPOINT')
    captures.batched.push(await directly(sides, { script: 'capture-many.sql', ...BATCH }))
    await admin.query('CHECKPOINT')
    one.http.push(await overHttp(ofOne, 'capture'))
    await admin.query('CHECKPOINT')
    one.pgbench.push(await directly(ofOne, { ...single, clients: bestOfOne.clients }))
    reads.http.push(await overHttp(sides, 'read'))
    reads.pgbench.push(await directly(sides, { script: 'read.sql', clients }))
    say(`round ${round} of ${rounds} done`)
  }
  const written = (await countCaptures(admin)) - before
  const { pgbench, batched } = captures
  const overHttpAll = [warmup, ...captures.http, ...keyed.http, ...one.http]
  const counted = [...overHttpAll, ...pgbench, ...batched, ...one.pgbench].reduce(
    (sum, { done }) => sum + done,
    best.done + bestOfOne.done,
  )
  const failed = [...overHttpAll, ...reads.http].flatMap(({ fault }) => fault ?? [])
  return {
    lines: [
      compare('captures', 1.5, captures),
      compare('captures with keys', 1.2, { http: keyed.http, pgbench, batched }),
      compare('captures of one order', 0.6, { http: one.http, pgbench: one.pgbench }),
      compare('order reads', 0.3, { http: reads.http, pgbench: reads.pgbench }),
    ],
    written,
    faults: [
      ...failed,
      ...(written === counted ? [] : [`${counted} captures counted, ${written} stored`]),
      ...(await auditOfCopies(server, admin)),
    ],
  }
}

type PgbenchCounted = Awaited<ReturnType<typeof directly>>

function rowsOf() {
  const rows: { http: HttpCounted[]; pgbench: PgbenchCounted[]; batched: PgbenchCounted[] } = {
    http: [],
    pgbench: [],
    batched: [],
  }
  return rows
}
