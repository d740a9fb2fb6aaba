// Requests to the provider in one turn are carried out as if one came after the other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { unacted } from '../../../../../test/fixtures/unacted.ts'
import { createIds } from '../../platform/ids.ts'
import type { PaymentProvider } from '../payments/provider.ts'
import { STANDARD_CARD } from './carrying-out.ts'
import { sandboxProviders } from './sandbox-provider.ts'
import { cardRow } from './store.ts'

const clock = { now: () => new Date('2026-11-21T12:00:00Z') }
const ids = createIds(clock)
const token = `card_${'0123456789abcdef'.repeat(2)}`
const money = { token, amount: cents(1_000), currency: 'EUR' }
const place = ownDatabase()

/** With a card that has no funds at its second charge. */
async function open(): Promise<PaymentProvider> {
  const { database } = place
  const { caller } = await createScenario(database)
  const scope = { storeId: caller.store.id, sandbox: true }
  const card = { ...STANDARD_CARD, behaviour: 'no_funds_on_charge', failingCharge: 2 } as const
  await database.transaction(null, async (tx) =>
    tx.commit(undefined, unacted(cardRow(scope, { token, card, at: clock.now() }))),
  )
  const provider = sandboxProviders({ database, ids, demo: false })(scope, clock)
  assert.ok(provider !== undefined)
  return provider
}

const statesOf = async (outcomes: Promise<{ state: string }>[]) =>
  (await Promise.all(outcomes)).map(({ state }) => state)

test('the charges of a card are counted, also those of one turn', async () => {
  const { charge } = await open()
  const turn = (keys: string[]) => statesOf(keys.map((key) => charge({ ...money, key })))
  assert.deepEqual(await turn(['a', 'b', 'c']), ['succeeded', 'failed', 'succeeded'])
  assert.deepEqual(await turn(['a', 'b', 'd']), ['succeeded', 'failed', 'succeeded'])
})

test('an authorisation is taken once, also in one turn', async () => {
  const { authorise, charge, release } = await open()
  const held = await authorise({ ...money, key: 'hold' })
  assert.ok(held.state === 'succeeded')
  const authorisation = held.reference
  const outcomes = [
    charge({ ...money, key: 'one', authorisation }),
    charge({ ...money, key: 'two', authorisation }),
    release({ key: 'three', authorisation }),
  ]
  assert.deepEqual(await statesOf(outcomes), ['succeeded', 'failed', 'failed'])
})

test('one key in one turn is one charge; a key with other values fails alone', async () => {
  const { charge } = await open()
  const same = await Promise.all([1, 2].map(() => charge({ ...money, key: 'same' })))
  assert.deepEqual(same[0], same[1])
  const results = await Promise.allSettled([
    charge({ ...money, key: 'same', amount: cents(999) }),
    charge({ ...money, key: 'same' }),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  )
})
