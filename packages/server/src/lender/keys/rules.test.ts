import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LenderKeyWish, limits } from '@svc/api'
import { accept } from '../../platform/refusal.ts'
import { decideLenderKey } from './rules.ts'

const now = new Date('2026-11-25T12:00:00Z')
const after = (ms: number): Date => new Date(now.getTime() + ms)
const DAY_MS = 86_400_000
const wish: LenderKeyWish = {
  ...{ name: 'Ledger', mode: 'sandbox', scopes: ['ledger:read', 'loans:read'] },
  expires_at: '2027-01-01',
}
const base = { wish, expiresAt: after(DAY_MS), active: 0, now }

test('a key has the requested scopes, each once and in one order', () => {
  const doubled: LenderKeyWish = { ...wish, scopes: ['ledger:read', 'loans:read', 'ledger:read'] }
  const plan = accept(decideLenderKey({ ...base, wish: doubled }))
  assert.deepEqual(plan.scopes, ['loans:read', 'ledger:read'])
  assert.equal(plan.addresses, null)
})

test('it ends in the future, and within 365 days to the millisecond', () => {
  const refusedAt = (expiresAt: Date) => decideLenderKey({ ...base, expiresAt }).refused
  assert.equal(refusedAt(now), 'body_invalid')
  assert.equal(refusedAt(after(-1)), 'body_invalid')
  assert.equal(refusedAt(after(1)), undefined)
  assert.equal(refusedAt(after(365 * DAY_MS)), undefined)
  assert.equal(refusedAt(after(365 * DAY_MS + 1)), 'body_invalid')
})

test('in live mode it names its addresses', () => {
  const live: LenderKeyWish = { ...wish, mode: 'live' }
  assert.equal(decideLenderKey({ ...base, wish: live }).refused, 'body_invalid')
  const addresses = ['203.0.113.7']
  const plan = accept(decideLenderKey({ ...base, wish: { ...live, addresses } }))
  assert.deepEqual(plan.addresses, addresses)
})

test('there are only so many at a time', () => {
  const refused = (active: number) => decideLenderKey({ ...base, active }).refused
  assert.equal(refused(limits.apiKeysMax), 'lender_key_limit_reached')
  assert.equal(refused(limits.apiKeysMax - 1), undefined)
})
