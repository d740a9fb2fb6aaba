// What a store does with its orders: every sum of contract §7 in every answer, lists and names.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../tools/simulate/random.ts'
import { atATime } from '../at-a-time.ts'
import { seedOf } from '../fixtures/seed.ts'
import {
  checkoutBody,
  clientOf,
  confirmedOrder,
  done,
  type Json,
  newMid,
  ownServer,
  type Reply,
  reaches,
  refused,
} from '../running-server.ts'

const TOTAL = 50_000
const server = ownServer()
const client = clientOf(server)

const order = async (ref: string): Promise<Json> => (await client('GET', `/orders/${ref}`)).body
const post = (ref: string, step: string, amount: number): Promise<Reply> =>
  client('POST', `/orders/${ref}/${step}`, { amount })

const amounts = ({
  total_amount: T,
  voided_amount: V,
  captured_amount: C,
  refunded_amount: R,
  remaining_capture_amount: capture,
  remaining_refund_amount: refund,
}: Json) => ({ T, V, C, R, capture, refund })

const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+0[12]:00$/
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/

test('captures release the price in parts, and each answer shows what remains', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  assert.equal((await order(mid)).status, 'processing')
  const first = await done(post(mid, 'captures', 20_000))
  assert.match(first.id, /^[0-9a-f]{32}$/)
  assert.match(first.created, LOCAL)
  assert.deepEqual(first, {
    ...{ id: first.id, created: first.created, amount: 20_000, refunds: [] },
    ...{ refunded_amount: 0, remaining_amount: 20_000, remaining_capture_amount: 30_000 },
  })
  const error = await refused(post(mid, 'captures', 30_001), 400, 'amount_exceeds_remaining')
  assert.match(error.fields.amount[0], /30000/)
  const second = await done(post(mid, 'captures', 30_000))
  assert.equal(second.remaining_capture_amount, 0)
  const list = await done(client('GET', `/orders/${mid}/captures`))
  const { remaining_capture_amount: _r, ...plain } = first
  const { remaining_capture_amount: _s, ...last } = second
  assert.deepEqual(list, { remaining_capture_amount: 0, results: [plain, last] })
  const expected = { T: TOTAL, V: 0, C: TOTAL, R: 0, capture: 0, refund: TOTAL }
  assert.deepEqual(amounts(await order(mid)), expected)
  assert.equal((await order(mid)).status, 'complete')
  await refused(post(mid, 'captures', 1), 400, 'amount_exceeds_remaining')
})

test('voids reduce the credit, and voiding all of it cancels the order', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  const first = await done(post(mid, 'void', 20_000))
  assert.equal(first.remaining_amount, 30_000)
  assert.deepEqual(Object.keys(first.results[0]), ['id', 'amount', 'origin', 'created'])
  assert.match(first.results[0].created, LOCAL)
  await refused(post(mid, 'void', 30_001), 400, 'amount_exceeds_remaining')
  assert.equal((await order(mid)).status, 'processing')
  const second = await done(post(mid, 'void', 30_000))
  assert.equal(second.remaining_amount, 0)
  assert.deepEqual(
    second.results.map((each: Json) => each.amount),
    [20_000, 30_000],
  )
  assert.deepEqual(await done(client('GET', `/orders/${mid}/void`)), second)
  const ended = await order(mid)
  assert.deepEqual([ended.status, ended.financing_status], ['cancelled', 'ok'])
  assert.match(ended.cancelled, UTC)
  assert.deepEqual(amounts(ended), { T: TOTAL, V: TOTAL, C: 0, R: 0, capture: 0, refund: 0 })
})

test('a captured amount cannot be voided, and the error says what to do', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  await done(post(mid, 'captures', 40_000))
  const error = await refused(post(mid, 'void', 10_001), 400, 'amount_exceeds_remaining')
  assert.match(error.fields.amount[0], /10000.*refund/)
  await done(post(mid, 'void', 10_000))
  assert.equal((await order(mid)).status, 'complete')
})

