// The identity check over HTTP: by the sandbox tool and by the buyer's page (contract §5, §11).
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { buyerOf } from '../buyers.ts'
import {
  auditOf,
  type Client,
  checkoutBody,
  clientOf,
  newMid,
  type Reply,
  type RunningServer,
  reaches,
  startServer,
} from '../running-server.ts'
import { messagesOf, ok, openShop, type Shop } from '../shop.ts'

const MINUTE = { timeout: 60_000 }
const CHECKED = '99999995C'
const LIVE = 'application/vnd.svc.v1+json'
let server: RunningServer
let client: Client
let shop: Shop

before(async () => {
  server = await startServer()
  client = clientOf(server)
  shop = await openShop(() => ok)
})
after(async () => {
  shop.close()
  await server.remove()
})

type Checkout = { readonly id: string; readonly holder: Client }

async function created(merchant: object = {}, by: Client = client): Promise<Checkout> {
  const more = { merchant: { notification_url: shop.url, ...merchant } }
  const { status, body, text } = await by('POST', '/checkout', checkoutBody(newMid(), 50_000, more))
  assert.equal(status, 201, text)
  return { id: body.id, holder: buyerOf(server, by, body.id) }
}

const complete = (id: string, body?: unknown, headers?: Record<string, string>) =>
  client('POST', `/sandbox/checkouts/${id}/complete`, body, headers)
const check = ({ id, holder }: Checkout, outcome: unknown, headers?: Record<string, string>) =>
  holder('POST', `/checkout/${id}/challenge`, { outcome }, headers)
const result = ({ status, body }: Reply) => [status, body.status, body.status_reason]
const refusal = ({ status, body }: Reply) => [status, body.error.code]

async function waiting(merchant: object = {}): Promise<Checkout> {
  const checkout = await created(merchant)
  const reply = await complete(checkout.id, { document_id: CHECKED })
  assert.deepEqual(result(reply), [200, 'pending', 'challenge_required'])
  return checkout
}

const reasonsOf = async (id: string, status: string): Promise<string[]> =>
  (await messagesOf(shop, id, status)).map(({ body }) => body.status_reason)

test(
  'passed in one step: the store hears of the check, confirms, and is notified',
  MINUTE,
  async () => {
    const { id } = await created()
    const reply = await complete(id, { document_id: CHECKED, challenge: 'pass' })
    assert.deepEqual(result(reply), [200, 'pending', 'confirmation_required'])
    const reasons = ['challenge_required', 'confirmation_required', '']
    assert.deepEqual(await reasonsOf(id, 'ok'), reasons)
    const { body } = await client('GET', `/orders/${id}`)
    assert.equal(body.status, 'processing')
    assert.ok(body.verified !== null && body.verified <= body.confirmed)
  },
)

test(
  'failed in one step: the store is notified of the check, then of the end',
  MINUTE,
  async () => {
    const { id } = await created()
    const reply = await complete(id, { document_id: CHECKED, challenge: 'fail' })
    assert.deepEqual(result(reply), [200, 'ko', 'failed_challenge'])
    assert.deepEqual(await reasonsOf(id, 'ko'), ['challenge_required', 'failed_challenge'])
    const { body } = await client('GET', `/orders/${id}`)
    assert.deepEqual([body.status, body.rejected, body.verified], ['cancelled', true, null])
    assert.deepEqual(refusal(await complete(id)), [409, 'checkout_finished'])
  },
)

test('left alone, the check waits for 2 days, and the tool decides it later', MINUTE, async () => {
  for (const [challenge, end] of [
    ['pass', 'confirmation_required'],
    ['fail', 'failed_challenge'],
  ] as const) {
    const checkout = await created()
    const left = await complete(checkout.id, { document_id: CHECKED, challenge: 'leave' })
    assert.deepEqual(result(left), [200, 'pending', 'challenge_required'])
    const { body } = await client('GET', `/orders/${checkout.id}`)
    const lives = Date.parse(body.expires_at) - Date.parse(body.created)
    assert.ok(lives >= 2_880 * 60_000 && lives < 2_881 * 60_000)
    const reply = await complete(checkout.id, { challenge })
    assert.equal(reply.body.status_reason, end)
    assert.deepEqual(refusal(await complete(checkout.id, { challenge })), [
      409,
      'checkout_finished',
    ])
  }
})

test('another completion by a buyer in the check is refused by its state', async () => {
  const { id } = await waiting()
  const others = [undefined, {}, { challenge: 'leave' }, { dismiss: true }]
  for (const body of [...others, { document_id: '12345678Z' }, { product: 'instalments' }]) {
    const reply = await complete(id, body)
    assert.deepEqual(refusal(reply), [409, 'checkout_state'], JSON.stringify(body))
    assert.match(reply.body.error.message, /challenge_required/)
  }
  const odd = await complete(id, { challenge: 'maybe' })
  assert.deepEqual(Object.keys(odd.body.error.fields), ['challenge'])
})

