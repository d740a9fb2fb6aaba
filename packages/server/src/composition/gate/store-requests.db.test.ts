// A store asks its lender for acts it may not do itself; one of the lender's people decides.
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import {
  approve,
  type Colleague,
  colleague,
  inLive,
  LIVE,
  outcomeOf,
} from '../../../../../test/fixtures/colleagues.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { testDesk } from '../../../../../test/fixtures/test-desk.ts'
import {
  createTestService,
  type Json,
  type TestService,
} from '../../../../../test/fixtures/test-service.ts'
import { audit } from '../../audit/audit.ts'

const note = 'Our buyers come back with more.'

const place = ownDatabase()
let risk: Colleague
let admin: Colleague
let shop: Scenario
let send: TestService['send']
before(async () => {
  const desks = testDesk(place.database, { now: () => new Date() })
  risk = inLive(await colleague(desks, 'risk'))
  admin = inLive(await colleague(desks, 'admin'))
})
beforeEach(async () => {
  shop = await createScenario(place.database)
  send = createTestService(place.database, { privateKey: shop.privateKey }).send
})

const ask = (body: object) => send('POST', '/me/requests', { note, ...body }, LIVE)
const me = async (): Promise<Json> => (await send('GET', '/me', undefined, LIVE)).body
const live = { headers: LIVE }

test('a store’s request takes effect once somebody of the lender approves it', async () => {
  const { products } = await me()
  const wish = { products: products.map((each: Json) => ({ ...each, fee_rate: 55 })) }
  const waiting = await ask({ kind: 'terms', wish })
  assert.equal(waiting.status, 202, JSON.stringify(waiting.body))
  const { approval } = waiting.body
  assert.deepEqual([approval.maker.kind, approval.reason.note], ['store_key', note])
  assert.equal((await me()).products[0].fee_rate, products[0].fee_rate)
  const again = await ask({ kind: 'terms', wish })
  assert.deepEqual([again.status, outcomeOf(again)], [409, 'approval_pending'])
  const inbox = await risk.send('GET', '/lender/approvals?status=pending')
  assert.ok(inbox.body.results.some(({ id }: Json) => id === approval.id))
  assert.equal(outcomeOf(await approve(risk, approval, live)), 'executed')
  assert.equal((await me()).products[0].fee_rate, 55)
  assert.deepEqual((await audit(place.database)).findings, [])
})

test('a name is requested, too, and revoking the key withdraws it', async () => {
  const request = async (name: string) => {
    const waiting = await ask({ kind: 'name', wish: { name } })
    assert.equal(waiting.status, 202, JSON.stringify(waiting.body))
    return waiting.body.approval
  }
  assert.equal(outcomeOf(await approve(admin, await request('A better name'), live)), 'executed')
  assert.equal((await me()).name, 'A better name')
  const later = await request('Another')
  await place.database.query(
    `UPDATE api_keys SET revoked_at = now() WHERE store_id = $1 AND kind = 'private' RETURNING 1`,
    [shop.caller.store.id],
  )
  const { effects_hash: hash } = later
  assert.equal(outcomeOf(await approve(admin, later, { hash, ...live })), 'approval_ended')
})

test('an invalid request, or one without effect, is refused', async () => {
  const { products, refund_spread } = await me()
  const [first] = products
  for (const [body, field] of [
    [{ kind: 'loan', wish: {} }, 'kind'],
    [{ kind: 'terms' }, 'wish'],
    [{ kind: 'terms', wish: { refund_spread } }, 'wish'],
    [{ kind: 'name', wish: {} }, 'wish'],
    [{ kind: 'terms', wish: { fees_on_refund: 'keep' }, note: ' ' }, 'note'],
    [
      { kind: 'terms', wish: { products: [{ ...first, max_amount: 1 }] } },
      'wish.products.0.max_amount',
    ],
  ] as const) {
    const reply = await ask(body)
    assert.equal(reply.status, 400, JSON.stringify(reply.body))
    assert.deepEqual(Object.keys(reply.body.error.fields), [field])
  }
  const outside = createTestService(place.database, { privateKey: shop.privateKey })
  const none = await outside.send('POST', '/me/requests', { kind: 'name' }, { authorization: '' })
  assert.equal(none.status, 401)
})
