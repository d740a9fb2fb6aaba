import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypes, limits } from '@svc/api'
import type { Webhook } from '../endpoints/webhook.ts'
import {
  type Change,
  changedWebhook,
  decideNewWebhook,
  isOtherSubscription,
  rotated,
  typeFaults,
  typesInOrder,
} from './rules.ts'

const at = new Date('2026-11-21T12:00:00Z')
const earlier = new Date('2026-11-01T12:00:00Z')
const enabled: Webhook = {
  ...{ storeId: 'store', sandbox: true, id: 'webhook', name: 'Warehouse', version: 'v1' },
  ...{ url: 'https://shop.example/events', types: ['order.captured'], createdAt: earlier },
  ...{ state: 'enabled', disabledReason: null, disabledAt: null },
  ...{ failingSince: earlier, failures: 3 },
}
const gone: Webhook = {
  ...enabled,
  ...{ state: 'disabled', disabledReason: 'gone', disabledAt: earlier },
}

function newOne(count: number) {
  const fields = { url: enabled.url, types: null, name: null }
  return decideNewWebhook({
    ...{ storeId: 'store', sandbox: true, id: 'webhook', version: 'v4', fields, at, count },
  })
}

test('one more fits below the limit, and none at it', () => {
  assert.deepEqual(newOne(limits.webhooksMax - 1), {
    plan: {
      ...{ storeId: 'store', sandbox: true, id: 'webhook', version: 'v4', createdAt: at },
      ...{ url: enabled.url, types: null, name: null },
      ...{ state: 'enabled', disabledReason: null, disabledAt: null },
      ...{ failingSince: null, failures: 0 },
    },
  })
  assert.equal(newOne(limits.webhooksMax).refused, 'webhook_limit_reached')
})

const healthy = { failingSince: null, failures: 0 }
const working = { state: 'enabled', disabledReason: null, disabledAt: null } as const
const byStore = { state: 'disabled', disabledReason: 'store', disabledAt: at, ...healthy } as const

const changes: readonly (readonly [
  name: string,
  before: Webhook,
  change: Change,
  differs: Partial<Webhook>,
  other: boolean,
])[] = [
  ['nothing', enabled, {}, {}, false],
  ['a name', enabled, { name: null }, { name: null }, false],
  ['all types', enabled, { types: null }, { types: null }, true],
  ['the same types', enabled, { types: ['order.captured'] }, {}, false],
  ['types of a disabled one', gone, { types: null }, { types: null }, true],
  ['the same address', enabled, { url: enabled.url }, {}, false],
  [
    'another address',
    enabled,
    { url: 'https://new.example/' },
    { url: 'https://new.example/', ...healthy },
    false,
  ],
  ['disabling', enabled, { enabled: false }, byStore, true],
  ['disabling again', gone, { enabled: false }, {}, false],
  ['enabling again', gone, { enabled: true }, { ...working, ...healthy }, true],
  ['enabling what is enabled', enabled, { enabled: true }, {}, false],
]
for (const [name, before, change, differs, other] of changes) {
  test(`a change of ${name} changes that and nothing else`, () => {
    const after = changedWebhook(before, change, at)
    assert.deepEqual(after, { ...before, ...differs })
    assert.equal(isOtherSubscription(before, after), other)
  })
}

test('types are stored in the order of the catalogue, and none means all', () => {
  assert.deepEqual(
    typesInOrder(['webhook.disabled', 'order.edited', 'checkout.updated'], eventTypes),
    ['checkout.updated', 'order.edited', 'webhook.disabled'],
  )
  assert.deepEqual(typesInOrder([...eventTypes].reverse(), eventTypes), eventTypes)
  assert.equal(typesInOrder(undefined, eventTypes), null)
})

test('a duplicate type is a fault at its second place', () => {
  assert.deepEqual(typeFaults(['order.edited', undefined, undefined, 'order.edited']), {
    'types.3': ['is in the list already'],
  })
})

test('the newest secret signs with the one before it, and no third', () => {
  const second = rotated({ previous: 'one', secret: 'two', overlapMinutes: 90, at })
  const until = new Date('2026-11-21T13:30:00Z')
  const names = { secret: 'two', secretPrevious: 'one', secretPreviousUntil: until }
  assert.deepEqual(second, names)
  const third = rotated({ previous: 'two', secret: 'three', overlapMinutes: 0, at })
  const after = { secret: 'three', secretPrevious: 'two', secretPreviousUntil: at }
  assert.deepEqual(third, after)
})
