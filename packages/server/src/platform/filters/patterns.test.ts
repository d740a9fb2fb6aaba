import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Refused } from '../refusal.ts'
import { findMatches, patternFault } from './patterns.ts'

const usable = [
  '(a+)+$',
  '^$',
  '',
  'a|b',
  '\\p{L}+',
  '(?i)x',
  'x{0,1000}',
  '[^\\x00-\\x7f]',
  '\\bA',
]
for (const pattern of usable) {
  test(`${JSON.stringify(pattern)} can be used`, () => {
    assert.equal(patternFault(pattern), undefined)
  })
}

const unusable = [
  '(a)\\1',
  '(?=a)',
  '(?!a)',
  '(?<=a)b',
  '(?<!a)b',
  '(?>a)',
  'a++',
  'a**',
  '[',
  '(',
  '\\',
  'a{1001}',
  '((a{100}){100}){100}',
  'a{1000}'.repeat(11),
  '\\C',
  'a\0',
  'a'.repeat(257),
  'a'.repeat(10_000),
]
for (const pattern of unusable) {
  test(`${JSON.stringify(pattern.slice(0, 30))} cannot`, () => {
    assert.equal(typeof patternFault(pattern), 'string')
  })
}

const one = (pattern: string, cased: boolean, rows: readonly (string | null)[]) =>
  findMatches({ groups: [[{ pattern, cased, column: 0 }]], rows: rows.map((row) => [row]) })

test('a pattern is found anywhere in the text, null never fits', async () => {
  assert.deepEqual(await one('b', true, ['abc', 'B', null, 'b', '']), [0, 3])
  assert.deepEqual(await one('b', false, ['abc', 'B', null, 'b', '']), [0, 1, 3])
  assert.deepEqual(await one('^a$', true, ['a', 'a\n', 'ba']), [0])
  assert.deepEqual(await one('É', false, ['é', 'e']), [0])
})

test('one pattern of a group is enough, but every group must match', async () => {
  const of = (pattern: string, column: number) => ({ pattern, cased: true, column })
  const rows = [
    ['a', 'x'],
    ['b', 'y'],
    ['b', 'x'],
    ['c', 'x'],
  ]
  const groups = [[of('a', 0), of('b', 0)], [of('x', 1)]]
  assert.deepEqual(await findMatches({ groups, rows }), [0, 2])
  const many = [[['p', 'q']], [['q', 'r']], [[]]]
  assert.deepEqual(await findMatches({ groups: [[of('^p$', 0)]], rows: many }), [0])
})

test('simple patterns find what the language itself finds', async () => {
  const atoms = fc.constantFrom('a', 'b', '.', '[ab]', 'a*', 'b+', '(ab|c)', 'c?', '^', '$')
  const patterns = fc.array(atoms, { maxLength: 5 }).map((each) => each.join(''))
  const texts = fc.array(fc.stringMatching(/^[abcx]{0,8}$/), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(patterns, texts, async (pattern, rows) => {
      if (patternFault(pattern) !== undefined) return
      const expected = [...rows.keys()].filter((index) =>
        new RegExp(pattern).test(rows[index] ?? ''),
      )
      assert.deepEqual(await one(pattern, true, rows), expected)
    }),
    { numRuns: 200 },
  )
})

/** Ever new states of the pattern, 30 ms for each text. */
const hostile = '(?:[xy]{1,40}x){1,20}[^xy]'
const bits = (seed: number) =>
  Array.from({ length: 8 }, (_, index) =>
    (Math.imul(seed + 7, 2_654_435_761 + index) >>> 0).toString(2),
  )
    .join('')
    .replaceAll('0', 'x')
    .replaceAll('1', 'y')

test('a pattern that takes over a second is rejected, and the process continues', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 10)
  const rows = Array.from({ length: 2_000 }, (_, index) => bits(index))
  try {
    await assert.rejects(one(hostile, true, rows), (error) => {
      assert.ok(error instanceof Refused)
      assert.equal(error.code, 'filter_too_broad')
      return true
    })
  } finally {
    clearInterval(timer)
  }
  assert.ok(turns > 3, `the process turned ${turns} times`)
  assert.deepEqual(await one('a', true, ['a']), [0])
})

test('many concurrent searches all get their answers', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => one(String(index), true, ['7', '17', 'x'])),
  )
  assert.deepEqual(answers[7], [0, 1])
  assert.deepEqual(answers[17], [1])
})
