// Receivers that fail and are killed, senders that are killed again and again: each endpoint gets
// every event, in the order of each order, and twice only under the same id.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../packages/server/src/platform/database/database.ts'
import { openDatabase } from '../../packages/server/src/platform/database/open-database.ts'
import { createVault } from '../../packages/server/src/platform/secrets/vault.ts'
import { signPayload } from '../../packages/server/src/tenancy/stores/signature.ts'
import { createRandom } from '../../tools/simulate/random.ts'
import { atATime } from '../at-a-time.ts'
import { type FastService, fastServices, SECRET_KEY } from '../fast-services.ts'
import { effort } from '../fixtures/effort.ts'
import { addEndpoint } from '../fixtures/endpoint.ts'
import { seedOf } from '../fixtures/seed.ts'
import { type TestPlace, testPlace } from '../fixtures/test-database.ts'
import { auditOf, clientOf, confirmedOrder, type Json } from '../running-server.ts'
import { until } from '../shop.ts'
import { openReceiver, type Receiver } from '../unreliable-receiver.ts'

const onServer = process.env.TEST_DATABASE === 'postgres'
const EVENTS = Number(
  process.env.CHAOS_EVENTS ?? (onServer ? effort({ short: 400, long: 1_200 }) : 400),
)
const KILLS = onServer ? effort({ short: 4, long: 10 }) : 4
const ORDERS = 40
const TOTAL = 1_000_000
const FAILING = 0.2
const CLOCK_FACTOR = 60
const DRAIN_MS_MAX = 240_000
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const chance = createRandom(seedOf('webhooks'))

type Target = { readonly receiver: Receiver; readonly id: string; readonly types?: string[] }

let place: TestPlace
let services: FastService[]
let targets: Target[]
let begun: string | null

before(async () => {
  place = await testPlace()
  services = fastServices(place, onServer ? 2 : 1, CLOCK_FACTOR)
  const [first] = services
  await first?.start()
  begun = (await eventsAfter(null)).next
  const storeId = first?.demo().store_id ?? ''
  // Made while nobody runs: the embedded database has one owner.
  await first?.stop()
  const receivers = await Promise.all([1, 2, 3].map(() => openReceiver(FAILING, chance)))
  targets = receivers.map((receiver, index) => ({
    receiver,
    id: randomUUID().replaceAll('-', ''),
    ...(index === 2 ? { types: ['order.captured'] } : {}),
  }))
  const vault = createVault(SECRET_KEY)
  await onDatabase(async (database) => {
    for (const { receiver, id, types } of targets) {
      const endpoint = { id, url: receiver.url, secret: SECRET, ...(types && { types }) }
      await addEndpoint(database, { storeId, sandbox: true, vault }, endpoint)
    }
  })
  await Promise.all(services.map((service) => service.start()))
})
after(async () => {
  await Promise.all(services.map((service) => service.kill()))
  for (const { receiver } of targets) await receiver.kill()
  for (const service of services) await service.place.remove()
})

async function onDatabase<T>(use: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl, folder } = place
  const database = await openDatabase({
    databaseUrl,
    folder: join(folder, 'database'),
    fraction: Math.random,
    print: () => {},
  })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

async function eventsAfter(start: string | null): Promise<{ events: Json[]; next: string | null }> {
  const client = clientOf({ demo: (services[0] as FastService).demo() })
  const events: Json[] = []
  for (let next = start; ; ) {
    const after = next === null ? '' : `&after=${next}`
    const { body } = await client('GET', `/me/events?limit=100${after}`)
    events.push(...body.results)
    next = body.next
    if (!body.has_more) return { events, next }
  }
}

/** Captures until it is answered, now by this process, now by that. */
async function capture(orderId: string, number: number): Promise<void> {
  const keyed = { 'idempotency-key': randomUUID() }
  for (let attempt = number; ; attempt++) {
    const service = services[attempt % services.length] as FastService
    try {
      const client = clientOf({ demo: service.demo() })
      const { status } = await client('POST', `/orders/${orderId}/captures`, { amount: 100 }, keyed)
      if (status === 200) return
    } catch {
      // The process is down.
    }
    await pause(20)
  }
}

