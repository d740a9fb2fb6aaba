import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remember } from './remember.ts'

test('a full map forgets what was written longest ago', () => {
  const map = new Map<string, number>()
  for (const [index, key] of ['a', 'b', 'a', 'c', 'd'].entries()) remember(map, [key, index], 3)
  assert.deepEqual(
    [...map],
    [
      ['a', 2],
      ['c', 3],
      ['d', 4],
    ],
  )
  remember(map, ['c', 5], 3)
  assert.deepEqual([...map.keys()], ['a', 'd', 'c'])
})
