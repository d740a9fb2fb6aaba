// Decisions over HTTP: why a buyer was refused, a person's look at it, and the lender's scorecard.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { buyerOf } from '../buyers.ts'
import {
  auditOf,
  type Client,
  checkoutBody,
  clientOf,
  type Json,
  newMid,
  type RunningServer,
  startServer,
} from '../running-server.ts'
import { openShop, type Saying, type Shop, until } from '../shop.ts'

const LIVE = 'application/vnd.svc.v1+json'
const XML = 'application/vnd.svc.sandbox.v1+xml'
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const accepts: Saying = { text: '{"outcome":"accepted","version":"7"}' }
let server: RunningServer
let scorecard: Shop
let client: Client
/** Of a store whose rules decide in the sandbox. */
let strict: Client
let say: (question: Json) => Promise<Saying> | Saying = () => accepts

before(async () => {
  scorecard = await openShop(({ body }) => say(body))
  server = await startServer({ DECISION_URL: scorecard.url, DECISION_SECRET: SECRET })
  client = clientOf(server)
  strict = clientOf(server, { key: server.demo.other_store.private_key })
})
after(async () => {
  scorecard.close()
  await server.remove()
})

const person = {
  first_name: 'Ada',
  last_name: 'Prueba',
  phone: '600000000',
  birthday: '1990-01-01',
}
/** A NIF that nobody else has. */
let people = 0
function newDocument(): string {
  const number = String(40_000_000 + ++people)
  return number + 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(Number(number) % 23)
}

type Checkout = { readonly id: string; readonly mid: string; readonly holder: Client }

async function created(by: Client, more: object = {}): Promise<Checkout> {
  const mid = newMid()
  const { status, body, text } = await by(
    'POST',
    '/checkout',
    checkoutBody(mid, 50_000, { ...more }),
  )
  assert.equal(status, 201, text)
  return { id: body.id, mid, holder: buyerOf(server, by, body.id) }
}

async function signs({ id, holder }: Checkout, buyer: object = {}, headers = {}) {
  const question = { ...person, document_id: newDocument(), ...buyer }
  assert.equal((await holder('PUT', `/checkout/${id}/buyer`, question)).status, 204)
  return holder('POST', `/checkout/${id}/accept`, { product: 'instalments' }, headers)
}

async function refused(by: Client = client, more: object = {}): Promise<Checkout> {
  const checkout = await created(by, more)
  const reply = await signs(checkout, { document_id: '99999998T' })
  assert.equal(reply.body.status_reason, 'ko_generic', reply.text)
  return checkout
}

/** Its limits are these and no others: objects of a patch merge. */
const limit = async (decision: object): Promise<void> => {
  assert.equal((await strict('PATCH', '/me', { decision: null })).status, 200)
  const { status, text } = await strict('PATCH', '/me', { decision })
  assert.equal(status, 200, text)
}

async function decisionOn({ id }: { readonly id: string }, by: Client = client): Promise<Json> {
  const { status, body, text } = await by('GET', `/orders/${id}/decisions`)
  assert.equal(status, 200, text)
  assert.equal(body.results.length, 1)
  return body.results[0]
}

const codes = (decision: Json): string[] => decision.reasons.map(({ code }: Json) => code)
const refusal = ({ status, body }: { status: number; body: Json }) => [status, body.error.code]

test('a store reads the decision, by either id of the order, and in XML', async () => {
  const { id, mid } = await refused()
  const decision = await decisionOn({ id })
  assert.deepEqual(
    [decision.outcome, decision.decider, decision.version],
    ['refused', 'person', '1+7'],
  )
  assert.deepEqual(codes(decision), ['person_refused'])
  assert.deepEqual(decision.inputs.document, { country: 'ES', type: 'nif', check_letter: 'valid' })
  assert.deepEqual([decision.review, decision.inputs.amount], [null, 50_000])
  const named = await client('GET', `/orders/${encodeURIComponent(mid)}/decisions`)
  assert.deepEqual(named.body.results, [decision])
  const xml = await clientOf(server, { accept: XML })('GET', `/orders/${id}/decisions`)
  assert.match(xml.text, /<outcome>refused<\/outcome>/)
})

test('before the signature there is nothing to explain', async () => {
  const { id, holder } = await created(client)
  const { body } = await client('GET', `/orders/${id}/decisions`)
  assert.deepEqual(body, { results: [] })
  const reply = await holder('GET', `/checkout/${id}/decision`)
  assert.deepEqual(refusal(reply), [404, 'decision_not_found'])
})

