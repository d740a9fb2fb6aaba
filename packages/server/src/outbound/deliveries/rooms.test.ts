import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlots, type Slots } from '../sending/slots.ts'
import { roomsFor } from './rooms.ts'

const endpoints = (count: number, failing = false) =>
  Array.from({ length: count }, (_, index) => ({
    storeId: 'store',
    endpointId: `endpoint ${index}`,
    failing,
  }))

/** With so many attempts under way to that endpoint. */
function slotsWith(taken: Readonly<Record<string, number>>): Slots {
  const slots = createSlots({ whole: 512, ofReceiver: 32, ofFailing: 2, whenCrowded: 4 })
  for (const [endpointId, count] of Object.entries(taken)) {
    for (let number = 0; number < count; number++) slots.take(endpointId)
  }
  return slots
}

test('an endpoint has 32 slots, a failing one two, less what is under way', () => {
  const one = (failing: boolean, own: number) =>
    roomsFor(endpoints(1, failing), slotsWith({ 'endpoint 0': own }), 0)
  assert.deepEqual(one(false, 0), [{ endpointId: 'endpoint 0', room: 32 }])
  assert.deepEqual(one(false, 31), [{ endpointId: 'endpoint 0', room: 1 }])
  assert.deepEqual(one(false, 32), [])
  assert.deepEqual(one(true, 1), [{ endpointId: 'endpoint 0', room: 1 }])
  assert.deepEqual(one(true, 2), [])
  assert.deepEqual(one(true, 20), [])
})

test('once half of the whole is taken each endpoint has four', () => {
  const rooms = (all: number) => roomsFor(endpoints(2), slotsWith({ another: all }), 0)
  assert.deepEqual(
    rooms(255).map(({ room }) => room),
    [32, 32],
  )
  assert.deepEqual(
    rooms(256).map(({ room }) => room),
    [4, 4],
  )
})

test('free slots are shared by all with something due, never more', () => {
  for (const count of [1, 16, 17, 100, 511, 512, 900]) {
    const rooms = roomsFor(endpoints(count), slotsWith({}), 3)
    const whole = rooms.reduce((sum, { room }) => sum + room, 0)
    assert.ok(whole <= 512)
    assert.equal(rooms.length, Math.min(count, 512))
  }
  assert.deepEqual(roomsFor(endpoints(3), slotsWith({ another: 512 }), 0), [])
})

test('when there is not room for all, each has its turn first', () => {
  const first = (turn: number) =>
    roomsFor(endpoints(3), slotsWith({ another: 511 }), turn).map(({ endpointId }) => endpointId)
  assert.deepEqual(
    [0, 1, 2, 3].map(first),
    [0, 1, 2, 0].map((number) => [`endpoint ${number}`]),
  )
})

test('a released slot is free again, and an endpoint without slots is full', () => {
  const slots = createSlots({ whole: 8, ofReceiver: 3, whenCrowded: 2 })
  const [give] = [slots.take('a'), slots.take('a'), slots.take('a')]
  assert.deepEqual([slots.free(), slots.full(), slots.roomFor('b')], [5, ['a'], 3])
  slots.take('b')
  assert.deepEqual([slots.full(), slots.roomFor('b')], [['a'], 1], 'crowded')
  give?.()
  assert.deepEqual([slots.free(), slots.full(), slots.roomFor('a')], [5, [], 1])
})
