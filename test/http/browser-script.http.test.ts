// The script for stores' pages, as a CDN and a browser fetch it.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { ownServer, wire } from '../running-server.ts'

const server = ownServer()

const fetched = async (headers: Record<string, string> = {}, path = '/svc.js') => {
  const response = await fetch(server.demo.base_url + path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test('everybody gets the script, whatever the Accept, and may read and cache it', async () => {
  for (const accept of ['*/*', 'text/html', 'application/vnd.svc.v9+json']) {
    const { status, headers } = await fetched({ accept }, '/svc.js?public-key=pk_1&sandbox=true')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
    assert.equal(headers.get('cache-control'), 'public, max-age=300')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('set-cookie'), null)
  }
})

test('the script names this service and its own address', async () => {
  const { text } = await fetched()
  assert.ok(text.includes(JSON.stringify(server.demo.base_url)))
  assert.doesNotMatch(text, /__[A-Z]+__/)
})

test('it is compressed as the browser accepts, with a separate ETag', async () => {
  const plain = await wire(server, { path: '/svc.js' })
  const tags = new Set([plain.headers.etag])
  for (const [encodings, given] of [
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0.000, gzip; q=0', undefined],
    ['identity', undefined],
  ] as const) {
    const response = await fetch(`${server.demo.base_url}/svc.js`, {
      method: 'HEAD',
      headers: { 'accept-encoding': encodings },
    })
    assert.equal(response.headers.get('content-encoding') ?? undefined, given, encodings)
    assert.equal(response.headers.get('vary'), 'Accept-Encoding')
    tags.add(response.headers.get('etag') ?? '')
  }
  assert.equal(tags.size, 3)
})

test('decompressed, every form is the same script', async () => {
  const { hostname, port } = new URL(server.demo.base_url)
  const bytes = (encoding: string) =>
    new Promise<Buffer>((resolve, reject) => {
      const headers = { 'accept-encoding': encoding }
      request({ hostname, port, path: '/svc.js', headers }, async (response) => {
        resolve(Buffer.concat(await response.toArray()))
      })
        .on('error', reject)
        .end()
    })
  const plain = await bytes('identity')
  assert.deepEqual(gunzipSync(await bytes('gzip')), plain)
  assert.deepEqual(brotliDecompressSync(await bytes('br')), plain)
})

test('a client with a current script gets an answer without a body', async () => {
  const { headers } = await wire(server, { path: '/svc.js' })
  const tag = String(headers.etag)
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const again = await wire(server, { path: '/svc.js', headers: { 'if-none-match': known } })
    assert.equal(again.status, 304, known)
    assert.equal(again.text, '')
    assert.equal(again.headers.etag, tag)
    assert.equal(again.headers['content-length'], undefined)
  }
  const other = await wire(server, { path: '/svc.js', headers: { 'if-none-match': '"other"' } })
  assert.equal(other.status, 200)
})

test('the script is read-only, and the name of another brand is not found', async () => {
  const head = await wire(server, { method: 'HEAD', path: '/svc.js' })
  const whole = await wire(server, { path: '/svc.js' })
  assert.equal(head.headers['content-length'], String(Buffer.byteLength(whole.text)))
  const posted = await wire(server, { method: 'POST', path: '/svc.js' })
  assert.deepEqual([posted.status, posted.headers.allow], [405, 'GET, HEAD, OPTIONS'])
  assert.equal((await wire(server, { path: '/acme.js' })).status, 404)
})

test('the part that shows checkouts is served in the same way, and knows its brand', async () => {
  const { status, headers, text } = await fetched({}, '/svc-checkout.js')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8')
  assert.equal(headers.get('access-control-allow-origin'), '*')
  assert.ok(text.includes('svc'))
  assert.doesNotMatch(text, /__[A-Z]+__/)
})
