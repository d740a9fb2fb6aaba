import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { injectedFaults } from './injected-faults.ts'

const root = join(import.meta.dirname, '../..')

for (const { name, file, find } of injectedFaults) {
  test(`the injected fault ${name} has one place in the source`, () => {
    const places = readFileSync(join(root, file), 'utf8').split(find).length - 1
    assert.equal(places, 1, file)
  })
}
