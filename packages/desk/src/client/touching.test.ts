import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypes, lenderEventTypes } from '@svc/api'
import { isCounted, isTouched } from './touching.ts'

const touch = (...types: string[]) => ({ ids: new Set(['one']), types: new Set(types) })

/** Whoever adds an event decides here whether the first screen counts it. */
const UNCOUNTED = [
  ...['order.edited', 'order.lapsing', 'bank_account.changed', 'api_key.exposed'],
  ...['api_key.unused', 'store.created', 'store.changed', 'store.activated', 'store.resumed'],
  ...['store.closed', 'terms.planned', 'terms.withdrawn', 'api_key.created', 'api_key.rotated'],
  ...['api_key.revoked', 'person.unblocked', 'person.merged', 'person.split', 'person.erased'],
  ...['policy.changed', 'approval_policy.changed', 'lender_key.created', 'lender_key.rotated'],
  ...['lender_key.revoked', 'lender_webhook.created', 'lender_webhook.changed'],
  ...['lender_webhook.rotated', 'lender_webhook.disabled', 'lender_webhook.deleted'],
  ...['staff.invited', 'staff.changed', 'staff.disabled', 'staff.recovered'],
  ...['security.factor_added', 'security.factor_removed', 'security.factor_refused'],
  'security.recovery_code_used',
]

test('the first screen counts what it shows, and no other event', () => {
  const all = [...eventTypes, ...lenderEventTypes]
  assert.deepEqual(
    all.filter((type) => !isCounted(type)),
    UNCOUNTED,
  )
  assert.ok(isCounted('of.tomorrow'), 'an event of a newer service is counted')
  for (const type of all) {
    const isRead = isTouched('/lender/me/today', touch(type), '/')
    assert.equal(isRead, !UNCOUNTED.includes(type), type)
  }
})

test('an event touches what the open screen counts, and what is about its object', () => {
  const captured = touch('order.captured')
  for (const [path, screen, expected] of [
    ['/lender/me/today', '/', true],
    ['/lender/me/today', '/orders', false],
    ['/lender/trial-balance', '/', false],
    ['/lender/trial-balance?at=2026-11-25', '/ledger', true],
    ['/lender/loans?page_size=1&summary=true', '/', false],
    ['/lender/orders', '/orders', false],
    ['/lender/orders/one', '/orders/one', true],
    ['/lender/orders/one/timeline?kinds=event', '/orders/one', true],
    ['/lender/orders?store-id=one', '/orders', false],
    ['/lender/orders/other', '/orders/other', false],
  ] as const) {
    assert.equal(isTouched(path, captured, screen), expected, `${path} at ${screen}`)
  }
})
