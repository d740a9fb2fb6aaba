import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@svc/api'
import { lenderKey, realWriting } from '../../../../../test/fixtures/lender.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { prepareLenderKey } from './demo-lender.ts'

const place = ownDatabase()

test('processes that start together share one key, valid for the month', async () => {
  const at = (text: string) => ({ now: () => new Date(text) })
  const prepare = (text: string) =>
    prepareLenderKey(place.database, realWriting(place.database, at(text)), 'a secret key')
  const keys = await Promise.all(Array.from({ length: 8 }, () => prepare('2026-11-01T00:00:00Z')))
  assert.equal(new Set(keys).size, 1)
  assert.match(String(keys[0]), /^lk_/)
  assert.equal(await prepare('2026-11-30T23:59:59Z'), keys[0])
  assert.notEqual(await prepare('2026-12-01T00:00:00Z'), keys[0])
})

test('a lender at its limit of keys gets none, and the demo starts', async () => {
  const writing = realWriting(place.database)
  for (let made = 0; made < limits.apiKeysMax; made++) {
    await lenderKey(place.database).catch(() => {})
  }
  assert.equal(await prepareLenderKey(place.database, writing, 'another secret key'), null)
})
