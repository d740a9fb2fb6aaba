// What takes two people: asked for by one, seen and decided by another, done once.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import inject from 'light-my-request'
import { type Desk, signInWithPasskey } from '../../../../../test/desk.ts'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import {
  approve,
  type Colleague,
  colleague,
  look,
  outcomeOf,
  pathOf,
} from '../../../../../test/fixtures/colleagues.ts'
import { lenderKey } from '../../../../../test/fixtures/lender.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { audit } from '../../audit/audit.ts'
import type { Order } from '../../model/order/order.ts'
import { serviceActing } from '../../tenancy/actions/service-acting.ts'
import { announceExpiry } from '../../tenancy/approvals/announce-expiry.ts'
import { expireApproval } from '../../tenancy/approvals/expire-approval.ts'
import { createApp } from '../app.ts'
import type { HttpServer } from './server.ts'

const place = ownDatabase()
let desks: TestDesk
let shop: Scenario
let now = Date.parse('2026-11-25T09:00:00Z')
const clock = { now: () => new Date(now) }
const HOUR_MS = 3_600_000
const LIMIT = 50_000
const reason = { code: 'payment_received', note: 'Came by transfer.' }

let maker: Colleague
let checker: Colleague
/** Sessions have ended by then. */
async function nextDay() {
  now += 24 * HOUR_MS
  await renew()
}
async function renew() {
  maker = await colleague(desks, 'collections')
  checker = await colleague(desks, 'finance')
}

before(async () => {
  desks = testDesk(place.database, clock, { demo: true })
  shop = await createScenario(place.database, { clock })
  await renew()
})

async function lent(amount = 200_000): Promise<Order> {
  const order = await shop.confirmed(amount)
  await shop.capture(order, amount)
  return order
}

let references = 0
const payment = (amount: number) => ({
  ...{ amount, method: 'bank_transfer', reference: `E2E ${++references}`, reason },
})
const pay = (by: Colleague, { id }: Order, body: object, headers = {}) =>
  by.send('POST', `/lender/loans/${id}/payments`, body, headers)
const paidOf = async ({ id }: Order): Promise<number> =>
  (await maker.send('GET', `/lender/loans/${id}`)).body.loan.paid_amount

const decline = (by: Colleague, approval: { id: string }) =>
  by.send('POST', `${pathOf(approval)}/decline`, { note: 'It is not.' })

const over =
  (desk: Desk): Colleague['send'] =>
  (method, path, body, headers) =>
    desk.send(method, path, body, { accept: 'application/vnd.svc.sandbox.v1+json', ...headers })

function sendsWith(app: HttpServer, key: string) {
  return async (method: 'POST', url: string, payload: object) => {
    const headers = {
      ...{ accept: 'application/vnd.svc.sandbox.v1+json', authorization: `Bearer ${key}` },
      'content-type': 'application/json',
    }
    const reply = await inject(app.handle, { method, url, headers, payload })
    const answered = Object.entries(reply.headers).map(([name, value]) => [name, String(value)])
    return {
      ...{ status: reply.statusCode, body: JSON.parse(reply.body) },
      headers: new Headers(answered as [string, string][]),
    }
  }
}

function laneWriting() {
  const { clocks, ids } = desks.service
  const acting = serviceActing('approval_expiry', clocks.real)
  return { writer: place.database, clock: clocks.real, ids, acting }
}

/** A payment above the limit, which waits. */
async function waiting(order: Order, by = maker) {
  const { status, body } = await pay(by, order, payment(LIMIT + 1))
  assert.equal(status, 202, JSON.stringify(body))
  return body.approval
}

