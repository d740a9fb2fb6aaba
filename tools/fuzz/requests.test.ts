import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '../../test/documented.ts'
import { createRandom } from '../simulate/random.ts'
import { inputOf } from './inputs.ts'
import { requestFor } from './requests.ts'

test('every route has a valid request for `npm run fuzz`', () => {
  const random = createRandom(1)
  for (const route of routes) {
    const { method, body } = requestFor(route, random.pick)
    assert.equal(method, route.method)
    assert.equal(body !== undefined, route.body !== undefined, route.path)
  }
})

test('an input is made from the seed and its number alone', () => {
  for (let number = 0; number < 500; number++) {
    const options = { seed: 3, number, fixtures: { confirmed: 'a' } }
    assert.deepEqual(inputOf(routes, options).bytes, inputOf(routes, options).bytes)
  }
})
