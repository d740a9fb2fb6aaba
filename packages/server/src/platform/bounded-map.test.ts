import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BoundedMap, remembering } from './bounded-map.ts'

test('a full map drops its oldest entry', () => {
  const map = new BoundedMap<string, number>(3)
  for (const [index, key] of ['a', 'b', 'a', 'c', 'd'].entries()) map.set(key, index)
  assert.deepEqual(
    [...map],
    [
      ['a', 2],
      ['c', 3],
      ['d', 4],
    ],
  )
  map.set('c', 5)
  assert.deepEqual([...map.keys()], ['a', 'd', 'c'])
})

type Step = { readonly kind: 'set' | 'delete' | 'clear'; readonly key: number }
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('set', 'set', 'set', 'set', 'delete', 'clear'),
    key: fc.nat({ max: 12 }),
  }),
  { maxLength: 300 },
)

test('whatever is written, deleted and cleared, it holds the newest, in order', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 8 }), (all, max) => {
      const map = new BoundedMap<number, number>(max)
      let expected: number[] = []
      for (const { kind, key } of all) {
        const others = expected.filter((each) => each !== key)
        if (kind === 'clear') {
          map.clear()
          expected = []
        } else if (kind === 'delete') {
          map.delete(key)
          expected = others
        } else {
          map.set(key, key)
          expected = [...others, key].slice(-max)
        }
        assert.deepEqual([...map.keys()], expected)
      }
    }),
  )
})

test('many new entries in a full map cost no more each than few', () => {
  const map = new BoundedMap<number, number>(50_000)
  for (let key = 0; key < 1_000_000; key++) map.set(key, key)
  assert.deepEqual([map.size, map.has(949_999), map.has(950_000)], [50_000, false, true])
})

test('a value that was read once is not read again until it is forgotten', () => {
  const read: string[] = []
  const lengthOf = remembering(2, (text) => read.push(text) && text.length)
  for (const text of ['a', 'bb', 'a', 'bb', 'ccc', 'a']) assert.equal(lengthOf(text), text.length)
  assert.deepEqual(read, ['a', 'bb', 'ccc', 'a'])
})
