// What a buyer may read is Spanish or English, as their browser asks (contract §12).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkoutBody, newMid, ownServer, type WireReply, wire } from '../running-server.ts'

const server = ownServer()

type Question = {
  readonly language?: string
  readonly key?: string
  readonly accept?: string
  readonly body?: unknown
}

function send(method: string, path: string, question: Question = {}): Promise<WireReply> {
  const { language, key = server.demo.private_key, body } = question
  const headers: Record<string, string> = {
    accept: question.accept ?? 'application/vnd.svc.sandbox.v1+json',
    authorization: `Bearer ${key}`,
  }
  if (language !== undefined) headers['accept-language'] = language
  if (body === undefined) return wire(server, { method, path, headers })
  headers['content-type'] = 'application/json'
  return wire(server, { method, path, headers, body: JSON.stringify(body) })
}

/** Its message, the language that it says it has, and what it depends on. */
function textOf({ body, headers }: WireReply): readonly unknown[] {
  return [body.error?.message, headers['content-language'], headers.vary]
}

const VARY = 'Accept, Accept-Language'
const TOO_MUCH = '/checkout/button?amount=99999999&currency=EUR'

test('the language with the best quality is answered; without any, English', async () => {
  const spanish = 'No hay ningún producto de financiación para este pedido'
  const english = 'No financing product fits this order'
  for (const [language, expected] of [
    [undefined, english],
    ['*', english],
    ['fr', english],
    ['es-ES,es;q=0.9,en;q=0.8', spanish],
    ['en;q=0.3, es;q=0.7', spanish],
    ['es;q=0.3, en;q=0.7', english],
    ['en;q=0, *', spanish],
  ] as const) {
    const question = { key: server.demo.public_key, ...(language && { language }) }
    const reply = await send('GET', TOO_MUCH, question)
    assert.equal(reply.status, 403)
    assert.equal(reply.body.error.code, 'financing_unavailable')
    const tag = expected === spanish ? 'es' : 'en'
    assert.deepEqual(textOf(reply), [expected, tag, VARY], language)
  }
})

test('every answer of such a route declares that it depends on the language', async () => {
  const allowed = '/checkout/button?amount=40000&currency=EUR'
  for (const key of [server.demo.public_key, server.demo.private_key]) {
    const { status, headers } = await send('GET', allowed, { key, language: 'es' })
    assert.deepEqual([status, headers.vary], [201, VARY])
  }
})

for (const path of ['/checkout', '/checkout/offline']) {
  test(`${path} answers other errors than validation in Spanish`, async () => {
    const mid = newMid()
    const body = checkoutBody(mid, 50_000)
    const { body: created, headers } = await send('POST', path, { body, language: 'es' })
    assert.equal(headers.vary, VARY)
    const token = new URL(created.checkout_url).hash.slice(1)
    const accept = { product: 'instalments', num_instalments: 3, card_token: 'none' }
    const invalid = await send('POST', path, { body: {}, language: 'es' })
    assert.equal(invalid.status, 400)
    assert.deepEqual(textOf(invalid), ['API validation error', 'es', VARY])
    assert.deepEqual(Object.keys(invalid.body.error.fields), ['order', 'customer'])
    const [unknown, wrong] = await Promise.all([
      send('POST', path, { key: 'sk_none', body, language: 'es' }),
      send('POST', `/checkout/${created.id}/accept`, { key: 'x', body: accept, language: 'es' }),
    ])
    assert.deepEqual(textOf(unknown), [
      'La clave tiene un formato incorrecto, es desconocida, ha caducado o se ha revocado',
      'es',
      VARY,
    ])
    assert.deepEqual(textOf(wrong), ['El token del pago no es válido o ha caducado', 'es', VARY])
    assert.equal(wrong.body.error.type, 'UnauthorizedException')

    const document = `/checkout/${created.id}/documents/none.html`
    const missing = await send('GET', document, { key: token, language: 'es' })
    assert.deepEqual(textOf(missing), ['No se ha encontrado el documento', 'es', VARY])
    assert.equal(missing.body.error.code, 'document_not_found')
  })
}

test('it is the same in XML', async () => {
  const accept = 'application/vnd.svc.sandbox.v1+xml'
  const key = server.demo.public_key
  const { text, headers } = await send('GET', TOO_MUCH, { key, accept, language: 'es' })
  assert.match(text, /<message>No hay ningún producto de financiación/)
  assert.equal(headers['content-language'], 'es')
})

test('"not allowed" stays, and so does the English of all other routes', async () => {
  const refused = await send('DELETE', '/checkout/button', { language: 'es' })
  assert.equal(refused.status, 405)
  assert.match(refused.body.error.message, /not allowed/)
  const missing = await send('GET', '/orders/none', { language: 'es' })
  assert.deepEqual(textOf(missing), ['Order not found', undefined, 'Accept'])
})
