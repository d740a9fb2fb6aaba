// A reader who follows the events learns of everything that happened, once and in order.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { readXml, treeOf } from '../fixtures/read-xml.ts'
import {
  auditOf,
  type Client,
  checkoutBody,
  clientOf,
  confirmedOrder,
  type Json,
  newMid,
  type RunningServer,
  startServer,
  wire,
} from '../running-server.ts'
import { type SecondServer, startSecond } from '../second-server.ts'

const SECRET_KEY = 'a secret key for tests only'
const JSON_LIVE = 'application/vnd.svc.v1+json'
const XML = 'application/vnd.svc.sandbox.v1+xml'
const NOWHERE = '0'.repeat(32)
let server: RunningServer
let second: SecondServer | undefined
let client: Client

before(async () => {
  server = await startServer({ SECRET_KEY })
  if (process.env.TEST_DATABASE === 'postgres') second = await startSecond(server, { SECRET_KEY })
  client = clientOf(server)
})
after(async () => {
  await second?.remove()
  await server.remove()
})

async function part(query: string, as = client): Promise<Json> {
  const { status, body, text } = await as('GET', `/me/events${query}`)
  assert.equal(status, 200, text)
  return body
}

const on = (next: string | null): string => (next === null ? '' : `&after=${next}`)

/** Everything behind the cursor, read in parts. */
async function readOn(
  from: string | null,
  { limit = 7, as = client, more = '' } = {},
): Promise<{ events: Json[]; next: string | null }> {
  const events: Json[] = []
  let next = from
  for (;;) {
    const body = await part(`?limit=${limit}${more}${on(next)}`, as)
    events.push(...body.results)
    next = body.next
    if (!body.has_more) return { events, next }
    assert.ok(body.next !== null)
  }
}

const idsOf = (events: readonly Json[]): string[] => events.map(({ id }) => id)

test('the history of an order is listed in its sequence, with its amounts', async () => {
  const { next: start } = await readOn(null, { limit: 1_000 })
  const order = await confirmedOrder(client, 50_000)
  const { body: capture } = await client('POST', `/orders/${order.id}/captures`, { amount: 20_000 })
  const once = { 'idempotency-key': `void-${order.id}` }
  await client('POST', `/orders/${order.id}/void`, { amount: 30_000 }, once)
  const { events, next } = await readOn(start)
  const mine = events.filter(({ order_id }) => order_id === order.id)
  assert.deepEqual(
    mine.map(({ sequence }) => sequence),
    mine.map((_event, index) => index + 1),
  )
  const [captured, voided] = mine.slice(-2)
  assert.deepEqual([captured.type, voided.type], ['order.captured', 'order.voided'])
  assert.equal(captured.data.effect_id, capture.id)
  assert.deepEqual(
    [captured.data.mid, captured.data.amount, captured.data.remaining_capture_amount],
    [order.mid, 20_000, 30_000],
  )
  assert.equal(next, events.at(-1).id)
  assert.deepEqual(await part(`?after=${next}`), { results: [], next, has_more: false })
  const { body: api } = await client('GET', `/orders/${order.id}`)
  assert.equal(api.voided_amount, voided.data.voided_amount)
  assert.equal('answer_hash' in voided.data, false, 'what only the auditor reads')
})

test('any size of the parts leads through the same events', async () => {
  const whole = await part('?limit=1000')
  assert.ok(whole.results.length > 3)
  for (const limit of [1, 2, whole.results.length]) {
    const { events } = await readOn(null, { limit })
    assert.deepEqual(idsOf(events).slice(0, whole.results.length), idsOf(whole.results))
  }
  assert.equal((await part('')).results.length, Math.min(100, whole.results.length))
})

test('some types only: the cursor moves on over the others', async () => {
  const start = await readOn(null, { limit: 1_000 })
  const order = await confirmedOrder(client, 50_000)
  await client('POST', `/orders/${order.id}/captures`, { amount: 100 })
  const all = await readOn(start.next)
  for (const more of [
    '&type=order.captured,order.confirmed',
    '&type=order.captured&type=order.confirmed',
    '&type=order.captured&type=order.confirmed,order.captured',
  ]) {
    for (const limit of [1, 100]) {
      const { events, next } = await readOn(start.next, { limit, more })
      const mine = events.filter(({ order_id }) => order_id === order.id)
      assert.deepEqual(
        mine.map(({ type }) => type),
        ['order.confirmed', 'order.captured'],
      )
      // It reads on to the end, and nobody else writes.
      assert.equal(next, all.next)
    }
  }
  const none = await part(`?type=order.lapsed${on(start.next)}`)
  assert.deepEqual(none, { results: [], next: all.next, has_more: false })
})

test('XML has the same content, and HEAD the same headers without a body', async () => {
  const { results } = await part('?limit=1000')
  const query = `?limit=${results.length}`
  const xml = await clientOf(server, { accept: XML })('GET', `/me/events${query}`)
  assert.equal(xml.status, 200)
  const { tree } = readXml(xml.text)
  const again = await part(query)
  assert.deepEqual(tree, treeOf(again))
  const headers = {
    accept: 'application/vnd.svc.sandbox.v1+json',
    authorization: `Bearer ${server.demo.private_key}`,
  }
  const head = await wire(server, { method: 'HEAD', path: `/me/events${query}`, headers })
  const get = await wire(server, { path: `/me/events${query}`, headers })
  assert.deepEqual([head.status, head.text], [200, ''])
  assert.equal(head.headers['content-type'], get.headers['content-type'])
})

