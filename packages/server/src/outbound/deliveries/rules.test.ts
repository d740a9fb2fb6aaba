import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlacedEvent } from '../events/event.ts'
import { TRIED_MS } from '../sending/retry.ts'
import { deliveriesOf, linesOf, recipientsOf } from './rules.ts'

const at = new Date('2026-11-21T12:00:00Z')

function event(position: number, orderId: string | null, type: PlacedEvent['type']): PlacedEvent {
  return {
    storeId: 'store',
    sandbox: true,
    id: `event ${position}`,
    type,
    sequence: orderId === null ? null : position,
    orderId,
    data: {},
    createdAt: at,
    position,
  }
}

const events = [
  event(1, 'order b', 'order.captured'),
  event(2, 'order a', 'order.confirmed'),
  event(3, 'order b', 'order.refunded'),
  event(4, null, 'api_key.exposed'),
  event(5, null, 'api_key.exposed'),
]

function deliveries(open: Parameters<typeof deliveriesOf>[1]) {
  const recipients = recipientsOf([{ endpointId: 'endpoint', types: null }], events)
  let made = 0
  return deliveriesOf(recipients, open, { at, newId: () => `delivery ${++made}` })
}

test('each endpoint gets the types it subscribed to, in the order of the stream', () => {
  const recipients = recipientsOf(
    [
      { endpointId: 'all', types: null },
      { endpointId: 'some', types: ['order.captured', 'api_key.exposed'] },
      { endpointId: 'other', types: ['order.edited'] },
    ],
    events,
  )
  assert.deepEqual(
    recipients.map(({ endpointId, event: { position } }) => `${position} ${endpointId}`),
    ['1 all', '1 some', '2 all', '3 all', '4 all', '4 some', '5 all', '5 some'],
  )
})

test('lines come once each and always in the same order', () => {
  const subscribers = [
    { endpointId: 'two', types: null },
    { endpointId: 'one', types: null },
  ]
  const expected = [
    { endpointId: 'one', orderId: 'order a' },
    { endpointId: 'one', orderId: 'order b' },
    { endpointId: 'two', orderId: 'order a' },
    { endpointId: 'two', orderId: 'order b' },
  ]
  assert.deepEqual(linesOf(recipientsOf(subscribers, events)), expected)
  assert.deepEqual(linesOf(recipientsOf(subscribers, events.toReversed())), expected)
})

test('the first of an order waits, the next are queued; without an order each waits', () => {
  const made = deliveries([])
  assert.deepEqual(
    made.map(({ state }) => state),
    ['waiting', 'waiting', 'queued', 'waiting', 'waiting'],
  )
  for (const { state, nextAttemptAt } of made) {
    assert.deepEqual(nextAttemptAt, state === 'waiting' ? at : null)
  }
})

test('its own line queues behind an open delivery, another line does not', () => {
  const states = (endpointId: string) =>
    deliveries([{ endpointId, orderId: 'order b' }]).map(({ state }) => state)
  assert.deepEqual(states('endpoint'), ['queued', 'waiting', 'queued', 'waiting', 'waiting'])
  assert.deepEqual(states('another'), ['waiting', 'waiting', 'queued', 'waiting', 'waiting'])
})

test('a delivery carries its event and is tried for 75 hours', () => {
  const [first] = deliveries([])
  assert.deepEqual(first, {
    storeId: 'store',
    endpointId: 'endpoint',
    id: 'delivery 1',
    eventId: 'event 1',
    eventType: 'order.captured',
    orderId: 'order b',
    position: 1,
    exampleBody: null,
    state: 'waiting',
    attempts: 0,
    tries: 0,
    outOfTurn: false,
    nextAttemptAt: at,
    deadline: new Date('2026-11-24T15:00:00Z'),
    createdAt: at,
    settledAt: null,
  })
  assert.equal(TRIED_MS, 75 * 3_600_000)
})
