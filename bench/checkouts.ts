/**
 * From `POST /checkout` to the store's confirmation over HTTP, beside pgbench with the statements
 * that the service sends for one, on the same PostgreSQL server. See README.md in this folder.
 *
 * Usage: `npm run bench -- checkouts [--clients 64] [--seconds 10] [--rounds 3] [--script FILE]
 * [--json]`
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { testPlace, UNFINISHED } from '../test/fixtures/test-database.ts'
import { auditOf, clientOf, type RunningServer, startServer } from '../test/running-server.ts'
import { startPostgres } from '../tools/postgres.ts'
import { checkoutOf, loadCheckouts, openCheckoutReceiver, signatureOf } from './checkout-load.ts'
import { type CheckoutScript, checkoutScript, documentOf, EACH_MAX } from './checkout-script.ts'
import { countExchanges, type Exchanges } from './exchanges.ts'
import { connect } from './orders.ts'
import { runScript } from './pgbench.ts'
import { childrenSeconds, processorSeconds } from './processor.ts'
import { compare, figuresOf, type PgbenchRun } from './report.ts'
import { keepResults, medianOf, resultLines } from './results.ts'

const AIM = 0.5
const WARMUP_SECONDS = 2
const TRIAL_SECONDS = 3
/** Numbers of clients to find pgbench's best. */
const CLIENTS_TRIED = [8, 16, 32, 64]
/** Of the buyer whose checkout is logged: no other one comes near it. */
const TEMPLATE_BUYER = 99_999_000

const { values: options } = parseArgs({
  options: {
    clients: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    script: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})
const [clients, seconds, rounds] = [options.clients, options.seconds, options.rounds].map(
  Number,
) as [number, number, number]
/** Runs of each side so far: each has its own buyers and orders. */
const runs = { http: 0, pgbench: 0 }
const say = (line: string): void => void process.stderr.write(`${line}\n`)

const postgres = await startPostgres({ logging_collector: 'on', log_destination: 'jsonlog' })
if (postgres === undefined) throw new Error('The benchmark needs PostgreSQL 15 or newer.')
const databasePid = postgres.pid()
Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url })
const folder = mkdtempSync(join(tmpdir(), 'svc-bench-checkouts-'))
try {
  process.exitCode = await main()
} finally {
  rmSync(folder, { recursive: true, force: true })
  postgres.stop()
}

/** The statements are logged in a separate database, where no service runs later on. */
async function main(): Promise<number> {
  const place = await testPlace('demo')
  const exchanges = await countExchanges(place.databaseUrl ?? '')
  const logged = await startServer({ DATABASE_URL: exchanges.url }, Promise.resolve(place))
  const admin = await connect(place.databaseUrl ?? '')
  try {
    const script = await logOne(logged, admin, exchanges)
    say(`${script.statements} statements in ${script.transactions} transactions of each checkout`)
    say(`${script.roundTrips} round trips`)
    const server = await startServer({ STORE_REQUESTS_MAX: String(clients) })
    const confirmed = await connect(server.place.databaseUrl ?? '')
    // The scripts of pgbench write no actions.
    await confirmed.query(UNFINISHED)
    try {
      return await measure({ server, confirmed, logged, admin, script })
    } finally {
      await confirmed.end()
      await server.remove()
    }
  } finally {
    await admin.end()
    await logged.remove()
  }
}

/** Runs one checkout with all statements logged, and stops the service. */
async function logOne(
  logged: RunningServer,
  admin: Client,
  exchanges: Exchanges,
): Promise<CheckoutScript> {
  const { rows } = await admin.query('SELECT quote_ident(current_database()) AS name')
  const log = (what: string) => admin.query(`ALTER DATABASE ${rows[0].name} ${what}`)
  await log(`SET log_statement = 'all'`)
  // Logging applies to new sessions.
  await logged.stop()
  await logged.restart()
  // Ids begin with their second, which distinguishes those of this checkout from older ones.
  await pause(1_100)
  const receiver = await openCheckoutReceiver()
  const client = clientOf(logged)
  const mid = 'bench-template'
  const { body } = await client('POST', '/checkout', checkoutOf(mid, receiver.url))
  const heard = receiver.confirmed(body.id)
  const path = `/sandbox/checkouts/${body.id}/complete`
  const signed = await client('POST', path, signatureOf(TEMPLATE_BUYER))
  if (signed.status !== 200) throw new Error(`not signed: ${signed.text}`)
  await heard
  receiver.close()
  await logged.stop()
  await log('RESET log_statement')
  const document = documentOf(TEMPLATE_BUYER)
  exchanges.close()
  const script = await checkoutScript(admin, { id: body.id, mid, document }, exchanges.sizes)
  writeFileSync(join(folder, 'checkout.sql'), script.text)
  if (options.script !== undefined) writeFileSync(options.script, script.text)
  return script
}

/** Its own processor time for each checkout, without the database. */
function serviceOf(http: readonly { readonly serviceMs: number }[]) {
  const each = http.map(({ serviceMs }) => serviceMs)
  return { value: medianOf(each), unit: 'ms', rounds: each }
}

type Counted = { readonly done: number }
type Measuring = {
  readonly server: RunningServer
  /** To the database of the measured service. */
  readonly confirmed: Client
  readonly logged: RunningServer
  /** To the database of the log, in which pgbench creates its own checkouts. */
  readonly admin: Client
  readonly script: CheckoutScript
}

