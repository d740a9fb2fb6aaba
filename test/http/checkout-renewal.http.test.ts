// Buyers' tokens end, and the signature renews them (contract §12.9, decision 0070).
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { tokenIn } from '../buyers.ts'
import {
  auditOf,
  type Client,
  checkoutBody,
  clientOf,
  newMid,
  ownServer,
  type Reply,
  reaches,
} from '../running-server.ts'

const server = ownServer()
const client = clientOf(server)
/** A store with a clock of its own. */
let timed: Client

before(() => {
  timed = clientOf(server, { key: server.demo.other_store.private_key })
})

const person = {
  ...{ first_name: 'Ada', last_name: 'Prueba', phone: '600000000', birthday: '1990-01-01' },
  document_id: '12345678Z',
}
const wish = { product: 'pay_in_4' }
const refusal = ({ status, body }: Reply) => [status, body?.error?.code]
const INVALID = [401, 'token_invalid']
const holderOf = (key: string) => clientOf(server, { key })

async function open(by: Client, more: Record<string, unknown> = {}) {
  const created = await by('POST', '/checkout', checkoutBody(newMid(), 40_000, more))
  assert.equal(created.status, 201, created.text)
  const { id, checkout_url } = created.body
  const token = tokenIn(checkout_url)
  return { id: id as string, path: `/checkout/${id}`, token, holder: holderOf(token) }
}
type Open = Awaited<ReturnType<typeof open>>

/** The signature, and how to send it again. */
async function sign({ path, holder }: Open, buyer: object = {}) {
  assert.equal((await holder('PUT', `${path}/buyer`, { ...person, ...buyer })).status, 204)
  const headers = { 'idempotency-key': randomUUID() }
  const repeat = (by: Client = holder, body: object = wish, of: Record<string, string> = headers) =>
    by('POST', `${path}/accept`, body, of)
  const first = await repeat()
  assert.equal(first.status, 200, first.text)
  return { first, repeat, renewed: holderOf(first.body.token) }
}

const freshToken = async (by: Client, { path }: Open): Promise<string> =>
  tokenIn((await by('GET', path)).body.checkout_url)

const advance = async (duration: string) => {
  const { status, text } = await timed('POST', '/me/test-clock', { advance: duration })
  assert.equal(status, 200, text)
}

test('the signature brings a new token, and the old one reads the result', async () => {
  const checkout = await open(client)
  const { path, holder } = checkout
  const { first, renewed } = await sign(checkout)
  assert.notEqual(first.body.token, checkout.token)
  await reaches(client, checkout.id, '')
  const progress = await holder('GET', `${path}/progress`)
  assert.deepEqual([progress.status, progress.body.status], [200, 'ok'])
  const { signed, buyer, people } = progress.body
  assert.deepEqual([signed, buyer, people], [null, null, []])
  for (const [method, step, body] of [
    ['GET', 'offers'],
    ['GET', 'decision'],
    ['GET', 'documents/agreement.html'],
    ['PUT', 'buyer', person],
    ['POST', 'dismiss'],
    ['POST', 'challenge', { outcome: 'pass' }],
    ['POST', 'accept', wish],
  ] as const) {
    assert.deepEqual(refusal(await holder(method, `${path}/${step}`, body)), INVALID, step)
    const own = await renewed(method, `${path}/${step}`, body)
    assert.notEqual(own.status, 401, step)
  }
  const card = { number: '4111111111111111', expiry: '12/49', cvc: '123' }
  const entered = await holder('POST', `/sandbox/checkouts/${checkout.id}/cards`, card)
  assert.deepEqual(refusal(entered), INVALID)
  const own = await renewed('GET', `${path}/progress`)
  assert.equal(own.body.signed.product, 'pay_in_4')
  assert.equal((await renewed('GET', `${path}/documents/agreement.html`)).status, 200)
  assert.deepEqual((await auditOf(server)).findings, [])
})

test('a lost answer is available again, with the same token', async () => {
  const checkout = await open(client)
  const { first, repeat } = await sign(checkout)
  const again = await repeat()
  assert.deepEqual([again.status, again.text], [200, first.text])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(refusal(await repeat(checkout.holder, wish, {})), INVALID, 'without its key')
  const other = { 'idempotency-key': randomUUID() }
  assert.deepEqual(refusal(await repeat(checkout.holder, wish, other)), INVALID, 'another key')
  const changed = await repeat(checkout.holder, { product: 'instalments' })
  assert.deepEqual(refusal(changed), [422, 'idempotency_key_reused'])
  const stranger = await open(client)
  assert.deepEqual(refusal(await repeat(stranger.holder)), INVALID, 'the token of another checkout')
  const many = await Promise.all(Array.from({ length: 8 }, () => repeat()))
  for (const { status, text } of many) {
    assert.ok(status === 409 || text === first.text, text)
  }
})

test('one of two tabs that sign together succeeds, and both read the result', async () => {
  const checkout = await open(client)
  const { path, holder } = checkout
  assert.equal((await holder('PUT', `${path}/buyer`, person)).status, 204)
  const keys = Array.from({ length: 6 }, () => ({ 'idempotency-key': randomUUID() }))
  const replies = await Promise.all(
    keys.map((headers) => holder('POST', `${path}/accept`, wish, headers)),
  )
  const signed = replies.filter(({ status }) => status === 200)
  assert.equal(signed.length, 1)
  for (const { status, text } of replies) assert.ok([200, 401, 409].includes(status), text)
  assert.equal((await holder('GET', `${path}/progress`)).status, 200)
  assert.equal((await holderOf(signed[0]?.body.token)('GET', `${path}/progress`)).status, 200)
})

