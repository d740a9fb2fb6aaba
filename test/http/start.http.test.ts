// Starting and stopping: one owner of a data folder, settings, keys, the demo, the command line.
import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Beginning, type TestPlace, testPlace } from '../fixtures/test-database.ts'
import type { Demo } from '../ready-demo.ts'
import {
  checkoutBody,
  clientOf,
  confirmedOrder,
  ended,
  newMid,
  ownServer,
  runProgram,
} from '../running-server.ts'
import { ok, openShop } from '../shop.ts'

const TWO_MINUTES = { timeout: 120_000 }
const LIVE = 'application/vnd.svc.v1+json'
const SECRET_KEY = 'a secret key for tests only'

const server = ownServer()

async function withPlace(
  work: (place: TestPlace) => Promise<void>,
  beginning: Beginning = 'migrated',
): Promise<void> {
  const place = await testPlace(beginning)
  await work(place).finally(() => place.remove())
}

const demoPath = ({ folder }: TestPlace): string => join(folder, 'demo.json')

test('a second server on the same data folder exits 75, and the first serves on', async () => {
  const second = await ended(runProgram('main.ts', { place: server.place }))
  assert.equal(second.code, 75)
  assert.match(second.stderr, new RegExp(`in use by process ${server.demo.pid}`))
  assert.equal(second.stdout, '')
  assert.equal((await clientOf(server)('GET', '/orders')).status, 200)
  assert.ok(existsSync(demoPath(server.place)), "the first one's file stays")
})

test('exactly one of four servers started together on one folder serves', TWO_MINUTES, async () => {
  await withPlace(async (place) => {
    const children = Array.from({ length: 4 }, () => runProgram('main.ts', { place }))
    const codes: (number | null)[] = []
    for (const child of children) {
      void ended(child).then(({ code }) => codes.push(code))
    }
    await until(() => existsSync(demoPath(place)) && codes.length === 3, 'one of four')
    assert.deepEqual(codes, [75, 75, 75])
    const demo = JSON.parse(readFileSync(demoPath(place), 'utf8')) as Demo
    assert.equal((await clientOf({ demo })('GET', '/orders')).status, 200)
    const winner = children.find(({ pid }) => pid === demo.pid)
    assert.ok(winner !== undefined)
    await stopped(winner, 'SIGINT')
  }, 'demo')
})

async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const limit = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > limit) throw new Error(`waited for ${what}`)
    await pause(10)
  }
}

async function stopped(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, 'exit')
  child.kill(signal)
  assert.deepEqual(await exit, [0, null])
}

