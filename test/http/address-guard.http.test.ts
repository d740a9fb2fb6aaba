// The running service connects to nothing that is not public, whatever a checkout's notification
// address is: a service without the demo, a name server and listeners of the test's own.
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openDatabase } from '../../packages/server/src/platform/database/open-database.ts'
import { atATime } from '../at-a-time.ts'
import { blockedAddresses, blockedUrls } from '../fixtures/blocked-urls.ts'
import { type Listener, openListener } from '../fixtures/connections.ts'
import { type NameServer, openNameServer } from '../fixtures/name-server.ts'
import { type TestPlace, testPlace } from '../fixtures/test-database.ts'
import {
  type Client,
  checkoutBody,
  clientOf,
  ended,
  newMid,
  runProgram,
} from '../running-server.ts'
import { messagesOf, ok, openShop, type Shop, until } from '../shop.ts'

const THREE_MINUTES = { timeout: 180_000 }
const OWN_HOST = 'pay-service.test'
const addresses = blockedAddresses()
let place: TestPlace
let names: NameServer
let listener: Listener
let shop: Shop
let service: ChildProcess
let client: Client

before(async () => {
  place = await testPlace()
  listener = await openListener()
  shop = await openShop(() => ok)
  // `name-7.test` leads to a public address, too, so that only asking for all of them helps.
  names = await openNameServer(({ name }) => {
    const address = addresses[Number(/^name-([0-9]+)\.test$/.exec(name)?.[1])]
    if (address !== undefined) return { addresses: ['1.1.1.1', '2606:4700::1', address] }
    const known = name === 'allowed.test' || name === OWN_HOST
    return known ? { addresses: ['127.0.0.1'] } : 'NXDOMAIN'
  })
  await start()
})
after(async () => {
  service.kill('SIGKILL')
  names.close()
  listener.close()
  shop.close()
  await place.remove()
})

async function start(): Promise<void> {
  // Nobody listens there any more: a service whose own host is known must know its port.
  const free = await openListener()
  free.close()
  const environment = {
    ...{ DEMO: 'false', SECRET_KEY: 'a secret key for tests only', RATE_LIMIT: '0' },
    ...{ WEBHOOK_DNS: names.address, WEBHOOK_ALLOW: 'allowed.test' },
    ...{ PORT: String(free.port), BASE_URL: `http://${OWN_HOST}:${free.port}` },
  }
  const args = ['stores', 'create', '--name', 'Store']
  const { code, stdout, stderr } = await ended(runProgram('cli.ts', { place, args, environment }))
  assert.equal(code, 0, stderr)
  service = runProgram('main.ts', { place, environment })
  let said = ''
  service.stderr?.on('data', (chunk) => {
    said += chunk
  })
  await until(() => said.includes('listening on'), 'the service')
  const { private_key } = JSON.parse(stdout)
  client = clientOf({ demo: { private_key, base_url: `http://127.0.0.1:${free.port}` } })
}

/** A checkout whose buyer has signed, so that its store must be asked; undefined: refused. */
async function signedAt(url: string): Promise<string | undefined> {
  const merchant = { notification_url: url }
  const created = await client('POST', '/checkout', checkoutBody(newMid(), 40_000, { merchant }))
  if (created.status === 400) {
    assert.deepEqual(Object.keys(created.body.error.fields), ['merchant.notification_url'])
    return undefined
  }
  assert.equal(created.status, 201, created.text)
  const { id } = created.body
  const signed = await client('POST', `/sandbox/checkouts/${id}/complete`)
  assert.equal(signed.status, 200, signed.text)
  return id
}

/** Every attempt of an order, as the database has kept it after the service has ended. */
async function attemptsOf(): Promise<Map<string, { status: number | null; failure: string }[]>> {
  const folder = join(place.folder, 'database')
  const { databaseUrl } = place
  const options = { databaseUrl, folder, fraction: Math.random, print: () => {} }
  const database = await openDatabase(options)
  const rows = await database.query(
    'SELECT order_id, status, failure FROM notification_attempts',
    [],
  )
  await database.close()
  return Map.groupBy(rows, ({ order_id: id }) => id) as never
}

test('no notification address makes the service reach inside', THREE_MINUTES, async () => {
  const { port } = listener
  const urls = [
    ...blockedUrls(port),
    ...addresses.map((_, index) => `http://name-${index}.test:${port}/`),
    `http://${OWN_HOST}:${port}/`,
    `http://below.allowed.test:${port}/`,
  ]
  const ids = new Map<string, string>()
  await atATime(8, urls.length, async (index) => {
    const url = urls[index] ?? ''
    const id = await signedAt(url)
    if (id !== undefined) ids.set(id, url)
  })
  assert.ok(ids.size >= 150, `${ids.size} were taken`)
  // What is due first is tried first; and what is allowed does arrive.
  const { port: shopPort } = new URL(shop.url)
  const allowed = await signedAt(`http://allowed.test:${shopPort}/notify`)
  assert.ok(allowed !== undefined)
  await messagesOf(shop, allowed, 'ok')
  const exit = once(service, 'exit')
  service.kill('SIGTERM')
  assert.deepEqual(await exit, [0, null])

  assert.equal(listener.connections(), 0)
  assert.ok(shop.messages.every(({ body }) => body.id === allowed))
  const attempts = await attemptsOf()
  for (const [id, url] of ids) {
    const made = attempts.get(id) ?? []
    assert.ok(made.length > 0, `${url} was not tried`)
    for (const { status, failure } of made) {
      assert.equal(status, null, url)
      assert.match(failure, reasonFor(url), url)
    }
  }
})

/** Each is refused by the guard, and not because nobody happened to listen. */
function reasonFor(url: string): RegExp {
  if (url.includes('//name-'))
    return /^the host name-[0-9]+\.test has an address that is not public/
  if (url.includes(OWN_HOST)) return /which is this service itself/
  if (url.includes('below.')) return /^the name below\.allowed\.test has no address$/
  return /^the URL must not /
}
