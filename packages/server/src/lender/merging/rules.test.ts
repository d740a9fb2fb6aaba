import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideMerge, decideSplit, type MergedPerson } from './rules.ts'

const ada: MergedPerson = { id: 'ada', storeId: null, mergedInto: null, erasedAt: null }
const eve: MergedPerson = { ...ada, id: 'eve' }

test('two existing people become one', () => {
  assert.deepEqual(decideMerge({ person: eve, into: ada }), { plan: { person: eve, into: ada } })
})

const refusals: readonly (readonly [string, MergedPerson, MergedPerson, string])[] = [
  ['oneself', ada, ada, 'body_invalid'],
  ['a person of another store', eve, { ...ada, storeId: 'store' }, 'body_invalid'],
  ['who is merged already', { ...eve, mergedInto: 'bob' }, ada, 'person_gone'],
  ['into somebody who is merged', eve, { ...ada, mergedInto: 'bob' }, 'person_gone'],
  ['who is erased', { ...eve, erasedAt: new Date() }, ada, 'person_gone'],
  ['into somebody who is erased', eve, { ...ada, erasedAt: new Date() }, 'person_gone'],
]
for (const [name, person, into, code] of refusals) {
  test(`nobody merges ${name}`, () => {
    assert.equal(decideMerge({ person, into }).refused, code)
  })
}

test('a merged person is split, once', () => {
  assert.deepEqual(decideSplit({ ...eve, mergedInto: 'ada' }), { plan: 'ada' })
  assert.equal(decideSplit(eve).refused, 'person_not_merged')
  const erased = { ...eve, mergedInto: 'ada', erasedAt: new Date() }
  assert.equal(decideSplit(erased).refused, 'person_not_merged')
})
