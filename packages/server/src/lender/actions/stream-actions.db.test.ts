// The log of actions as lines: how many readers may be open together.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { asReal } from '../../../../../test/fixtures/test-clocks.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { placeActions } from '../../tenancy/actions/place-actions.ts'
import type { LenderCaller } from '../../tenancy/caller/context.ts'
import { streamActions } from './stream-actions.ts'
import { actionLines } from './view.ts'

const place = ownDatabase()
before(async () => {
  const shop = await createScenario(place.database)
  for (let made = 0; made < 3; made++) await shop.checkout(1_000)
  await placeActions({ database: place.database, clock: asReal(shop.writing.clock) }, 'sandbox')
})

const callerOf = (id: string): LenderCaller => ({
  principal: { kind: 'lender_person', id, name: id },
  holders: ['auditor'],
  permissions: new Set(['actions:read']),
  sandbox: true,
})
const readerOf = (id: string) => ({ caller: callerOf(id), mayStill: async () => true })

const begin = (id: string) =>
  actionLines(streamActions(place, readerOf(id), new URLSearchParams()))[Symbol.asyncIterator]()
const isRefused = { code: 'rate_limited' }

test('a caller with four open is refused a fifth; others have up to sixteen in all', async () => {
  const open = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const stream = begin('one')
      const { value } = await stream.next()
      assert.match(String(value), /^\{"place":\d+,.*\}\n$/s)
      return stream
    }),
  )
  await assert.rejects(begin('one').next(), isRefused)
  for (const id of ['two', 'three', 'four'])
    for (let nth = 0; nth < 4; nth++) {
      const stream = begin(id)
      assert.equal((await stream.next()).done, false)
      open.push(stream)
    }
  await assert.rejects(begin('five').next(), isRefused)
  // Left before its end, and read to its end: either frees a place.
  await open[0]?.return?.()
  while ((await open[1]?.next())?.done === false);
  for (const id of ['one', 'five']) {
    const stream = begin(id)
    assert.equal((await stream.next()).done, false)
    open.push(stream)
  }
  await assert.rejects(begin('five').next(), isRefused)
  for (const stream of open) await stream.return?.()
})

test('a wrong query is refused immediately, and an unread stream does not count', async () => {
  const wrong = new URLSearchParams({ limit: '0' })
  assert.throws(() => streamActions(place, readerOf('one'), wrong), { code: 'query_invalid' })
  for (let nth = 0; nth < 5; nth++) begin('one')
  const stream = begin('one')
  assert.equal((await stream.next()).done, false)
  await stream.return?.()
})