async function measure(measuring: Measuring): Promise<number> {
  const { server, confirmed, logged, admin } = measuring
  const [ofService, ofPgbench] = [await countConfirmed(confirmed), await countConfirmed(admin)]
  await admin.query('VACUUM ANALYZE')
  const trials = await bestClients(measuring)
  say(`pgbench makes the most with ${trials.clients} clients`)
  // Plans made for empty tables would persist.
  const warmup = await overHttp(server, TRIAL_SECONDS)
  await confirmed.query('ANALYZE')
  const http: Awaited<ReturnType<typeof overHttp>>[] = []
  const pgbench: (PgbenchRun & Counted)[] = []
  for (let round = 1; round <= rounds; round++) {
    await admin.query('CHECKPOINT')
    http.push(await overHttp(server, seconds))
    await admin.query('CHECKPOINT')
    pgbench.push(await directly(measuring, { clients: trials.clients, seconds }))
    say(`round ${round} of ${rounds} done`)
  }
  const done = (all: readonly Counted[]) => all.reduce((sum, each) => sum + each.done, 0)
  const faults = [
    ...[warmup, ...http].flatMap(({ fault }) => fault ?? []),
    ...(await auditFaults(server, confirmed, ofService + done([warmup, ...http]))),
    ...(await auditFaults(logged, admin, ofPgbench + trials.done + done(pgbench))),
  ]
  const line = compare('checkouts', AIM, { http, pgbench })
  const results = keepResults('checkouts', {
    options: { clients, pgbenchClients: trials.clients, seconds, rounds },
    figures: [
      ...figuresOf(line),
      { what: 'processor of the service alone', ...serviceOf(http) },
      {
        what: 'round trips of a checkout',
        value: measuring.script.roundTrips,
        unit: 'round trips',
      },
      { what: 'statements of a checkout', value: measuring.script.statements, unit: 'statements' },
    ],
  })
  const text = options.json ? JSON.stringify(results, null, 2) : resultLines(results.figures)
  process.stdout.write(`${text}\n`)
  for (const fault of faults) say(fault)
  if (faults.length === 0) {
    say(`${done([warmup, ...http])} confirmed over HTTP, ${trials.done + done(pgbench)} by pgbench`)
    say('as many as are stored; audited')
  }
  return faults.length === 0 ? 0 : 1
}

async function overHttp({ demo }: RunningServer, forSeconds: number) {
  const used = () => ({
    all: processorSeconds(demo.pid, databasePid),
    service: processorSeconds(demo.pid),
  })
  const before = used()
  const { perSecond, p50, p99, ok, errors, firstError } = await loadCheckouts({
    ...{ baseUrl: demo.base_url, privateKey: demo.private_key, clients },
    ...{ warmupMs: WARMUP_SECONDS * 1_000, measuredMs: forSeconds * 1_000 },
    firstBuyer: ++runs.http * 1_000_000,
  })
  const fault = errors > 0 ? `${errors} checkouts failed, first: ${firstError}` : undefined
  const after = used()
  const processorMs = ((after.all - before.all) / ok) * 1_000
  const serviceMs = ((after.service - before.service) / ok) * 1_000
  return { perSecond, p50, p99, done: ok, fault, processorMs, serviceMs }
}

async function directly(
  { logged, script }: Measuring,
  job: { readonly clients: number; readonly seconds: number },
): Promise<PgbenchRun & Counted> {
  const url = logged.place.databaseUrl ?? ''
  const file = join(folder, 'checkout.sql')
  const run = (forSeconds: number) => {
    const base = runs.pgbench++ * EACH_MAX * Math.max(...CLIENTS_TRIED)
    const variables = { ...script.variables, base, count: 0 }
    return runScript({ ...job, url, file, variables, seconds: forSeconds })
  }
  const used = () => processorSeconds(databasePid) + childrenSeconds()
  const warmup = await run(WARMUP_SECONDS)
  const before = used()
  const { perSecond, average, transactions } = await run(job.seconds)
  const processorMs = ((used() - before) / transactions) * 1_000
  return { perSecond, average, processorMs, done: transactions + warmup.transactions }
}

async function bestClients(measuring: Measuring): Promise<Counted & { readonly clients: number }> {
  let best = { clients: 0, perSecond: 0 }
  let done = 0
  for (const tried of CLIENTS_TRIED) {
    const run = await directly(measuring, { clients: tried, seconds: TRIAL_SECONDS })
    if (run.perSecond > best.perSecond) best = { clients: tried, perSecond: run.perSecond }
    done += run.done
  }
  return { clients: best.clients, done }
}

async function countConfirmed(client: Client): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(*) AS number FROM orders WHERE state = 'confirmed'`,
  )
  return Number(rows[0].number)
}

/** Whether as many orders are confirmed as were counted, and the auditor's findings. */
async function auditFaults(
  of: RunningServer,
  client: Client,
  counted: number,
): Promise<readonly string[]> {
  await client.query('ANALYZE')
  const stored = await countConfirmed(client)
  const { findings } = await auditOf(of)
  return [
    ...(stored === counted ? [] : [`${counted} confirmed orders counted, ${stored} stored`]),
    ...findings.map((finding) => `the audit found: ${JSON.stringify(finding)}`),
  ]
}