test('a refund of the order is taken from captures, oldest first, then the rest', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  const one = await done(post(mid, 'captures', 10_000))
  const two = await done(post(mid, 'captures', 15_000))
  assert.equal((await done(post(mid, 'refund', 4_000))).remaining_amount, 46_000)
  assert.equal((await done(post(mid, 'refund', 10_000))).remaining_amount, 36_000)
  const answer = await done(post(mid, 'refund', 20_000))
  assert.equal(answer.remaining_amount, 16_000)
  const parts = answer.results.map((each: Json) => [
    each.amount,
    each.from_captures,
    each.from_uncaptured,
    each.credit_to_customer,
  ])
  assert.deepEqual(parts, [
    [4_000, 4_000, 0, 0],
    [10_000, 10_000, 0, 0],
    [20_000, 11_000, 9_000, 0],
  ])
  for (const { created } of answer.results) assert.match(created, LOCAL)
  assert.deepEqual(await done(client('GET', `/orders/${mid}/refund`)), answer)
  const { results } = await done(client('GET', `/orders/${mid}/captures`))
  const shown = results.map((each: Json) => ({
    id: each.id,
    refunds: each.refunds.map((refund: Json) => refund.amount),
    left: each.remaining_amount,
  }))
  assert.deepEqual(shown, [
    { id: one.id, refunds: [4_000, 6_000], left: 0 },
    { id: two.id, refunds: [4_000, 11_000], left: 0 },
  ])
  const expected = { T: TOTAL, V: 0, C: 25_000, R: 34_000, capture: 16_000, refund: 16_000 }
  assert.deepEqual(amounts(await order(mid)), expected)
  await refused(post(mid, 'refund', 16_001), 400, 'amount_exceeds_remaining')
})

test('refund-extended is the refund of the order under another name', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  const first = await done(post(mid, 'refund-extended', 20_000))
  assert.equal(first.remaining_amount, 30_000)
  const second = await done(post(mid, 'refund', 5_000))
  assert.deepEqual(
    second.results.map((each: Json) => each.amount),
    [20_000, 5_000],
  )
  assert.equal((await done(post(mid, 'refund-extended', 25_000))).remaining_amount, 0)
  assert.equal((await order(mid)).status, 'cancelled')
})

test('a refund of a capture takes from that capture only', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  const one = await done(post(mid, 'captures', 10_000))
  const two = await done(post(mid, 'captures', 40_000))
  const path = `captures/${two.id}/refunds`
  const first = await done(post(mid, path, 15_000))
  const [refund] = first.refunds
  assert.match(refund.created, LOCAL)
  assert.match(refund.accrual_date, /^\d{4}-\d\d-\d\d$/)
  assert.deepEqual(first, {
    ...{ id: two.id, amount: 40_000, created: two.created },
    ...{ refunded_amount: 15_000, remaining_amount: 25_000 },
    refunds: [
      {
        ...{ id: refund.id, amount: 15_000, pending_amount: 25_000, credit_to_customer: 0 },
        ...{ accrual_date: refund.accrual_date, created: refund.created },
        ...{ completed: false, completed_but_defaults: false, origin: 'capture' },
      },
    ],
  })
  await refused(post(mid, path, 25_001), 400, 'amount_exceeds_remaining')
  const second = await done(post(mid, path, 25_000))
  assert.deepEqual(
    second.refunds.map((each: Json) => each.pending_amount),
    [25_000, 0],
  )
  assert.deepEqual(await done(client('GET', `/orders/${mid}/${path}`)), second)
  const untouched = await done(client('GET', `/orders/${mid}/captures/${one.id}/refunds`))
  assert.deepEqual([untouched.refunded_amount, untouched.refunds], [0, []])
  const last = await done(post(mid, `captures/${one.id}/refunds`, 10_000))
  assert.equal(last.refunds[0].completed, true, 'nothing is owed and nothing left to capture')
  assert.equal((await order(mid)).status, 'cancelled')
})