const SPANISH =
  'Lo que ya se debe, 0,00\u00a0€, y esta compra, 500,00\u00a0€, ' +
  'superan el límite de 200,00\u00a0€.'

test('the buyer reads why, in their language, and whom to contact', async () => {
  await limit({ sandbox: 'rules', open_amount_max: 20_000 })
  for (const [language, sentence] of [
    ['en-GB', 'What is owed already, €0.00, and this purchase, €500.00, exceed €200.00.'],
    ['es', SPANISH],
    ['de', SPANISH],
  ] as const) {
    const checkout = await created(strict, { customer: { email: 'ada@example.com', language } })
    assert.equal((await signs(checkout)).body.status_reason, 'ko_generic')
    const { status, body } = await checkout.holder('GET', `/checkout/${checkout.id}/decision`)
    assert.deepEqual([status, body.outcome, body.automated], [200, 'refused', true])
    assert.deepEqual(body.reasons, [sentence])
    assert.equal(body.human_review.available, true)
    assert.ok(body.human_review.how.includes(checkout.mid))
    assert.equal(body.inputs, undefined)
  }
})

test('advice that did not count is not shown to the buyer', async () => {
  const checkout = await created(client)
  await signs(checkout, { birthday: '2020-01-01' })
  const decision = await decisionOn(checkout)
  assert.deepEqual([decision.outcome, codes(decision)], ['accepted', ['age_below_minimum']])
  assert.equal(decision.reasons[0].advisory, true)
  const { body } = await checkout.holder('GET', `/checkout/${checkout.id}/decision`)
  assert.deepEqual([body.reasons, body.human_review.available], [[], false])
})

test('nobody but the holder of the token reads the explanation', async () => {
  const checkout = await refused()
  const other = await created(client)
  const path = `/checkout/${checkout.id}/decision`
  for (const key of ['', 'x', server.demo.private_key, server.demo.public_key]) {
    assert.equal((await clientOf(server, { key })('GET', path)).status, 401, key)
  }
  assert.equal((await other.holder('GET', path)).status, 401)
})

const reviewOf = async (checkout: Checkout, by: Client = client) =>
  `/orders/${checkout.id}/decisions/${(await decisionOn(checkout, by)).id}/review`

test('a person overturns a refusal: the next attempt goes through', async () => {
  await limit({ sandbox: 'rules', open_amount_max: 20_000 })
  const document_id = newDocument()
  const first = await created(strict)
  assert.equal((await signs(first, { document_id })).body.status, 'ko')
  const path = await reviewOf(first, strict)
  const key = { 'idempotency-key': randomUUID() }
  const wish = { outcome: 'overturned', note: 'They showed their payslip.' }
  const reviewed = await strict('POST', path, wish, key)
  assert.equal(reviewed.status, 201, reviewed.text)
  const { review, outcome } = reviewed.body
  assert.deepEqual([outcome, review.outcome, review.note], ['refused', wish.outcome, wish.note])
  assert.deepEqual(await decisionOn(first, strict), reviewed.body)
  const again = await strict('POST', path, wish, key)
  assert.equal(again.text, reviewed.text)
  assert.deepEqual(refusal(await strict('POST', path, wish)), [409, 'decision_reviewed'])
  const question = await first.holder('GET', `/checkout/${first.id}/decision`)
  assert.equal(question.body.human_review.outcome, 'overturned')
  const { body } = await strict('GET', `/orders/${first.id}`)
  assert.deepEqual([body.financing_status, body.status_reason], ['ko', 'ko_generic'])
  const second = await created(strict)
  assert.equal((await signs(second, { document_id })).body.status, 'pending')
  const decision = await decisionOn(second, strict)
  assert.deepEqual([decision.outcome, decision.reasons[0].effect], ['accepted', 'none'])
  assert.equal(decision.reasons[0].waived_by, reviewed.body.id)
})

test('only a refusal is reviewed', async () => {
  const checkout = await created(client)
  await signs(checkout)
  const reply = await client('POST', await reviewOf(checkout), { outcome: 'confirmed', note: 'x' })
  assert.deepEqual(refusal(reply), [409, 'decision_not_refused'])
  assert.match(reply.body.error.message, /accepted/)
})

test('one of several concurrent reviews counts', async () => {
  const checkout = await refused()
  const path = await reviewOf(checkout)
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      client('POST', path, { outcome: index % 2 === 0 ? 'confirmed' : 'overturned', note: 'x' }),
    ),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)])
})

