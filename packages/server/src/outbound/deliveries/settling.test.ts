import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Verdict } from '../endpoints/rules.ts'
import type { Claimed, Delivery, Outcome } from './delivery.ts'
import { afterAttempt, passedOn, promoted } from './settling.ts'

const HOUR_MS = 3_600_000
const at = new Date('2026-11-21T12:00:00Z')
const inMs = (ms: number) => new Date(at.getTime() + ms)

const waiting: Delivery = {
  storeId: 'store',
  endpointId: 'endpoint',
  id: 'delivery',
  eventId: 'event',
  eventType: 'order.captured',
  orderId: 'order',
  position: 4,
  exampleBody: null,
  state: 'waiting',
  attempts: 2,
  tries: 1,
  outOfTurn: false,
  nextAttemptAt: inMs(60_000),
  deadline: inMs(75 * HOUR_MS),
  createdAt: at,
  settledAt: null,
}

function settled(delivery: Delivery, verdict: Verdict, more: Partial<Outcome> = {}): Delivery {
  const claimed: Claimed = {
    delivery: waiting,
    event: null,
    sandbox: true,
    url: '',
    version: 'v1',
    secrets: [],
    failingSince: null,
  }
  const attempt = { startedAt: at, durationMs: 1, status: 204, failure: null, response: '' }
  const outcome = { claimed, verdict, retryAfter: undefined, attempt, ...more }
  return afterAttempt(delivery, outcome, { at, random: () => 0 })
}

const changes = (before: Delivery, after: Delivery) =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof Delivery] !== value),
  )

test('success ends a delivery that waits', () => {
  const expected = {
    state: 'delivered',
    attempts: 3,
    tries: 2,
    nextAttemptAt: null,
    settledAt: at,
  }
  assert.deepEqual(changes(waiting, settled(waiting, 'delivered')), expected)
})

test('after a failure it waits for the next try, counted from the last request', () => {
  for (const verdict of ['failed', 'gone'] as const) {
    const expected = { attempts: 3, tries: 2, nextAttemptAt: inMs(30_000) }
    assert.deepEqual(changes(waiting, settled(waiting, verdict)), expected)
  }
  const retryAfter = inMs(HOUR_MS)
  assert.deepEqual(settled(waiting, 'failed', { retryAfter }).nextAttemptAt, retryAfter)
})

test('without time for another try it has failed', () => {
  const late = { ...waiting, deadline: inMs(1_000) }
  assert.equal(settled(late, 'failed').state, 'failed')
  assert.equal(settled(late, 'delivered').state, 'delivered')
})

for (const state of ['queued', 'delivered', 'failed', 'cancelled'] as const) {
  test(`an attempt of one that is ${state} by now is counted and changes nothing else`, () => {
    const now = { ...waiting, state, nextAttemptAt: null }
    for (const verdict of ['delivered', 'failed', 'gone'] as const) {
      assert.deepEqual(changes(now, settled(now, verdict)), { attempts: 3 })
    }
  })
}

test('when others have tried it meanwhile, a late failure puts nothing off', () => {
  const since = { ...waiting, attempts: 3, tries: 2 }
  assert.deepEqual(changes(since, settled(since, 'failed')), { attempts: 4 })
  assert.equal(settled(since, 'delivered').state, 'delivered')
})

test('the turn passes on only when the delivery waiting in turn ends', () => {
  const line = { endpointId: 'endpoint', orderId: 'order' }
  assert.deepEqual(passedOn(waiting, settled(waiting, 'delivered')), line)
  const late = { ...waiting, deadline: at }
  assert.deepEqual(passedOn(late, settled(late, 'failed')), line)
  assert.equal(passedOn(waiting, settled(waiting, 'failed')), undefined)
  for (const other of [
    { ...waiting, outOfTurn: true },
    { ...waiting, orderId: null },
    { ...waiting, state: 'delivered', nextAttemptAt: null } as const,
  ]) {
    assert.equal(passedOn(other, settled(other, 'delivered')), undefined)
  }
})

test('the next delivery is due immediately', () => {
  const queued = { ...waiting, state: 'queued', nextAttemptAt: null } as const
  assert.deepEqual(changes(queued, promoted(queued, at)), { state: 'waiting', nextAttemptAt: at })
})
