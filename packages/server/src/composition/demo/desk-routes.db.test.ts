// The pages of the desk, the demo's door to it, and a service without either.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import inject from 'light-my-request'
import { deskAt, type Transport } from '../../../../../test/desk.ts'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { SITE, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { serviceOn } from '../../../../../test/fixtures/test-service.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { createApp } from '../app.ts'
import type { WholeService } from '../service/whole-service.ts'
import { demoDeskRoutes } from './desk-routes.ts'

const TOKEN = 'demo_a-token-of-the-test'
const place = ownDatabase()
let storeId: string
before(async () => {
  storeId = (await createScenario(place.database)).caller.store.id
})

function appOn(changes: Partial<WholeService> = {}) {
  const service = { ...serviceOn(place.database), ...changes }
  return createApp(service, demoDeskRoutes(service, { token: TOKEN, storeId }))
}

function transportOf(app: ReturnType<typeof appOn>): Transport {
  return async ({ method, path, headers, body }) => {
    const payload = body === undefined ? {} : { payload: body }
    const reply = await inject(app.handle, {
      ...{ method: method as 'GET', url: path, headers },
      ...payload,
    })
    const pairs = Object.entries(reply.headers).flatMap(([name, value]) =>
      [value ?? ''].flat().map((each): [string, string] => [name, String(each)]),
    )
    return { status: reply.statusCode, headers: new Headers(pairs), text: reply.body }
  }
}

const get = (app: ReturnType<typeof appOn>, path: string) =>
  transportOf(app)({ method: 'GET', path, headers: {}, body: undefined })

test('the shell is public, the same everywhere, and runs only the scripts it names', async () => {
  const app = appOn({ baseUrl: () => 'https://svc.example.com/below' })
  const shells = await Promise.all(
    ['/desk', '/desk/orders', '/desk/orders/1', '/desk/stores/1/terms'].map((path) =>
      get(app, path),
    ),
  )
  const [shell] = shells
  assert.ok(shell !== undefined)
  assert.deepEqual(new Set(shells.map(({ status, text }) => `${status} ${text}`)).size, 1)
  assert.equal(shell.status, 200)
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(shell.text) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = shell.headers.get('content-security-policy') ?? ''
  assert.ok(policy.includes(`script-src 'self' 'sha256-${hash}';`), policy)
  for (const part of ["default-src 'none'", "frame-ancestors 'none'", "trusted-types 'none'"]) {
    assert.ok(policy.includes(part), part)
  }
  assert.equal(shell.headers.get('cross-origin-opener-policy'), 'same-origin')
  assert.equal(shell.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(shell.headers.get('set-cookie'), null)
  const files = [...shell.text.matchAll(/"\/below(\/desk\/assets\/[^"]+)"/g)].map(
    ([, path]) => path,
  )
  assert.equal(files.length, 2, shell.text)
  for (const path of files) {
    const file = await get(app, path ?? '')
    assert.equal(file.status, 200, path)
    assert.match(file.headers.get('cache-control') ?? '', /immutable/)
    assert.equal(file.headers.get('cross-origin-resource-policy'), 'same-origin')
  }
  for (const name of ['none.js', 'index.html', '..%2fpackage.json', 'built']) {
    assert.equal((await get(app, `/desk/assets/${name}`)).status, 404, name)
  }
})

test('its link opens the demo as the administrator, and from there as anybody', async () => {
  const transport = transportOf(appOn())
  const desk = deskAt(transport, SITE.origin)
  const wrong = await desk.send('POST', '/demo/desk/start', { token: `${TOKEN}x` })
  assert.deepEqual([wrong.status, wrong.body.error.code], [401, 'link_invalid'])
  assert.equal(desk.cookie(), undefined)
  const stranger = await desk.send('POST', '/demo/desk/people', { role: 'finance' })
  assert.deepEqual([stranger.status, stranger.body.error.code], [401, 'session_missing'])
  // Two concurrent ones find one person.
  const other = deskAt(transport, SITE.origin)
  const both = await Promise.all(
    [desk, other].map((each) => each.send('POST', '/demo/desk/start', { token: TOKEN })),
  )
  for (const { status, body } of both) {
    assert.deepEqual([status, body.roles, body.session.kind], [200, ['admin'], 'full'])
  }
  assert.equal(both[0]?.body.id, both[1]?.body.id)
  const before = desk.cookie()
  for (const role of ['support', 'collections', 'risk', 'finance', 'auditor', 'admin', 'admin']) {
    const { status, body } = await desk.send('POST', '/demo/desk/people', { role })
    assert.deepEqual([status, body.roles], [200, [role]], JSON.stringify(body))
  }
  const me = await desk.send('GET', '/lender/me')
  assert.deepEqual([me.status, me.body.roles], [200, ['admin']])
  desk.holds(before)
  assert.equal((await desk.send('GET', '/lender/me')).status, 401, 'the session of before ended')
  for (const role of ['store_owner', 'store_operator', 'store_owner']) {
    const { status, body } = await other.send('POST', '/demo/desk/people', { role })
    assert.deepEqual([status, body.kind, body.roles], [200, 'store', []], JSON.stringify(body))
    assert.deepEqual(body.stores, [{ store_id: storeId, role }])
    const at = { 'store-id': storeId }
    assert.equal((await other.send('GET', '/orders', undefined, at)).status, 200)
    assert.equal((await other.send('GET', '/lender/orders')).status, 403)
  }
  await other.send('POST', '/demo/desk/people', { role: 'admin' })
  const invited = { name: 'Grace', email: 'grace@demo.example', roles: ['auditor'] }
  assert.equal((await other.send('POST', '/lender/staff', invited)).status, 201)
})

test('a real person cannot become a person of the demo', async () => {
  const lender = testDesk(place.database, systemClock)
  const input = { name: 'Hedy', email: 'hedy@lender.example', roles: ['auditor'] } as const
  const { desk } = await lender.enrolled(await lender.invite(input))
  const real = deskAt(transportOf(appOn()), SITE.origin)
  real.holds(desk.cookie())
  const refused = await real.send('POST', '/demo/desk/people', { role: 'finance' })
  assert.deepEqual([refused.status, refused.body.error.code], [401, 'link_invalid'])
  assert.deepEqual((await real.send('GET', '/lender/me')).body.email, input.email)
  await lender.settled()
})

test('without the desk its routes do not exist, and a cookie means nothing', async () => {
  const open = deskAt(transportOf(appOn()), SITE.origin)
  await open.send('POST', '/demo/desk/start', { token: TOKEN })
  const off = transportOf(appOn({ desk: 'off' }))
  const headers = {
    cookie: open.cookie() ?? '',
    'x-desk': '1',
    origin: SITE.origin,
    'content-type': 'application/json',
  }
  for (const [method, path] of [
    ['GET', '/desk'],
    ['GET', '/desk/orders'],
    ['GET', '/desk/assets/none.js'],
    ['GET', '/lender/me'],
    ['GET', '/lender/staff'],
    ['POST', '/lender/start'],
    ['POST', '/lender/sign-in/password'],
    ['POST', '/demo/desk/start'],
  ] as const) {
    const body = method === 'GET' ? undefined : JSON.stringify({ token: TOKEN })
    const answer = await off({ method, path, headers, body })
    assert.equal(answer.status, 404, `${method} ${path}`)
    assert.equal(answer.headers.get('set-cookie'), null)
  }
  const orders = await off({ method: 'GET', path: '/lender/orders', headers, body: undefined })
  assert.equal(orders.status, 401, orders.text)
})
