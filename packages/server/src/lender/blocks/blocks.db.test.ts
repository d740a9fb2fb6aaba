// A blocked person signs nowhere from that moment on, and their store learns no more than of a
// limit.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Buyer } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { approve, colleague, outcomeOf } from '../../../../../test/fixtures/colleagues.ts'
import { lenderClient, realWriting } from '../../../../../test/fixtures/lender.ts'
import { createScenario, newBuyer, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { testDesk } from '../../../../../test/fixtures/test-desk.ts'
import type { TestService } from '../../../../../test/fixtures/test-service.ts'
import { actionSweeps } from '../../audit/action-checks.ts'
import { prove } from '../../audit/audit.ts'
import { personSweeps } from '../../audit/person-checks.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { listDecisions } from '../../checkout/decisions/list-decisions.ts'
import { decisionView, explanationView } from '../../checkout/decisions/view.ts'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import type { Order } from '../../model/order/order.ts'
import { permissionsOf } from '../../model/staff/roles.ts'
import { systemClock } from '../../platform/time/clock.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import { blockPerson } from './block-person.ts'
import { unblockPerson } from './unblock-person.ts'

const place = ownDatabase()
let send: TestService['send']
const reason = { code: 'fraud', note: 'Three addresses that nobody lives at.' } as const
const LENDER: LenderCaller = {
  principal: { kind: 'lender_person', id: 'somebody', name: 'Ada' },
  ...{ holders: ['risk'], permissions: permissionsOf(['risk']), sandbox: true },
}

before(async () => {
  send = await lenderClient(place.database)
})

const shop = (buyer: Buyer, sandbox: 'rules' | 'person' = 'rules') =>
  createScenario(place.database, {
    buyer,
    settings: { decision: { ...standardLimits, sandbox, attempts_per_day_max: 1_000 } },
  })

async function sign({ checkout, writing, caller }: Scenario, buyer: Buyer): Promise<Order> {
  const { id: checkoutId } = await checkout(1_000)
  return acceptCheckout(writing, caller, { checkoutId, wish: {}, buyerOf: () => buyer })
}

async function personOf({ document_id }: Buyer): Promise<string> {
  const [row] = await place.database.query<AnyRow>(
    'SELECT id FROM persons WHERE document_number = $1',
    [document_id],
  )
  return String(row?.id)
}

async function findings(): Promise<string[]> {
  const parts = { sweeps: personSweeps, wholeChecks: [] }
  const proof = await prove(place.database, parts, { atOnce: 1 })
  return proof.findings.map(({ invariant }) => invariant)
}

const block = (id: string, until?: string) =>
  send('POST', `/lender/people/${id}/block`, { reason, ...(until && { until }) })
const unblock = (id: string) => unblockPerson(realWriting(place.database), LENDER, { id, reason })

for (const decides of ['rules', 'person'] as const) {
  test(`a blocked person signs nowhere until the block ends, where ${decides} decide`, async () => {
    const buyer = newBuyer()
    const scenario = await shop(buyer, decides)
    assert.equal((await sign(scenario, buyer)).state, 'confirmation_required')
    const id = await personOf(buyer)
    const blocked = await block(id)
    assert.equal(blocked.status, 200, JSON.stringify(blocked.body))
    assert.deepEqual([blocked.body.blocked.until, blocked.body.blocked.reason], [null, 'fraud'])
    const order = await sign(scenario, buyer)
    assert.deepEqual([order.state, order.statusReason], ['ko', 'ko_generic'])
    const [decided] = await listDecisions({ database: place.database }, scenario.caller, order.id)
    assert.ok(decided !== undefined)
    const shown = JSON.stringify([
      decisionView(decided),
      explanationView({ decision: decided, language: 'en', lender: 'Bank', reference: '1' }),
    ])
    assert.match(shown, /lender_limit.*limits for this person are reached/)
    assert.doesNotMatch(shown, /block/i)
    const { body: whole } = await send('GET', `/lender/decisions/${decided.id}`)
    assert.ok(whole.reasons.some(({ code }: { code: string }) => code === 'person_blocked'))
    assert.equal(whole.exposure.blocked, true)
    await unblock(id)
    assert.equal((await sign(scenario, buyer)).state, 'confirmation_required')
  })
}

test('a block expires, can be renewed, and is listed while it lasts', async () => {
  const buyer = newBuyer()
  const scenario = await shop(buyer)
  await sign(scenario, buyer)
  const id = await personOf(buyer)
  assert.equal((await block(id, '2020-01-01')).body.error.code, 'body_invalid')
  const day = '2999-12-31'
  const { body } = await block(id, day)
  assert.equal(body.blocked.until, '3000-01-01T00:00:00.000000Z')
  const listed = async (filter: string) =>
    (await send('GET', `/lender/people?blocked=${filter}&id=${id}`)).body.paging.count
  assert.deepEqual([await listed('true'), await listed('false')], [1, 0])
  assert.equal((await block(id)).body.blocked.until, null)
  assert.equal((await sign(scenario, buyer)).state, 'ko')
  await unblock(id)
  await assert.rejects(unblock(id), { code: 'person_not_blocked' })
  const writing = realWriting(place.database)
  const until = new Date(Date.now() + 60_000).toISOString()
  await blockPerson(writing, LENDER, { id, until, reason })
  const soon = { now: () => new Date(Date.now() + 120_000), real: true } as typeof writing.clock
  await assert.rejects(unblockPerson({ ...writing, clock: soon }, LENDER, { id, reason }), {
    code: 'person_not_blocked',
  })
  const later = { ...scenario, writing: { ...scenario.writing, clock: soon } }
  assert.equal((await sign(later, buyer)).state, 'confirmation_required')
  const rows = await place.database.query<AnyRow>(
    `SELECT action, reason_code, person_id FROM actions WHERE object_id = $1 ORDER BY at, id`,
    [id],
  )
  assert.equal(rows.length, 4)
  assert.ok(rows.every((row) => row.person_id === id && row.reason_code === 'fraud'))
})

test('one asks to lift a block, another approves, the log is as it was hashed', async () => {
  const demo = testDesk(place.database, systemClock, { demo: true })
  const [maker, checker] = [await colleague(demo, 'risk'), await colleague(demo, 'risk')] as const
  const buyer = newBuyer()
  await sign(await shop(buyer), buyer)
  const id = await personOf(buyer)
  await block(id)
  const answered = await maker.send('POST', `/lender/people/${id}/unblock`, { reason })
  assert.equal(answered.status, 202, JSON.stringify(answered.body))
  assert.equal(outcomeOf(await approve(checker, answered.body.approval)), 'executed')
  const proof = await prove(
    place.database,
    { sweeps: actionSweeps, wholeChecks: [] },
    { atOnce: 1 },
  )
  assert.deepEqual(proof.findings, [])
})

test('people of another mode and unknown ids are not blocked', async () => {
  for (const id of ['0'.repeat(32), 'x', '%00']) {
    const { status, body } = await block(id)
    assert.deepEqual([status, body.error.code], [404, 'person_not_found'], id)
  }
  const buyer = newBuyer()
  await sign(await shop(buyer), buyer)
  const live = { ...LENDER, sandbox: false }
  const id = await personOf(buyer)
  const wrong = blockPerson(realWriting(place.database), live, { id, reason })
  await assert.rejects(wrong, { code: 'person_not_found' })
})

test('a signature at the same time as a block is before it or refused', async () => {
  for (let round = 0; round < 20; round++) {
    const buyer = newBuyer()
    const scenarios = [await shop(buyer), await shop(buyer)] as const
    await sign(scenarios[0], buyer)
    const id = await personOf(buyer)
    const accepted = async () => {
      const [row] = await place.database.query<AnyRow>(
        `SELECT count(*)::int AS count FROM orders o JOIN buyers b ON b.store_id = o.store_id
           AND b.id = o.buyer_id WHERE b.person_id = $1 AND o.state <> 'ko'`,
        [id],
      )
      return row?.count
    }
    const signing = [...scenarios, ...scenarios].map((each) => sign(each, buyer))
    await blockPerson(realWriting(place.database), LENDER, { id, reason })
    const atOnce = await accepted()
    await Promise.all(signing)
    assert.equal(await accepted(), atOnce, `round ${round}`)
  }
  assert.deepEqual(await findings(), [])
  await place.database.query(`UPDATE person_blocks SET reason_code = 'other'`, [])
  assert.deepEqual(await findings(), ['L10'])
})
