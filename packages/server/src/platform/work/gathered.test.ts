import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gathered } from './gathered.ts'

/** Doubles numbers, and fails when it meets one that it does not like. */
function doubling(atOnce: number, disliked?: number) {
  const groups: number[][] = []
  const double = gathered<number, number>(atOnce, async (numbers) => {
    groups.push([...numbers])
    if (numbers.some((each) => each === disliked)) throw new Error(`not ${disliked}`)
    return numbers.map((each) => each * 2)
  })
  return { double, groups }
}

test('answers together what is asked in one turn, so many at once', async () => {
  const { double, groups } = doubling(3)
  assert.deepEqual(await Promise.all([1, 2, 3, 4].map(double)), [2, 4, 6, 8])
  assert.equal(await double(5), 10)
  assert.deepEqual(groups, [[1, 2, 3], [4], [5]])
})

test('a question that fails is nobody else’s fault', async () => {
  const { double } = doubling(5, 2)
  const results = await Promise.allSettled([1, 2, 3].map(double))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})