test('demo.json is for its owner only, complete, and gone while nothing serves', async () => {
  const path = demoPath(server.place)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  const demo = JSON.parse(readFileSync(path, 'utf8'))
  assert.deepEqual(Object.keys(demo).sort(), [
    ...['backoffice_url', 'base_url', 'docs_url', 'lender_key', 'notification_secret'],
    ...['other_store', 'pid', 'private_key', 'public_key', 'shop_url', 'store_id'],
  ])
  for (const keys of [demo, demo.other_store]) {
    assert.match(keys.private_key, /^sk_/)
    assert.match(keys.public_key, /^pk_/)
    assert.match(keys.store_id, /^[0-9a-f]{32}$/)
  }
  assert.match(demo.notification_secret, /^whsec_/)
  assert.match(demo.base_url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.equal(await server.stop(), 0)
  assert.ok(!existsSync(path))
  assert.ok(!readdirSync(server.place.folder).includes('owner.lock'))
  await server.restart()
})

test('keys, ids and orders survive a restart, and a kill whose lock is taken over', async () => {
  const { mid } = await confirmedOrder(clientOf(server), 40_000)
  const keysOf = ({ base_url: _b, docs_url: _d, shop_url: _s, pid: _p, ...more }: Demo) => {
    const { backoffice_url: _, ...rest } = more
    return rest
  }
  const first = server.demo
  for (const end of ['stop', 'kill'] as const) {
    await server[end]()
    const client = clientOf(server)
    await assert.rejects(client('GET', '/orders'))
    await server.restart()
    assert.notEqual(server.demo.pid, first.pid)
    assert.deepEqual(keysOf(server.demo), keysOf(first))
    const again = await client('GET', `/orders/${mid}`)
    assert.equal(again.body.financing_status, 'ok')
  }
})

test('the demo has ten confirmed orders of 400.00 or more in each mode', async () => {
  for (const accept of [undefined, LIVE]) {
    const client = clientOf(server, accept === undefined ? {} : { accept })
    const { body } = await client('GET', '/orders?page_size=100')
    type Listed = { financing_status: string; total_amount: number; confirmed: string | null }
    const large = body.results.filter(
      ({ financing_status, total_amount, confirmed }: Listed) =>
        financing_status === 'ok' && total_amount >= 40_000 && confirmed !== null,
    )
    assert.ok(large.length >= 10, `${large.length} orders`)
  }
})

test('the demo plays live mode too', async () => {
  const client = clientOf(server, { accept: LIVE })
  const { id } = await confirmedOrder(client, 40_000)
  assert.equal((await client('GET', `/orders/${id}`)).body.sandbox, false)
  const { body } = await client('GET', '/demo/notifications')
  const messages = body.results.filter((each: { body: { id: string } }) => each.body.id === id)
  assert.ok(messages.length >= 1)
})

test('every fault of the settings is reported together, and nothing is touched', async () => {
  await withPlace(async (place) => {
    const wrong = {
      ...{ PORT: '99999', HOST: 'a b', BASE_URL: 'ftp://x', DATABASE_URL: 'mysql://x' },
      ...{ BRAND: 'Svc!', DEMO: 'maybe', WEBHOOK_ALLOW: '!!', SECRET_KEY: 'short' },
      WEBHOOK_DNS: 'dns.example',
    }
    const { code, stderr, stdout } = await ended(
      runProgram('main.ts', { place, environment: wrong }),
    )
    assert.equal(code, 78)
    assert.equal(stdout, '')
    for (const name of Object.keys(wrong)) assert.match(stderr, new RegExp(`^${name} `, 'm'))
    assert.deepEqual(readdirSync(place.folder), [])
  }, 'empty')
})

test('without the demo a secret key is required, and so it is on an open address', async () => {
  await withPlace(async (place) => {
    for (const environment of [{ DEMO: 'false' }, { HOST: '0.0.0.0' }]) {
      const { code, stderr } = await ended(
        runProgram('main.ts', { place, environment: { ...environment, SECRET_KEY: '' } }),
      )
      assert.equal(code, 78)
      assert.match(stderr, /^SECRET_KEY is required/m)
    }
    const unknown = await ended(runProgram('main.ts', { place, args: ['--nonsense'] }))
    assert.equal(unknown.code, 78)
  })
})

test('exits with 78 if SECRET_KEY cannot decrypt stored secrets', TWO_MINUTES, async () => {
  await withPlace(async (place) => {
    const environment = { SECRET_KEY, DEMO: 'false' }
    await createStore(place, environment)
    const other = { ...environment, SECRET_KEY: `${SECRET_KEY} or another` }
    const refused = await ended(runProgram('main.ts', { place, environment: other }))
    assert.equal(refused.code, 78)
    assert.match(refused.stderr, /SECRET_KEY/)
    const { stop } = await serving(place, environment)
    await stop()
  })
})

/** Starts it without the demo, and waits until it answers. */
async function serving(place: TestPlace, environment: Record<string, string>) {
  const child = runProgram('main.ts', { place, environment })
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said += chunk
  })
  const address = (): string => /listening on (\S+)/.exec(said)?.[1] ?? ''
  await until(() => address() !== '', 'the address')
  return { address: address(), stop: () => stopped(child, 'SIGTERM') }
}

/** Runs `stores create` and answers what it printed. */
async function createStore(
  place: TestPlace,
  environment: Record<string, string>,
  more: readonly string[] = [],
): Promise<Demo> {
  const args = ['stores', 'create', '--name', 'Bicycles & more', ...more]
  const { code, stdout, stderr } = await ended(runProgram('cli.ts', { place, args, environment }))
  assert.equal(code, 0, stderr)
  const created = JSON.parse(stdout)
  const token = more.includes('--plugin') ? ['notification_token'] : []
  const members = [...token, 'private_key', 'public_key', 'store_id']
  assert.deepEqual(Object.keys(created).sort(), members)
  return created
}

