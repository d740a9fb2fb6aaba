// The rows about versions, keys, errors and availability.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { checkoutBody, clientOf, newMid, wire } from '../running-server.ts'
import { inBothFormats, type Proof, proofs } from './proof.ts'

const prove = proofs()

prove('Versioning', 'Accept header', async ({ client, confirmed, server }) => {
  const { id } = await confirmed(40_000)
  assert.equal((await client('GET', `/orders/${id}`)).status, 200)
  // Mode, version and format are all in it: in live mode the order does not exist.
  const live = clientOf(server, { accept: 'application/vnd.svc.v1+json' })
  assert.equal((await live('GET', `/orders/${id}`)).status, 404)
})
/** Without the header at all, which no client of ours sends otherwise. */
async function withoutAccept({ server }: Proof, path: string, version: string): Promise<void> {
  const headers = { authorization: `Bearer ${server.demo.private_key}` }
  const { status, headers: answered, body, text } = await wire(server, { path, headers })
  assert.equal(status, 200, text)
  assert.equal(answered['content-type'], 'application/json; charset=utf-8')
  assert.equal(answered['x-svc-media-type'], version)
  assert.ok(body.results.every((order: { sandbox: boolean }) => !order.sandbox))
}

prove('Versioning', 'JSON, version 1', async ({ server }) => {
  const ask = clientOf(server, { accept: 'application/vnd.svc.v1+json' })
  const { status, headers, body } = await ask('GET', '/orders')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  assert.ok(Array.isArray(body.results))
})
prove('Versioning', 'XML, version 1', async ({ server }) => {
  const ask = clientOf(server, { accept: 'application/vnd.svc.v1+xml' })
  const { status, headers, text } = await ask('GET', '/orders')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'application/xml; charset=utf-8')
  assert.match(text, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<response><cursor>/)
})
prove('Versioning', 'Response marker', async ({ client, confirmed }) => {
  const { id } = await confirmed(40_000)
  const done = await client('PATCH', `/orders/${id}`, { order: { discount: 1 } })
  const replies = [
    done,
    await client('GET', `/orders/${id}`),
    await client('GET', '/orders/none'),
    await client('POST', `/orders/${id}/captures`, {}),
  ]
  assert.deepEqual(
    replies.map(({ status }) => status),
    [204, 200, 404, 400],
  )
  for (const { headers } of replies) assert.equal(headers.get('x-svc-media-type'), 'svc.v1')
})
prove('Versioning', 'URL versioning', async ({ client, confirmed }) => {
  const { id } = await confirmed(40_000)
  const accept = { accept: 'application/vnd.svc.sandbox+json' }
  for (const version of ['v1', 'v2', 'v3', 'v4']) {
    const { status, headers, body } = await client(
      'GET',
      `/${version}/orders/${id}`,
      undefined,
      accept,
    )
    assert.deepEqual([status, body.id], [200, id])
    assert.equal(headers.get('x-svc-media-type'), `svc.${version}`)
  }
  assert.equal((await client('GET', '/v2/orders')).status, 406, 'the header says v1')
})
prove('Versioning', 'No version given', async (proof) => {
  const { client } = proof
  await withoutAccept(proof, '/orders', 'svc.v1')
  await withoutAccept(proof, '/v2/orders', 'svc.v2')
  for (const accept of ['application/json', 'application/vnd.svc.sandbox+json']) {
    const { status, headers } = await client('GET', '/orders', undefined, { accept })
    assert.equal(status, 200)
    assert.equal(headers.get('x-svc-media-type'), 'svc.v1')
  }
})
prove('Versioning', 'Invalid Accept', async ({ client }) => {
  for (const accept of ['application/vnd.svc.v9+json', 'application/vnd.other.v1+json']) {
    const { status, body } = await client('GET', '/orders', undefined, { accept })
    assert.equal(status, 406)
    assert.equal(body.error.type, 'NotAcceptableException')
  }
})

