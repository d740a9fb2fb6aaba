// The operator's acts on stores at the command line, and those left to two people of the lender.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { colleague } from '../../../../../test/fixtures/colleagues.ts'
import { realWriting } from '../../../../../test/fixtures/lender.ts'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { testDesk } from '../../../../../test/fixtures/test-desk.ts'
import type { Mode } from '../../model/keys/api-key.ts'
import { changeOperatorsStore } from './key-commands.ts'

const place = ownDatabase()

test('the operator lifts a suspension until there are two administrators', async () => {
  const { caller } = await createScenario(place.database)
  const storeId = caller.store.id
  const writing = { ...realWriting(place.database), database: place.database }
  const change = (act: 'suspend' | 'resume', mode: Mode) =>
    changeOperatorsStore(writing, { storeId, stateChange: { act, mode, note: 'By the operator.' } })
  const stateAfter = async (act: 'suspend' | 'resume', mode: Mode) =>
    Object.fromEntries(Object.entries(await change(act, mode))).state
  assert.equal(await stateAfter('suspend', 'live'), 'suspended')
  assert.equal(await stateAfter('resume', 'live'), 'active')
  const desks = testDesk(place.database, { now: () => new Date() })
  await colleague(desks, 'admin')
  assert.equal(await stateAfter('suspend', 'live'), 'suspended')
  assert.equal(await stateAfter('resume', 'live'), 'active')
  await colleague(desks, 'admin')
  assert.equal(await stateAfter('suspend', 'live'), 'suspended')
  await assert.rejects(change('resume', 'live'), /two people lift it: POST \/lender\/stores/)
  const [row] = await place.database.query(
    `SELECT state FROM store_states WHERE store_id = $1 AND NOT sandbox
     ORDER BY version DESC LIMIT 1`,
    [storeId],
  )
  assert.equal(row?.state, 'suspended')
  assert.equal(await stateAfter('suspend', 'sandbox'), 'suspended')
  assert.equal(await stateAfter('resume', 'sandbox'), 'active')
  await desks.settled()
})
