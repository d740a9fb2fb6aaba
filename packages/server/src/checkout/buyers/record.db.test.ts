import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Buyer } from '@svc/api'
import { buyer, createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { documentOf } from '../../model/people/document.ts'
import { acceptCheckout } from '../checkouts/accept-checkout.ts'
import { findBuyer } from './store.ts'

const place = ownDatabase()
let scenario: Scenario

before(async () => {
  scenario = await createScenario(place.database)
})

async function sign(more: Partial<Buyer>, of = scenario): Promise<string | null> {
  const { id: checkoutId } = await of.checkout(50_000)
  const input = { checkoutId, wish: {}, buyerOf: () => ({ ...buyer, ...more }) }
  return (await acceptCheckout(of.writing, of.caller, input)).buyerId
}

const known = (number: string, of = scenario) => {
  const scope = { storeId: of.caller.store.id, sandbox: of.caller.sandbox }
  return findBuyer(place.database, scope, documentOf(number))
}

test('a buyer who signs again stays the same buyer, with their latest phone', async () => {
  const first = await sign({ phone: '600 000 001' })
  const seen = await known('12345678Z')
  assert.deepEqual(seen?.phone, { country: 'ES', number: '600000001' })
  assert.equal(await sign({ phone: '+33 612 34 56 78' }), first)
  const again = await known('12345678Z')
  assert.deepEqual(again?.phone, { country: 'FR', number: '612345678' })
  assert.deepEqual([again?.id, again?.createdAt], [first, seen?.createdAt])
})

test('a person who signs many orders at the same time is one buyer', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => sign({ document_id: 'X1234567L' })))
  assert.equal(new Set(ids).size, 1)
  assert.equal((await known('X1234567L'))?.document.type, 'nie')
})

test('another store, and the other mode, know them by another id', async () => {
  const here = await sign({})
  const other = await createScenario(place.database)
  assert.notEqual(await sign({}, other), here)
  const live = { ...scenario, caller: { ...scenario.caller, sandbox: false } }
  assert.equal(await known('12345678Z', live), undefined)
})

const phones: readonly (readonly [given: string, country: string | null, number: string])[] = [
  ['600000000', 'ES', '600000000'],
  ['+34 600-00-00-00', 'ES', '600000000'],
  ['0034600000000', 'ES', '600000000'],
  ['+44 20 7946 0958', 'GB', '2079460958'],
  ['not a number', null, 'not a number'],
  ['1', null, '1'],
  ['9'.repeat(32), null, '9'.repeat(32)],
]
for (const [given, country, number] of phones) {
  test(`the phone ${given} is ${number} of ${country ?? 'no country'}`, async () => {
    await sign({ phone: given, document_id: '00000000T' })
    assert.deepEqual((await known('00000000T'))?.phone, { country, number })
  })
}
