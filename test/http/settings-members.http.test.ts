// Settings refuse members that nobody knows, and take back a whole answer (contract §12).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientOf, type Json, ownServer } from '../running-server.ts'

const server = ownServer()
const client = clientOf(server)

test('the whole answer of GET /me can be sent back and changes nothing', async () => {
  const before = (await client('GET', '/me')).body
  const { status, text, body } = await client('PATCH', '/me', before)
  assert.equal(status, 200, text)
  assert.deepEqual(body, before)
})

test('objects of the settings merge: what is absent stays, null is the default', async () => {
  const before = (await client('GET', '/me')).body
  const patched = async (patch: object) => {
    const { status, text, body } = await client('PATCH', '/me', patch)
    assert.equal(status, 200, text)
    return body
  }
  await patched({ collection: { retry_days: [1, 4], write_off_after_days: 90 } })
  const late = await patched({ collection: { late_after_days: 7 } })
  const collection = { retry_days: [1, 4], late_after_days: 7, write_off_after_days: 90 }
  assert.deepEqual(late, { ...before, collection, terms: late.terms })
  const reset = await patched({ collection: { retry_days: null }, decision: {} })
  assert.deepEqual(reset.collection, { ...collection, retry_days: [2, 5, 10] })
  await patched({ lender: { name: 'Lender', email: 'a@lender.example' } })
  const lender = (await patched({ lender: { email: null, phone: '600' } })).lender
  assert.deepEqual([lender.name, lender.email, lender.phone], ['Lender', null, '600'])
  const whole = await patched({ ...(await client('GET', '/me')).body })
  assert.deepEqual(whole.lender, lender)
  const after = await patched({ collection: null, lender: before.lender })
  assert.deepEqual(after, { ...before, terms: after.terms })
})

test('the whole answer of a webhook can be sent back and changes nothing', async () => {
  const made = await client('POST', '/me/webhooks', {
    url: `${server.demo.base_url}/demo/notifications`,
  })
  const path = `/me/webhooks/${made.body.id}`
  const before = (await client('GET', path)).body
  const { status, text } = await client('PATCH', path, before)
  assert.equal(status, 200, text)
  assert.deepEqual((await client('GET', path)).body, before)
})

const unknown: readonly (readonly [string, string, object, string])[] = [
  ['PATCH', '/me', { notification_ulr: 'http://127.0.0.1/' }, 'notification_ulr'],
  ['PATCH', '/me', { collection: { late_after_day: 3 } }, 'collection.late_after_day'],
  ['POST', '/me/webhooks', { url: 'http://127.0.0.1:9/', typs: [] }, 'typs'],
  ['POST', '/me/api-keys', { name: 'a', kind: 'public', scope: [] }, 'scope'],
]
for (const [method, path, body, member] of unknown) {
  test(`${method} ${path} refuses ${member} and names the nearest`, async () => {
    const before = (await client('GET', '/me')).text
    const { status, body: answer } = await client(method, path, body)
    assert.equal(status, 400)
    assert.match(answer.error.fields[member][0], /did you mean \w+\?/)
    assert.equal((await client('GET', '/me')).text, before)
  })
}

for (const [method, path] of unknown.slice(1)) {
  test(`${method} ${path} refuses names that every object inherits`, async () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
      const { status, body } = await client(method, path, { [name]: {} })
      assert.equal(status, 400)
      assert.match(body.error.fields[name][0], /^is not known here/)
    }
  })
}

test('orders and campaigns ignore unknown members', async () => {
  const campaign = { name: 'A', start_date: '2026-01-01', interest: 0, colour: 'red' }
  assert.equal((await client('POST', '/me/campaigns', campaign)).status, 201)
})

test('no route of the lender ignores a mistyped member', async () => {
  const lender = clientOf(server, { key: server.demo.lender_key })
  const { paths } = (await client('GET', '/openapi.json')).body
  const refused: string[] = []
  for (const [path, methods] of Object.entries<Json>(paths))
    for (const [method, { requestBody }] of Object.entries<Json>(methods)) {
      if (!path.startsWith('/lender/') || requestBody === undefined) continue
      const one = path.replace(/\{\w+\}/g, '1'.padStart(32, '0'))
      const { status, body } = await lender(method.toUpperCase(), one, { vlaue_date: '2026-01-01' })
      // Of another scope, of people alone, in a session.
      if (status === 403 || body.error.code === 'request_malformed') continue
      const { vlaue_date: fault } = body.error.fields ?? {}
      assert.match(String(fault), /^is not known here/, `${method} ${path}: ${body.error.code}`)
      refused.push(path)
    }
  assert.ok(refused.includes('/lender/loans/{loanId}/payments'), refused.join())
  assert.ok(refused.includes('/lender/people/search'), refused.join())
})