const wrongReviews: readonly (readonly [body: unknown, ...fields: string[]])[] = [
  [{}, 'note', 'outcome'],
  [undefined, 'body'],
  [[], 'note', 'outcome'],
  ['text', 'body'],
  [{ outcome: 'refused', note: 'x' }, 'outcome'],
  [{ outcome: ['confirmed'], note: 'x' }, 'outcome'],
  [{ outcome: 'confirmed' }, 'note'],
  [{ outcome: 'confirmed', note: '' }, 'note'],
  [{ outcome: 'confirmed', note: 5 }, 'note'],
  [{ outcome: 'confirmed', note: 'x'.repeat(2_001) }, 'note'],
  [{ outcome: 7, note: {} }, 'note', 'outcome'],
]
test('an invalid review is refused on its fields', async () => {
  const path = await reviewOf(await refused())
  for (const [body, ...fields] of wrongReviews) {
    const reply = await client('POST', path, body)
    assert.equal(reply.status, 400, JSON.stringify(body))
    assert.deepEqual(Object.keys(reply.body.error.fields).sort(), fields, reply.text)
  }
  assert.equal((await client('POST', path, { outcome: 'confirmed', note: 'ñ' })).status, 201)
})

test('another store, the other mode and unknown ids find nothing', async () => {
  const checkout = await refused()
  const path = await reviewOf(checkout)
  const wish = { outcome: 'confirmed', note: 'x' }
  const list = `/orders/${checkout.id}/decisions`
  for (const by of [strict, clientOf(server, { accept: LIVE })]) {
    for (const reply of [await by('GET', list), await by('POST', path, wish)]) {
      assert.deepEqual(refusal(reply), [404, 'order_not_found'])
      assert.deepEqual(reply.body.error.fields, { order__id: checkout.id })
    }
  }
  const others = await decisionOn(await refused())
  for (const id of [others.id, '0'.repeat(32), 'x', '%00', 'x'.repeat(300)]) {
    const reply = await client('POST', `${list}/${id}/review`, wish)
    assert.deepEqual(refusal(reply), [404, 'decision_not_found'], id)
  }
  const absent = await client('GET', `/orders/${'0'.repeat(32)}/decisions`)
  assert.deepEqual(refusal(absent), [404, 'order_not_found'])
})

test('decisions are for private keys of their scope', async () => {
  const checkout = await refused()
  const path = await reviewOf(checkout)
  const list = `/orders/${checkout.id}/decisions`
  const pub = clientOf(server, { key: server.demo.public_key })
  assert.deepEqual(refusal(await pub('GET', list)), [403, 'key_public'])
  const made = await client('POST', '/me/api-keys', {
    name: 'Reader',
    kind: 'private',
    scopes: ['orders:read'],
  })
  const reader = clientOf(server, { key: made.body.key })
  assert.equal((await reader('GET', list)).status, 200)
  const reply = await reader('POST', path, { outcome: 'confirmed', note: 'x' })
  assert.deepEqual(refusal(reply), [403, 'scope_missing'])
})

test('a required income can be given until it is there', async () => {
  await limit({ sandbox: 'rules', income_from: 50_000 })
  const checkout = await created(strict)
  const missing = await signs(checkout)
  assert.equal(missing.status, 400)
  assert.deepEqual(Object.keys(missing.body.error.fields), ['income'])
  const path = `/checkout/${checkout.id}/buyer`
  for (const income of [-1, 0, 12.5, '2000', 1e13, [1]]) {
    const question = { ...person, document_id: '12345678Z', income }
    const reply = await checkout.holder('PUT', path, question)
    assert.deepEqual(Object.keys(reply.body.error.fields), ['income'], JSON.stringify(income))
  }
  const reply = await signs(checkout, { income: 200_000 })
  assert.equal(reply.body.status_reason, 'confirmation_required', reply.text)
  assert.equal((await decisionOn(checkout, strict)).inputs.income, 200_000)
})

test('the sandbox tool states an income too', async () => {
  await limit({ sandbox: 'rules', income_from: 50_000 })
  // A key's settings are remembered for a moment.
  await until(async () => {
    const tool = await created(strict)
    const poor = { income: 100, document_id: newDocument() }
    const done = await strict('POST', `/sandbox/checkouts/${tool.id}/complete`, poor)
    assert.equal(done.status, 200, done.text)
    const decision = await decisionOn(tool, strict)
    if (decision.inputs.limits.income_from === null) return false
    assert.deepEqual(codes(decision), ['instalment_share_exceeded'])
    return true
  }, 'the limits')
})