test('faulty queries are refused, all faults together', async () => {
  const [known] = (await part('?limit=1')).results
  const faults: readonly [query: string, ...fields: string[]][] = [
    ...['0', '-1', '1001', '1e2', '5.0', '', '+5', '%EF%BC%91', '0x10', '9'.repeat(400), 'NaN'].map(
      (limit): [string, string] => [`limit=${limit}`, 'limit'],
    ),
    ['limit=5&limit=5', 'limit'],
    ...['', 'x', known.id.slice(1), `${known.id}0`, known.id.toUpperCase(), `${known.id}%00`].map(
      (id): [string, string] => [`after=${id}`, 'after'],
    ),
    [`after=${known.id}&after=${known.id}`, 'after'],
    [`after=${known.id},${known.id}`, 'after'],
    ['after=%27%20OR%201=1--', 'after'],
    ...['', 'order', 'order.*', 'ORDER.CAPTURED', 'order.captured,', ',', '__proto__', '%00'].map(
      (type): [string, string] => [`type=${type}`, 'type'],
    ),
    ['page=1', 'page'],
    ['__proto__=1', '__proto__'],
    ['constructor=1&toString=2', 'constructor', 'toString'],
    ['After=x', 'After'],
    ['limit=0&after=x&type=y&page=2', 'after', 'limit', 'page', 'type'],
  ]
  for (const [query, ...fields] of faults) {
    const { status, body, text } = await client('GET', `/me/events?${query}`)
    assert.deepEqual([status, body.error.code], [400, 'query_invalid'], `${query}: ${text}`)
    assert.deepEqual(Object.keys(body.error.fields).sort(), fields.toSorted(), query)
  }
})

test('a place in another stream is refused: another store’s, the other mode’s, none', async () => {
  const other = clientOf(server, { key: server.demo.other_store.private_key })
  const live = clientOf(server, { accept: JSON_LIVE })
  await other('POST', '/checkout', checkoutBody(newMid(), 10_000))
  const [mine] = (await part('?limit=1')).results
  const [theirs] = (await part('?limit=1', other)).results
  assert.notEqual(mine.id, theirs.id)
  const refusal = async (as: Client, id: string) => {
    const { status, body } = await as('GET', `/me/events?after=${id}`)
    const { request_id: _ownOfEachRequest, ...error } = body.error
    return { status, error }
  }
  const unknown = await refusal(client, NOWHERE)
  assert.equal(unknown.status, 400)
  assert.deepEqual(await refusal(client, theirs.id), unknown)
  assert.deepEqual(await refusal(other, mine.id), unknown)
  assert.deepEqual(await refusal(live, mine.id), unknown)
  const ofLive = idsOf((await readOn(null, { as: live })).events)
  const ofMine = idsOf((await readOn(null)).events)
  assert.ok(ofLive.every((id) => !ofMine.includes(id)))
})

test('a public key may not read events, nor a key without their scope', async () => {
  const open = clientOf(server, { key: server.demo.public_key })
  assert.equal((await open('GET', '/me/events')).status, 403)
  const made = await client('POST', '/me/api-keys', {
    ...{ name: 'Warehouse', kind: 'private', scopes: ['orders:read'] },
  })
  const warehouse = clientOf(server, { key: made.body.key })
  assert.equal((await warehouse('GET', '/me/events')).status, 403)
})

test('two processes read while eight write: no event is missed or seen twice', async () => {
  const start = (await readOn(null, { limit: 1_000 })).next
  const orders = await Promise.all(Array.from({ length: 8 }, () => confirmedOrder(client, 100_000)))
  const processes = [client, second === undefined ? client : clientOf(second)]
  let writing = true
  const work = Promise.all(
    orders.map(async ({ id }, index) => {
      for (let number = 0; number < 12; number++) {
        const as = processes[(index + number) % 2] ?? client
        const { status, text } = await as('POST', `/orders/${id}/captures`, { amount: 10 })
        assert.equal(status, 200, text)
      }
    }),
  ).finally(() => {
    writing = false
  })
  const readers = [...processes, ...processes].map(async (as, index) => {
    const seen: Json[] = []
    let next = start
    for (let last = false; !last; ) {
      last = !writing
      const read = await readOn(next, { limit: 3 + index, as })
      seen.push(...read.events)
      next = read.next
    }
    return seen
  })
  await work
  const [first, ...others] = await Promise.all(readers)
  for (const seen of others) assert.deepEqual(idsOf(seen), idsOf(first ?? []))
  assert.equal(new Set(idsOf(first ?? [])).size, first?.length)
  for (const { id } of orders) {
    const mine = first?.filter(({ order_id }) => order_id === id) ?? []
    assert.equal(mine.filter(({ type }) => type === 'order.captured').length, 12)
    assert.deepEqual(
      mine.map(({ sequence }) => sequence),
      mine.map((_event, index) => index + 1),
    )
  }
  assert.deepEqual((await auditOf(server)).findings, [])
})

if (process.env.TEST_DATABASE === 'postgres') {
  test('after a burst of writes there is more until all of it was read', async () => {
    const database = new pg.Client({ connectionString: server.place.databaseUrl })
    await database.connect()
    try {
      for (let round = 1; round <= 3; round++) {
        const { next } = await readOn(null, { limit: 1_000 })
        await database.query(
          `INSERT INTO events (store_id, sandbox, id, type, subject, data, created_at, action_id)
           SELECT $1, true, md5($2::text || n), 'api_key.exposed', 'key', '{}', now(), ''
           FROM generate_series(1, 2500) n`,
          [server.demo.store_id, round],
        )
        assert.equal((await readOn(next, { limit: 1_000 })).events.length, 2_500)
      }
    } finally {
      await database.end()
    }
  })
}