/** The operation that settles the last open cent, after those before it. */
const settling: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  'a void after a refund': [
    ['refund', 20_000],
    ['void', 30_000],
  ],
  'a void after the refund of everything captured': [
    ['captures', 20_000],
    ['capture-refund', 20_000],
    ['void', 30_000],
  ],
  'a refund after a void': [
    ['void', 20_000],
    ['captures', 10_000],
    ['refund', 30_000],
  ],
  'the refund of a capture after a void': [
    ['captures', 20_000],
    ['void', 30_000],
    ['capture-refund', 20_000],
  ],
  'an edit that leaves nothing open': [
    ['void', 20_000],
    ['captures', 5_000],
    ['capture-refund', 5_000],
    ['edit', 25_000],
  ],
}
for (const [what, steps] of Object.entries(settling)) {
  test(`${what} cancels the order in the same operation`, async () => {
    const { mid } = await confirmedOrder(client, TOTAL)
    let capture = ''
    for (const [index, [step, amount]] of steps.entries()) {
      assert.notEqual((await order(mid)).status, 'cancelled', `before step ${index}`)
      if (step === 'edit') {
        const body = { order: { total_amount: amount } }
        await done(client('PATCH', `/orders/${mid}`, body), 204)
      } else if (step === 'capture-refund') {
        await done(post(mid, `captures/${capture}/refunds`, amount))
      } else {
        const answer = await done(post(mid, step, amount))
        if (step === 'captures') capture = answer.id
      }
    }
    const ended = await order(mid)
    assert.equal(ended.status, 'cancelled')
    assert.notEqual(ended.cancelled, null)
    const { T, V, R, capture: toCapture, refund } = amounts(ended)
    assert.equal(V + R, T)
    assert.deepEqual([toCapture, refund], [0, 0])
    await refusesAll(mid, 'order_cancelled')
  })
}

async function refusesAll(mid: string, code: string): Promise<void> {
  const body = { order: { total_amount: 1 } }
  for (const step of ['captures', 'void', 'refund', 'refund-extended']) {
    await refused(post(mid, step, 1), 409, code)
  }
  if (code !== 'order_cancelled') return
  await refused(client('PATCH', `/orders/${mid}`, body), 409, code)
  const whole = { order: { articles: [], currency: 'EUR', total_amount: 1 } }
  await refused(client('PUT', `/orders/${mid}`, whole), 409, code)
  const error = await refused(client('POST', `/orders/${mid}/cancel`), 409, code)
  assert.match(error.message, /cancelled|ko/)
  const none = { allowed: false, reason: 'order_cancelled' }
  const { allowed_actions } = await order(mid)
  for (const action of Object.values(allowed_actions)) assert.deepEqual(action, none)
  for (const list of ['captures', 'void', 'refund']) {
    await done(client('GET', `/orders/${mid}/${list}`))
  }
}

test('cancelling voids what is not captured and refunds what is', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  await done(post(mid, 'captures', 10_000))
  await done(post(mid, 'captures', 15_000))
  await done(post(mid, 'refund', 4_000))
  await done(post(mid, 'void', 5_000))
  const reply = await client('POST', `/orders/${mid}/cancel`)
  assert.deepEqual([reply.status, reply.text], [204, ''])
  const expected = { T: TOTAL, V: 25_000, C: 25_000, R: 25_000, capture: 0, refund: 0 }
  assert.deepEqual(amounts(await order(mid)), expected)
  const voids = await done(client('GET', `/orders/${mid}/void`))
  const origins = ({ amount, origin }: Json) => [amount, origin]
  assert.deepEqual(voids.results.map(origins), [
    [5_000, 'store'],
    [20_000, 'cancel'],
  ])
  const captures = (await done(client('GET', `/orders/${mid}/captures`))).results
  assert.deepEqual(
    captures.map((each: Json) => each.remaining_amount),
    [0, 0],
  )
  const refunds = captures.map((each: Json) => each.refunds.map(origins))
  assert.deepEqual(refunds, [
    [
      [4_000, 'order'],
      [6_000, 'cancel'],
    ],
    [[15_000, 'cancel']],
  ])
  const all = await done(client('GET', `/orders/${mid}/refund`))
  assert.deepEqual(all.results.map(origins), [
    [4_000, 'order'],
    [21_000, 'cancel'],
  ])
  await refusesAll(mid, 'order_cancelled')
})

