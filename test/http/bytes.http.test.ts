// What arrives where the contract speaks of bytes, on every route (contract §12.5, §12.6).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '../documented.ts'
import { checkoutBody, newMid, ownServer, type WireReply, wire } from '../running-server.ts'

const SANDBOX = 'application/vnd.svc.sandbox.v1+json'
const server = ownServer()

type Sent = {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

const ask = (path: string, { method = 'GET', headers = {}, body }: Sent = {}) => {
  // Refused at the door it would prove nothing of the route.
  const key = path.startsWith('/lender/') ? server.demo.lender_key : server.demo.private_key
  const authorization = `Bearer ${key}`
  const all = { accept: SANDBOX, authorization, ...headers }
  return wire(server, { method, path, headers: all, ...(body === undefined ? {} : { body }) })
}

const json = { 'content-type': 'application/json' }

test('U+0000 in the path of any route is answered, not stumbled over', async () => {
  for (const { method, path, body } of routes.filter((route) => route.path.includes(':'))) {
    for (const name of ['%00', 'a%00b']) {
      const named = path.replace(/:\w+/g, name)
      const sent = body === undefined ? { method } : { method, headers: json, body: '{}' }
      const { status, text } = await ask(named, sent)
      assert.ok(status < 500, `${method} ${named}: ${status} ${text}`)
    }
  }
})

test('U+0000 in a query is 400 or ignored on every route', async () => {
  const names = ['order', 'public-key', 'origin', 'lang', 'checkout', 'article-id', 'store', 'q']
  const query = [...names, 'currency', 'from', 'after', 'mid', 'ordering', '%00']
  for (const { path } of routes.filter((route) => route.method === 'GET')) {
    const named = path.replace(/:\w+/g, '0'.repeat(32))
    for (const name of query) {
      const { status, text } = await ask(`${named}?${name}=%00&amount=40000`)
      assert.ok(status < 500, `${named} ${name}: ${status} ${text}`)
    }
  }
})

test('broken percent-encoding in a query is 400', async () => {
  const pathOf = (path: string) => path.replace(/:\w+/g, '0'.repeat(32))
  const gets = routes.filter((route) => route.method === 'GET' && route.page !== true)
  for (const { path } of gets) {
    for (const query of ['?a=%zz', '?%', '?a=%E0%A4', '?a=%ff', '?mid=%c0%af']) {
      const { status, body } = await ask(pathOf(path) + query)
      // A buyer's route knows no key of a store; the lender's and its people's take none.
      if (status === 401 || (status === 403 && /^\/(lender|me\/(staff|roles))/.test(path))) continue
      assert.equal(status, 400, path + query)
      assert.equal(body.error.code, 'request_malformed')
    }
  }
  const target = '/checkout/button?amount=40000&currency=EUR'
  const authorization = `Bearer ${server.demo.public_key}`
  for (let turn = 0; turn < 3; turn++) {
    const good = await ask(target, { headers: { authorization } })
    assert.equal(good.status, 201)
    assert.equal((await ask(`${target}&x=%`, { headers: { authorization } })).status, 400)
  }
})

test('a name that an answer repeats is cut at 64 characters', async () => {
  const names = ({ body }: WireReply): string[] => Object.keys(body.error.fields)
  for (const path of ['/orders', '/me/events', '/me/payments', '/me/campaigns']) {
    const reply = await ask(`${path}?${'_'.repeat(14_000)}=1`)
    assert.deepEqual(names(reply), ['_'.repeat(64)])
  }
  const twice = `{"meta":{"${'é'.repeat(255)}":1,"${'é'.repeat(255)}":2}}`
  const reply = await ask('/checkout', { method: 'POST', headers: json, body: twice })
  assert.deepEqual(names(reply), [`meta.${'é'.repeat(64)}`])
})

test('names of underscores are written as XML in linear time', async () => {
  const headers = { accept: 'application/vnd.svc.sandbox.v1+xml' }
  const { status, text } = await ask(`/orders?${'_x'.repeat(7_000)}=1`, { headers })
  assert.equal(status, 400)
  assert.ok(text.length < 1_000, text)
})

test('links of an answer keep the version that stood in the URL', async () => {
  const paths = ['/orders', '/me/payments', '/me/payouts', '/me/campaigns', '/me/api-keys']
  for (const version of ['', '/v1', '/v4']) {
    for (const path of [...paths, `/merchants/${server.demo.store_id}/campaigns`]) {
      const accept = 'application/vnd.svc.sandbox+json'
      const query = '?page=2&page_size=1'
      const { body, text } = await ask(`${version}${path}${query}`, { headers: { accept } })
      const { previous } = body.paging
      const begin = `${server.demo.base_url}${version}${path}?page=1`
      assert.ok(previous === null || previous.startsWith(begin), text)
      if (path === '/orders') assert.notEqual(previous, null)
    }
    const headers = { ...json, accept: 'application/vnd.svc.sandbox+json' }
    const body = JSON.stringify(checkoutBody(newMid(), 40_000))
    const made = await ask(`${version}/checkout`, { method: 'POST', headers, body })
    assert.equal(made.headers.location, `${version}/checkout/${made.body.id}`)
  }
})

function checkSafe({ headers }: WireReply): void {
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['strict-transport-security'], undefined)
}

test('no cache on the way stores an answer', async () => {
  const button = '/checkout/button?amount=40000&currency=EUR'
  const authorization = `Bearer ${server.demo.public_key}`
  for (let turn = 0; turn < 2; turn++) checkSafe(await ask(button, { headers: { authorization } }))
  for (const path of ['/orders', '/me', '/nowhere', '/orders/x', '/%', '/orders?page=x']) {
    checkSafe(await ask(path))
  }
  checkSafe(await ask('/orders', { method: 'PROPFIND' }))
  checkSafe(await wire(server, { method: 'OPTIONS', path: '*' }))
})

test('a merge patch is a body of PATCH alone', async () => {
  const headers = { 'content-type': 'application/merge-patch+json; charset=utf-8' }
  const name = { name: 'Demo store' }
  const body = JSON.stringify(name)
  assert.equal((await ask('/me', { method: 'PATCH', headers, body })).status, 200)
  assert.equal((await ask('/checkout', { method: 'POST', headers, body })).status, 415)
})
