/**
 * A test clock goes forward by 14 months over loans of 12 instalments, on both databases, beside
 * bare transactions of one row on the same database. See README.md in this folder.
 *
 * Usage: `npm run bench -- loans [--loans 200] [--json]`
 */
import { parseArgs } from 'node:util'
import type { Insert } from '../packages/server/src/platform/database/database.ts'
import { Written } from '../packages/server/src/platform/database/database.ts'
import { atATime } from '../test/at-a-time.ts'
import { openTestDatabase } from '../test/fixtures/test-database.ts'
import {
  auditOf,
  type Client,
  checkoutBody,
  clientOf,
  newMid,
  reaches,
  startServer,
} from '../test/running-server.ts'
import { startPostgres } from '../tools/postgres.ts'

const TOTAL = 120_000
const COUNT = 12
const AIM_SECONDS = 10
const BARE_MS = 2_000
const AT_ONCE = 8

const { values: options } = parseArgs({
  options: {
    loans: { type: 'string', default: '200' },
    json: { type: 'boolean', default: false },
  },
})
const loans = Number(options.loans)
const say = (line: string): void => void process.stderr.write(`${line}\n`)

type Line = {
  readonly database: string
  readonly seconds: number
  readonly instalmentsPerSecond: number
  /** One after the other, each with its own COMMIT. */
  readonly barePerSecond: number
  readonly paidOff: number
}

process.exitCode = await main()

async function main(): Promise<number> {
  const lines = [await measure('embedded')]
  const postgres = await startPostgres()
  if (postgres === undefined) say('There is no PostgreSQL: the embedded database only.')
  else {
    Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url })
    try {
      lines.push(await measure('postgres'))
    } finally {
      postgres.stop()
    }
  }
  const report = { loans, instalments: COUNT, aim: AIM_SECONDS, lines }
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : table(lines))
  const wrong = lines.filter(({ paidOff }) => paidOff !== loans)
  for (const { database, paidOff } of wrong) say(`${database}: only ${paidOff} loans are paid off`)
  return wrong.length === 0 ? 0 : 1
}

async function measure(database: string): Promise<Line> {
  const barePerSecond = await bareTransactions()
  const server = await startServer()
  try {
    const client = clientOf(server)
    say(`${database}: making ${loans} loans`)
    const ids = await makeLoans(client)
    const begun = performance.now()
    await sent(client('POST', '/me/test-clock', { advance: 'P14M' }))
    const seconds = (performance.now() - begun) / 1_000
    let paidOff = 0
    await atATime(AT_ONCE, loans, async (index) => {
      const { status } = await sent(client('GET', `/orders/${ids[index]}/loan`))
      if (status === 'paid_off') paidOff++
    })
    const { findings } = await auditOf(server)
    if (findings.length > 0) throw new Error(`the audit found: ${JSON.stringify(findings[0])}`)
    const instalmentsPerSecond = (loans * COUNT) / seconds
    return { database, seconds, instalmentsPerSecond, barePerSecond, paidOff }
  } finally {
    await server.remove()
  }
}

async function makeLoans(client: Client): Promise<string[]> {
  const ids: string[] = []
  await atATime(AT_ONCE, loans, async () => {
    const { id } = await sent(client('POST', '/checkout', checkoutBody(newMid(), TOTAL)))
    const wish = { product: 'instalments', num_instalments: COUNT }
    await sent(client('POST', `/sandbox/checkouts/${id}/complete`, wish))
    await reaches(client, id, '')
    await sent(client('POST', `/orders/${id}/captures`, { amount: TOTAL }))
    ids.push(id)
  })
  return ids
}

async function sent(request: ReturnType<Client>) {
  const { status, text, body } = await request
  if (status >= 400) throw new Error(`${status}: ${text}`)
  return body
}

async function bareTransactions(): Promise<number> {
  const { database, stop } = await openTestDatabase()
  try {
    const begun = performance.now()
    let count = 0
    while (performance.now() - begun < BARE_MS) {
      const rows = [{ processId: `bare ${++count}`, beatAt: new Date() }]
      const row: Insert = { table: 'heartbeats', rows }
      await database.transaction(null, async (tx) =>
        tx.commit(undefined, Written.technically('lease', row)),
      )
    }
    return (count * 1_000) / (performance.now() - begun)
  } finally {
    await stop()
  }
}

function table(lines: readonly Line[]): string {
  const head = ['', 'seconds', 'aim', 'instalments/s', 'bare transactions/s', 'ratio']
  const rows = lines.map(({ database, seconds, instalmentsPerSecond, barePerSecond }) => {
    const figures = [instalmentsPerSecond, barePerSecond].map((each) => each.toFixed(0))
    const ratio = `${((instalmentsPerSecond / barePerSecond) * 100).toFixed(0)} %`
    return [database, seconds.toFixed(1), String(AIM_SECONDS), ...figures, ratio]
  })
  const text = (row: readonly string[]) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(10) : cell.padStart(21))).join('')
  return `${[head, ...rows].map(text).join('\n')}\n`
}