test('above the limit it is requested, reviewed, and carried out once as reviewed', async () => {
  const order = await lent()
  const body = payment(LIMIT + 1)
  const headers = { 'idempotency-key': `pay ${order.id}` }
  const dry = await maker.send('POST', `/lender/loans/${order.id}/payments?dry_run=true`, body)
  assert.deepEqual(dry.body.approval, { needed: true, policy: 0, because: 'limit' })
  const first = await pay(maker, order, body, headers)
  const { approval } = first.body
  assert.equal(first.status, 202, JSON.stringify(first.body))
  assert.equal(first.headers.get('location'), pathOf(approval))
  assert.deepEqual(
    [approval.status, approval.because, approval.amount],
    ['pending', 'limit', LIMIT + 1],
  )
  assert.deepEqual([approval.body, approval.effects], [body, dry.body.effects])
  assert.equal(await paidOf(order), 0)
  const repeated = await pay(maker, order, body, headers)
  assert.deepEqual([repeated.status, repeated.body], [202, first.body])
  const twice = await pay(maker, order, payment(LIMIT + 2))
  assert.equal(outcomeOf(twice), 'approval_pending')
  assert.equal(twice.body.error.fields.approval__id, approval.id)

  const seen = await look(checker, approval)
  assert.deepEqual(seen.effects, approval.effects)
  const key = { headers: { 'idempotency-key': 'approve' } }
  const done = await approve(checker, approval, key)
  assert.equal(outcomeOf(done), 'executed', JSON.stringify(done.body))
  assert.equal(JSON.stringify(done.body.effects), JSON.stringify(seen.effects))
  assert.equal(await paidOf(order), LIMIT + 1)
  // The answer was lost: the same request is answered again, another one hears how it ended.
  const lost = { effects_hash: seen.effects_hash, note: 'Looks right.' }
  const path = `${pathOf(approval)}/approve`
  const again = await checker.send('POST', path, lost, key.headers)
  assert.deepEqual([again.status, again.body], [200, done.body])
  assert.equal(outcomeOf(await checker.send('POST', path, lost)), 'approval_ended')
  assert.equal(await paidOf(order), LIMIT + 1)
  assert.deepEqual((await pay(maker, order, body, headers)).body, first.body)

  const rows = await place.database.query<AnyRow>(
    `SELECT principal_id, on_behalf, reason_note, session_id IS NOT NULL AS signed FROM actions
     WHERE action = 'loan.pay' AND approval_id = $1`,
    [approval.id],
  )
  assert.deepEqual(rows, [
    {
      ...{ principal_id: checker.id, on_behalf: maker.id },
      ...{ reason_note: reason.note, signed: true },
    },
  ])
})

test('up to the limit one person does it, but nearly the limit a third time', async () => {
  const by = await colleague(desks, 'collections')
  const most = (LIMIT * 8) / 10
  const outcomes: (number | string)[] = []
  for (const amount of [most + 1, most, most + 1, most + 1]) {
    const reply = await pay(by, await lent(), payment(amount))
    outcomes.push(reply.body.approval?.because ?? reply.status)
  }
  assert.deepEqual(outcomes, [200, 200, 200, 'repeated'])
  const other = await colleague(desks, 'collections')
  const many = []
  for (let each = 0; each < 8; each++) {
    const reply = await pay(other, await lent(), payment(30_000))
    many.push(reply.body.approval?.because ?? reply.status)
  }
  assert.deepEqual(many, [...Array(6).fill(200), 'day', 'day'])
  await nextDay()
})

test('40 concurrent payments of 499.00: two are made, the others wait for approval', async () => {
  const by = await colleague(desks, 'collections')
  const orders = []
  for (let each = 0; each < 40; each++) orders.push(await lent(60_000))
  const replies = await Promise.all(orders.map((order) => pay(by, order, payment(49_900))))
  const done = replies.filter(({ status }) => status === 200)
  const others = replies.filter(({ status }) => status !== 200).map(outcomeOf)
  assert.equal(done.length, 2, others.join())
  assert.ok(
    others.every((each) => each === '202' || each === 'lender_busy'),
    others.join(),
  )
})

test('a request whose effects have changed is not carried out, and stays pending', async () => {
  const order = await lent()
  const approval = await waiting(order)
  const { effects_hash: hash } = await look(checker, approval)
  assert.equal((await pay(checker, order, payment(1_000))).status, 200)
  const stale = await approve(checker, approval, { hash })
  assert.equal(outcomeOf(stale), 'approval_stale')
  assert.notDeepEqual(stale.body.effects, approval.effects)
  assert.equal(await paidOf(order), 1_000)
  const all = { approvals: [{ id: approval.id, effects_hash: hash }] }
  const [one] = (await checker.send('POST', '/lender/approvals/approve', all)).body.results
  assert.deepEqual([one.status, one.code], ['pending', 'approval_stale'])
  assert.equal(one.effects_hash, stale.body.effects_hash)
  const now = await approve(checker, approval, { hash: stale.body.effects_hash })
  assert.equal(outcomeOf(now), 'executed')
})

