// What happened since a checkpoint is proven as the whole audit does; what was before is not read.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createScenario, type Scenario } from '../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../test/fixtures/test-database.ts'
import type { Order } from '../model/order/order.ts'
import { placeEvents } from '../outbound/placing/place-events.ts'
import { listSeals } from '../outbound/seals/list-seals.ts'
import { SEAL_EVERY_MS } from '../outbound/seals/rules.ts'
import { sealStream } from '../outbound/seals/seal-stream.ts'
import { audit } from './audit.ts'
import { auditWithSeals } from './seal-copies.ts'
import type { Checkpoint } from './since.ts'

const place = ownDatabase()
let scenario: Scenario
/** One that nothing happens to any more, and one that something does. */
let old: Order
let busy: Order

before(async () => {
  scenario = await createScenario(place.database)
  old = await scenario.confirmed(10_000)
  busy = await scenario.confirmed(20_000)
  await scenario.capture(old, 1_000)
})

let minutes = 0
async function placeAndSeal(): Promise<void> {
  const { writing, caller } = scenario
  const key = { storeId: caller.store.id, sandbox: caller.sandbox }
  await placeEvents({ ...writing, database: place.database }, key)
  const clock = { now: () => new Date(Date.now() + ++minutes * SEAL_EVERY_MS) }
  await sealStream({ writer: place.database, clock }, key)
}

async function checkpoint(): Promise<Checkpoint> {
  await placeAndSeal()
  const { audited, whole, findings } = await audit(place.database)
  assert.deepEqual(findings, [])
  return { audited, whole, seals: await listSeals(place) }
}

const since = (from: Checkpoint) => auditWithSeals(place.database, from.seals, 1, from)

/** What both audits find of a change, which is taken back by another. */
async function foundBy(from: Checkpoint, [change, back]: readonly [string, string], order: Order) {
  const apply = async (text: string) => {
    const guard = async (is: string) => {
      for (const table of ['events', 'seals'])
        await place.database.query(`ALTER TABLE ${table} ${is} TRIGGER USER`, [])
    }
    await guard('DISABLE')
    await place.database.query(text, [order.storeId, order.id])
    await guard('ENABLE')
  }
  await apply(change)
  const [part, all] = [await since(from), await audit(place.database)]
  await apply(back)
  const invariants = ({ findings }: typeof all) => findings.map(({ invariant }) => invariant)
  return { part: invariants(part), all: invariants(all) }
}

const OF_ORDER = 'WHERE store_id = $1 AND order_id = $2'
const RAISED = [
  `UPDATE captures SET amount = amount + 1 ${OF_ORDER}`,
  `UPDATE captures SET amount = amount - 1 ${OF_ORDER}`,
] as const

test('only changed orders are read, placed or not, sealed or not', async () => {
  const from = await checkpoint()
  assert.equal((await since(from)).checked.orders, 0)
  await scenario.capture(busy, 100)
  assert.equal((await since(from)).checked.orders, 1)
  await placeAndSeal()
  const { checked, findings, whole, audited } = await since(from)
  assert.deepEqual([checked.orders, checked.seals, findings], [1, 1, []])
  assert.equal(whole, from.whole)
  assert.ok(audited > from.audited)
  await scenario.checkout(5_000)
  assert.equal((await since(from)).checked.orders, 2)
})

test('a fault since then is found, an earlier one only by the full audit', async () => {
  const from = await checkpoint()
  await scenario.capture(busy, 100)
  const after = await foundBy(from, RAISED, busy)
  assert.ok(after.part.length > 0)
  assert.deepEqual(after.part, after.all)
  await placeAndSeal()
  const placed = await foundBy(from, RAISED, busy)
  assert.deepEqual(placed.part, placed.all)
  const before = await foundBy(from, RAISED, old)
  assert.deepEqual(before.part, [])
  assert.ok(before.all.length > 0)
})

test('places and seals continue from the verified ones', async () => {
  const from = await checkpoint()
  await scenario.capture(busy, 100)
  await placeAndSeal()
  const lost = await foundBy(
    from,
    [
      `UPDATE events SET position = position + 1000 ${OF_ORDER}
         AND sequence = (SELECT max(sequence) FROM events ${OF_ORDER})`,
      `UPDATE events SET position = position - 1000 ${OF_ORDER} AND position > 1000`,
    ],
    busy,
  )
  assert.ok(lost.part.includes('A12') && lost.part.includes('A13'), lost.part.join())
  const reversed = `UPDATE seals SET hash = reverse(hash) WHERE store_id = $1 AND $2 <> ''
    AND number = (SELECT max(number) - 1 FROM seals WHERE store_id = $1)`
  const rewritten = await foundBy(from, [reversed, reversed], busy)
  // It was proven, stands outside, and is no more what it was.
  assert.ok(rewritten.part.includes('A13'))
})
