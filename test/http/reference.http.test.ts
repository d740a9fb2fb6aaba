// The OpenAPI document and the page that shows it: open to all, and asking nothing of anybody else.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openApiDocument } from '../../packages/server/src/openapi/document.ts'
import { routes } from '../documented.ts'
import { clientOf, type RunningServer, startServer, wire } from '../running-server.ts'

let server: RunningServer
before(async () => {
  server = await startServer()
})
after(() => server.remove())

test('the document is served to everybody, as JSON, with the address of this server', async () => {
  const baseUrl = server.demo.base_url
  const expected = openApiDocument(routes, { brand: 'svc', baseUrl })
  for (const accept of ['application/xml', 'text/html', 'application/vnd.svc.v9+json', '*/*']) {
    const { status, headers, body } = await wire(server, {
      path: '/openapi.json',
      headers: { accept },
    })
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.deepEqual(body, JSON.parse(JSON.stringify(expected)))
    assert.deepEqual(body.servers, [{ url: baseUrl }])
  }
})

test('the demo names the page under the address from outside', async () => {
  const named = await startServer({ BASE_URL: 'https://pay.example/api' })
  try {
    assert.equal(named.demo.docs_url, 'https://pay.example/api/docs')
  } finally {
    await named.remove()
  }
})

test('the page runs only our own scripts, asks nobody else and is framed by nobody', async () => {
  const { status, headers, text } = await wire(server, { path: '/docs' })
  assert.equal(status, 200)
  assert.equal(server.demo.docs_url, `${server.demo.base_url}/docs`)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  const policy = String(headers['content-security-policy'])
  const directives = new Map(
    policy.split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1).join(' ')]),
  )
  assert.equal(directives.get('default-src'), "'none'")
  assert.equal(directives.get('script-src'), "'self'")
  assert.equal(directives.get('connect-src'), "'self'")
  assert.equal(directives.get('frame-ancestors'), "'none'")
  assert.doesNotMatch(directives.get('style-src') ?? '', /unsafe/)
  assert.doesNotMatch(text, /https?:|\/\/[a-z]|<script>|<style|\sstyle=/)
  assert.match(text, /<title>svc API reference<\/title>/)
})

test('each part of the page is there, and may be kept by the browser', async () => {
  const { text } = await wire(server, { path: '/docs' })
  const parts = [...text.matchAll(/(?:src|href|spec-url)="(\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  assert.equal(parts.length, 5)
  for (const path of parts) {
    const got = await wire(server, { path })
    assert.equal(got.status, 200, path)
    const head = await wire(server, { method: 'HEAD', path })
    assert.equal(head.status, 200)
    assert.equal(head.headers['content-length'], String(Buffer.byteLength(got.text)), path)
    if (!path.startsWith('/docs/')) continue
    assert.match(String(got.headers['cache-control']), /max-age=31536000, immutable/)
    assert.equal(got.headers['x-content-type-options'], 'nosniff')
  }
  const posted = await wire(server, { method: 'POST', path: '/docs' })
  assert.equal(posted.status, 405)
})

test('the page may use a pasted private key, pages of other origins may not', async () => {
  const client = clientOf(server)
  const capture = (origin: string) =>
    client('POST', '/orders/nowhere/captures', { amount: 1 }, { origin })
  const own = await capture(server.demo.base_url)
  assert.equal(own.status, 404)
  const { port } = new URL(server.demo.base_url)
  for (const origin of [
    'https://shop.example',
    'null',
    `http://localhost:${port}`,
    'http://127.0.0.1',
  ]) {
    const reply = await capture(origin)
    assert.equal(reply.status, 403, origin)
    assert.equal(reply.body.error.code, 'key_exposed')
  }
})
