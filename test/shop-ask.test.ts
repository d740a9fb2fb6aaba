// How the example shop asks the service again, and when it believes an answer.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { createAsk } from '../examples/shop/ask.ts'

type Said = { readonly status: number; readonly body: object }

let answers: Said[] = []
let keys: (string | undefined)[] = []
const service = createServer((request, response) => {
  keys.push(String(request.headers['idempotency-key']))
  const { status, body } = answers.shift() ?? { status: 500, body: {} }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
before(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
})
after(() => service.close())

const refusal = (status: number, code: string): Said => {
  return { status, body: { error: { code, message: code } } }
}

async function capture(...said: Said[]): Promise<{ id?: string }> {
  answers = said
  keys = []
  const { port } = service.address() as AddressInfo
  const ask = createAsk({
    ...{ apiUrl: `http://127.0.0.1:${port}`, browserApiUrl: '', brand: 'svc' },
    ...{ privateKey: 'sk_1', publicKey: 'pk_1', notificationSecret: '' },
    ...{ host: '127.0.0.1', port: 0, shopUrl: undefined, ordersFile: '' },
  })
  return ask('POST', '/orders/1/captures', { body: { amount: 100 }, key: 'capture-1' })
}

const done: Said = { status: 201, body: { id: 'a' } }

test('a write whose first try is still running is retried under its key', async () => {
  assert.deepEqual(await capture(refusal(409, 'request_in_progress'), done), { id: 'a' })
  assert.deepEqual(keys, ['capture-1', 'capture-1'])
})

test('a service that is busy or down is retried under the same key', async () => {
  const down = [refusal(503, 'service_stopping'), refusal(429, 'order_busy')]
  assert.deepEqual(await capture(...down, done), { id: 'a' })
  assert.deepEqual(keys, ['capture-1', 'capture-1', 'capture-1'])
})

test('a refusal is final', async () => {
  await assert.rejects(capture(refusal(409, 'order_state'), done), { status: 409 })
  assert.equal(keys.length, 1)
})
