import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Cents, cents } from '@svc/api'
import fc from 'fast-check'
import type { PayoutAccount } from '../../model/payouts/payout.ts'
import { balanceState, decidePayouts } from './rules.ts'

const at = new Date('2026-11-21T10:00:00Z')
const before = new Date('2026-11-14T10:00:00Z')
const account = (carried: number, paid = 4): PayoutAccount => ({
  currency: 'EUR',
  carried: cents(carried),
  paidPosition: paid,
  paidAt: paid === 0 ? null : before,
})
const nets = (net: number): Map<string, Cents> => new Map([['EUR', cents(net)]])
const decide = (accounts: readonly PayoutAccount[], net: ReadonlyMap<string, Cents>) =>
  decidePayouts({ accounts, nets: net, position: 9, at })

type Case = readonly [carried: number, net: number, paid: number | null, left: number]
const cases: readonly Case[] = [
  [0, 1, 1, 0],
  [0, 0, null, 0],
  [0, -1, null, -1],
  [-5, 5, null, 0],
  [-5, 6, 1, 0],
  [-5, 4, null, -1],
  [-5, -4, null, -9],
]
for (const [carried, net, paid, left] of cases) {
  test(`${carried} carried and ${net} since: ${paid ?? 'nothing'} is paid, ${left} left`, () => {
    const { payouts, accounts } = decide([account(carried)], nets(net))
    const [payout] = payouts
    assert.equal(payout?.amount ?? null, paid)
    const paidNow = { ...account(0, 9), paidAt: at }
    assert.deepEqual(accounts, [paid === null ? account(left) : paidNow])
    if (payout === undefined) return
    const { fromPosition, toPosition, previousAt } = payout
    assert.deepEqual([fromPosition, toPosition, previousAt], [4, 9, before])
    assert.equal(payout.carried, carried)
  })
}

test('a currency that is new begins where the stream does', () => {
  const { payouts } = decide([], nets(700))
  assert.deepEqual([payouts[0]?.fromPosition, payouts[0]?.previousAt], [0, null])
})

test('a balance that has not moved stays as it is', () => {
  assert.deepEqual(decide([account(-5)], new Map()), { accounts: [], payouts: [] })
})

test('a refusal states whether an amount is owed', () => {
  const stateAfter = (carried: number, net: number) => {
    const accounts = [account(carried)]
    return balanceState(accounts, decide(accounts, nets(net)))
  }
  assert.deepEqual(
    [stateAfter(0, 0), stateAfter(-5, 5), stateAfter(0, -1)],
    ['zero', 'zero', 'below zero'],
  )
  assert.equal(balanceState([account(-5)], decide([account(-5)], new Map())), 'below zero')
  assert.equal(balanceState([], decide([], new Map())), 'zero')
})

test('over any number of payouts nothing is lost, and nothing is paid too early', () => {
  const moves = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { maxLength: 40 })
  fc.assert(
    fc.property(moves, (all) => {
      let accounts: readonly PayoutAccount[] = []
      let owed = 0
      for (const [index, net] of all.entries()) {
        const plan = decidePayouts({ accounts, nets: nets(net), position: index + 1, at })
        accounts = plan.accounts
        owed += net
        for (const { amount } of plan.payouts) {
          assert.equal(amount, owed, 'the whole of it')
          assert.ok(amount > 0)
          owed -= amount
        }
        assert.ok(owed <= 0)
        assert.equal(accounts[0]?.carried, owed)
      }
    }),
  )
})
