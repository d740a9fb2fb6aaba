// Concurrent requests of a store, and the fate of the others.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, beforeEach, mock, test } from 'node:test'
import inject from 'light-my-request'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { serviceOn } from '../../../../../test/fixtures/test-service.ts'
import { newStore } from '../../model/stores/new-store.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { currentParty } from '../../platform/turns/party.ts'
import { formatKey } from '../../tenancy/api-keys/key-format.ts'
import { answer, openRoute, route } from '../../tenancy/caller/route.ts'
import { createStore } from '../../tenancy/stores/create-store.ts'
import { createServer, type HttpServer } from './server.ts'

type Store = { readonly id: string; readonly privateKey: string; readonly publicKey: string }

const PLACES = 16
let place: TestDatabase
let stores: readonly [Store, Store]
let app: HttpServer
/** The requests that are under way, in order, and what ends each. */
let running: { readonly name: string; readonly party: string; end(): void }[] = []

async function newOne(): Promise<Store> {
  const { writing } = await createScenario(place.database)
  const { ids } = writing
  const store = newStore({ id: ids.next(), name: 'Store', products: [] })
  const privateKey = formatKey('private', ids.bytes(32))
  const publicKey = formatKey('public', ids.bytes(32))
  const vault = createVault('a secret key of the tests')
  await createStore(writing, { store, privateKey, publicKey, vault })
  return { id: store.id, privateKey, publicKey }
}

const held = route({
  method: 'POST',
  path: '/held',
  access: { kind: 'public' },
  doc: { operation: 'hold', summary: 'Ends when the test says so', answers: {} },
  handle: ({ query }) =>
    new Promise((resolve) => {
      const end = () => resolve(answer(200, { status: 'ok' }))
      running.push({ name: query.get('name') ?? '', party: currentParty(), end })
    }),
})
const open = openRoute({
  method: 'GET',
  path: '/open',
  doc: { operation: 'open', summary: 'Waits for nobody', answers: {} },
  handle: async () => answer(200, { status: 'ok' }),
})

before(async () => {
  place = await openTestDatabase()
  stores = [await newOne(), await newOne()]
  app = createServer(serviceOn(place.database), [held, open], () => () => false)
})
beforeEach(() => {
  running = []
})
after(async () => {
  await app.close()
  await place.stop()
})

/** A request that comes in now. */
function send(key: string, name: string, from = '127.0.0.1') {
  const headers = { authorization: `Bearer ${key}` }
  const sent = { method: 'POST', url: `/held?name=${name}`, headers, remoteAddress: from } as const
  return inject(app.handle, sent).then(({ statusCode, body }) => ({
    status: statusCode,
    code: JSON.parse(body).error?.code,
  }))
}

/** Resolves when so many requests have come as far as they can. */
async function settled(count: number): Promise<void> {
  for (let turn = 0; turn < 10_000 && running.length < count; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(running.length, count)
}

const endAll = async (replies: readonly Promise<{ status: number }>[]) => {
  const timer = setInterval(() => {
    for (const { end } of running) end()
  }, 1)
  const statuses = (await Promise.all(replies)).map(({ status }) => status)
  clearInterval(timer)
  return statuses
}

test('16 requests of a store run, its others wait, and other stores do not', async () => {
  const [busy, other] = stores
  const replies = Array.from({ length: 40 }, () => send(busy.privateKey, 'busy'))
  await settled(PLACES)
  const others = send(other.privateKey, 'other')
  await settled(PLACES + 1)
  const { statusCode } = await inject(app.handle, { method: 'GET', url: '/open' })
  assert.equal(statusCode, 200)
  const parties = new Set(running.map(({ party }) => party))
  assert.deepEqual(parties, new Set([busy.id, other.id]))
  const statuses = await endAll([...replies, others])
  assert.ok(statuses.every((status) => status === 200))
})

test('a store is served in turns: its servers, and each address with its public key', async () => {
  const { privateKey, publicKey } = stores[0]
  const replies = Array.from({ length: PLACES }, () => send(publicKey, 'first', '192.0.2.1'))
  await settled(PLACES)
  const crowd = Array.from({ length: 50 }, () => send(publicKey, 'stranger', '192.0.2.1'))
  await settled(PLACES)
  const ours = [send(privateKey, 'server'), send(publicKey, 'buyer', '192.0.2.2')]
  await settled(PLACES)
  for (let turn = 0; turn < 3; turn++) {
    running[turn]?.end()
    await settled(PLACES + turn + 1)
  }
  const next = running.slice(PLACES).map(({ name }) => name)
  assert.deepEqual(next, ['stranger', 'server', 'buyer'])
  await endAll([...replies, ...crowd, ...ours])
})

test('a request that waits for 2 s is refused, and may be retried later', async () => {
  const { privateKey } = stores[0]
  const replies = Array.from({ length: PLACES }, () => send(privateKey, 'busy'))
  await settled(PLACES)
  mock.timers.enable({ apis: ['setTimeout'] })
  const late = send(privateKey, 'late')
  await settled(PLACES)
  mock.timers.tick(2_000)
  mock.timers.reset()
  assert.deepEqual(await late, { status: 429, code: 'store_busy' })
  await endAll(replies)
})

test('neither a body that is on its way nor a client who has gone holds a place', async () => {
  const { privateKey } = stores[0]
  const port = await app.listen({ port: 0, host: '127.0.0.1' })
  const head = (name: string, length: number) =>
    [
      `POST /held?name=${name} HTTP/1.1`,
      'Host: a',
      `Authorization: Bearer ${privateKey}`,
      'Content-Type: application/json',
      `Content-Length: ${length}`,
      '\r\n',
    ].join('\r\n')
  const slow = Array.from({ length: PLACES }, () => connect(port, '127.0.0.1'))
  for (const socket of slow) socket.on('error', () => {}).write(`${head('slow', 100)}{`)
  const replies = Array.from({ length: PLACES }, () => send(privateKey, 'busy'))
  await settled(PLACES)
  const connected = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))
  while ((await connected()) < PLACES) await settled(PLACES)
  const gone = connect(port, '127.0.0.1')
  gone.write(`${head('gone', 2)}{}`)
  const last = send(privateKey, 'last')
  await settled(PLACES)
  gone.destroy()
  await once(gone, 'close')
  while ((await connected()) > PLACES) await settled(PLACES)
  await settled(PLACES)
  running[0]?.end()
  await settled(PLACES + 1)
  assert.equal(running.at(-1)?.name, 'last')
  await endAll([...replies, last])
  for (const socket of slow) socket.destroy()
})
