import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Collection, collectionFaults, standardCollection } from './collection.ts'

type Case = readonly [chosen: Partial<Collection>, paths: readonly string[]]
const cases: readonly Case[] = [
  [{}, []],
  [{ retry_days: [] }, []],
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
for (const [chosen, paths] of cases) {
  test(`${JSON.stringify(chosen)}: ${paths.length === 0 ? 'is taken' : 'is refused'}`, () => {
    assert.deepEqual(
      collectionFaults({ ...standardCollection, ...chosen }).map(([path]) => path),
      paths,
    )
  })
}