test('an order that is not confirmed is read, but not captured, voided or refunded', async () => {
  const mid = newMid()
  const { id } = await done(client('POST', '/checkout', checkoutBody(mid, TOTAL)), 201)
  await refusesAll(mid, 'order_not_confirmed')
  const pending = await order(mid)
  assert.deepEqual(amounts(pending), { T: TOTAL, V: 0, C: 0, R: 0, capture: 0, refund: 0 })
  const { capture, edit, cancel } = pending.allowed_actions
  assert.deepEqual(capture, { allowed: false, reason: 'order_not_confirmed' })
  assert.deepEqual([edit, cancel], [{ allowed: true }, { allowed: true }])
  const change = (edited: object) => client('PATCH', `/orders/${id}`, { order: edited })
  await refused(change({ total_amount: TOTAL - 1 }), 409, 'total_locked')
  await refused(change({ currency: 'USD' }), 409, 'total_locked')
  await done(change({ total_amount: TOTAL, discount: 5 }), 204)
  await done(client('POST', `/orders/${mid}/cancel`), 204)
  const ended = await order(mid)
  const reason = 'confirmation_rejected_by_merchant'
  assert.deepEqual([ended.financing_status, ended.status_reason], ['ko', reason])
  assert.equal(ended.rejected, true)
  await refusesAll(mid, 'order_cancelled')
})

test('allowed actions carry their limits', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  await done(post(mid, 'captures', 20_000))
  await done(post(mid, 'refund', 5_000))
  assert.deepEqual((await order(mid)).allowed_actions, {
    capture: { allowed: true, limit: 30_000 },
    void: { allowed: true, limit: 30_000 },
    refund: { allowed: true, limit: 45_000 },
    capture_refund: { allowed: true, limit: 15_000 },
    edit: { allowed: true },
    cancel: { allowed: true },
  })
})

test('an edit may lower the total to what is settled, and never raise it', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  await done(post(mid, 'captures', 10_000))
  await done(post(mid, 'void', 5_000))
  const change = (edited: object) => client('PATCH', `/orders/${mid}`, { order: edited })
  const above = await refused(change({ total_amount: TOTAL + 1 }), 409, 'amount_exceeds_approval')
  assert.match(above.message, /50000/)
  const below = await refused(change({ total_amount: 14_999 }), 400, 'total_below_settled')
  assert.match(below.fields['order.total_amount'][0], /15000/)
  await refused(change({ currency: 'USD' }), 409, 'currency_locked')
  await done(change({ currency: 'eur', total_amount: 30_000 }), 204)
  const expected = { T: 30_000, V: 5_000, C: 10_000, R: 0, capture: 15_000, refund: 25_000 }
  assert.deepEqual(amounts(await order(mid)), expected)
  assert.equal((await order(mid)).approved_amount, TOTAL)
  assert.equal((await done(client('GET', `/orders/${mid}/void`))).results.length, 1)
  await refused(change({ total_amount: 30_001 }), 409, 'amount_exceeds_approval')
  await done(change({ total_amount: 15_000 }), 204)
  assert.equal((await order(mid)).status, 'complete')
  await done(change({ discount: 100, articles: [] }), 204)
  assert.equal((await order(mid)).total_amount, 15_000)
})

test('PUT resets what it leaves out, PATCH keeps it', async () => {
  const { mid } = await confirmedOrder(client, TOTAL)
  const article = { id: 9, name: 'Pump', quantity: 2, price: 25_000 }
  const shipping = { city: 'Sevilla', zip: 41_001 }
  const edited = { articles: [article], shipping, discount: 7 }
  assert.equal((await client('PATCH', `/orders/${mid}`, { order: edited })).text, '')
  const patched = await order(mid)
  assert.deepEqual(patched.articles, [{ ...article, id: '9' }])
  assert.deepEqual(patched.shipping, { city: 'Sevilla', postcode: '41001' })
  assert.equal(patched.discount, 7)
  await done(client('PATCH', `/orders/${mid}`, { order: {} }), 204)
  assert.deepEqual((await order(mid)).shipping, patched.shipping)
  const whole = { articles: [article], currency: { code: 'EUR' }, total_amount: TOTAL }
  await done(client('PUT', `/orders/${mid}`, { order: whole }), 204)
  const replaced = await order(mid)
  assert.deepEqual([replaced.shipping, replaced.discount], [null, null])
  await done(client('PUT', `/orders/${mid}`, { order: { ...whole, articles: [] } }), 204)
  await done(client('PUT', `/orders/${mid}`, { order: { ...whole, shipping: [] } }), 204)
})

