// The database goes away under load, in every way that it can: the service lives, says so, and
// works again by itself; what it acknowledged is there once.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from '../tools/simulate/random.ts'
import { seedOf } from './fixtures/seed.ts'
import { type FaultyPostgres, startFaultyPostgres } from './postgres-faults.ts'
import {
  auditOf,
  type Client,
  type Confirmed,
  clientOf,
  confirmedOrder,
  type RunningServer,
  startServer,
} from './running-server.ts'

const ORDERS = 6
const TOTAL = 100_000
const WORKERS = 40
const ANSWER_MS_MAX = 60_000
const SKIP = 'there is no PostgreSQL server here'

let faulty: FaultyPostgres | undefined
let server: RunningServer
let client: Client
const orders: Confirmed[] = []
const chance = createRandom(seedOf('database lost'))
let captured = 0

before(async () => {
  faulty = await startFaultyPostgres()
  if (faulty === undefined) return
  server = await startServer({}, Promise.resolve(faulty.place))
  client = clientOf(server)
  for (let index = 0; index < ORDERS; index++) orders.push(await confirmedOrder(client, TOTAL))
})
after(() => (faulty === undefined ? undefined : server.remove()))

type Seen = { readonly statuses: Map<number, number>; readonly wrong: string[] }

/** One request that may be refused for a while, never fail. Answers whether it was carried out. */
async function attempt(seen: Seen, ...request: Parameters<Client>): Promise<boolean> {
  const { status, headers, text } = await client(...request)
  seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1)
  if (status === 503 && headers.get('retry-after') === null) seen.wrong.push('no Retry-After')
  if (status < 300) return true
  if (![409, 429, 503].includes(status)) seen.wrong.push(`${status} ${text}`)
  return false
}

/** Captures a cent, and asks again with the same key until it hears that it is done. */
async function captureOnce(seen: Seen): Promise<void> {
  const { mid } = chance.pick(orders)
  const keyed = { 'idempotency-key': randomUUID() }
  const limit = Date.now() + ANSWER_MS_MAX
  while (!(await attempt(seen, 'POST', `/orders/${mid}/captures`, { amount: 1 }, keyed))) {
    assert.ok(Date.now() < limit, 'no answer to a capture')
    await pause(20)
  }
  captured++
}

/** Traffic for as long as the fault takes, and then until the service works. */
async function underLoad(fault: (faulty: FaultyPostgres) => Promise<void>): Promise<Seen> {
  assert.ok(faulty !== undefined)
  const seen: Seen = { statuses: new Map(), wrong: [] }
  let going = true
  const worker = async (_: unknown, index: number) => {
    while (going) {
      if (index % 2 === 0) await captureOnce(seen)
      else await attempt(seen, 'GET', `/orders/${orders[0]?.mid}`)
    }
  }
  const workers = Array.from({ length: WORKERS }, worker)
  await pause(300)
  await fault(faulty)
  await worksAgain()
  going = false
  await Promise.all(workers)
  assert.deepEqual(seen.wrong, [])
  assert.doesNotThrow(() => process.kill(server.demo.pid, 0), 'the process lives')
  return seen
}

/** A whole order: a buyer signs, a lane tells the store, the store confirms. */
async function worksAgain(): Promise<void> {
  const limit = Date.now() + ANSWER_MS_MAX
  for (;;) {
    try {
      await confirmedOrder(client, TOTAL)
      return
    } catch (error) {
      if (Date.now() > limit) throw error
      await pause(50)
    }
  }
}

const faults: Record<string, (faulty: FaultyPostgres) => Promise<void>> = {
  'a fast restart': ({ server: postgres }) => postgres.control('restart', '-m', 'fast'),
  'an immediate restart': ({ server: postgres }) => postgres.control('restart', '-m', 'immediate'),
  'sessions that an operator ends': ({ terminateBackends }) => terminateBackends(),
  'the kill of one session': ({ killBackend }) => killBackend(),
  async 'a server that hangs for 14 s'({ freeze }) {
    const thaw = freeze()
    await pause(14_000)
    thaw()
  },
}

for (const [name, fault] of Object.entries(faults)) {
  test(`the service survives ${name}`, async (context) => {
    if (faulty === undefined) return context.skip(SKIP)
    const { statuses } = await underLoad(fault)
    context.diagnostic(JSON.stringify(Object.fromEntries(statuses)))
  })
}

test('acknowledged operations took effect once, and the audit agrees', async (context) => {
  if (faulty === undefined) return context.skip(SKIP)
  let sum = 0
  for (const { mid } of orders) {
    sum += (await client('GET', `/orders/${mid}`)).body.captured_amount
  }
  assert.equal(sum, captured)
  const { findings, code } = await auditOf(server)
  assert.deepEqual({ findings, code }, { findings: [], code: 0 })
})
