/**
 * Captures and reads of orders over HTTP, one server process, beside pgbench with the same work in
 * one hand-written statement on the same PostgreSQL server. See README.md in this folder.
 *
 * Usage: `npm run bench -- [--orders 10000] [--clients 64] [--seconds 20] [--rounds 3]
 * [--endpoints 0] [--json]`
 */
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import {
  auditOf,
  clientOf,
  confirmedOrder,
  type RunningServer,
  startServer,
} from '../test/running-server.ts'
import { startPostgres } from '../tools/postgres.ts'
import { load, type Measured } from './load.ts'
import { connect, copyOrders, countCaptures, type Orders, orderId } from './orders.ts'
import { type PgbenchJob, type PgbenchMeasured, pgbench } from './pgbench.ts'
import { openReceiver, SECRET_KEY, subscribe } from './receivers.ts'
import { type Comparison, compare, type Rounds, table } from './report.ts'

const WARMUP_SECONDS = 2
/** The template's total, in cents: enough for 10,000 captures of each order. */
const TOTAL = 1_000_000
const AMOUNT = 100
const SANDBOX = 'application/vnd.svc.sandbox.v1+json'

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    endpoints: { type: 'string', default: '0' },
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
  // The server of the tests starts on the database that these name.
  Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url })
  const server = await startServer({ SECRET_KEY })
  const receivers = await Promise.all(
    Array.from({ length: Number(options.endpoints) }, () => openReceiver()),
  )
  for (const { url } of receivers) await subscribe(server, server.demo.store_id, url)
  const admin = await connect(server.place.databaseUrl ?? postgres.url)
  try {
    const { lines, written, faults } = await measure(server, admin)
    const report = { orders: count, clients, seconds, captures: written, faults, lines }
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
    postgres.stop()
  }
}

type Outcome = {
  readonly lines: readonly Comparison[]
  readonly written: number
  readonly faults: readonly string[]
}

/** Service and pgbench take turns, so that a disturbance on the machine meets both. */
async function measure(server: RunningServer, admin: Client): Promise<Outcome> {
  const { id } = await confirmedOrder(clientOf(server), TOTAL, 'instalments')
  const orders = await copyOrders(admin, id, count)
  const before = await countCaptures(admin)
  say(`${count} orders, ${clients} clients, ${rounds} rounds of ${seconds} s each`)
  const captures: Rounds = { http: [], pgbench: [] }
  const reads: Rounds = { http: [], pgbench: [] }
  for (let round = 1; round <= rounds; round++) {
    // After a checkpoint each page is logged whole once more: both begin there.
    await admin.query('CHECKPOINT')
    captures.http.push(await overHttp(server, orders, 'capture'))
    await admin.query('CHECKPOINT')
    captures.pgbench.push(await directly(server, orders, 'capture.sql'))
    reads.http.push(await overHttp(server, orders, 'read'))
    reads.pgbench.push(await directly(server, orders, 'read.sql'))
    say(`round ${round} of ${rounds} done`)
  }
  const written = (await countCaptures(admin)) - before
  const counted =
    captures.http.reduce((sum, { ok }) => sum + ok, 0) +
    captures.pgbench.reduce((sum, { transactions }) => sum + transactions, 0)
  const failed = [...captures.http, ...reads.http].filter(({ errors }) => errors > 0)
  return {
    lines: [compare('captures', 0.45, captures), compare('order reads', 0.2, reads)],
    written,
    faults: [
      ...failed.map(({ errors, firstError }) => `${errors} requests failed, first: ${firstError}`),
      ...(written === counted ? [] : [`${counted} captures counted, ${written} stored`]),
      ...(await auditFaults(server, admin)),
    ],
  }
}

/** Whether the rows of both kinds are what the service would have written. */
async function auditFaults(server: RunningServer, admin: Client): Promise<string[]> {
  await admin.query('ANALYZE')
  try {
    const { findings } = await auditOf(server)
    return findings.map((finding) => `the audit found: ${JSON.stringify(finding)}`)
  } catch (error) {
    return [(error as Error).message.trim()]
  }
}

function overHttp(
  { demo }: RunningServer,
  { prefix }: Orders,
  kind: 'capture' | 'read',
): Promise<Measured> {
  const ids = Array.from({ length: count }, (_, index) => orderId(prefix, index + 1))
  return load({
    baseUrl: demo.base_url,
    requests: ids.map((id) => requestText(demo, kind, id)),
    status: 200,
    clients,
    warmupMs: WARMUP_SECONDS * 1000,
    measuredMs: seconds * 1000,
  })
}

function requestText(
  { base_url, private_key }: RunningServer['demo'],
  kind: 'capture' | 'read',
  id: string,
): string {
  const { host } = new URL(base_url)
  const shared = `Host: ${host}\r\nAuthorization: Bearer ${private_key}\r\nAccept: ${SANDBOX}\r\n`
  if (kind === 'read') return `GET /orders/${id} HTTP/1.1\r\n${shared}\r\n`
  const body = JSON.stringify({ amount: AMOUNT })
  const typed = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  return `POST /orders/${id}/captures HTTP/1.1\r\n${shared}${typed}`
}

async function directly(
  { place }: RunningServer,
  orders: Orders,
  script: PgbenchJob['script'],
): Promise<PgbenchMeasured> {
  const job = { url: place.databaseUrl ?? '', script, orders, amount: AMOUNT, clients }
  const warmup = await pgbench({ ...job, seconds: WARMUP_SECONDS })
  const measured = await pgbench({ ...job, seconds })
  return { ...measured, transactions: measured.transactions + warmup.transactions }
}
