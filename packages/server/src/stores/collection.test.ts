import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectionFaults, collectionOf, standardCollection } from './collection.ts'

test('what is left out is its default', () => {
  assert.deepEqual(collectionOf({}), standardCollection)
  assert.deepEqual(collectionOf({ retry_days: [] }), { ...standardCollection, retry_days: [] })
  assert.deepEqual(collectionFaults({}), [])
  assert.deepEqual(collectionFaults({ retry_days: [] }), [])
})

type Case = readonly [wish: Parameters<typeof collectionFaults>[0], paths: readonly string[]]
const cases: readonly Case[] = [
  [{ retry_days: [1, 2, 3] }, []],
  [{ retry_days: [3, 2, 2] }, ['retry_days.1', 'retry_days.2']],
  [{ late_after_days: 1, retry_days: [1], write_off_after_days: 2 }, []],
  [{ write_off_after_days: 10 }, ['write_off_after_days']],
  [{ write_off_after_days: 11 }, []],
  [{ late_after_days: 180 }, ['write_off_after_days']],
  [{ late_after_days: 179 }, []],
  [
    { late_after_days: 5, retry_days: [9, 7], write_off_after_days: 4 },
    ['retry_days.1', 'write_off_after_days', 'write_off_after_days'],
  ],
]
for (const [wish, paths] of cases) {
  test(`${JSON.stringify(wish)}: ${paths.length === 0 ? 'is taken' : 'is refused'}`, () => {
    assert.deepEqual(
      collectionFaults(wish).map(([path]) => path),
      paths,
    )
  })
}
