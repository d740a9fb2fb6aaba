// Saved data and a signature at the same moment: whichever comes first, the signed data were
// decided on.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { buyer, createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { getDetails } from '../../kernel/details/store.ts'
import { findOrder } from '../../kernel/orders/store.ts'
import { Refused } from '../../platform/refusal.ts'
import { acceptCheckout, type Signing } from '../checkouts/accept-checkout.ts'
import { saveBuyer } from '../checkouts/save-buyer.ts'
import { listOfOrder } from './store.ts'

const ROUNDS = 15
const wish = { product: 'instalments', num_instalments: 3 } as const
const other = { ...buyer, document_id: 'X1234567L' }
const place = ownDatabase()
let scenario: Scenario
let signing: Signing

beforeEach(async () => {
  scenario = await createScenario(place.database)
  signing = { ...scenario.writing, database: place.database }
})

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof Refused) return error.code
    throw error
  }
}

const save = (checkoutId: string, data = buyer) =>
  outcomeOf(saveBuyer(signing, scenario.caller, { checkoutId, wish, buyer: data }))
const sign = (checkoutId: string) =>
  outcomeOf(acceptCheckout(signing, scenario.caller, { checkoutId, wish }))

async function seen(id: string) {
  const { caller } = scenario
  const key = { storeId: caller.store.id, sandbox: caller.sandbox, ref: id }
  const order = await findOrder(place.database, key)
  assert.ok(order)
  const details = await getDetails(place.database, order)
  return { order, details, decisions: await listOfOrder(place.database, order) }
}

test('other data racing a signature: what is signed was decided on', async () => {
  const answers = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await scenario.checkout(50_000)
    await save(id)
    const both = [() => save(id, other), () => sign(id)]
    if (round % 2 === 1) both.reverse()
    const came = await Promise.all(both.map((each) => each()))
    const [saved, signed] = round % 2 === 1 ? came.reverse() : came
    answers.add(`${saved}, ${signed}`)
    assert.equal(signed, 'done')
    assert.match(saved ?? '', /^(done|checkout_finished)$/)
    const { order, details, decisions } = await seen(id)
    assert.equal(order.statusReason, 'confirmation_required')
    const last = decisions.at(-1)
    assert.equal(last?.buyerId, order.buyerId)
    assert.equal(details.buyer?.document_id, (saved === 'done' ? other : buyer).document_id)
    assert.equal(decisions.length, saved === 'done' ? 2 : 1)
  }
  assert.ok(answers.size > 0)
})

test('the same data sent concurrently are decided on once', async () => {
  const { id } = await scenario.checkout(50_000)
  assert.deepEqual(await Promise.all([save(id), save(id), save(id)]), ['done', 'done', 'done'])
  assert.equal((await seen(id)).decisions.length, 1)
})

test('a refusal racing a signature ends in the refusal, or in the signed order', async () => {
  const refused = { ...buyer, document_id: '99999998T' }
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await scenario.checkout(50_000)
    await save(id)
    const both = [() => save(id, refused), () => sign(id)]
    if (round % 2 === 1) both.reverse()
    await Promise.all(both.map((each) => each()))
    const { order, details, decisions } = await seen(id)
    const last = decisions.at(-1)
    assert.equal(last?.buyerId, order.buyerId)
    if (order.statusReason === 'ko_generic') {
      assert.deepEqual([last?.outcome, details.offer], ['refused', null])
    } else {
      assert.equal(order.statusReason, 'confirmation_required')
      assert.deepEqual([last?.outcome, details.buyer?.document_id], ['accepted', buyer.document_id])
    }
  }
})