prove('Authentication', 'Header', async ({ client, server }) => {
  assert.equal((await client('GET', '/orders')).status, 200)
  const key = server.demo.private_key
  for (const authorization of [key, `Basic ${key}`, `Bearer: ${key}`, `Token ${key}`]) {
    assert.equal((await client('GET', '/orders', undefined, { authorization })).status, 401)
  }
})
prove('Authentication', 'Server endpoints', async ({ server, confirmed }) => {
  const { id } = await confirmed(40_000)
  const pages = inBothFormats(server, server.demo.public_key)
  const paths = ['', `/${id}`, `/${id}/captures`, `/${id}/void`, `/${id}/refund`, `/${id}/history`]
  for (const path of paths) {
    const refused = await pages('GET', `/orders${path}`)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'key_public'], path)
  }
  assert.equal((await pages('POST', `/orders/${id}/captures`, { amount: 1 })).status, 403)
})
prove('Authentication', 'Availability check /checkout/button', async ({ server }) => {
  const pages = inBothFormats(server, server.demo.public_key)
  const { status } = await pages('GET', '/checkout/button?amount=40000&currency=EUR')
  assert.equal(status, 201)
})
prove('Authentication', 'Browser SDK', async ({ server, client }) => {
  // What the script asks with the key of its address: the checkout, and nothing of its buyer.
  const created = await client('POST', '/checkout', checkoutBody(newMid(), 40_000))
  const pages = inBothFormats(server, server.demo.public_key)
  const { status, body } = await pages('GET', `/checkout/${created.body.id}`)
  assert.equal(status, 200)
  assert.deepEqual(body.transaction.customer, {})
})
prove('Authentication', 'Missing or wrong token', async ({ server }) => {
  const { private_key: key } = server.demo
  const wrong = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`
  for (const key of ['', wrong, 'sk_', 'nonsense']) {
    const refused = await inBothFormats(server, key)('GET', '/orders')
    assert.equal(refused.status, 401)
    assert.equal(refused.body.error.type, 'UnauthorizedException')
    assert.equal(refused.headers.get('www-authenticate'), 'Bearer')
  }
})
prove('Authentication', 'Valid token but operation not permitted', async ({ client, server }) => {
  const body = { name: 'reader', kind: 'private', scopes: ['orders:read'] }
  const made = await client('POST', '/me/api-keys', body)
  assert.equal(made.status, 201, made.text)
  const reader = inBothFormats(server, made.body.key)
  assert.equal((await reader('GET', '/orders')).status, 200)
  const refused = await reader('POST', '/orders/none/captures', { amount: 1 })
  assert.deepEqual([refused.status, refused.body.error.type], [403, 'ForbiddenException'])
})

prove('Error body', 'error', async ({ client }) => {
  const { body } = await client('POST', '/checkout', {})
  assert.deepEqual(Object.keys(body), ['error'])
})
prove('Error body', 'error.fields', async ({ client }) => {
  const { fields } = (await client('POST', '/checkout', { order: { articles: [{}] } })).body.error
  assert.deepEqual(fields['order.articles.0.price'], ['price is required'])
  for (const sentences of Object.values(fields)) assert.ok(Array.isArray(sentences))
})
prove('Error body', 'error.message', async ({ client }) => {
  const { body } = await client('POST', '/checkout', {})
  assert.equal(body.error.message, 'API validation error')
})
prove('Error body', 'error.type', async ({ client }) => {
  const { body } = await client('POST', '/checkout', {})
  assert.equal(body.error.type, 'ApiValidationException')
})

async function refused(
  { client }: Proof,
  request: readonly [
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ],
  type: string,
): Promise<number> {
  const { status, body } = await client(...request)
  assert.equal(body.error.type, type)
  assert.equal(typeof body.error.message, 'string')
  assert.match(body.error.code, /^[a-z]+(_[a-z]+)+$/)
  assert.match(body.error.request_id, /^[0-9a-f]{32}$/)
  return status
}

prove('Error codes', '400', async (proof) => {
  const request = ['POST', '/checkout', '{"order":'] as const
  assert.equal(await refused(proof, request, 'ApiValidationException'), 400)
})
prove('Error codes', '401', async ({ server }) => {
  const { status, body } = await inBothFormats(server, '')('GET', '/orders')
  assert.deepEqual([status, body.error.type], [401, 'UnauthorizedException'])
})
prove('Error codes', '403', async ({ server }) => {
  const pages = inBothFormats(server, server.demo.public_key)
  const { status, body } = await pages('GET', '/checkout/button?amount=1&currency=EUR')
  assert.deepEqual([status, body.allowed, body.error.type], [403, false, 'ForbiddenException'])
})
prove('Error codes', '404', async (proof) => {
  assert.equal(await refused(proof, ['GET', '/orders/none'], 'ObjectNotFoundException'), 404)
  assert.equal(await refused(proof, ['GET', '/nowhere'], 'ObjectNotFoundException'), 404)
})
prove('Error codes', '405', async (proof) => {
  const request = ['DELETE', '/orders'] as const
  assert.equal(await refused(proof, request, 'MethodNotAllowedException'), 405)
})
prove('Error codes', '406', async (proof) => {
  const headers = { accept: 'application/vnd.svc.v7+json' }
  const request = ['GET', '/orders', undefined, headers] as const
  assert.equal(await refused(proof, request, 'NotAcceptableException'), 406)
})
// The answer is written before anything of the request could be understood: JSON.
prove('Error codes', '408', async ({ server }) => {
  const { hostname, port } = new URL(server.demo.base_url)
  const socket = connect(Number(port), hostname)
  socket.write('GET /orders HTTP/1.1\r\nHost: a\r\n')
  const answer = await textOf(socket)
  assert.match(answer, /^HTTP\/1\.1 408 [\s\S]*"type":"RequestTimeoutException"/)
})
prove('Error codes', '409', async (proof) => {
  const { id } = await proof.confirmed(40_000)
  await proof.client('POST', `/orders/${id}/cancel`)
  const request = ['POST', `/orders/${id}/captures`, { amount: 1 }] as const
  assert.equal(await refused(proof, request, 'ConflictException'), 409)
})
prove('Error codes', '415', async (proof) => {
  const request = ['POST', '/checkout', 'a=b', { 'content-type': 'text/plain' }] as const
  assert.equal(await refused(proof, request, 'UnsupportedMediaTypeException'), 415)
})
const available = async (proof: Proof, query: string): Promise<string[]> => {
  const pages = inBothFormats(proof.server, proof.server.demo.public_key)
  const { status, body } = await pages('GET', `/checkout/button?${query}`)
  return status === 201 ? body.products : []
}

prove('Availability endpoint', 'GET /checkout/button', async (proof) => {
  assert.ok((await available(proof, 'amount=40000&currency=EUR')).length > 0)
  assert.deepEqual(await available(proof, 'amount=1&currency=EUR'), [])
  assert.deepEqual(await available(proof, 'amount=40000&currency=USD'), [])
  const pages = inBothFormats(proof.server, proof.server.demo.public_key)
  const invalid = await pages('GET', '/checkout/button?amount=4.5')
  assert.deepEqual(Object.keys(invalid.body.error.fields), ['amount', 'currency'])
})
// Demo limits: instalments 1.00 to 10,000.00, pay_in_4 to 2,000.00, pay_later to 1,000.00.
prove('Availability by product', '(omitted)', async (proof) => {
  const all = ['instalments', 'pay_in_4', 'pay_later']
  assert.deepEqual(await available(proof, 'amount=100000&currency=EUR'), all)
  assert.deepEqual(await available(proof, 'amount=100001&currency=EUR'), all.slice(0, 2))
  assert.deepEqual(await available(proof, 'amount=1000000&currency=EUR'), all.slice(0, 1))
})

async function withinLimits(proof: Proof, product: string, most: number): Promise<void> {
  const bodyOf = (amount: number) =>
    available(proof, `amount=${amount}&currency=EUR&product[type]=${product}`)
  assert.deepEqual(await bodyOf(99), [])
  assert.deepEqual(await bodyOf(100), [product])
  assert.deepEqual(await bodyOf(most), [product])
  assert.deepEqual(await bodyOf(most + 1), [])
}

prove('Availability by product', 'instalments', (proof) =>
  withinLimits(proof, 'instalments', 1_000_000),
)
prove('Availability by product', 'pay_later', (proof) => withinLimits(proof, 'pay_later', 100_000))
prove('Availability by product', 'pay_in_4', (proof) => withinLimits(proof, 'pay_in_4', 200_000))
