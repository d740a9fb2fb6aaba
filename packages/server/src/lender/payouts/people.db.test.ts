// Acts that no key of the lender may do: its people review refusals and pay stores.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { lenderClient } from '../../../../../test/fixtures/lender.ts'
import { buyer, createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { audit } from '../../audit/audit.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import type { LenderRole } from '../../model/staff/roles.ts'

const SANDBOX = { accept: 'application/vnd.svc.sandbox.v1+json' }
const LIVE = { accept: 'application/vnd.svc.v1+json' }
const MINUTE_MS = 60_000
const reason = { code: 'routine', note: 'Before the holidays.' }
const nowhere = '0'.repeat(32)

let now = new Date('2026-11-24T09:00:00Z')
const clock = { now: () => now }
let place: TestDatabase
let shop: Scenario
let desks: TestDesk
before(async () => {
  place = await openTestDatabase()
  shop = await createScenario(place.database, { clock })
  desks = testDesk(place.database, clock)
})
after(async () => {
  await desks.settled()
  await place.stop()
})

async function personWith(role: LenderRole) {
  const token = await desks.invite({
    ...{ name: `Some ${role}`, email: `${role}@lender.example`, roles: [role] },
  })
  const { desk } = await desks.enrolled(token)
  return (path: string, body: unknown, headers: Record<string, string> = SANDBOX) =>
    desk.send('POST', path, body, headers)
}

async function decisionOn(documentId: string): Promise<string> {
  const { id: checkoutId } = await shop.checkout(10_000)
  const wish = { product: 'instalments' } as const
  const buyerOf = () => ({ ...buyer, document_id: documentId })
  await acceptCheckout(shop.writing, shop.caller, { checkoutId, wish, buyerOf })
  const [row] = await place.database.query<AnyRow>('SELECT id FROM decisions WHERE order_id = $1', [
    checkoutId,
  ])
  return row?.id
}

test('risk reviews a refusal, once, in their own name', async () => {
  const send = await personWith('risk')
  const id = await decisionOn('99999998T')
  const review = { outcome: 'overturned', note: 'The income was proven.' }
  const path = `/lender/decisions/${id}/review`
  const short = await send(path, { ...review, note: 'abcd' })
  assert.deepEqual([short.status, short.body.error.code], [400, 'body_invalid'])
  const inLive = await send(path, review, LIVE)
  assert.deepEqual([inLive.status, inLive.body.error.code], [404, 'decision_not_found'])
  const first = await send(path, review)
  assert.equal(first.status, 201, JSON.stringify(first.body))
  assert.deepEqual([first.body.id, first.body.review.outcome], [id, 'overturned'])
  const again = await send(path, review)
  assert.deepEqual([again.status, again.body.error.code], [409, 'decision_reviewed'])
  const accepted = `/lender/decisions/${await decisionOn('12345678Z')}/review`
  const sound = await send(accepted, review)
  assert.deepEqual([sound.status, sound.body.error.code], [409, 'decision_not_refused'])
  const [action] = await place.database.query<AnyRow>(
    `SELECT * FROM actions WHERE action = 'decision.review'`,
    [],
  )
  assert.deepEqual(
    [action?.principal_kind, action?.principal_name, action?.reason_note],
    ['lender_person', 'Some risk', review.note],
  )
})

test('finance pays a store what it has earned, with a fresh factor', async () => {
  const send = await personWith('finance')
  const wish = { store_id: shop.caller.store.id, reason }
  const early = await send('/lender/payouts', wish)
  assert.deepEqual([early.status, early.body.error.code], [409, 'payout_nothing_due'])
  const missing = await send('/lender/payouts', { ...wish, store_id: nowhere })
  assert.deepEqual([missing.status, missing.body.error.code], [404, 'store_not_found'])
  const order = await shop.confirmed(30_000)
  await shop.capture(order, 30_000)
  now = new Date(now.getTime() + 6 * MINUTE_MS)
  const stale = await send('/lender/payouts', wish)
  assert.deepEqual([stale.status, stale.body.error.code], [403, 'step_up_required'])
  const payment = { amount: 100, method: 'cash', reference: 'till 1', reason }
  const byHand = await send(`/lender/loans/${order.id}/payments`, payment)
  assert.deepEqual([byHand.status, byHand.body.error.code], [403, 'step_up_required'])
  now = new Date(now.getTime() - 6 * MINUTE_MS)
  const made = await send('/lender/payouts', wish)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const [payout] = made.body.results
  assert.deepEqual(
    [payout.store.id, payout.amount > 0, payout.status],
    [wish.store_id, true, 'paid'],
  )
  const [action] = await place.database.query<AnyRow>(
    `SELECT * FROM actions WHERE action = 'payout.create'`,
    [],
  )
  assert.deepEqual(
    [action?.principal_kind, action?.store_id, action?.reason_code],
    ['lender_person', wish.store_id, 'routine'],
  )
  assert.equal((await send(`/lender/loans/${order.id}/payments`, payment)).status, 200)
})

test('neither is for keys, nor for people of another role', async () => {
  const key = await lenderClient(place.database, { clock })
  const support = await personWith('support')
  for (const [path, body] of [
    [`/lender/decisions/${nowhere}/review`, { outcome: 'confirmed', note: 'Seen by me.' }],
    ['/lender/payouts', { store_id: nowhere, reason }],
  ] as const) {
    for (const reply of [await key('POST', path, body), await support(path, body)]) {
      assert.deepEqual([reply.status, reply.body.error.code], [403, 'permission_missing'], path)
    }
  }
})

test('the auditor finds all of it sound', async () => {
  assert.deepEqual((await audit(place.database)).findings, [])
})