test('a plugin store is sent its private key, and its refusals are reported', async () => {
  await withPlace(async (place) => {
    const environment = { SECRET_KEY, DEMO: 'false', WEBHOOK_ALLOW: 'loopback' }
    const created = await createStore(place, environment, ['--plugin'])
    const { address, stop } = await serving(place, environment)
    const client = clientOf({ demo: { ...created, base_url: address } })
    let tries = 0
    const shop = await openShop(() => (tries++ === 0 ? { status: 401, text: 'no' } : ok))
    const merchant = { notification_url: shop.url }
    const body = checkoutBody(newMid(), 40_000, { merchant })
    const { id } = (await client('POST', '/checkout', body)).body
    await client('POST', `/sandbox/checkouts/${id}/complete`)
    const order = async () => (await client('GET', `/orders/${id}`)).body
    await until(async () => (await order()).warnings.length > 0, 'the warning')
    const { warnings } = await order()
    assert.match(warnings.join(), /^confirmation_refused_by_store: .*notification_token/)
    await until(async () => (await order()).financing_status === 'ok', 'the confirmation')
    assert.deepEqual((await order()).warnings, warnings, 'it is told once')
    shop.close()
    for (const { headers, target } of shop.messages) {
      assert.equal(headers.authorization, `Bearer ${created.private_key}`)
      assert.ok(target.includes(`access_token=${created.private_key}`))
    }
    await stop()
  })
})

test('without the demo stores are made on the command line', TWO_MINUTES, async () => {
  await withPlace(async (place) => {
    const environment = { SECRET_KEY, DEMO: 'false' }
    const early = await createStore(place, environment)
    const { address, stop } = await serving(place, environment)
    assert.ok(!existsSync(demoPath(place)))
    const late = await createStore(place, environment)
    for (const keys of [early, late]) {
      const demo = { ...keys, base_url: address }
      const sandbox = clientOf({ demo })
      const { status, body } = await sandbox('GET', '/orders')
      assert.deepEqual([status, body.paging.count], [200, 0])
      const without = await sandbox('POST', '/checkout', checkoutBody(newMid(), 40_000))
      assert.deepEqual(Object.keys(without.body.error.fields), ['merchant.notification_url'])
      const merchant = { notification_url: 'https://shop.example/notify' }
      const basket = checkoutBody(newMid(), 40_000, { merchant })
      const created = await sandbox('POST', '/checkout', basket)
      assert.equal(created.status, 201, created.text)
      const read = clientOf({ demo }, { key: keys.public_key })
      assert.equal((await read('GET', `/checkout/${created.body.id}`)).status, 200)
      const live = clientOf({ demo }, { accept: LIVE })
      const button = '/checkout/button?amount=40000&currency=EUR'
      assert.equal((await sandbox('GET', button)).status, 201)
      // Where nothing could be paid nothing is offered.
      assert.equal((await live('GET', button)).body.allowed, false)
      const refused = await live('POST', '/checkout', basket)
      assert.equal(refused.status, 503)
      assert.equal(refused.body.error.code, 'live_not_configured')
      const played = await live('POST', `/sandbox/checkouts/${created.body.id}/complete`)
      assert.equal(played.body.error.code, 'sandbox_only')
      assert.equal((await sandbox('GET', '/demo/notifications')).status, 404)
    }
    // A server belongs to nobody: nothing is locked, nothing is written.
    if (place.databaseUrl !== undefined) assert.deepEqual(readdirSync(place.folder), [])
    await stop()
    const faulty = await ended(runProgram('cli.ts', { place, args: ['stores', 'create'] }))
    assert.equal(faulty.code, 78)
    const args = ['audit', '--json']
    const audit = await ended(runProgram('cli.ts', { place, args, environment }))
    assert.equal(audit.code, 0, audit.stderr + audit.stdout)
    assert.deepEqual(JSON.parse(audit.stdout).findings, [])
  })
})

