import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addEndpoint, ownerOf } from '../testing/endpoint.ts'
import { createScenario } from '../testing/scenario.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createVault } from '../vault.ts'
import { canReadSecrets } from './can-read-secrets.ts'

const vault = createVault('a secret key of the tests')
const strange = createVault('the secret key of somebody else')
let place: TestDatabase
before(async () => {
  place = await openTestDatabase()
})
after(() => place.stop())

test('every kind of secret must be readable: of stores, and of webhooks', async () => {
  assert.equal(await canReadSecrets(place.database, strange), true, 'nothing is stored')
  const scenario = await createScenario(place.database)
  assert.equal(await canReadSecrets(place.database, vault), true)
  assert.equal(await canReadSecrets(place.database, strange), false)
  const id = scenario.writing.ids.next()
  await addEndpoint(place.database, ownerOf(scenario, strange), { id })
  assert.equal(await canReadSecrets(place.database, vault), false)
})
