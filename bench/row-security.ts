/**
 * The cost of row-level security for the database, with statements of the service: on one server,
 * with and without policies, alternately (decision 0106).
 *
 * Usage: `npm run bench -- row-security [--orders 10000] [--clients 8] [--seconds 5] [--rounds 5]
 * [--out bench/results/row-security.json]`
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { grantPrivileges } from '../packages/server/src/platform/database/grants.ts'
import { openPostgres } from '../packages/server/src/platform/database/postgres.ts'
import { UNFINISHED } from '../test/fixtures/test-database.ts'
import { clientOf, confirmedOrder, startServer } from '../test/running-server.ts'
import { startPostgres } from '../tools/postgres.ts'
import { connect, copyOrders, type Orders } from './orders.ts'
import { pgbench } from './pgbench.ts'
import { processorSeconds } from './processor.ts'

const TOTAL = 1_000_000
const AMOUNT = 100
const WARMUP_SECONDS = 1
const SEEN_MS = 500
const ROLE = 'svc_run'

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    out: { type: 'string', default: '' },
  },
})
const [count, clients, seconds, rounds] = [
  ...[options.orders, options.clients, options.seconds, options.rounds].map(Number),
] as [number, number, number, number]
const say = (line: string): void => void process.stderr.write(`${line}\n`)

const OF_STORE = `WHERE o.store_id = :store::text AND o.sandbox`
const SCRIPTS = {
  capture: readFileSync(join(import.meta.dirname, 'capture.sql'), 'utf8'),
  'order read': readFileSync(join(import.meta.dirname, 'read.sql'), 'utf8'),
  'page of a list': `SELECT o.* FROM orders o ${OF_STORE} AND o.state NOT IN ('in_process', 'ko')
    ORDER BY o.created_at DESC, o.id DESC LIMIT 20;`,
  // By an index on a function of a column.
  "one buyer's address": `SELECT o.id FROM orders o ${OF_STORE} AND o.state <> 'in_process'
    AND lower(o.account_email COLLATE "C") = 'nobody@example.com' LIMIT 20;`,
}
type What = keyof typeof SCRIPTS

/** Once for each statement, once for each row, and not at all. */
const STORES = `current_setting('svc.stores', true)::text[]`
const FORMS = {
  without: undefined,
  'sub-select': `ARRAY(SELECT unnest(${STORES}))`,
  plain: STORES,
} as const
type Form = keyof typeof FORMS

/** The setting precedes the statement, in one round trip and one transaction. */
const withStores = (script: string): string => {
  const [, sets = '', statement = script] = /^((?:--.*\n|\\set.*\n)+)([\s\S]*)$/.exec(script) ?? []
  return `${sets}\\startpipeline
BEGIN;
SELECT set_config('svc.stores', '{' || :store::text || '}', true);
${statement}
COMMIT;
\\endpipeline
`
}
const inTransaction = (script: string): string =>
  withStores(script).replace(/SELECT set_config.*\n/, '')

async function setPolicies(admin: Client, stores: (typeof FORMS)[Form]): Promise<void> {
  const { rows } = await admin.query(`SELECT c.relname AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'store_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`)
  const lines = rows.flatMap(({ name }) => [
    `DROP POLICY IF EXISTS of_store ON ${name}`,
    ...(stores === undefined
      ? [`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`]
      : [
          `CREATE POLICY of_store ON ${name} TO ${ROLE} USING (store_id = ANY (${stores}))`,
          `ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`,
        ]),
  ])
  await admin.query(lines.join('; '))
}

type Run = { readonly perSecond: number; readonly average: number; readonly processorMs: number }
type Place = {
  readonly url: string
  readonly orders: Orders
  readonly folder: string
  readonly databasePid: number
}

async function measure(place: Place, what: What, form: Form): Promise<Run> {
  const { url, orders, folder, databasePid } = place
  const script = join(folder, `${what.replaceAll(/\W/g, '-')}-${form}.sql`)
  writeFileSync(script, (form === 'without' ? inTransaction : withStores)(SCRIPTS[what]))
  const job = { script, url, orders, amount: AMOUNT, clients }
  // The server counts a session's work once it has ended.
  const used = async () => {
    await pause(SEEN_MS)
    return processorSeconds(databasePid)
  }
  await pgbench({ ...job, seconds: WARMUP_SECONDS })
  const before = await used()
  const { perSecond, average, transactions } = await pgbench({ ...job, seconds })
  const processorMs = (((await used()) - before) / transactions) * 1_000
  return { perSecond, average, processorMs }
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
const rounded = (value: number): number => Number(value.toPrecision(3))

const postgres = await startPostgres()
if (postgres === undefined) throw new Error('this needs PostgreSQL 15 or newer, with pgbench')
Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url })
const server = await startServer()
const { databaseUrl = '' } = server.place
const admin = await connect(databaseUrl)
// The scripts of pgbench write no actions.
await admin.query(UNFINISHED)
const folder = mkdtempSync(join(tmpdir(), 'svc-row-security-'))
try {
  const { id } = await confirmedOrder(clientOf(server), TOTAL, 'instalments')
  const orders = await copyOrders(admin, id, count)
  await server.stop()
  await admin.query(`CREATE ROLE ${ROLE} LOGIN`)
  const owner = openPostgres({ url: databaseUrl, connectionsMax: 1, onLost: () => {} })
  await grantPrivileges(owner, { to: ROLE })
  await owner.close()
  const running = new URL(databaseUrl)
  running.username = ROLE
  const place = { url: running.href, orders, folder, databasePid: postgres.pid() }
  const whats = Object.keys(SCRIPTS) as What[]
  const forms = Object.keys(FORMS) as Form[]
  const runs = new Map<string, Run[]>()
  for (let round = 1; round <= rounds; round++) {
    // Together, so that a disturbance on the machine affects all forms.
    for (const what of whats)
      for (const form of forms) {
        await setPolicies(admin, FORMS[form])
        await admin.query('CHECKPOINT')
        const name = `${what}, ${form}`
        runs.set(name, [...(runs.get(name) ?? []), await measure(place, what, form)])
      }
    say(`round ${round} of ${rounds} done`)
  }
  const rows = whats.flatMap((what) =>
    forms.map((policies) => {
      const own = runs.get(`${what}, ${policies}`) ?? []
      const without = runs.get(`${what}, without`) ?? []
      const of = (part: keyof Run) => rounded(median(own.map((run) => run[part])))
      const ratios = own.map(
        ({ processorMs }, round) => processorMs / (without[round]?.processorMs ?? Number.NaN),
      )
      return {
        ...{ what, policies, perSecond: of('perSecond'), averageMs: of('average') },
        ...{ processorMs: of('processorMs'), processorRatio: rounded(median(ratios)) },
      }
    }),
  )
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? ''}`
  const report = { orders: count, clients, seconds, rounds, machine, rows }
  const text = `${JSON.stringify(report, null, 2)}\n`
  if (options.out === '') process.stdout.write(text)
  else writeFileSync(options.out, text)
} finally {
  await admin.end()
  await server.remove()
  postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
