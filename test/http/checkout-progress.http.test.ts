// What the buyer's page shows of their checkout, from the first look to the result.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { buyerOf } from '../buyers.ts'
import {
  type Client,
  checkoutBody,
  clientOf,
  type Json,
  newMid,
  ownServer,
  type Reply,
  reaches,
} from '../running-server.ts'

const LIVE = 'application/vnd.svc.v1+json'
const shop = 'https://shop.example'
const server = ownServer()
const client = clientOf(server)

before(async () => {
  await client('PATCH', '/me', { url: `${shop}/es/` })
})

type Open = { readonly id: string; readonly token: string; readonly holder: Client }

async function open(more: Record<string, unknown> = {}, by = client): Promise<Open> {
  const { status, body, text } = await by('POST', '/checkout', checkoutBody(newMid(), 40_000, more))
  assert.equal(status, 201, text)
  const token = new URL(body.checkout_url).hash.slice(1)
  return { id: body.id, token, holder: buyerOf(server, by, body.id) }
}

const ask = ({ id, holder }: Open) => holder('GET', `/checkout/${id}/progress`)
const refusal = ({ status, body }: Reply) => [status, body.error?.code]

async function progressOf(checkout: Open): Promise<Json> {
  const { status, body, text } = await ask(checkout)
  assert.equal(status, 200, text)
  return body
}

const complete = ({ id }: Open, body: object) =>
  client('POST', `/sandbox/checkouts/${id}/complete`, body)

const known = {
  ...{ first_name: 'Ada', last_name: 'Lovelace', phone: '600000000', birthday: '1990-01-01' },
  document_id: '12345678Z',
}

test('a new checkout, whole', async () => {
  const checkout = await open({
    merchant: { notification_url: `${shop}/hook?secret=1`, success_url: 'thanks', ko_url: '/no' },
    customer: { email: 'ada@example.com', language: 'es-ES', first_name: 'Ada', phone: '' },
  })
  const { now, expires_at, ...rest } = await progressOf(checkout)
  const left = Date.parse(expires_at) - Date.parse(now)
  assert.ok(left > 59 * 60_000 && left <= 60 * 60_000, String(left))
  assert.deepEqual(rest, {
    ...{ id: checkout.id, status: 'pending', status_reason: 'in_process', sandbox: true },
    store: {
      ...{ name: 'Mirlo', url: `${shop}/es/`, lender: rest.store.lender },
      ...{ color: null, text_color: null, logo: null },
    },
    ...{ language: 'es-ES', total_amount: 40_000 },
    currency: { name: 'Euro', code: 'EUR', numeric: '978', symbol: '€' },
    articles: [{ name: 'Bicycle', quantity: 1, price: 40_000 }],
    buyer: {
      ...{ email: 'ada@example.com', first_name: 'Ada', last_name: null, phone: null },
      ...{ birthday: null, document_id: null },
    },
    ...{ income_required: false, signed: null, close_on_success: false },
    urls: {
      ...{ success: `${shop}/es/thanks`, pending: `${shop}/`, ko: `${shop}/no` },
      ...{ error: `${shop}/`, dismiss: `${shop}/` },
    },
    card_frame: '/sandbox/card-frame',
    people: [
      { document_id: '12345678Z', outcome: 'accepted' },
      { document_id: '99999998T', outcome: 'refused' },
      { document_id: '99999995C', outcome: 'checked' },
    ],
  })
})

test('only the holder of the token reads it, in either mode and every format', async () => {
  const checkout = await open()
  const other = await open()
  const path = `/checkout/${checkout.id}/progress`
  for (const key of ['', 'x', other.token, server.demo.private_key, server.demo.public_key]) {
    assert.deepEqual(refusal(await clientOf(server, { key })('GET', path)), [401, 'token_invalid'])
  }
  for (const id of ['0'.repeat(32), 'nobody', checkout.id.toUpperCase()]) {
    const reply = await checkout.holder('GET', `/checkout/${id}/progress`)
    assert.deepEqual(refusal(reply), [401, 'token_invalid'], id)
  }
  assert.equal((await ask(checkout)).headers.get('cache-control'), 'no-store')
  const live = await open({}, clientOf(server, { accept: LIVE }))
  const progress = await progressOf(live)
  assert.deepEqual(
    [progress.sandbox, progress.people.length],
    [false, 3],
    'the demo plays live mode',
  )
  const xml = clientOf(server, { key: checkout.token, accept: 'application/xml' })
  const { status, text } = await xml('GET', path)
  assert.equal(status, 200)
  assert.match(text, /<buyer><email>ada@example.com<\/email>/)
  assert.equal((await checkout.holder('POST', path)).status, 405)
})

