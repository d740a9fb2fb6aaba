// The OpenAPI document and the page that shows it: open to all, and asking nothing of anybody else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiDocument } from '../../packages/server/src/composition/openapi/document.ts'
import { routes } from '../documented.ts'
import { clientOf, ownServer, startServer, wire } from '../running-server.ts'

const server = ownServer()

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

/** Every page of the reference, as the pages themselves link to each other. */
async function pagesOf(): Promise<string[]> {
  const { text } = await wire(server, { path: '/docs' })
  const [, nav = ''] = /<nav[^>]*>(.*?)<\/nav>/s.exec(text) ?? []
  return [...nav.matchAll(/href="(\/docs[^"#]*)"/g)].map(([, path = '']) => path)
}

test('a page runs no script, sends no requests to others and cannot be framed', async () => {
  assert.equal(server.demo.docs_url, `${server.demo.base_url}/docs`)
  for (const path of await pagesOf()) {
    const { status, headers, text } = await wire(server, { path })
    assert.equal(status, 200, path)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /^default-src 'none'; style-src 'self'; .*frame-ancestors 'none'$/)
    assert.doesNotMatch(policy, /unsafe|script-src|connect-src/)
    assert.doesNotMatch(text, /<script|<style|\sstyle=|\son\w+=|(?:src|href)="(?:https?:)?\/\//)
    assert.match(text, /<title>[A-Z][\w ]+ · svc API reference<\/title>/)
    assert.ok(Buffer.byteLength(text) <= 400_000, path)
  }
})

test('every operation and every link of the pages leads somewhere', async () => {
  const pages = await pagesOf()
  const ids = new Map<string, Set<string>>()
  const links = new Set<string>()
  for (const path of pages) {
    const { text } = await wire(server, { path })
    ids.set(path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)))
    for (const [, link = ''] of text.matchAll(/href="(\/docs[^"]*#[^"]+)"/g)) links.add(link)
  }
  assert.ok(links.size > 200, `${links.size}`)
  for (const link of links) {
    const [path = '', id = ''] = link.split('#')
    assert.ok(ids.get(path)?.has(id), link)
  }
  const described = routes.filter(({ page }) => page !== true)
  for (const { doc } of described) {
    assert.ok(
      [...links].some((link) => link.endsWith(`#${doc.operation}`)),
      doc.operation,
    )
  }
})

test('the samples of an operation name this server, its whole verb and its body', async () => {
  const { text } = await wire(server, { path: '/docs/captures' })
  const [, section = ''] = /id="captureOrder">(.*?)<\/section>/s.exec(text) ?? []
  assert.match(section, /<b>POST<\/b> <code>\/orders\/\{orderId\}\/captures<\/code>/)
  for (const language of ['curl', 'TypeScript', 'PHP', 'Python']) {
    assert.ok(section.includes(`<summary>${language}</summary>`), language)
  }
  assert.equal(section.split(`${server.demo.base_url}/orders/order-1001/captures`).length, 5)
  const campaigns = await wire(server, { path: '/docs/campaigns' })
  assert.match(campaigns.text, /<b>DELETE<\/b>/)
})

test('the style may be cached by the browser, and no page accepts anything', async () => {
  const { text } = await wire(server, { path: '/docs' })
  const [, path = ''] = /rel="stylesheet" href="([^"]+)"/.exec(text) ?? []
  const style = await wire(server, { path })
  assert.equal(style.status, 200)
  assert.match(String(style.headers['cache-control']), /max-age=31536000, immutable/)
  const head = await wire(server, { method: 'HEAD', path })
  assert.equal(head.headers['content-length'], String(Buffer.byteLength(style.text)))
  const posted = await wire(server, { method: 'POST', path: '/docs' })
  assert.equal(posted.status, 405)
  assert.equal((await wire(server, { path: '/docs/nothing' })).status, 404)
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