type Model = { T: number; V: number; Ru: number; captures: { id: string; a: number; r: number }[] }
const sum = (list: readonly number[]): number => list.reduce((total, each) => total + each, 0)
const facts = ({ T, V, Ru, captures }: Model) => {
  const C = sum(captures.map(({ a }) => a))
  const R = Ru + sum(captures.map(({ r }) => r))
  return { T, V, C, R, capture: T - V - Ru - C, refund: T - V - R }
}
const chance = createRandom(seedOf('orders'))
const upTo = (most: number): number => 1 + Math.floor(chance.fraction() * Math.max(1, most))

/** One random operation, on the model and on the service; answers the remainder it was told. */
async function step(mid: string, model: Model): Promise<void> {
  const { capture, refund, V, C } = facts(model)
  const dice = chance.fraction()
  const beyond = chance.fraction() < 0.1 ? 1 : 0
  const sent = (limit: number): number => (beyond > 0 || limit === 0 ? limit + 1 : upTo(limit / 2))
  const run = async (
    path: string,
    limit: number,
    apply: (amount: number, body: Json) => number,
  ) => {
    const amount = sent(limit)
    const reply = await post(mid, path, amount)
    if (amount > limit) return refused(Promise.resolve(reply), 400, 'amount_exceeds_remaining')
    assert.equal(reply.status, 200, reply.text)
    const reported = reply.body.remaining_capture_amount ?? reply.body.remaining_amount
    assert.equal(reported, apply(amount, reply.body), path)
  }
  const [first] = model.captures.filter(({ a, r }) => a > r)
  if (dice < 0.35) {
    return run('captures', capture, (a, { id }) => {
      model.captures.push({ id, a, r: 0 })
      return facts(model).capture
    })
  }
  if (dice < 0.55) {
    return run('void', capture, (a) => {
      model.V += a
      return facts(model).capture
    })
  }
  if (dice < 0.75) {
    return run('refund', refund, (a) => {
      let rest = a
      for (const each of model.captures) {
        const taken = Math.min(rest, each.a - each.r)
        each.r += taken
        rest -= taken
      }
      model.Ru += rest
      return facts(model).refund
    })
  }
  if (dice < 0.9 && first !== undefined) {
    return run(`captures/${first.id}/refunds`, first.a - first.r, (a) => {
      first.r += a
      return first.a - first.r
    })
  }
  const total = model.T - upTo(500)
  const fits = total >= Math.max(1, V + C + model.Ru)
  const edited = client('PATCH', `/orders/${mid}`, { order: { total_amount: total } })
  if (!fits) return void (await refused(edited, 400, 'total_below_settled'))
  await done(edited, 204)
  model.T = total
}

test('20 orders live at random, and every sum is that of the formulas', async () => {
  await atATime(4, 20, async () => {
    const { mid } = await confirmedOrder(client, TOTAL)
    const model: Model = { T: TOTAL, V: 0, Ru: 0, captures: [] }
    for (let count = 0; count < 25 && facts(model).refund > 0; count++) {
      await step(mid, model)
      const { status, ...now } = await order(mid)
      const expected = facts(model)
      assert.equal(status === 'cancelled', expected.refund === 0)
      assert.deepEqual(amounts(now), expected)
    }
  })
})

