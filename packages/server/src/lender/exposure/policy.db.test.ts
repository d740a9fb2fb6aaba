// A person's limit over all stores, set by two people of risk; a dry run judges again.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Buyer, cents } from '@svc/api'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import {
  approve,
  type Colleague,
  colleague,
  LIVE,
  look,
  outcomeOf,
} from '../../../../../test/fixtures/colleagues.ts'
import { realWriting } from '../../../../../test/fixtures/lender.ts'
import { createScenario, newBuyer } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { testDesk } from '../../../../../test/fixtures/test-desk.ts'
import type { Json } from '../../../../../test/fixtures/test-service.ts'
import { audit } from '../../audit/audit.ts'
import { acceptCheckout } from '../../checkout/checkouts/accept-checkout.ts'
import { setPolicy } from '../../checkout/exposure/set-policy.ts'
import { standardLimits } from '../../model/decision-limits/limits.ts'
import { standardProducts } from '../../model/stores/standard-products.ts'

const [POLICY, RATES] = ['/lender/exposure-policy', '/lender/exchange-rates']
const reason = { code: 'routine', note: 'As the committee decided.' }

const place = ownDatabase()
let risk: Colleague
let other: Colleague
before(async () => {
  const desks = testDesk(place.database, { now: () => new Date() })
  await colleague(desks, 'admin')
  await colleague(desks, 'admin')
  risk = await colleague(desks, 'risk')
  other = await colleague(desks, 'risk')
})

const send = (by: Colleague, path: string, body: object, headers = {}) =>
  by.send('PATCH', path, { reason, ...body }, headers)
const current = async (): Promise<Json> => (await risk.send('GET', POLICY)).body

/** Requested by one, approved by the other. */
async function changed(path: string, body: object): Promise<void> {
  const reply = await send(risk, path, body)
  assert.equal(reply.status, 202, JSON.stringify(reply.body))
  const done = await approve(other, reply.body.approval)
  assert.equal(outcomeOf(done), 'executed', JSON.stringify(done.body))
}

test('it takes two of risk, in the sandbox too: it is of no mode', async () => {
  const none = await current()
  assert.deepEqual(
    [none.version, none.currency, none.exposure_max, none.rates],
    [0, null, null, []],
  )
  const first = { version: 0, currency: 'EUR', exposure_max: 200_000 }
  const { status, body } = await send(risk, POLICY, first)
  assert.equal(status, 202, JSON.stringify(body))
  assert.deepEqual([body.approval.because, body.approval.mode], ['floor', null])
  assert.equal(outcomeOf(await send(other, POLICY, first, LIVE)), 'approval_pending')
  const { effects_hash: hash, effects } = await look(other, body.approval)
  assert.deepEqual(effects.changes.exposureMax, { old: null, new: 200_000 })
  assert.equal(outcomeOf(await approve(risk, body.approval, { hash })), 'approval_own')
  assert.equal(outcomeOf(await approve(other, body.approval, { hash })), 'executed')
  const rates = [{ currency: 'USD', rate: '0.5' }]
  await changed(RATES, { version: 1, rates })
  const now = await current()
  assert.deepEqual([now.version, now.currency, now.exposure_max], [2, 'EUR', 200_000])
  assert.deepEqual(now.rates, [{ currency: 'USD', rate: '0.500000' }])
  const { body: rated } = await risk.send('GET', RATES, undefined, LIVE)
  assert.deepEqual(rated, { version: 2, currency: 'EUR', rates: now.rates })
  // Sent back as it was read it changes nothing, and needs no approval.
  const same = await send(risk, POLICY, now)
  assert.deepEqual([same.status, same.body], [200, now])
})

test('every version stays readable, as a policy and as rates', async () => {
  const { body: policies } = await risk.send('GET', `${POLICY}/versions`)
  assert.deepEqual(
    policies.results.map((each: Json) => [each.version, each.exposure_max, each.rates.length]),
    [
      [2, 200_000, 1],
      [1, 200_000, 0],
    ],
  )
  const { body: rates } = await risk.send('GET', `${RATES}/versions?version=2`, undefined, LIVE)
  assert.equal(rates.paging.count, 1)
  assert.deepEqual(rates.results[0].rates, [{ currency: 'USD', rate: '0.500000' }])
})

test('faults are named, and a stale version is refused', async () => {
  const { version } = await current()
  for (const path of [POLICY, RATES]) {
    const stale = await send(risk, path, { version: 0, rates: [] })
    assert.deepEqual([stale.status, outcomeOf(stale)], [409, 'terms_conflict'])
  }
  const wrong: [object, string][] = [
    [{ rates: [{ currency: 'USD', rate: '0' }] }, 'rates.0.rate'],
    [{ rates: [{ currency: 'USD', rate: '1e3' }] }, 'rates.0.rate'],
    [{ rates: [{ currency: 'usd', rate: '1' }] }, 'rates.0.currency'],
    [{ rates: [{ currency: 'EUR', rate: '1' }] }, 'rates'],
    [{ rates: [1, 2].map(() => ({ currency: 'USD', rate: '1' })) }, 'rates.1.currency'],
    [{ currency: 'USD' }, 'exposure_max'],
    [{ exposure_max: -1 }, 'exposure_max'],
    [{ reason: null }, 'reason'],
  ]
  for (const [body, field] of wrong) {
    const reply = await send(risk, POLICY, { version, ...body })
    assert.deepEqual(
      [reply.status, Object.keys(reply.body.error?.fields ?? {})],
      [400, [field]],
      JSON.stringify([body, reply.body]),
    )
  }
})

