import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as immediate } from 'node:timers/promises'
import { type Coalescing, coalesce } from './coalesce.ts'

/** Doubles numbers, and fails when it meets one that it does not like. */
function doubling(options: Partial<Coalescing<number, number>> = {}, disliked?: number) {
  const groups: number[][] = []
  const double = coalesce<number, number>({
    async answer(numbers) {
      groups.push([...numbers])
      if (numbers.some((each) => each === disliked)) throw new Error(`not ${disliked}`)
      return numbers.map((each) => each * 2)
    },
    alone: () => true,
    ...options,
  })
  return { double, groups }
}

test('answers the requests of one turn together, up to a limit', async () => {
  const { double, groups } = doubling({ groupMax: 3 })
  assert.deepEqual(await Promise.all([1, 2, 3, 4].map(double)), [2, 4, 6, 8])
  assert.equal(await double(5), 10)
  assert.deepEqual(groups, [[1, 2, 3], [4], [5]])
})

test('a request that fails affects no other', async () => {
  const { double } = doubling({}, 2)
  const results = await Promise.allSettled([1, 2, 3].map(double))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('a failure that would repeat for each is not retried', async () => {
  const { double, groups } = doubling({ alone: () => false }, 2)
  const results = await Promise.allSettled([1, 2, 3].map(double))
  assert.deepEqual(new Set(results.map(({ status }) => status)), new Set(['rejected']))
  assert.equal(groups.length, 1)
})

/** Until what was let go has made room, and the next group has begun. */
async function turn(): Promise<void> {
  for (let count = 0; count < 3; count++) await immediate()
}

/** Answers with what it is asked, when it is let go. */
function held(options: Partial<Coalescing<string, string>>) {
  const groups: { questions: readonly string[]; letGo(): void }[] = []
  const ask = coalesce<string, string>({
    answer: (questions) =>
      new Promise((resolve) => groups.push({ questions, letGo: () => resolve(questions) })),
    alone: () => true,
    ...options,
  })
  return { ask, groups, seen: () => groups.map(({ questions }) => questions.join('')) }
}

test('requests during a running group form the next one, separately for each queue', async () => {
  const { ask, groups, seen } = held({ groupsMax: 1, queueOf: (text) => text.toUpperCase() })
  const answers = [ask('a'), ask('b')]
  await turn()
  answers.push(ask('A'), ask('a'), ask('B'))
  await turn()
  assert.deepEqual(seen(), ['a', 'b'])
  groups[0]?.letGo()
  await answers[0]
  await turn()
  assert.deepEqual(seen(), ['a', 'b', 'Aa'])
  for (const { letGo } of groups) letGo()
  await answers[1]
  await turn()
  groups.at(-1)?.letGo()
  assert.deepEqual(await Promise.all(answers), ['a', 'b', 'A', 'a', 'B'])
})

test('requests of one name run one after the other', async () => {
  const { ask, groups, seen } = held({ groupMax: 2, groupsMax: 1, nameOf: (text) => text })
  const answers = ['a', 'a', 'b', 'c', 'a'].map(ask)
  for (const group of ['ab', 'ac', 'a']) {
    await turn()
    assert.equal(seen().at(-1), group)
    groups.at(-1)?.letGo()
  }
  assert.deepEqual(await Promise.all(answers), ['a', 'a', 'b', 'c', 'a'])
})

test('a request that waits too long for a group is refused and left out of it', async () => {
  const waiting = {
    msOf: (text: string) => (text === 'b' ? 0 : 60_000),
    late: () => new Error('late'),
  }
  const { ask, groups, seen } = held({ groupsMax: 1, waiting })
  const answers = [ask('a')]
  await turn()
  const late = ask('b')
  answers.push(ask('c'))
  await assert.rejects(late, /late/)
  groups[0]?.letGo()
  await answers[0]
  await turn()
  assert.deepEqual(seen(), ['a', 'c'])
  groups[1]?.letGo()
  assert.deepEqual(await Promise.all(answers), ['a', 'c'])
})