test('the command line shows the newest seal of every stream', async () => {
  const sealsOf = async (...args: string[]) => {
    const { code, stdout, stderr } = await ended(
      runProgram('cli.ts', { place: server.place, args: ['seals', ...args] }),
    )
    assert.equal(code, 0, stderr)
    return stdout
  }
  // Between two questions the newest may become another.
  let seal: Record<string, unknown> | undefined
  let lines: string[] = []
  const isShown = () => lines.some((line) => line.includes(`${seal?.hash}`))
  const limit = Date.now() + 40_000
  while (Date.now() < limit && !isShown()) {
    const seals: Record<string, unknown>[] = JSON.parse(await sealsOf('--json'))
    seal = seals.find(({ store_id }) => store_id === server.demo.store_id)
    lines = (await sealsOf()).trim().split('\n')
  }
  assert.deepEqual(Object.keys(seal ?? {}), [
    ...['store_id', 'mode', 'number', 'last_position', 'hash', 'created'],
  ])
  assert.match(`${seal?.hash}`, /^[0-9a-f]{64}$/)
  assert.ok(isShown())
  const audit = await ended(runProgram('cli.ts', { place: server.place, args: ['audit'] }))
  assert.match(audit.stdout, /, [1-9][0-9]* seals, [0-9]+ checks: nothing found/)
})

test('the command line sets for a new store what the store could set itself', async () => {
  const { place } = server
  const stores = ['stores', 'create', '--name']
  const flags = [
    ...['--url', 'https://shop.example', '--notification-url', 'https://shop.example/notify'],
    ...['--time-zone', 'america/mexico_city', '--currency', 'mxn'],
  ]
  const made = await ended(
    runProgram('cli.ts', { place, args: [...stores, ' Bicicletas ', ...flags] }),
  )
  assert.equal(made.code, 0, made.stderr)
  const demo = { ...JSON.parse(made.stdout), base_url: server.demo.base_url }
  const { body } = await clientOf({ demo })('GET', '/me')
  assert.equal(body.id, demo.store_id)
  assert.equal(body.name, 'Bicicletas')
  assert.equal(body.url, 'https://shop.example')
  assert.equal(body.notification_url, 'https://shop.example/notify')
  assert.equal(body.time_zone, 'America/Mexico_City')
  assert.equal(body.currency, 'MXN')
  for (const { currency } of body.products) assert.equal(currency, 'MXN')
  const { body: messages } = await clientOf({ demo })('GET', '/merchants/api-keys')
  assert.deepEqual(messages, { public_api_key: demo.public_key })

  const wrong = {
    '--url': 'shop.example',
    '--notification-url': 'ftp://shop.example',
    '--time-zone': 'Mars/Olympus',
    '--currency': 'XXX',
  }
  const args = [...stores, '  ', ...Object.entries(wrong).flat()]
  const refused = await ended(runProgram('cli.ts', { place, args }))
  assert.equal(refused.code, 78)
  assert.equal(refused.stdout, '')
  for (const flag of ['--name', ...Object.keys(wrong)]) {
    assert.match(refused.stderr, new RegExp(`^${flag} `, 'm'))
  }
})

test(
  'after SIGTERM requests in progress are answered, then it exits with 0',
  TWO_MINUTES,
  async () => {
    const { hostname, port } = new URL(server.demo.base_url)
    const headers = {
      accept: 'application/vnd.svc.sandbox.v1+json',
      authorization: `Bearer ${server.demo.private_key}`,
      'content-type': 'application/json',
      expect: '100-continue',
    }
    const options = { hostname, port, path: '/checkout', method: 'POST', headers, agent: false }
    const sent = request(options)
    sent.flushHeaders()
    await once(sent, 'continue')
    const exit = server.stop()
    await until(async () => {
      const reply = await fetch(`${server.demo.base_url}/readyz`).catch(() => undefined)
      return reply?.status !== 200
    }, 'the server to refuse what is new')
    sent.end(JSON.stringify(checkoutBody(newMid(), 40_000)))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const text = await textOf(response)
    assert.equal(response.statusCode, 201, text)
    assert.equal(response.headers.connection, 'close')
    assert.equal(await exit, 0)
    await server.restart()
    const { id } = JSON.parse(text)
    assert.equal((await clientOf(server)('GET', `/checkout/${id}`)).status, 200)
  },
)
