/**
 * How soon after its event a webhook's first attempt arrives, alone and beside receivers that hang,
 * with one process and with two; and how fast a backlog is placed and delivered, beside bare posts
 * to the same receiver. See README.md in this folder.
 *
 * Usage: `npm run bench -- webhooks [--seconds 20] [--rate 100] [--backlog 5000]`
 */
import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { atATime } from '../test/at-a-time.ts'
import {
  type Client,
  clientOf,
  confirmedOrder,
  type RunningServer,
  startServer,
} from '../test/running-server.ts'
import { startSecond } from '../test/second-server.ts'
import { startPostgres } from '../tools/postgres.ts'
import { connect, copyOrders } from './orders.ts'
import { openReceiver, type Receiver, SECRET_KEY, subscribe } from './receivers.ts'

const ORDERS = 50
const TOTAL = 1_000_000
const SLOTS = 32
const POSTS = 5_000
const BACKLOG_MS_MAX = 120_000

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '100' },
    backlog: { type: 'string', default: '5000' },
  },
})
const seconds = Number(options.seconds)
const rate = Number(options.rate)
const backlog = Number(options.backlog)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Captures at a constant rate, however long the answers take. */
async function captureAt(clients: readonly Client[], orders: readonly string[]): Promise<void> {
  const begun = performance.now()
  const underWay: Promise<unknown>[] = []
  for (let number = 0; number < rate * seconds; number++) {
    const due = begun + (number * 1_000) / rate
    await pause(Math.max(0, due - performance.now()))
    const client = clients[number % clients.length] as Client
    const path = `/orders/${orders[number % orders.length]}/captures`
    underWay.push(client('POST', path, { amount: 1 }))
  }
  await Promise.all(underWay)
}

async function ordersOf(client: Client): Promise<string[]> {
  const orders: string[] = []
  await atATime(8, ORDERS, async () => {
    orders.push((await confirmedOrder(client, TOTAL)).id)
  })
  return orders
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

type Load = { readonly clients: readonly Client[]; readonly orders: readonly string[] }

async function delays(name: string, receiver: Receiver, loads: readonly Load[]): Promise<void> {
  await receiver.ask('forget')
  await Promise.all(loads.map(({ clients, orders }) => captureAt(clients, orders)))
  const wanted = rate * seconds
  for (let turn = 0; turn < 100; turn++) {
    if ((await receiver.ask('report')).count >= wanted) break
    await pause(100)
  }
  const { count, delaysMs } = await receiver.ask('report')
  const [p50, p99, most] = [0.5, 0.99, 1].map((part) => quantile(delaysMs, part))
  say(`${name}: ${count} of ${wanted} arrived, p50 ${p50} ms, p99 ${p99} ms, most ${most} ms`)
}

/** As many concurrent posts as the sender makes, each with its own connection. */
async function barePosts(url: string): Promise<number> {
  const event = { id: 'x', created: new Date().toISOString(), data: 'x'.repeat(400) }
  const begun = performance.now()
  await atATime(SLOTS, POSTS, async (index) => {
    const body = JSON.stringify({ ...event, id: String(index) })
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const sent = request(url, { method: 'POST', agent: false, headers })
    sent.end(body)
    const [response] = await once(sent, 'response')
    response.resume()
    await once(response, 'end')
  })
  return (POSTS * 1_000) / (performance.now() - begun)
}

async function backlogOf(server: RunningServer, receiver: Receiver): Promise<void> {
  const client = clientOf(server)
  const { id } = await confirmedOrder(client, TOTAL)
  const admin = await connect(server.place.databaseUrl ?? '')
  await pause(1_000)
  const { rows } = await admin.query('SELECT count(*) AS n FROM events WHERE order_id = $1', [id])
  const wanted = backlog * Number(rows[0].n)
  const limit = await barePosts(receiver.url)
  await receiver.ask('forget')
  const copied = copyOrders(admin, id, backlog)
  const count = async () => (await receiver.ask('report')).count
  while ((await count()) === 0) await pause(5)
  const begun = performance.now()
  const first = await count()
  let arrived = first
  while (arrived < wanted && performance.now() - begun < BACKLOG_MS_MAX) {
    await pause(50)
    arrived = await count()
  }
  const perSecond = ((arrived - first) * 1_000) / (performance.now() - begun)
  await copied
  await admin.end()
  const ratio = (100 * perSecond) / limit
  say(
    `backlog: ${arrived} of ${wanted} arrived, ${perSecond.toFixed(0)}/s beside ` +
      `${limit.toFixed(0)} bare posts/s: ${ratio.toFixed(0)} %`,
  )
}

const postgres = await startPostgres()
if (postgres === undefined) throw new Error('The benchmark needs PostgreSQL 15 or newer.')
Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url })
const server = await startServer({ SECRET_KEY })
const ended: (() => unknown)[] = [() => server.remove(), () => postgres.stop()]
try {
  const receiver = await openReceiver()
  const [silent, silentToo] = [await openReceiver('hangs'), await openReceiver('hangs')]
  ended.unshift(receiver.end, silent.end, silentToo.end)
  const { store_id: storeId, other_store: other } = server.demo
  const client = clientOf(server)
  const otherClient = clientOf(server, { key: other.private_key })
  const mine = { clients: [client], orders: await ordersOf(client) }
  const theirs = { clients: [otherClient], orders: await ordersOf(otherClient) }
  await subscribe(server, storeId, receiver.url)
  await backlogOf(server, receiver)
  await delays('one process', receiver, [mine])
  await subscribe(server, other.store_id, silent.url)
  await delays('with an endpoint of another store that hangs', receiver, [mine, theirs])
  await subscribe(server, storeId, silentToo.url)
  await delays('with one of the same store, too', receiver, [mine, theirs])
  const second = await startSecond(server, { SECRET_KEY })
  ended.unshift(() => second.remove())
  const both = { ...mine, clients: [client, clientOf(second)] }
  await delays('the same with two processes', receiver, [both, theirs])
} finally {
  for (const end of ended) await end()
}
