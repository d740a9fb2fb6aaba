// The callers of the lender's routes, and callers of other routes with a key of the lender.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { lenderScopes } from '@svc/api'
import inject from 'light-my-request'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { lenderClient, lenderKey, realWriting } from '../../../../../test/fixtures/lender.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import {
  createTestService,
  serviceOn,
  type TestService,
} from '../../../../../test/fixtures/test-service.ts'
import { revokeLenderKey } from '../../lender/keys/revoke-lender-key.ts'
import { type Permission, scopeFor } from '../../model/staff/roles.ts'
import { formatKey } from '../../tenancy/api-keys/key-format.ts'
import { isDesk, isLender, isOpen, lenderRoute, NO_CONTENT } from '../../tenancy/caller/route.ts'
import { routesOf } from '../app.ts'
import type { WholeService } from '../service/whole-service.ts'
import { createServer } from './server.ts'

const place = ownDatabase()
let store: Scenario
before(async () => {
  store = await createScenario(place.database)
})

const routes = routesOf({ demo: true, brand: 'svc' } as WholeService)
const lenders = routes.filter(isLender)
const filled = (path: string): string =>
  path
    .replace(/:\w+/g, '0'.repeat(32))
    // A stream goes on until its reader leaves: it is called in a way that it refuses.
    .replace(/\/stream$/, '$&?after=x')
const SANDBOX = 'application/vnd.svc.sandbox.v1+json'

type Reply = Awaited<ReturnType<TestService['send']>>
const codeOf = ({ body }: Reply): string => body?.error?.code
const withKey = (privateKey: string) => createTestService(place.database, { privateKey }).send

test('a route is below /lender exactly where it is the lender’s', () => {
  assert.ok(lenders.length > 0)
  for (const route of routes) {
    const isBelow = /^\/lender(?:\/|$)/.test(route.path)
    const isOurs = isLender(route) || isDesk(route)
    // The provider's server calls the desk: no page and no person does.
    const isElsewhere = isDesk(route) && route.access.byProvider === true
    assert.equal(isBelow, (isOurs && !isElsewhere) || (isBelow && isOpen(route)), route.path)
    if (isLender(route)) assert.ok(route.access.permission.includes(':'), route.path)
  }
})

test('every scope with every route: what its permission opens, and nothing else', async () => {
  for (const scope of lenderScopes) {
    const send = await lenderClient(place.database, { scopes: [scope] })
    for (const { method, path, access } of lenders) {
      const reply = await send(method, filled(path), method === 'GET' ? undefined : {})
      const name = `${scope}: ${method} ${path}`
      const needed = scopeFor(access.permission)
      // A file also takes the right to read its list, unless each caller may read their own.
      const listed = lenders.find((each) => `${each.path}.csv` === path)
      const isFile = path.endsWith('.csv') && listed?.access.permission !== 'own:read'
      const isOwn = access.permission === 'own:read' && access.peopleOnly !== true
      if (isOwn || (needed === scope && !isFile)) {
        assert.ok(![401, 403].includes(reply.status), `${name}: ${reply.status}`)
      } else {
        assert.equal(reply.status, 403, name)
        assert.equal(codeOf(reply), needed ? 'scope_missing' : 'permission_missing', name)
      }
    }
  }
})

test('no key of a store opens a route of the lender', async () => {
  const { caller, privateKey } = store
  const [row] = await place.database.query<AnyRow>(
    'SELECT public_key FROM api_keys WHERE store_id = $1 AND public_key IS NOT NULL',
    [caller.store.id],
  )
  for (const key of [privateKey, row?.public_key]) {
    for (const { method, path } of lenders) {
      const reply = await withKey(key)(method, filled(path), method === 'GET' ? undefined : {})
      assert.deepEqual([reply.status, codeOf(reply)], [403, 'key_of_store'], path)
    }
  }
})