test('a request refused when it is carried out fails, and changes nothing', async () => {
  const order = await lent()
  const body = payment(LIMIT + 1)
  const { approval } = (await pay(maker, order, body)).body
  const { effects_hash: hash } = await look(checker, approval)
  const same = { ...payment(5), reference: body.reference }
  assert.equal((await pay(checker, await lent(), same)).status, 200)
  assert.equal((await look(checker, approval)).refusal, 'payment_reference_used')
  const failed = await approve(checker, approval, { hash })
  assert.equal(outcomeOf(failed), 'failed')
  assert.equal(failed.body.result.code, 'payment_reference_used')
  assert.equal(await paidOf(order), 0)
})

test('nobody decides their own requests, in any way', async () => {
  const by = await colleague(desks, 'collections', 'finance')
  const approval = await waiting(await lent(), by).catch(() => undefined)
  // Their best role is that of finance: it does that alone.
  assert.equal(approval, undefined)
  const { body } = await pay(by, await lent(), payment(4 * LIMIT - 1))
  assert.equal(body.approval, undefined)
  const own = await waiting(await lent())
  assert.equal(outcomeOf(await approve(maker, own)), 'approval_own')
  const second = desks.browser()
  await signInWithPasskey(second, maker.passkey)
  const elsewhere = { ...maker, send: over(second) }
  assert.equal(outcomeOf(await approve(elsewhere, own)), 'approval_own')
  assert.equal(outcomeOf(await decline(maker, own)), 'approval_own')

  const owner = await colleague(desks, 'finance')
  const { text, key } = await lenderKey(place.database, { clock })
  await place.database.query('UPDATE lender_keys SET owner_id = $2 WHERE id = $1', [
    key.id,
    owner.id,
  ])
  const program = createApp(desks.service)
  const withKey = sendsWith(program, text)
  const order = await lent()
  const sent = await withKey('POST', `/lender/loans/${order.id}/payments`, payment(LIMIT + 1))
  assert.equal(sent.status, 202, JSON.stringify(sent.body))
  assert.equal(outcomeOf(await approve(owner, sent.body.approval)), 'approval_own')
  const decides = { effects_hash: sent.body.approval.effects_hash }
  const byKey = await withKey('POST', `${pathOf(sent.body.approval)}/approve`, decides)
  assert.equal(outcomeOf(byKey), 'permission_missing')
  assert.equal(outcomeOf(await approve(checker, sent.body.approval)), 'executed')
  await place.database.query('UPDATE lender_keys SET owner_id = NULL WHERE id = $1', [key.id])

  const admin = await colleague(desks, 'admin')
  const mover = await colleague(desks, 'collections')
  const left = await waiting(await lent(), mover)
  const roles = { roles: ['finance'] }
  const changed = await admin.send('PATCH', `/lender/staff/${mover.id}`, roles)
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const swapped = desks.browser()
  await signInWithPasskey(swapped, mover.passkey)
  const hash = left.effects_hash
  assert.equal(
    outcomeOf(await approve({ ...mover, send: over(swapped) }, left, { hash })),
    'approval_own',
  )
  assert.equal((await look(checker, left)).status, 'withdrawn')
})

