import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import fc from 'fast-check'
import { createTurns, type TurnOptions } from './turns.ts'

function turnsOf(options: Partial<TurnOptions>) {
  return createTurns({ places: 1, waitMsMax: 2_000, late: () => new Error('late'), ...options })
}

/** Lets everything that is due run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Takes the places of all names at once, then hands the first one on until all had their turn. */
async function served(names: readonly string[], places = 1): Promise<string[]> {
  const turns = turnsOf({ places })
  const order: string[] = []
  const partyOf = (name = '') => name.split('-')[0] ?? ''
  const all = names.map((name) => turns.take(partyOf(name)).then(() => order.push(name)))
  await settle()
  for (let end = 0; end < names.length; end++) {
    turns.give(partyOf(order[end]))
    await settle()
  }
  await Promise.all(all)
  return order
}

test('parties are served in rotation, each in order of arrival', async () => {
  const names = ['a-0', 'a-1', 'a-2', 'a-3', 'b-1', 'b-2', 'c-1']
  assert.deepEqual(await served(names), ['a-0', 'a-1', 'b-1', 'c-1', 'a-2', 'b-2', 'a-3'])
})

test('no more places are held than exist, and the return of the last one is reported', async () => {
  const turns = turnsOf({ places: 2 })
  let held = 0
  const takes = Array.from({ length: 3 }, () => turns.take('a').then(() => held++))
  await settle()
  assert.equal(held, 2)
  assert.equal(turns.give('a'), false)
  await Promise.all(takes)
  assert.deepEqual([turns.give('a'), turns.give('a')], [false, true])
})

test('a single request waits for one turn of each other party', async () => {
  const parties = fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(parties, async (before) => {
      const names = ['0-holder', ...before.map((party, index) => `${party}-${index}`), 'late-one']
      const order = await served(names)
      const waited = order.indexOf('late-one') - 1
      assert.ok(waited <= new Set(before).size, `${waited} went before`)
    }),
  )
})

test('a party holds no more than its share, also when there are free places', async () => {
  const turns = turnsOf({ places: 3, eachMax: 2 })
  const order: string[] = []
  for (const party of ['a', 'a', 'a', 'a', 'b', 'b']) {
    void turns.take(party).then(() => order.push(party))
  }
  await settle()
  assert.deepEqual(order, ['a', 'a', 'b'])
  turns.give('b')
  await settle()
  assert.deepEqual(order, ['a', 'a', 'b', 'b'])
  turns.give('b')
  await settle()
  assert.equal(order.length, 4)
  turns.give('a')
  turns.give('a')
  await settle()
  assert.deepEqual(order.slice(4), ['a', 'a'])
  assert.deepEqual([turns.give('a'), turns.give('a')], [false, true])
})

test('a caller who waits too long is rejected and leaves no trace', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const turns = turnsOf({})
  await turns.take('a')
  const late = turns.take('b')
  mock.timers.tick(2_000)
  await assert.rejects(late, /late/)
  mock.timers.reset()
  assert.equal(turns.give('a'), true)
})

test('a caller who has gone leaves the queue, and the place goes to the next', async () => {
  const turns = turnsOf({})
  const gone = new AbortController()
  await turns.take('a')
  const left = turns.take('a', { closed: () => gone.signal })
  const next = turns.take('a')
  gone.abort()
  await assert.rejects(left, /late/)
  turns.give('a')
  await next
  assert.equal(turns.give('a'), true)
})

test('a party that holds too much in memory is turned away immediately, and no other', async () => {
  const turns = turnsOf({ bytesMax: 100_000 })
  await turns.take('a')
  const first = turns.take('a', { bytes: 70_000 })
  await assert.rejects(turns.take('a', { bytes: 70_000 }), /late/)
  const other = turns.take('b', { bytes: 70_000 })
  turns.give('a')
  await first
  turns.give('a')
  await other
  assert.equal(turns.give('b'), true)
})

test('nothing listens for the end of a caller who need not wait', async () => {
  const turns = turnsOf({})
  await turns.take('a', { closed: () => assert.fail('listened') })
})

test('a party that is alone has all places, until another one comes', async () => {
  let ms = 0
  const turns = turnsOf({ places: 4, eachMax: 1, now: () => ms })
  const started: string[] = []
  const take = (party: string) =>
    void turns.take(party).then(
      () => started.push(party),
      // One is left waiting.
      () => {},
    )
  for (let index = 0; index < 6; index++) take('a')
  await settle()
  assert.deepEqual(started, ['a'])
  ms = 1_000
  turns.give('a')
  await settle()
  assert.equal(started.length, 5)
  take('b')
  turns.give('a')
  await settle()
  assert.deepEqual(started.slice(5), ['b'])
  turns.give('a')
  await settle()
  assert.equal(started.length, 6)
})