test('no key of the lender opens a route of a store or a buyer', async () => {
  const send = await lenderClient(place.database)
  for (const route of routes.filter((each) => !isLender(each) && !isDesk(each) && !isOpen(each))) {
    const { method, path, access } = route
    const reply = await send(method, filled(path), method === 'GET' ? undefined : {})
    const expected = access.kind === 'buyer' ? [401, 'token_invalid'] : [403, 'key_of_lender']
    assert.deepEqual([reply.status, codeOf(reply)], expected, `${method} ${path}`)
  }
})

test('anything but a valid key is 401, however it is written', async () => {
  const { text } = await lenderKey(place.database)
  const stranger = formatKey('lender', Buffer.alloc(32, 7))
  const typo = text.slice(0, -1) + (text.endsWith('a') ? 'b' : 'a')
  for (const authorization of [
    ...['', ' ', 'Bearer', text, `Basic ${text}`, `Bearer ${stranger}`, `Bearer ${typo}`],
    ...[`Bearer ${text}x`, `Bearer ${text} ${text}`, `Bearer ${text.toUpperCase()}`],
    ...[`Bearer lk_${'a'.repeat(5_000)}`, 'Bearer lk_', `Bearer ${text.replace('lk_', 'sk_')}`],
  ]) {
    const reply = await withKey(text)('GET', '/lender/roles', undefined, { authorization })
    const code = authorization.trim() === '' ? 'key_missing' : 'key_invalid'
    assert.deepEqual([reply.status, codeOf(reply)], [401, code], authorization.slice(0, 80))
    assert.equal(reply.headers['www-authenticate'], 'Bearer')
  }
  const written = await withKey(text)('GET', '/lender/roles', undefined, {
    authorization: `bearer  ${text}  `,
  })
  assert.equal(written.status, 200)
})

test('a key works in its mode and from its addresses only, and ends', async () => {
  const live = { accept: 'application/vnd.svc.v1+json' }
  const sandboxOnly = await lenderClient(place.database)
  const inLive = await sandboxOnly('GET', '/lender/roles', undefined, live)
  assert.deepEqual([inLive.status, codeOf(inLive)], [403, 'mode_not_allowed'])
  const liveOnly = await lenderClient(place.database, { mode: 'live' })
  assert.equal((await liveOnly('GET', '/lender/roles', undefined, live)).status, 200)
  assert.equal(codeOf(await liveOnly('GET', '/lender/roles')), 'mode_not_allowed')
  const elsewhere = await lenderClient(place.database, { addresses: ['203.0.113.0/24'] })
  assert.equal(codeOf(await elsewhere('GET', '/lender/roles')), 'address_not_allowed')
})

test('a key that is revoked or has ended is refused within a second', async () => {
  let now = new Date('2026-11-21T12:00:00Z')
  const clock = { now: () => now }
  const wait = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  const { key, text } = await lenderKey(place.database, { clock })
  const { send } = createTestService(place.database, { privateKey: text, clock })
  assert.equal((await send('GET', '/lender/roles')).status, 200)
  await revokeLenderKey(realWriting(place.database, clock), key.id)
  wait(1_000)
  assert.equal(codeOf(await send('GET', '/lender/roles')), 'key_invalid')
  const ending = await lenderKey(place.database, { clock })
  const other = createTestService(place.database, { privateKey: ending.text, clock })
  assert.equal((await other.send('GET', '/lender/roles')).status, 200)
  wait(30 * 86_400_000)
  assert.equal(codeOf(await other.send('GET', '/lender/roles')), 'key_invalid')
})

test('a page gets nothing: no key of the lender from another origin, no CORS', async () => {
  const send = await lenderClient(place.database)
  const origin = 'https://page.example'
  for (const path of ['/lender/roles', '/orders']) {
    const reply = await send('GET', path, undefined, { origin })
    assert.deepEqual([reply.status, codeOf(reply)], [403, 'key_exposed'], path)
    assert.ok(!('access-control-allow-origin' in reply.headers))
  }
  const { text } = await lenderKey(place.database)
  const button = `/checkout/button?amount=40000&currency=EUR&public-key=${text}`
  const inAddress = await inject(
    createServer(serviceOn(place.database), routes, () => () => false).handle,
    {
      ...{ method: 'GET', url: button, headers: { accept: SANDBOX } },
    },
  )
  assert.equal(inAddress.json().error.code, 'key_exposed')
})