test('it is withdrawn, declined or expired, and only by permitted people', async () => {
  const [one, two, three] = [
    await waiting(await lent()),
    await waiting(await lent()),
    await waiting(await lent()),
  ]
  const withdraw = (by: Colleague, each: { id: string }) =>
    by.send('POST', `${pathOf(each)}/withdraw`)
  assert.equal(outcomeOf(await withdraw(checker, one)), 'approval_not_own')
  assert.equal(outcomeOf(await withdraw(maker, one)), 'withdrawn')
  assert.equal(outcomeOf(await withdraw(maker, one)), 'approval_ended')
  const support = await colleague(desks, 'support')
  assert.equal(outcomeOf(await decline(support, two)), 'approval_not_found')
  assert.equal(outcomeOf(await decline(checker, two)), 'declined')
  assert.equal(outcomeOf(await decline(checker, two)), 'approval_ended')
  const missing = { id: '0'.repeat(32) }
  for (const path of ['approve', 'decline', 'withdraw']) {
    const note = { note: 'Nothing there.' }
    const body = path === 'approve' ? { effects_hash: 'a'.repeat(64), ...note } : note
    const reply = await checker.send(
      'POST',
      `${pathOf(missing)}/${path}`,
      path === 'withdraw' ? undefined : body,
    )
    assert.equal(outcomeOf(reply), 'approval_not_found', path)
  }
  assert.equal(outcomeOf(await checker.send('GET', pathOf(missing))), 'approval_not_found')
  const { effects_hash: hash } = await look(checker, three)
  now += 19 * HOUR_MS
  await announceExpiry(laneWriting(), three)
  assert.equal(await timesExpiring(three), 0)
  now += 2 * HOUR_MS
  await Promise.all([three, three, three].map((each) => announceExpiry(laneWriting(), each)))
  assert.equal(await timesExpiring(three), 1)
  now += 3 * HOUR_MS
  const again = desks.browser()
  await signInWithPasskey(again, checker.passkey)
  const later = { ...checker, send: over(again) }
  const late = await approve(later, three, { hash })
  assert.deepEqual(
    [outcomeOf(late), late.body.error.message],
    ['approval_ended', 'The approval is expired'],
  )
  await expireApproval(laneWriting(), three)
  await expireApproval(laneWriting(), three)
  assert.equal((await look(later, three)).status, 'expired')
  await renew()
})

/** How often it was said of one that its time is nearly over. */
async function timesExpiring({ id }: { readonly id: string }): Promise<number> {
  const rows = await place.database.query(
    `SELECT 1 AS one FROM actions WHERE action = 'approval.announce_expiry' AND object_id = $1`,
    [id],
  )
  return rows.length
}

test('only one of two concurrent ends counts, through two processes', async () => {
  const elsewhere = testDesk(place.database, clock, { demo: true })
  for (let round = 0; round < 4; round++) {
    const order = await lent()
    const approval = await waiting(order)
    const { effects_hash: hash } = await look(checker, approval)
    const other = await colleague(elsewhere, 'finance')
    const rivals = [
      () => approve(other, approval, { hash }),
      () => maker.send('POST', `${pathOf(approval)}/withdraw`),
      () => decline(other, approval),
    ]
    const rival = rivals[round % rivals.length]
    const both = await Promise.all([approve(checker, approval, { hash }), rival?.()])
    const ended = both.filter((each) => each?.status === 200)
    assert.equal(ended.length, 1, both.map((each) => each && outcomeOf(each)).join())
    const { status } = await look(checker, approval)
    assert.equal(await paidOf(order), status === 'executed' ? LIMIT + 1 : 0)
  }
})

test('at its last moment it is approved, and from its end on it is over', async () => {
  for (const [msBefore, status] of [
    [1, 'executed'],
    [0, 'expired'],
  ] as const) {
    const order = await lent()
    const approval = await waiting(order)
    now = Date.parse(approval.expires_at) - msBefore
    const again = desks.browser()
    await signInWithPasskey(again, checker.passkey)
    const later = { ...checker, send: over(again) }
    const { effects_hash: hash } = await look(later, approval)
    const expire = () => expireApproval(laneWriting(), approval)
    await Promise.all([expire(), approve(later, approval, { hash }), expire()])
    assert.equal((await look(later, approval)).status, status)
    await renew()
    assert.equal(await paidOf(order), status === 'executed' ? LIMIT + 1 : 0)
  }
})

test('approved while the loan is paid off: either is first, nothing is paid twice', async () => {
  for (let round = 0; round < 4; round++) {
    const order = await lent(100_000)
    const approval = await waiting(order)
    const { effects_hash: hash } = await look(checker, approval)
    const { loan } = (await maker.send('GET', `/lender/loans/${order.id}`)).body
    const paysOff = payment(loan.owed_amount)
    const [approved, paid] = await Promise.all([
      approve(checker, approval, { hash }),
      pay(checker, order, paysOff),
    ])
    assert.equal(paid.status, 200, outcomeOf(paid))
    const executed = outcomeOf(approved) === 'executed' ? LIMIT + 1 : 0
    const { loan: after } = (await maker.send('GET', `/lender/loans/${order.id}`)).body
    assert.equal(after.paid_amount, loan.owed_amount + executed, outcomeOf(approved))
    assert.deepEqual([after.owed_amount, after.credit_amount], [0, executed])
  }
})

test('the auditor agrees', async () => {
  assert.deepEqual((await audit(place.database)).findings, [])
})