test('the page passes or fails the check under the token of the checkout', MINUTE, async () => {
  const passed = await waiting()
  assert.deepEqual(result(await check(passed, 'pass')), [200, 'pending', 'confirmation_required'])
  await reaches(client, passed.id, '')
  const failed = await waiting()
  assert.deepEqual(result(await check(failed, 'fail')), [200, 'ko', 'failed_challenge'])
  for (const checkout of [passed, failed]) {
    assert.deepEqual(refusal(await check(checkout, 'pass')), [409, 'checkout_finished'])
  }
  const early = await created()
  assert.deepEqual(refusal(await check(early, 'pass')), [409, 'checkout_state'])
})

test('an invalid outcome is refused on its field, and decides nothing', async () => {
  const checkout = await waiting()
  for (const outcome of [undefined, null, '', false, true, 'leave', 'PASS', 1, ['pass'], {}]) {
    const reply = await check(checkout, outcome)
    assert.equal(reply.status, 400, JSON.stringify(outcome))
    assert.deepEqual(Object.keys(reply.body.error.fields), ['outcome'])
  }
  const none = await checkout.holder('POST', `/checkout/${checkout.id}/challenge`)
  assert.equal(none.status, 400)
  assert.equal((await check(checkout, 'pass')).status, 200)
})

test('nobody but the holder of the token decides the check', async () => {
  const checkout = await waiting()
  const other = await created()
  const { private_key, public_key } = server.demo
  for (const key of ['', 'x', private_key, public_key]) {
    const reply = await check({ ...checkout, holder: clientOf(server, { key }) }, 'pass')
    assert.equal(reply.status, 401, key)
  }
  assert.equal((await check({ ...checkout, holder: other.holder }, 'pass')).status, 401)
  const { body } = await client('GET', `/checkout/${checkout.id}/status`)
  assert.equal(body.status_reason, 'challenge_required')
})

test('another store and the other mode find nothing to complete', async () => {
  const { id } = await waiting()
  const stranger = clientOf(server, { key: server.demo.other_store.private_key })
  const live = clientOf(server, { accept: LIVE })
  for (const by of [stranger, live]) {
    const reply = await by('POST', `/sandbox/checkouts/${id}/complete`, { challenge: 'pass' })
    assert.equal(reply.status, 404)
    assert.deepEqual(reply.body.error.fields, { checkout__id: id })
  }
})

test('a key makes the whole step happen once, however often it is requested', MINUTE, async () => {
  const { id } = await created()
  const key = { 'idempotency-key': randomUUID() }
  const body = { document_id: CHECKED, challenge: 'pass' }
  const first = await complete(id, body, key)
  const again = await complete(id, body, key)
  assert.equal(first.status, 200, first.text)
  assert.equal(again.text, first.text)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await complete(id, { challenge: 'fail' }, key)).status, 422)
  await reaches(client, id, '')
  const page = await waiting()
  const pageKey = { 'idempotency-key': randomUUID() }
  const passed = await check(page, 'pass', pageKey)
  assert.equal((await check(page, 'pass', pageKey)).text, passed.text)
  await reaches(client, page.id, '')
})

test('one of 16 simultaneous outcomes decides', MINUTE, async () => {
  const checkout = await waiting()
  const replies = await Promise.all(
    Array.from({ length: 16 }, (_, index) => check(checkout, index % 2 === 0 ? 'pass' : 'fail')),
  )
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  for (const { status } of replies) assert.ok([200, 409].includes(status))
})

test('a check of 0 minutes is over immediately, also where it is played', MINUTE, async () => {
  for (const challenge of ['leave', 'pass'] as const) {
    const { id } = await created({ timeout_extra: 0 })
    const reply = await complete(id, { document_id: CHECKED, challenge })
    assert.deepEqual(result(reply), [200, 'ko', 'expired_challenge'])
    assert.deepEqual(await reasonsOf(id, 'ko'), ['challenge_required', 'expired_challenge'])
    const { body } = await client('GET', `/orders/${id}`)
    assert.notEqual(body.expired, null)
  }
})

test('a store that cancels during the check ends it', MINUTE, async () => {
  const checkout = await waiting()
  assert.equal((await client('POST', `/orders/${checkout.id}/cancel`)).status, 204)
  assert.deepEqual(refusal(await check(checkout, 'pass')), [409, 'checkout_finished'])
  const reasons = ['challenge_required', 'confirmation_rejected_by_merchant']
  assert.deepEqual(await reasonsOf(checkout.id, 'ko'), reasons)
})

test('in the demo the check can be tried in live mode too', MINUTE, async () => {
  const live = clientOf(server, { accept: LIVE })
  const { id } = await created({}, live)
  const reply = await live('POST', `/sandbox/checkouts/${id}/complete`, { document_id: CHECKED })
  assert.deepEqual(result(reply), [200, 'pending', 'challenge_required'])
})

test('all that happened here is sound', MINUTE, async () => {
  const { code, findings } = await auditOf(server)
  assert.deepEqual([code, findings], [0, []])
})