test('a buyer who is declined with their data reads why with the token they have', async () => {
  const checkout = await open(client)
  const { first, renewed } = await sign(checkout, { document_id: '99999998T' })
  assert.equal(first.body.status_reason, 'ko_generic')
  // Nothing was signed: no token has become one of before a signature.
  for (const holder of [renewed, checkout.holder]) {
    assert.equal((await holder('GET', `${checkout.path}/decision`)).body.outcome, 'refused')
  }
})

test('a page with the public key reads the result of a signed checkout, and no more', async () => {
  const checkout = await open(client)
  const { renewed } = await sign(checkout, { document_id: '99999995C' })
  const page = clientOf(server, { key: server.demo.public_key })
  const { body } = await page('POST', `${checkout.path}/token`)
  const holder = holderOf(body.token)
  const progress = await holder('GET', `${checkout.path}/progress`)
  assert.deepEqual(
    [progress.body.status_reason, progress.body.signed],
    ['challenge_required', null],
  )
  const challenge = `${checkout.path}/challenge`
  assert.deepEqual(refusal(await holder('POST', challenge, { outcome: 'pass' })), INVALID)
  assert.deepEqual(
    refusal(await holder('GET', `${checkout.path}/documents/agreement.html`)),
    INVALID,
  )
  assert.equal((await renewed('POST', challenge, { outcome: 'pass' })).status, 200)
})

test('the store’s server has a fresh address of the page, in every state', async () => {
  const checkout = await open(client)
  const { body } = await client('GET', checkout.path)
  const page = `${server.demo.base_url}/checkout/${checkout.id}/page#`
  assert.ok(body.checkout_url.startsWith(page))
  assert.equal(tokenIn(body.checkout_url), checkout.token)
  await client('POST', `/sandbox/checkouts/${checkout.id}/complete`, {})
  const fresh = holderOf(await freshToken(client, checkout))
  assert.equal((await fresh('GET', `${checkout.path}/documents/agreement.html`)).status, 200)
  const made = await client('POST', '/me/api-keys', {
    ...{ name: 'Reader', kind: 'private', scopes: ['orders:read'] },
  })
  for (const key of [made.body.key, server.demo.public_key]) {
    const reply = await clientOf(server, { key })('GET', checkout.path)
    assert.deepEqual([reply.status, reply.body.checkout_url], [200, undefined])
  }
})

test('tokens end two days after the deadline or the result, in the time of the store', async () => {
  const left = await open(timed, { merchant: { timeout_checkout: 60 } })
  const signed = await open(timed)
  const { renewed, repeat, first } = await sign(signed)
  await reaches(timed, signed.id, '')
  const use = async ({ holder, path }: Open) => (await holder('GET', `${path}/progress`)).status
  await advance('PT9M')
  assert.equal((await repeat()).text, first.text)
  await advance('PT2M')
  assert.deepEqual(refusal(await repeat()), INVALID, 'ten minutes are over')
  assert.deepEqual([await use(signed), await use(left)], [200, 200])
  await advance('PT47H48M')
  assert.deepEqual([await use(signed), await use(left)], [200, 200])
  await advance('PT5M')
  assert.deepEqual([await use(signed), await use(left)], [401, 200], 'two days after the result')
  assert.equal((await renewed('GET', `${signed.path}/progress`)).status, 401)
  await advance('PT54M')
  assert.equal(await use(left), 200)
  await advance('PT4M')
  assert.equal(await use(left), 401, 'two days after the deadline')
  for (const checkout of [left, signed]) {
    const token = await freshToken(timed, checkout)
    const fresh = { ...checkout, holder: holderOf(token) }
    assert.equal(await use(fresh), 200)
    await advance('P1DT23H')
    assert.equal(await use(fresh), 200)
    await advance('PT2H')
    assert.equal(await use(fresh), 401)
  }
})

test('a masked value stays as stored unless it is sent again', async () => {
  const customer = {
    ...{ email: 'ada@example.com', phone: '+34 600 111 222', birthday: '1985-06-07' },
    document_id: { type: 'nif', number: '99999999R', country: 'ES' },
  }
  const { id, path, holder } = await open(client, { customer })
  const shown = async () => {
    const { body } = await holder('GET', `${path}/progress`)
    assert.doesNotMatch(JSON.stringify(body.buyer), /111|06-07|99999|333/)
    return [body.buyer.phone, body.buyer.birthday, body.buyer.document_id]
  }
  assert.deepEqual(await shown(), [`${'•'.repeat(12)}222`, '1985-••-••', '•••••999R'])
  const names = { first_name: 'Ada', last_name: 'Prueba' }
  const [phone, birthday, document_id] = await shown()
  const sent = await holder('PUT', `${path}/buyer`, { ...names, phone, document_id })
  assert.deepEqual(Object.keys(sent.body.error.fields).sort(), ['document_id', 'phone'])
  assert.equal((await holder('PUT', `${path}/buyer`, { ...names, birthday })).status, 400)
  assert.equal((await holder('PUT', `${path}/buyer`, { ...names, phone: '' })).status, 204)
  assert.deepEqual(await shown(), [`${'•'.repeat(12)}222`, '1985-••-••', '•••••999R'])
  const anew = { ...names, phone: '600333444' }
  assert.equal((await holder('PUT', `${path}/buyer`, anew)).status, 204)
  assert.deepEqual(await shown(), ['••••••444', '1985-••-••', '•••••999R'])
  assert.equal((await holder('POST', `${path}/accept`, wish)).status, 200)
  const agreement = await client('GET', `/orders/${id}/documents/agreement.html`)
  assert.match(agreement.text, /99999999R/)
  const bare = await open(client)
  const missing = await bare.holder('PUT', `${bare.path}/buyer`, names)
  const fields = { phone: 1, birthday: 1, document_id: 1 }
  assert.deepEqual(Object.keys(missing.body.error.fields), Object.keys(fields))
})