async function killAgainAndAgain(done: () => number): Promise<void> {
  for (let kill = 1; kill <= KILLS; kill++) {
    await until(() => done() >= (EVENTS * kill) / (KILLS + 2), `kill ${kill}`)
    const service = services[kill % services.length] as FastService
    await service.kill()
    if (kill === 2 || kill === KILLS - 1) {
      for (const { receiver } of targets) await receiver.kill()
      await pause(chance.between(0, 500))
      for (const { receiver } of targets) await receiver.start()
    }
    await service.start()
  }
}

test('each endpoint gets every event in order, whatever fails and dies meanwhile', async () => {
  const client = clientOf({ demo: (services[0] as FastService).demo() })
  const orders: string[] = []
  await atATime(4, ORDERS, async () => {
    orders.push((await confirmedOrder(client, TOTAL)).id)
  })
  let captured = 0
  const kills = killAgainAndAgain(() => captured)
  await atATime(16, EVENTS - 3 * ORDERS, async (index) => {
    await capture(orders[index % ORDERS] ?? '', index)
    captured++
  })
  await kills
  const { events } = await eventsAfter(begun)
  assert.ok(events.length >= EVENTS - ORDERS, `${events.length} events`)
  const limit = Date.now() + DRAIN_MS_MAX
  while (targets.some((target) => missing(target, events) > 0) && Date.now() < limit) {
    await pause(100)
  }
  for (const target of targets) inOrder(target, events)
  await drained()
  const { findings } = await auditOf({ place }, { SECRET_KEY })
  assert.deepEqual(findings, [])
})

const wanted = ({ types }: Target, events: readonly Json[]): Json[] =>
  events.filter(({ type }) => types === undefined || types.includes(type))

function missing(target: Target, events: readonly Json[]): number {
  return wanted(target, events).filter(({ id }) => !target.receiver.taken.has(id)).length
}

/** First arrivals are the events of the stream, each order's by sequence, and each is signed. */
function inOrder(target: Target, events: readonly Json[]): void {
  const { arrivals } = target.receiver
  const first = new Map<string, Json>()
  for (const { id, headers, text, body } of arrivals) {
    const timestampSeconds = Number(headers['webhook-timestamp'])
    const signed = signPayload({ secrets: [SECRET], id, timestampSeconds, body: text })
    assert.equal(headers['webhook-signature'], signed['webhook-signature'])
    assert.equal(headers['x-svc-media-type'], 'svc.v1')
    if (!first.has(id)) first.set(id, body)
  }
  const expected = wanted(target, events)
  assert.equal(missing(target, events), 0)
  assert.equal(first.size, expected.length)
  for (const event of expected) assert.deepEqual(first.get(event.id), event)
  const lineOf = ({ order_id }: Json) => order_id ?? ''
  const arrived = Map.groupBy(first.values(), lineOf)
  for (const [line, ofLine] of Map.groupBy(expected, lineOf)) {
    const sequences = (all: readonly Json[] = []) => all.map(({ sequence }) => sequence)
    assert.deepEqual(sequences(arrived.get(line)), sequences(ofLine))
  }
}

/** What was cut off after the receiver had it is sent again, until the sender knows it, too. */
async function drained(): Promise<void> {
  const open = async () => {
    await Promise.all(services.map((service) => service.stop()))
    const rows = await onDatabase((database) =>
      database.query(
        `SELECT state, count(*) AS number FROM webhook_deliveries WHERE state <> 'delivered'
         GROUP BY state`,
        [],
      ),
    )
    return rows.map(({ state, number }) => `${number} ${state}`)
  }
  let left = await open()
  for (let turn = 0; left.length > 0 && turn < 10; turn++) {
    await Promise.all(services.map((service) => service.start()))
    await pause(1_000 * turn)
    left = await open()
  }
  assert.deepEqual(left, [])
}