test('a session and a key together are refused before either is looked at', async () => {
  const { text } = await lenderKey(place.database)
  for (const cookie of ['desk=x', '__Host-desk=x', 'a=b; __Host-desk=', 'a=b;desk=x; c=d']) {
    for (const authorization of [`Bearer ${text}`, `Bearer ${store.privateKey}`, 'Bearer x']) {
      const headers = { cookie, authorization }
      const reply = await withKey(text)('GET', '/lender/roles', undefined, headers)
      assert.deepEqual([reply.status, codeOf(reply)], [400, 'request_malformed'], cookie)
    }
  }
  const other = await withKey(text)('GET', '/lender/roles', undefined, { cookie: 'mydesk=1; a=b' })
  assert.equal(other.status, 200)
})

test('it is answered in XML, under /v1 and with a request id, like everything', async () => {
  const { text } = await lenderKey(place.database)
  const app = createServer(serviceOn(place.database), routes, () => () => false)
  const xml = await inject(app.handle, {
    ...{ method: 'GET', url: '/v1/lender/roles' },
    headers: { accept: 'application/vnd.svc.sandbox.v1+xml', authorization: `Bearer ${text}` },
  })
  assert.equal(xml.statusCode, 200)
  assert.match(xml.body, /<permission>own:read<\/permission>/)
  assert.match(String(xml.headers['x-request-id']), /^[0-9a-f]{32}$/)
  const nowhere = await withKey(text)('GET', '/lender/nowhere')
  assert.deepEqual([nowhere.status, codeOf(nowhere)], [404, 'path_not_found'])
})

test('a refusal at the door names the key in the log of actions', async () => {
  const { key, text } = await lenderKey(place.database, { scopes: ['jobs:read'] })
  const app = createServer(serviceOn(place.database), routes, () => () => false)
  const headers = { accept: SANDBOX, authorization: `Bearer ${text}` }
  const reply = await inject(app.handle, { method: 'GET', url: '/orders', headers })
  assert.equal(reply.statusCode, 403)
  await app.close()
  const rows = await place.database.query<AnyRow>('SELECT * FROM actions WHERE principal_id = $1', [
    key.id,
  ])
  assert.deepEqual(
    rows.map(({ principal_kind, key_id, refusal, route }) => ({
      ...{ principal_kind, key_id, refusal, route },
    })),
    [
      {
        ...{ principal_kind: 'lender_key', key_id: key.id },
        ...{ refusal: 'key_of_lender', route: 'GET /orders' },
      },
    ],
  )
})

test('an Idempotency-Key is each principal’s own', async () => {
  let done = 0
  const route = lenderRoute({
    method: 'POST',
    path: '/lender/roles',
    permission: 'own:read' satisfies Permission,
    doc: { operation: 'count', summary: 'Counts', answers: { 204: null } },
    handle: (request) =>
      request.writeInRealTime(
        ({ writer }) =>
          writer.transaction(null, async (tx) => {
            done++
            return tx.commit(undefined)
          }),
        () => NO_CONTENT,
      ),
  })
  const app = createServer(serviceOn(place.database), [route], () => () => false)
  const post = async (key: string, body = '{}') => {
    const authorization = `Bearer ${key}`
    const headers = {
      ...{ accept: SANDBOX, authorization, 'content-type': 'application/json' },
      'idempotency-key': 'one',
    }
    const reply = await inject(app.handle, {
      ...{ method: 'POST', url: '/lender/roles', headers, payload: body },
    })
    return [reply.statusCode, reply.headers['idempotent-replayed'], done]
  }
  const [one, other] = [await lenderKey(place.database), await lenderKey(place.database)]
  assert.deepEqual(await post(one.text), [204, undefined, 1])
  assert.deepEqual(await post(one.text), [204, 'true', 1])
  assert.deepEqual(await post(other.text), [204, undefined, 2])
  assert.deepEqual((await post(one.text, '{"a":1}'))[0], 422)
})
