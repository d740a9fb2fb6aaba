import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { Refused } from '../../platform/refusal.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { changeSettings } from './change-settings.ts'
import { findAccount } from './find-account.ts'
import { tokenPlace } from './secret-places.ts'

const vault = createVault('a secret key of the tests')
const ofDemo = { sandbox: true, demo: true }
const place = ownDatabase()

test('a time zone that the database does not have is refused, and nothing changes', async () => {
  const { caller, writing } = await createScenario(place.database)
  const storeId = caller.store.id
  const change = (timeZone: string) => {
    const patch = { time_zone: timeZone, total_check: 'strict' } as const
    return changeSettings(writing, { ...ofDemo, storeId, patch, cleared: new Set(), vault })
  }
  const reading = { database: place.database, clock: writing.clock }
  await assert.rejects(change('Mars/Olympus'), (error) => {
    assert.ok(error instanceof Refused)
    assert.deepEqual(error.detail.fields, { time_zone: ['is not known to the database'] })
    return true
  })
  assert.equal(
    (await findAccount(reading, { storeId, sandbox: true })).settings.total_check,
    'lenient',
  )
  await change('America/Argentina/Buenos_Aires')
  assert.equal(
    (await findAccount(reading, { storeId, sandbox: true })).timeZone,
    'America/Argentina/Buenos_Aires',
  )
})

test('the notification token is stored encrypted', async () => {
  const { caller, writing } = await createScenario(place.database)
  const storeId = caller.store.id
  const patch = { notification_token: 'a token' }
  await changeSettings(writing, { ...ofDemo, storeId, patch, cleared: new Set(), vault })
  const read = () =>
    place.database.query<AnyRow>('SELECT notification_token FROM stores WHERE id = $1', [storeId])
  const [row] = await read()
  assert.equal(vault.open(row?.notification_token, tokenPlace(storeId)), 'a token')
  const cleared = new Set(['notification_token'])
  const signed = { notification_auth: 'signature' } as const
  await changeSettings(writing, { ...ofDemo, storeId, patch: signed, cleared, vault })
  assert.deepEqual(await read(), [{ notification_token: null }])
})