test('the buyer’s saved data take precedence over the store’s', async () => {
  const customer = {
    ...{ email: 'ada@example.com', first_name: 'A.', birthday: '1980-05-05T10:00:00Z' },
    document_id: { type: 'nif', number: '99999999R' },
  }
  const checkout = await open({ customer })
  const sent = { first_name: 'A.', last_name: null, phone: null, birthday: '1980-••-••' }
  assert.deepEqual((await progressOf(checkout)).buyer, {
    ...sent,
    ...{ email: 'ada@example.com', document_id: '•••••999R' },
  })
  const saved = await checkout.holder('PUT', `/checkout/${checkout.id}/buyer`, known)
  assert.equal(saved.status, 204, saved.text)
  assert.deepEqual((await progressOf(checkout)).buyer, {
    ...{ email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' },
    ...{ phone: '••••••000', birthday: '1990-••-••', document_id: '•••••678Z' },
  })
})

test('once the buyer can no longer sign, none of their data are shown', async () => {
  const customer = { email: 'ada@example.com', first_name: 'Ada', phone: '600000000' }
  const hidden = (progress: Json) => {
    assert.equal(progress.buyer, null)
    assert.doesNotMatch(JSON.stringify(progress), /ada@example|600000000|1234567[89]/)
  }
  const withoutPeople = ({ people: _people, ...progress }: Json) => progress

  const signed = await open({ customer })
  await complete(signed, { product: 'pay_in_4' })
  const accepted = withoutPeople(await progressOf(signed))
  hidden(accepted)
  assert.equal(accepted.signed.product, 'pay_in_4')
  assert.equal(accepted.signed.schedule.length, 4)
  await reaches(client, signed.id, '')
  const confirmed = withoutPeople(await progressOf(signed))
  hidden(confirmed)
  assert.deepEqual(
    [confirmed.status, confirmed.status_reason, confirmed.expires_at],
    ['ok', '', null],
  )

  const checked = await open({ customer })
  await complete(checked, { document_id: '99999995C', challenge: 'leave' })
  const waiting = withoutPeople(await progressOf(checked))
  hidden(waiting)
  assert.deepEqual([waiting.status, waiting.status_reason], ['pending', 'challenge_required'])
  assert.ok(Date.parse(waiting.expires_at) > Date.parse(waiting.now))

  const refused = await open({ customer })
  await complete(refused, { document_id: '99999998T' })
  const ko = withoutPeople(await progressOf(refused))
  hidden(ko)
  assert.deepEqual([ko.status, ko.status_reason], ['ko', 'ko_generic'])
})

test('the time is that of the store; a checkout whose time is over shows no buyer', async () => {
  const { other_store } = server.demo
  const other = clientOf({ demo: { ...server.demo, ...other_store } })
  const checkout = await open({ merchant: { timeout_checkout: 2 } }, other)
  const { expires_at } = await progressOf(checkout)
  const earlier = new Date(Date.parse(expires_at) - 1_000).toISOString()
  assert.equal((await other('POST', '/me/test-clock', { now: earlier })).status, 200)
  const almost = await progressOf(checkout)
  assert.equal(Date.parse(almost.expires_at) - Date.parse(almost.now), 1_000)
  assert.notEqual(almost.buyer, null)
  assert.equal((await other('POST', '/me/test-clock', { advance: 'PT1S' })).status, 200)
  const over = await progressOf(checkout)
  assert.equal(over.now, expires_at)
  assert.equal(over.buyer, null)
})

test('the addresses are those of the web, and of the store as it is named now', async () => {
  const merchant = {
    ...{
      success_url: 'https://u:secret@shop.example/ok',
      pending_url: '/wait',
      dismiss_url: 'cart',
    },
    close_on_success: true,
  }
  const progress = await progressOf(await open({ merchant }))
  assert.deepEqual(progress.urls, {
    ...{ success: `${shop}/ok`, pending: `${shop}/wait`, ko: `${shop}/es/cart` },
    ...{ error: `${shop}/es/cart`, dismiss: `${shop}/es/cart` },
  })
  assert.equal(progress.close_on_success, true)
  assert.doesNotMatch(JSON.stringify(progress), /secret|notification/)
})

test('an income is required from the total that the store names', async () => {
  const decision = async (income_from: number | null) => {
    const { status, text } = await client('PATCH', '/me', { decision: { income_from } })
    assert.equal(status, 200, text)
  }
  const checkout = await open()
  await decision(40_001)
  assert.equal((await progressOf(checkout)).income_required, false)
  await decision(40_000)
  assert.equal((await progressOf(checkout)).income_required, true)
  await decision(null)
})
