import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offers } from '../../../../test/browser/gallery/offers.ts'
import { byCost, dueWithSignature, isFree, isSame, nameOf, nextPayment, shortened } from './plan.ts'

const named = (name: string) => {
  const match = offers.find((offer) => nameOf(offer) === name)
  assert.ok(match, name)
  return match
}

test('the down payment with its fee, or one of four parts, is due at signing', () => {
  assert.equal(dueWithSignature(named('instalments-3')), 0)
  assert.equal(dueWithSignature(named('instalments-12')), 6_200)
  assert.equal(dueWithSignature(named('pay_in_4-4')), 12_150)
  assert.equal(dueWithSignature(named('pay_later-1')), 0)
})

test('the next payment is the first one not paid at signing', () => {
  const numbers = offers.map((offer) => nextPayment(offer)?.number)
  assert.deepEqual(numbers, [1, 1, 1, 2, 1])
})

test('plans without cost come before the others, whatever their kind', () => {
  const names = byCost(offers).map((group) => [group.cost, ...group.offers.map(nameOf)])
  assert.deepEqual(names, [
    ['free', 'instalments-3', 'pay_in_4-4', 'pay_later-1'],
    ['costly', 'instalments-6', 'instalments-12'],
  ])
  assert.deepEqual(byCost(offers.filter((offer) => !isFree(offer))).length, 1)
})

test('offers are equal by product and count, also after another read', () => {
  const offer = named('pay_in_4-4')
  assert.ok(isSame({ ...offer }, offer))
  assert.ok(!isSame(offer, named('pay_later-1')))
  assert.ok(!isSame(offer, null))
})

test('a free plan costs neither interest nor fees', () => {
  assert.deepEqual(offers.map(isFree), [true, false, false, true, true])
  assert.ok(!isFree({ ...named('instalments-3'), total_fees: 1 }))
})

test('a long plan leaves out equal payments only, and none is lost', () => {
  for (const { schedule } of offers) {
    const { before, between, after } = shortened(schedule)
    assert.equal(before.length + (between?.count ?? 0) + after.length, schedule.length)
    const shown = [...before, ...after].reduce((sum, { amount }) => sum + amount, 0)
    const hidden = between === null ? 0 : between.count * between.amount
    const whole = schedule.reduce((sum, { amount }) => sum + amount, 0)
    assert.equal(shown + hidden, whole)
  }
  const { schedule } = named('instalments-12')
  assert.equal(shortened(schedule).between?.count, 10)
  const uneven = schedule.map((each, index) => ({ ...each, amount: each.amount + index }))
  assert.equal(shortened(uneven).between, null)
})
