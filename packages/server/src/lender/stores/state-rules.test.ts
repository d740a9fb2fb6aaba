import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOn, type StoreState, type Switches } from '../../model/stores/store-state.ts'
import { decideClosed, decideState, type StateAct } from './state-rules.ts'

const off = { newCredit: false, captures: false, payouts: false }
const of = (state: StoreState['state'], switches: Partial<Switches> = {}): StoreState => ({
  ...{ ...allOn, ...switches, state, version: 3 },
})

type Case = readonly [
  before: StoreState,
  act: StateAct,
  wish: Partial<Switches>,
  after: string,
  switches?: Switches,
]
const noCredit = { ...allOn, newCredit: false }
const cases: readonly Case[] = [
  [of('onboarding', noCredit), 'activate', {}, 'active', allOn],
  [of('active'), 'activate', {}, 'store_state'],
  [of('closed', off), 'activate', {}, 'store_state'],
  [of('active'), 'suspend', {}, 'suspended', noCredit],
  [of('active'), 'suspend', { captures: false }, 'suspended', { ...noCredit, captures: false }],
  [
    of('active'),
    'suspend',
    { newCredit: true, payouts: false },
    'suspended',
    { ...allOn, payouts: false },
  ],
  [of('active'), 'suspend', allOn, 'body_invalid'],
  [
    of('suspended', { payouts: false }),
    'suspend',
    { captures: false },
    'suspended',
    { newCredit: true, captures: false, payouts: false },
  ],
  [of('suspended', noCredit), 'suspend', { newCredit: true }, 'body_invalid'],
  [of('suspended', off), 'suspend', { newCredit: true }, 'body_invalid'],
  [of('suspended', off), 'suspend', { captures: true }, 'body_invalid'],
  [of('suspended', noCredit), 'suspend', { newCredit: true, payouts: false }, 'body_invalid'],
  [of('suspended', off), 'suspend', {}, 'suspended', off],
  [of('onboarding', noCredit), 'suspend', {}, 'store_state'],
  [of('closing', noCredit), 'suspend', {}, 'store_state'],
  [of('suspended', off), 'resume', {}, 'active', allOn],
  [of('active'), 'resume', {}, 'store_state'],
  [of('closing', noCredit), 'resume', {}, 'store_state'],
  [of('onboarding', noCredit), 'close', {}, 'closed', off],
  [of('active'), 'close', {}, 'closing', { ...off, captures: true }],
  [of('active'), 'close', { captures: false }, 'closing', off],
  [of('suspended', off), 'close', { captures: true }, 'closing', off],
  [of('closing', { ...off, captures: true }), 'close', {}, 'closed', off],
  [of('closed', off), 'close', {}, 'store_state'],
]
for (const [before, act, wish, after, switches] of cases) {
  test(`${act} ${JSON.stringify(wish)} of a store that is ${before.state}: ${after}`, () => {
    const decided = decideState(before, act, wish)
    assert.equal(decided.refused ?? decided.plan.state, after)
    const expected = switches && { plan: { ...switches, state: after } }
    if (expected !== undefined) assert.deepEqual(decided, expected)
  })
}

test('suspending switches nothing on, whatever is off and whatever is sent', () => {
  const eight = [true, false].flatMap((newCredit) =>
    [true, false].flatMap((captures) =>
      [true, false].map((payouts) => ({ newCredit, captures, payouts })),
    ),
  )
  const names = ['newCredit', 'captures', 'payouts'] as const
  for (const before of eight) {
    for (const wish of eight) {
      const decided = decideState(of('suspended', before), 'suspend', wish)
      const isWider = names.some((name) => wish[name] && !before[name])
      const isAllOn = names.every((name) => wish[name])
      if (isWider || isAllOn) assert.equal(decided.refused, 'body_invalid')
      else assert.deepEqual(decided, { plan: { ...wish, state: 'suspended' } })
    }
  }
})

test('a store is closed once nothing waits', () => {
  assert.equal(decideClosed({ orders: 0, unpaid: false }).refused, undefined)
  assert.equal(decideClosed({ orders: 1, unpaid: false }).refused, 'store_not_settled')
  assert.equal(decideClosed({ orders: 0, unpaid: true }).refused, 'store_not_settled')
})
