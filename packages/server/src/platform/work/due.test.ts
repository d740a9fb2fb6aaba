import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '../refusal.ts'
import { createDueWork, oneByOne } from './due.ts'

type Item = { readonly id: string }
const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ id: `item ${index + 1}` }))

/** Items that stay due until they are done; those named fail. */
function workOver(
  count: number,
  failing: readonly string[],
  failure = (id: string): Error => new Error(`${id} fails`),
) {
  let now = 0
  const open = items(count)
  const done: string[] = []
  const reported: string[] = []
  const work = createDueWork<Item>({
    clock: { now: () => new Date(now) },
    list: async (_now, limit) => open.slice(0, limit),
    carryOut: oneByOne(async (item) => {
      if (failing.includes(item.id)) throw failure(item.id)
      open.splice(open.indexOf(item), 1)
      done.push(item.id)
    }),
    report: (error, item) => {
      reported.push(`${item.id}: ${(error as Error).message}`)
    },
  })
  return {
    work,
    done,
    reported,
    pass: (ms: number) => {
      now += ms
    },
  }
}

test('does due work in order, up to a limit at a time, and returns how much', async () => {
  const { work, done } = workOver(40, [])
  assert.deepEqual([await work(), await work(), await work(), await work()], [16, 16, 8, 0])
  assert.deepEqual(
    done,
    items(40).map(({ id }) => id),
  )
})

test('a failure is reported and blocks no other work', async () => {
  const failing = items(20).map(({ id }) => id)
  const { work, done, reported } = workOver(50, failing)
  const counts: number[] = []
  for (let turn = 0; turn < 5; turn++) counts.push(await work())
  assert.deepEqual(counts, [0, 12, 16, 2, 0])
  assert.equal(done.length, 30)
  assert.deepEqual(
    reported,
    failing.map((id) => `${id}: ${id} fails`),
  )
})

test('failed work is retried a minute later', async () => {
  const failing = ['item 1']
  const { work, done, pass } = workOver(1, failing)
  assert.equal(await work(), 0)
  failing.pop()
  pass(59_999)
  assert.equal(await work(), 0)
  pass(1)
  assert.equal(await work(), 1)
  assert.deepEqual(done, ['item 1'])
})

test('work that failed without a database is retried within seconds', async () => {
  const failing = ['item 1']
  const away = () => new Refused('database_unavailable')
  const { work, pass } = workOver(1, failing, away)
  assert.equal(await work(), 0)
  failing.pop()
  pass(2_000)
  assert.equal(await work(), 1)
})
