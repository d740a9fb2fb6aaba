import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderOf } from '../../../../../test/fixtures/order.ts'
import type { ListedNotification } from './list-store.ts'
import { decideReplay } from './replaying.ts'

const at = new Date('2026-11-21T12:00:00Z')
const after = (seconds: number) => new Date(at.getTime() + seconds * 1_000)
const deadline = after(3_600)
const base: ListedNotification = {
  ...{ storeId: 'store', orderId: 'order', sequence: 3, id: 'msg_1', kind: 'information' },
  ...{ url: 'https://shop.example/', body: '{}', state: 'delivered', attempts: 2 },
  ...{
    nextAttemptAt: null,
    leasedUntil: null,
    overtakenBy: null,
    deadline,
    createdAt: after(-600),
  },
}
const confirmation: ListedNotification = { ...base, kind: 'confirmation' }
const waiting = (seconds: number) => ({
  state: 'waiting' as const,
  nextAttemptAt: after(seconds),
})
const claimed = (seconds: number) => ({ ...waiting(seconds), leasedUntil: after(seconds) })
const confirmed = orderOf()
const awaiting = { ...orderOf({}, 'confirmation_required'), expiresAt: after(60) }
const OVERTAKEN = 'notification_overtaken'
const again = { state: 'waiting', nextAttemptAt: at }

const cases: readonly (readonly [
  name: string,
  notification: ListedNotification,
  order: typeof confirmed,
  outcome: object | string,
])[] = [
  ['delivered information', base, confirmed, { ...again, deadline: at }],
  ['abandoned information', { ...base, state: 'abandoned' }, confirmed, { ...again, deadline: at }],
  ['information due in an hour', { ...base, ...waiting(3_600) }, confirmed, again],
  ['information due soon', { ...base, ...waiting(3) }, confirmed, again],
  ['information under way', { ...base, ...claimed(8) }, confirmed, {}],
  ['what another clock, far ahead, has claimed', { ...base, ...claimed(3_600) }, confirmed, {}],
  ['information about to be sent', { ...base, ...waiting(-1) }, confirmed, {}],
  ['an awaited confirmation', { ...confirmation, ...waiting(600) }, awaiting, again],
  ['an awaited one under way', { ...confirmation, ...claimed(3) }, awaiting, {}],
  ['an awaited one given up', { ...confirmation, state: 'abandoned' }, awaiting, again],
  ['a confirmation at its end', confirmation, { ...awaiting, expiresAt: at }, 'notification_moot'],
  ['an answered confirmation', confirmation, confirmed, 'notification_moot'],
  ['an overtaken one', { ...base, overtakenBy: 'newer' }, confirmed, OVERTAKEN],
  ['an overtaken confirmation', { ...confirmation, overtakenBy: 'newer' }, awaiting, OVERTAKEN],
  ['one left waiting', { ...confirmation, ...waiting(9) }, confirmed, 'notification_moot'],
]
for (const [name, notification, order, outcome] of cases) {
  test(`replaying ${name}`, () => {
    const { plan, refused } = decideReplay({ notification, order, at }) as {
      plan?: unknown
      refused?: string
    }
    if (typeof outcome === 'string') assert.equal(refused, outcome)
    else assert.deepEqual(plan, { ...notification, ...outcome })
  })
}