test('as many of 8 concurrent signatures of one buyer pass as the day allows', async () => {
  await limit({ sandbox: 'rules', attempts_per_day_max: 3 })
  const document_id = newDocument()
  const checkouts: Checkout[] = []
  while (checkouts.length < 8) checkouts.push(await created(strict))
  const replies = await Promise.all(checkouts.map((each) => signs(each, { document_id })))
  assert.deepEqual(replies.map(({ status, body }) => `${status} ${body.status}`).sort(), [
    ...Array(5).fill('200 ko'),
    ...Array(3).fill('200 pending'),
  ])
})

test('the scorecard is called once for a signature, however often it is sent', async () => {
  await limit({ sandbox: 'rules' })
  const checkout = await created(strict)
  const document_id = newDocument()
  const mine = () => scorecard.messages.filter(({ body }) => body.data.order_id === checkout.id)
  say = () => ({
    text: '{"outcome":"refused","reasons":[{"code":"low","es":"Bajo.","en":"Low."}]}',
  })
  try {
    const key = { 'idempotency-key': randomUUID() }
    const first = await signs(checkout, { document_id }, key)
    const again = await checkout.holder(
      'POST',
      `/checkout/${checkout.id}/accept`,
      { product: 'instalments' },
      key,
    )
    assert.deepEqual([first.body.status, again.text], ['ko', first.text])
  } finally {
    say = () => accepts
  }
  assert.equal(mine().length, 1)
  assert.deepEqual(mine()[0]?.body.data.person, { document: document_id, birthday: '1990-01-01' })
  const { body } = await checkout.holder('GET', `/checkout/${checkout.id}/decision`)
  assert.deepEqual(body.reasons, ['Bajo.'])
})

test('a scorecard that hangs holds up nobody else, and ends in a check', async () => {
  await limit({ sandbox: 'rules' })
  const slow = await created(strict)
  const quick = await created(strict)
  const hanging = Promise.withResolvers<Saying>()
  say = ({ data }) => (data.order_id === slow.id ? hanging.promise : accepts)
  try {
    let isOver = false
    const waiting = signs(slow).finally(() => {
      isOver = true
    })
    assert.equal((await signs(quick)).body.status_reason, 'confirmation_required')
    assert.equal((await strict('GET', `/orders/${slow.id}`)).status, 200)
    assert.equal(isOver, false, 'the others did not wait for it')
    assert.equal((await waiting).body.status_reason, 'challenge_required')
  } finally {
    say = () => accepts
    hanging.resolve(accepts)
  }
  const decision = await decisionOn(slow, strict)
  assert.deepEqual(decision.reasons[0].values, { failure: 'no_answer' })
  assert.deepEqual([decision.outcome, decision.decider], ['checked', 'scorecard'])
})

test('data whose answer was lost are sent again under their key, and decided on once', async () => {
  for (const document_id of [newDocument(), '99999998T']) {
    const { id, holder } = await created(client)
    const data = { ...person, document_id }
    const key = { 'idempotency-key': randomUUID() }
    for (let times = 0; times < 3; times++) {
      const { status, text } = await holder('PUT', `/checkout/${id}/buyer`, data, key)
      assert.equal(status, 204, text)
    }
    assert.equal((await decisionOn({ id })).number ?? 1, 1)
  }
})

test('only five other sets of data are decided on, and the last can be signed', async () => {
  const { id, holder } = await created(client)
  const document_id = newDocument()
  const save = (year: number) => {
    const data = { ...person, document_id, birthday: `${year}-01-01` }
    return holder('PUT', `/checkout/${id}/buyer`, data)
  }
  for (const year of [1981, 1982, 1983, 1984, 1985]) assert.equal((await save(year)).status, 204)
  assert.deepEqual(refusal(await save(1986)), [409, 'decision_limit_reached'])
  assert.equal((await save(1985)).status, 204)
  const signed = await holder('POST', `/checkout/${id}/accept`, { product: 'instalments' })
  assert.equal(signed.body.status_reason, 'confirmation_required', signed.text)
})

test('in live mode of the demo its person decides, as in the sandbox', async () => {
  const live = clientOf(server, { accept: LIVE })
  const { body } = await live('GET', '/orders?page_size=100')
  assert.ok(body.paging.count >= 10)
  for (const order of body.results) {
    assert.equal((await decisionOn(order, live)).decider, 'person')
  }
  await refused(live)
})

test('all that happened here is sound', { timeout: 60_000 }, async () => {
  const { code, findings } = await auditOf(server)
  assert.deepEqual([code, findings], [0, []])
})
