import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 as Validator } from 'ajv/dist/2020.js'
import { eventCatalogue, eventTypes, exampleEvent } from './index.ts'

const validator = new Validator({ strict: false, allErrors: true, validateFormats: false })

for (const type of eventTypes) {
  test(`the data of ${type} is described member by member`, () => {
    const { data } = exampleEvent(type, { id: '', created: '' })
    const described = new Set<string>()
    for (const schema of eventCatalogue[type].data) {
      const fits = validator.compile(schema)
      assert.ok(fits(data), JSON.stringify(fits.errors))
      const { properties } = schema as unknown as { readonly properties: object }
      for (const name of Object.keys(properties)) described.add(name)
    }
    const members = Object.keys(data)
    assert.deepEqual(
      members.filter((name) => !described.has(name)),
      [],
    )
  })
}