test('a list pages through every order once, newest first, with an exact count', async () => {
  const other = clientOf(server, { key: server.demo.other_store.private_key })
  const empty = await done(other('GET', '/orders'))
  const cursor = { after: null, before: null }
  const paging = { count: 0, next: null, previous: null }
  assert.deepEqual(empty, { cursor, paging, results: [] })
  const mids: string[] = []
  for (let count = 0; count < 7; count++) mids.push((await confirmedOrder(other, 1_000)).mid)
  const open = newMid()
  await done(other('POST', '/checkout', checkoutBody(open, 1_000)), 201)
  const ko = await done(other('POST', '/checkout', checkoutBody(newMid(), 1_000)), 201)
  await other('POST', `/sandbox/checkouts/${ko.id}/complete`, { document_id: '99999998T' })
  const checked = await done(other('POST', '/checkout', checkoutBody(newMid(), 1_000)), 201)
  const person = { document_id: '99999995C' }
  await other('POST', `/sandbox/checkouts/${checked.id}/complete`, person)
  await reaches(other, checked.id, 'challenge_required')

  const seen: string[] = []
  let page: number | null = 1
  while (page !== null) {
    const { body }: Reply = await other('GET', `/orders?page=${page}&page_size=3`)
    assert.equal(body.paging.count, 8)
    assert.equal(body.cursor.before, page === 1 ? null : page - 1)
    const base = `${server.demo.base_url}/orders?page=`
    const link = (to: number | null) => (to === null ? null : `${base}${to}&page_size=3`)
    assert.equal(body.paging.next, link(body.cursor.after))
    assert.equal(body.paging.previous, link(body.cursor.before))
    seen.push(...body.results.map((each: Json) => each.mid))
    page = body.cursor.after
  }
  assert.deepEqual(seen.slice(1), mids.toReversed())
  assert.ok(!seen.includes(open))
  const past = await done(other('GET', '/orders?page=9&page_size=3'))
  assert.deepEqual([past.results, past.cursor.after, past.paging.next], [[], null, null])
  assert.equal(past.paging.count, 8)
  const [item] = (await done(other('GET', '/orders'))).results
  const whole = (await other('GET', `/orders/${item.id}`)).body
  const { articles: _a, shipping: _s, billing: _b, instalment_plan: _i, ...short } = whole
  assert.deepEqual(item, short)
})

test('a list of 25 is the default, and next is an address that works', async () => {
  await atATime(4, 20, async () => void (await confirmedOrder(client, 1_000)))
  const first = await done(client('GET', '/orders'))
  assert.equal(first.results.length, 25)
  const next = first.paging.next.slice(server.demo.base_url.length)
  const second = await done(client('GET', next))
  assert.equal(second.cursor.before, 1)
  const ids = [...first.results, ...second.results].map((each: Json) => each.id)
  assert.equal(new Set(ids).size, ids.length)
})

const namesOf = [
  'a/b',
  'a b',
  '100%',
  '50%25',
  'ä€\u{1f6b2}',
  'a?b#c',
  '..',
  'a+b',
  '%2F',
  '"x"',
  '-1',
]
test('an order is found by any name, encoded once or twice', async () => {
  for (const name of namesOf) {
    const mid = `${name}~${newMid()}`
    const { id } = await done(client('POST', '/checkout', checkoutBody(mid, TOTAL)), 201)
    const encoded = encodeURIComponent(mid)
    for (const ref of [encoded, encodeURIComponent(encoded), id]) {
      assert.equal((await order(ref)).id, id, ref)
      await done(client('GET', `/orders/${ref}/captures`))
    }
  }
})

test('the id comes before the name, a living order before a ko one, the newest first', async () => {
  const first = await confirmedOrder(client, TOTAL)
  const body = checkoutBody(first.id, TOTAL)
  const mimic = await done(client('POST', '/checkout', body), 201)
  assert.equal((await order(first.id)).id, first.id)
  assert.equal((await order(mimic.id)).mid, first.id)
  const mid = newMid()
  const refusedOne = async (): Promise<string> => {
    const { id } = await done(client('POST', '/checkout', checkoutBody(mid, TOTAL)), 201)
    const person = { document_id: '99999998T' }
    await done(client('POST', `/sandbox/checkouts/${id}/complete`, person))
    return id
  }
  await refusedOne()
  const newest = await refusedOne()
  assert.equal((await order(mid)).id, newest)
  const living = await done(client('POST', '/checkout', checkoutBody(mid, TOTAL)), 201)
  assert.equal((await order(mid)).id, living.id)
  assert.equal((await client('GET', `/orders/${first.id.toUpperCase()}`)).status, 404)
})