test('with two administrators the command line changes it no more', async () => {
  const before = await current()
  const writing = realWriting(place.database)
  const wish = { exposureMax: cents(1) }
  await assert.rejects(setPolicy(writing, { wish }), /two people change it/)
  assert.deepEqual(await current(), before)
})

const decision = { ...standardLimits, sandbox: 'rules' as const, open_amount_max: 1_000_000 }
const shopFor = (buyer: Buyer, currency: string) =>
  createScenario(place.database, {
    buyer,
    settings: {
      decision: { ...decision, sandbox: 'rules' },
      products: standardProducts.map((terms) => ({ ...terms, currency })),
    },
  })

/** How it ends, at a store of their own in the currency. */
async function sign(buyer: Buyer, amount: number, currency: string): Promise<string> {
  const { checkout, writing, caller } = await shopFor(buyer, currency)
  const { id: checkoutId } = await checkout(amount, currency)
  return (await acceptCheckout(writing, caller, { checkoutId, wish: {}, buyerOf: () => buyer }))
    .state
}

/** Each person's debt in dollars, before a signature in euros. */
const PEOPLE = [10_000, 30_000, 60_000, 90_000].flatMap((dollars) =>
  [20_000, 110_000, 160_000, 190_000].map((euros) => ({ dollars, euros })),
)

/** Everybody signs at two stores, whatever holds then; how it ended at the second. */
async function everybody(): Promise<string[]> {
  const states: string[] = []
  for (const { dollars, euros } of PEOPLE) {
    const buyer = newBuyer()
    assert.equal(await sign(buyer, dollars, 'USD'), 'confirmation_required')
    states.push(await sign(buyer, euros, 'EUR'))
  }
  return states
}

test('a dry run counts what a real replay of the same people counts', async () => {
  const { version } = await current()
  const earlier = await everybody()
  const body = { version, exposure_max: 150_000, rates: [{ currency: 'USD', rate: '1.1' }] }
  const dry = await send(risk, `${POLICY}?dry_run=true`, body)
  assert.equal(dry.status, 200, JSON.stringify(dry.body))
  const { replay, effects, approval } = dry.body
  assert.deepEqual(Object.keys(effects.changes).sort(), ['exposureMax', 'rates'])
  assert.equal(approval.because, 'floor')
  assert.deepEqual(
    [replay.decisions, replay.unknown, replay.complete],
    [2 * PEOPLE.length, 0, true],
  )
  assert.equal((await current()).version, version, 'nothing was done')
  await changed(POLICY, body)
  const later = await everybody()
  const refused = earlier.filter((was, at) => was !== 'ko' && later[at] === 'ko').length
  const accepted = earlier.filter((was, at) => was === 'ko' && later[at] !== 'ko').length
  assert.ok(refused > 2 && accepted === 0, `${refused} ${accepted}`)
  assert.deepEqual(replay.changed, [{ from: 'accepted', to: 'refused', count: refused }])
  // And back: current refusals would not be refused.
  const back = { version: version + 1, exposure_max: 10_000_000 }
  const { body: wide } = await send(risk, `${POLICY}?dry_run=true`, back)
  const all = [...earlier, ...later].filter((state) => state === 'ko').length
  assert.deepEqual(wide.replay.changed, [{ from: 'refused', to: 'accepted', count: all }])
  const without = await send(risk, `${RATES}?dry_run=true`, { version: version + 1, rates: [] })
  const open = [...earlier, ...later].filter((state) => state !== 'ko').length
  // Anyone who owes dollars at one store is lent nothing at another, while nobody knows their
  // worth.
  assert.deepEqual(without.body.replay.changed, [{ from: 'accepted', to: 'refused', count: open }])
  const inLive = await send(risk, `${POLICY}?dry_run=true`, back, LIVE)
  assert.equal(inLive.body.replay.decisions, 0, 'those of the mode asked')
})

let widths = 200_000
for (const [path, narrow] of [
  [POLICY, { exposure_max: 139_000 }],
  [RATES, { rates: [{ currency: 'USD', rate: '2' }] }],
] as const) {
  test(`a signature concurrent with a change of ${path} uses exactly one version`, async () => {
    for (let round = 0; round < 4; round++) {
      const wide = { exposure_max: ++widths, rates: [{ currency: 'USD', rate: '0.5' }] }
      await changed(POLICY, { version: (await current()).version, ...wide })
      const { version } = await current()
      const buyer = newBuyer()
      assert.equal(await sign(buyer, 60_000, 'USD'), 'confirmation_required')
      const { body } = await send(risk, path, { version, ...narrow })
      const { effects_hash: hash } = await look(other, body.approval)
      const [done, state] = await Promise.all([
        approve(other, body.approval, { hash }),
        sign(buyer, 110_000, 'EUR'),
      ])
      assert.equal(outcomeOf(done), 'executed', JSON.stringify(done.body))
      const [judged] = await place.database.query<AnyRow>(
        `SELECT (inputs #>> '{lender,policy_version}')::int AS version FROM decisions
         ORDER BY created_at DESC, id DESC LIMIT 1`,
        [],
      )
      const expected = judged?.version === version ? 'confirmation_required' : 'ko'
      assert.deepEqual([state, judged?.version >= version], [expected, true], `round ${round}`)
      // What begins once it is approved goes by what was approved.
      const later = newBuyer()
      assert.equal(await sign(later, 60_000, 'USD'), 'confirmation_required')
      assert.equal(await sign(later, 110_000, 'EUR'), 'ko')
    }
  })
}

test('the auditor agrees', async () => {
  const { findings } = await audit(place.database)
  assert.deepEqual(findings, [])
})
