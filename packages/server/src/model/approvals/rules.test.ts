// Who may do what alone, and who may decide what somebody else asked for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Holder } from '../staff/roles.ts'
import { permissionsOf } from '../staff/roles.ts'
import type { Approval, PolicyRule } from './approval.ts'
import { type ApprovalAction, approvalActions, approvalRuleOf } from './approval-action.ts'
import {
  type Attempt,
  aloneUpTo,
  bestBound,
  decideCheck,
  decideNeed,
  isStillAsked,
  policyFaults,
} from './rules.ts'

const NOTHING = { sum: 0, large: 0 }
const EUR = (amount: number) => ({ amount, currency: 'EUR' })

function needs(
  action: ApprovalAction,
  holders: readonly Holder[],
  more: Partial<Attempt> & { readonly done?: typeof NOTHING; readonly rules?: PolicyRule[] } = {},
): string | number | null {
  const { done = NOTHING, rules = [], amount = null, live = true } = more
  const attempt = { action, holders, live, amount, policy: { version: 1, rules } }
  const need = decideNeed(attempt, bestBound(attempt), done)
  return need.needed ? need.because : need.aloneMax
}

test('up to the limit of the best role one does it alone', () => {
  assert.equal(needs('payment', ['collections'], { amount: EUR(50_000) }), 50_000)
  assert.equal(needs('payment', ['collections'], { amount: EUR(50_001) }), 'limit')
  assert.equal(needs('payment', ['collections', 'finance'], { amount: EUR(50_001) }), 200_000)
  assert.equal(needs('payment', ['lender_key'], { amount: EUR(50_001) }), 'limit')
  assert.equal(needs('charge_back', ['lender_key'], { amount: EUR(10 ** 9) }), null)
  assert.equal(needs('charge_back', ['collections'], { amount: EUR(1) }), 'role')
  assert.equal(needs('payment', ['support'], { amount: EUR(1) }), 'role')
})

test('a day counts together: the third large act, and four limits', () => {
  const at = (amount: number, sum: number, large: number) =>
    needs('payment', ['collections'], { amount: EUR(amount), done: { sum, large } })
  assert.equal(at(40_001, 0, 1), 50_000)
  assert.equal(at(40_001, 0, 2), 'repeated')
  assert.equal(at(40_000, 0, 2), 50_000)
  assert.equal(at(20_000, 180_000, 0), 50_000)
  assert.equal(at(20_001, 180_000, 0), 'day')
})

test('up to which amount somebody acts alone is where it begins to take two', () => {
  const done = fc.record({ sum: fc.nat(300_000), large: fc.nat(3) })
  const acts = fc.constantFrom<ApprovalAction>('payment', 'waiver', 'charge_back')
  fc.assert(
    fc.property(
      acts,
      fc.option(fc.nat(80_000)),
      done,
      fc.nat(90_000),
      (action, max, before, amount) => {
        const bound = { aloneMax: max, because: 'role' } as const
        const alone = aloneUpTo({ action }, bound, before)
        const wanted = { action, amount: EUR(amount + 1) }
        const { needed } = decideNeed(wanted, bound, before)
        assert.equal(needed, alone !== null && amount + 1 > alone)
      },
    ),
  )
})

test('waivers count by loan', () => {
  const at = (amount: number, sum: number) =>
    needs('waiver', ['support'], { amount: EUR(amount), done: { sum, large: 9 } })
  assert.equal(at(1_000, 1_000), 2_000)
  assert.equal(at(1_001, 1_000), 'limit')
})

test('the most specific rule goes before the role, and no floor falls in live mode', () => {
  const rule = (change: Partial<PolicyRule>): PolicyRule => ({
    ...{ action: 'payment', role: null, currency: null, aloneMax: 0 },
    ...change,
  })
  const rules = [
    rule({}),
    rule({ currency: 'EUR', aloneMax: 10 }),
    rule({ role: 'finance', aloneMax: 20 }),
  ]
  assert.equal(needs('payment', ['collections'], { amount: EUR(10), rules }), 10)
  assert.equal(needs('payment', ['finance'], { amount: EUR(20), rules }), 20)
  const dollars = { amount: 1, currency: 'USD' }
  assert.equal(needs('payment', ['collections'], { amount: dollars, rules }), 'policy')
  for (const action of approvalActions) {
    const free = [rule({ action, aloneMax: null })]
    const { floor } = approvalRuleOf(action)
    const isRefused = Object.keys(policyFaults(free, true)).length > 0
    assert.equal(isRefused, floor === true, action)
    assert.deepEqual(policyFaults(free, false), {})
    if (floor !== true) continue
    assert.equal(needs(action, ['admin', 'risk', 'finance'], { rules: free }), 'floor', action)
  }
  assert.ok('rules.1' in policyFaults([rule({}), rule({})], true))
  assert.ok('rules.0' in policyFaults([rule({ action: 'terms', aloneMax: 5 })], false))
})

const now = new Date('2026-11-25T12:00:00Z')
const person = (id: string, ...roles: ('risk' | 'finance' | 'collections' | 'admin')[]) => ({
  ...{ id, kind: 'lender' as const, name: id, email: '', createdAt: now, disabledAt: null },
  ...{ roles, memberships: [], issuer: null, subject: null },
})
const makerWith = (...holders: Holder[]) => ({
  ...{ holders, permissions: permissionsOf(holders), accountable: 'maker', people: ['owner'] },
})
const requestOf = (action: ApprovalAction, makerRoles: string[] | null = null) =>
  ({
    ...{ action, makerRoles, status: 'pending', makerId: 'maker', objectKind: 'staff' },
    ...{ objectId: 'about', expiresAt: new Date(now.getTime() + 1) },
  }) as Partial<Approval> as Approval

test('terms of risk are checked by finance, and the reverse; others by their own', () => {
  const refused = (makers: Holder, ...roles: ('risk' | 'finance')[]) =>
    decideCheck({
      ...{ approval: requestOf('terms'), checker: person('other', ...roles) },
      ...{ maker: makerWith(makers), now },
    }).refused
  assert.equal(refused('risk', 'finance'), undefined)
  assert.equal(refused('finance', 'risk'), undefined)
  assert.equal(refused('risk', 'risk'), 'permission_missing')
  assert.equal(refused('finance', 'finance'), 'permission_missing')
  assert.equal(refused('risk', 'risk', 'finance'), undefined)
  assert.equal(refused('lender_key', 'risk'), undefined)
})

test('nobody decides their own request, their key’s, or one about themselves', () => {
  for (const id of ['maker', 'owner', 'about']) {
    const checking = { approval: requestOf('roles'), checker: person(id, 'admin'), now }
    assert.equal(decideCheck({ ...checking, maker: makerWith('admin') }).refused, 'approval_own')
  }
  const late = {
    approval: requestOf('roles'),
    checker: person('x', 'admin'),
    maker: makerWith('admin'),
  }
  assert.equal(decideCheck({ ...late, now: late.approval.expiresAt }).refused, 'approval_ended')
})

test('a request lapses when its maker’s roles have changed', () => {
  const approval = requestOf('payment', ['collections'])
  assert.ok(isStillAsked({ approval, maker: makerWith('collections') }))
  assert.ok(!isStillAsked({ approval, maker: makerWith('collections', 'finance') }))
  assert.ok(!isStillAsked({ approval, maker: makerWith('risk') }))
  assert.ok(!isStillAsked({ approval, maker: undefined }))
})
