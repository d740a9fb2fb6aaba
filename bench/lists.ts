/**
 * Lists of one store with 1,000,000 orders, over HTTP: what indexes answer, what has to be looked
 * through, and pages far from the first. See README.md in this folder.
 *
 * Usage: `npm run bench -- lists [--orders 1000000] [--times 20] [--json]`
 */
import { parseArgs } from 'node:util'
import type { Client } from 'pg'
import { clientOf, type RunningServer, startServer } from '../test/running-server.ts'
import { startPostgres } from '../tools/postgres.ts'
import { type Case, casesOf } from './list-cases.ts'
import { makeOrders } from './list-orders.ts'
import { connect } from './orders.ts'

const { values: options } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '20' },
    json: { type: 'boolean', default: false },
  },
})
const orders = Number(options.orders)
const times = Number(options.times)
const say = (line: string): void => void process.stderr.write(`${line}\n`)

type Line = {
  readonly round: string
  readonly what: string
  readonly query: string
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly aim: number
}

process.exitCode = await main()

async function main(): Promise<number> {
  const postgres = await startPostgres()
  if (postgres === undefined) {
    say('The benchmark needs PostgreSQL 15 or newer.')
    return 1
  }
  Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url })
  const server = await startServer()
  const admin = await connect(server.place.databaseUrl ?? postgres.url)
  try {
    const lines = await measure(server, admin)
    process.stdout.write(
      options.json ? `${JSON.stringify({ orders, times, lines }, null, 2)}\n` : table(lines),
    )
    return 0
  } finally {
    await admin.end()
    await server.remove()
    postgres.stop()
  }
}

async function measure(server: RunningServer, admin: Client): Promise<Line[]> {
  const storeId = server.demo.store_id
  say(`making ${orders} orders`)
  await makeOrders(admin, storeId, orders)
  const cases = casesOf(orders)
  const lines = await round(server, { admin, cases, name: 'as installed' })
  await admin.query('ALTER SYSTEM SET max_parallel_workers_per_gather = 0')
  await admin.query('SELECT pg_reload_conf()')
  lines.push(...(await round(server, { admin, cases, name: 'no parallel workers' })))
  await admin.query('ALTER TABLE orders SET (autovacuum_enabled = off)')
  await admin.query('UPDATE orders SET version = version + 1 WHERE hashtext(id) % 10 = 0')
  lines.push(...(await round(server, { admin, cases, name: 'a tenth updated, no vacuum' })))
  return lines
}

type Round = { readonly admin: Client; readonly cases: readonly Case[]; readonly name: string }

async function round(server: RunningServer, { admin, cases, name }: Round): Promise<Line[]> {
  const client = clientOf(server)
  const lines: Line[] = []
  for (const { what, query, where, aim } of cases) {
    const taken: number[] = []
    let count = 0
    for (let time = 0; time <= times; time++) {
      const path = typeof query === 'string' ? query : query(time)
      const start = performance.now()
      const { status, body, text } = await client('GET', `/orders?${path}`)
      if (status !== 200) throw new Error(`?${path}: ${text}`)
      // The first one is a warm-up.
      if (time > 0) taken.push(performance.now() - start)
      count = body.paging.count
    }
    if (where !== undefined) await expectCount(server, { admin, where, count })
    taken.sort((a, b) => a - b)
    const quantile = (share: number) => taken[Math.ceil(taken.length * share) - 1] ?? Number.NaN
    const shown = typeof query === 'string' ? query : query(times)
    const line = { round: name, what, query: shown, count, aim }
    lines.push({ ...line, p50: quantile(0.5), p95: quantile(0.95) })
  }
  say(table(lines))
  return lines
}

/** The count is exact: verified by other means. */
async function expectCount(
  { demo }: RunningServer,
  { admin, where, count }: { admin: Client; where: string; count: number },
): Promise<void> {
  const { rows } = await admin.query(
    `SELECT count(*) AS count FROM orders WHERE store_id = $1 AND sandbox
       AND state IN ('challenge_required', 'confirmation_required', 'confirmed', 'cancelled')
       AND ${where}`,
    [demo.store_id],
  )
  if (Number(rows[0].count) !== count) throw new Error(`${count} counted where ${where}`)
}

function table(lines: readonly Line[]): string {
  const rows = lines.map(({ round: name, what, query, count, p50, p95, aim }) => {
    const figures = [p50, p95, aim].map((each) => each.toFixed(0).padStart(6))
    const cells = [name.padEnd(28), what.padEnd(44), String(count).padStart(8), ...figures]
    return `${cells.join('')}  ?${query}`
  })
  const head = `${''.padEnd(28)}${''.padEnd(44)}${'count'.padStart(8)}   p50   p95   aim`
  return `${[head, ...rows].join('\n')}\n`
}
