// A service without a desk has nothing of it; with DESK_PORT it is at that port, and nowhere else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deskAt, over } from '../desk.ts'
import { type Json, type RunningServer, startServer } from '../running-server.ts'

const SANDBOX = 'application/vnd.svc.sandbox.v1+json'
/** Of the shell, which stands in no description. */
const PAGES = [
  ...['GET /desk', 'GET /desk/sign-in', 'GET /desk/orders/1', 'GET /desk/stores/1/terms/2'],
  ...['GET /desk/assets/index.js', 'POST /desk/csp'],
]

async function operationsOf(base: string): Promise<string[]> {
  const { paths }: Json = await (await fetch(`${base}/openapi.json`)).json()
  return Object.entries<object>(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '1')}`),
  )
}

async function signedIn(server: RunningServer, base: string): Promise<string> {
  const desk = deskAt(over(base), base)
  const token = new URL(server.demo.backoffice_url).hash.slice(1)
  const reply = await desk.send('POST', '/demo/desk/start', { token })
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return desk.cookie() ?? assert.fail('no cookie')
}

type Where = { readonly base: string; readonly cookie: string }

/** None of them exists for any caller, and nobody gets a cookie. */
async function assertNowhere(operations: readonly string[], { base, cookie }: Where) {
  for (const operation of operations) {
    const [method = '', path = ''] = operation.split(' ')
    const headers = { origin: base, 'x-desk': '1', cookie, accept: SANDBOX }
    // Not by the client of the tests: what is described is not there.
    const answer = await fetch(base + path, { method, headers })
    const { error }: Json = await answer.json()
    assert.deepEqual([answer.status, error.code], [404, 'path_not_found'], operation)
    assert.equal(answer.headers.get('set-cookie'), null, operation)
  }
}

test('with DESK=off there is nothing of the desk, and no cookie', async () => {
  const server = await startServer()
  const { base_url: base } = server.demo
  const all = await operationsOf(base)
  const cookie = await signedIn(server, base)
  await server.remove()
  const off = await startServer({ DESK: 'off' })
  try {
    const { base_url: without } = off.demo
    const left = new Set(await operationsOf(without))
    const gone = all.filter((operation) => !left.has(operation))
    for (const each of ['GET /lender/me', 'POST /lender/sign-in/password', 'GET /lender/staff']) {
      assert.ok(gone.includes(each), each)
    }
    assert.ok(left.has('GET /lender/orders'), 'programs stay')
    await assertNowhere([...PAGES, ...gone], { base: without, cookie })
    assert.equal(off.demo.backoffice_url, null)
  } finally {
    await off.remove()
  }
})

test('with a separate port it is there, and not on the port of the API', async () => {
  const server = await startServer({ DESK_PORT: '0' })
  try {
    const { base_url: programs, backoffice_url: link, lender_key: key } = server.demo
    const { origin: desk } = new URL(link)
    assert.notEqual(desk, programs)
    const cookie = await signedIn(server, desk)
    const ofPeople = (await operationsOf(programs)).filter((operation) =>
      /\/lender\/(me|sign-in|staff|start)(\/|$)|\/demo\/desk\//.test(operation),
    )
    const ofLender = / \/lender\/me\/(today|views)(\/|$)/
    const elsewhere = ofPeople.filter((operation) => !ofLender.test(operation))
    assert.ok(elsewhere.length > 20, String(elsewhere.length))
    await assertNowhere([...PAGES, ...elsewhere], { base: programs, cookie })

    const ask = (base: string, path: string, headers: Record<string, string>) =>
      fetch(base + path, { headers: { accept: SANDBOX, 'x-desk': '1', ...headers } })
    const status = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status
    const bearer = { authorization: `Bearer ${key}` }
    for (const path of ['/desk', '/desk/orders', '/openapi.json', '/healthz', '/lender/me']) {
      assert.equal(await status(desk, path, { cookie }), 200, path)
    }
    assert.equal(await status(desk, '/lender/orders', { cookie }), 200)
    assert.equal(await status(programs, '/lender/orders', { cookie }), 401)
    assert.equal(await status(programs, '/lender/orders', bearer), 200)
    assert.equal(await status(desk, '/lender/orders', bearer), 200, 'the lines for a shell work')
    // Neither buyers nor stores' pages go there.
    for (const path of ['/', '/svc.js', '/checkout/buttons', '/checkout/1/page', '/demo/orders']) {
      assert.equal(await status(desk, path, {}), 404, path)
    }
    const write = (origin: string) =>
      deskAt(over(desk), origin).send('POST', '/lender/sign-in/passkey/options')
    assert.equal((await write(programs)).status, 403)
    assert.equal((await write(desk)).status, 200)
    assert.match(server.log(), new RegExp(`the desk is at ${desk}/desk`))
  } finally {
    await server.remove()
  }
})
