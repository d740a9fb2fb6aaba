// What two processes decide at once about one store: neither may overlook what the other has done.
// Each has its own connections and queues; an embedded database has one owner.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { type TestPlace, testPlace } from '../../../../../test/fixtures/test-database.ts'
import type { Database } from '../../platform/database/database.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { Refused } from '../../platform/refusal.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { createKey } from '../api-keys/create-key.ts'
import { revokeKey } from '../api-keys/revoke-key.ts'
import { listActiveKeys } from '../api-keys/store.ts'
import type { RealWriting } from '../caller/context.ts'
import { changeSettings } from './change-settings.ts'
import { findAccount } from './find-account.ts'

const vault = createVault('a secret key of the tests')
let place: TestPlace
let processes: readonly [Database, Database]

before(async () => {
  place = await testPlace()
  const open = () =>
    openDatabase({
      databaseUrl: place.databaseUrl,
      folder: join(place.folder, 'database'),
      fraction: Math.random,
      print: () => {},
    })
  const first = await open()
  processes = [first, place.databaseUrl === undefined ? first : await open()]
})
after(async () => {
  for (const database of new Set(processes)) await database.close()
  await place.remove()
})

async function newStore() {
  const { caller, writing } = await createScenario(processes[0])
  const storeId = caller.store.id
  const inBoth = <T>(work: (writing: RealWriting, index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(processes.map((writer, index) => work({ ...writing, writer }, index)))
  const active = () => listActiveKeys(processes[0], storeId, writing.clock.now())
  const [actor] = (await active()).filter(({ kind }) => kind === 'private')
  assert.ok(actor !== undefined)
  return { storeId, writing, inBoth, active, cascade: false, actorId: actor.id }
}

const refusal = (error: unknown): string => {
  if (error instanceof Refused) return error.code
  throw error
}

test('two settings changed concurrently are both kept, again and again', async () => {
  const { storeId, inBoth } = await newStore()
  for (let round = 1; round <= 50; round++) {
    const patches = [{ capture_within: round }, { confirmation_timeout: round }]
    await inBoth((each, index) => {
      const input = { storeId, patch: patches[index] ?? {}, cleared: new Set<string>(), vault }
      return changeSettings(each, { ...input, sandbox: true, demo: true })
    })
    const reading = { database: processes[0], clock: systemClock }
    const { settings } = await findAccount(reading, { storeId, sandbox: true })
    assert.deepEqual([settings.capture_within, settings.confirmation_timeout], [round, round])
  }
})

test('a store with 49 keys gets one more, in whichever process', async () => {
  const { storeId, inBoth, active, actorId } = await newStore()
  const make = (writing: RealWriting) => {
    const wish = { name: 'Another', kind: 'public' } as const
    return createKey(writing, { storeId, timeZone: 'UTC', actorId, wish })
  }
  while ((await active()).length < 49)
    await inBoth((each, index) => (index === 0 ? make(each) : Promise.resolve(undefined)))
  for (let round = 0; round < 20; round++) {
    const answers = await inBoth((each) => make(each).then(({ key }) => key.id, refusal))
    const made = answers.filter((answer) => answer !== 'api_key_limit_reached')
    assert.equal(made.length, 1)
    assert.equal((await active()).length, 50)
    const [writing] = await inBoth((each) => Promise.resolve(each))
    assert.ok(writing !== undefined)
    await revokeKey(writing, { storeId, actorId, keyId: made[0] ?? '', cascade: false })
  }
})

test('one of the last two keys that can create keys stays, in either order', async () => {
  for (let round = 0; round < 20; round++) {
    const { storeId, writing, inBoth, active, actorId } = await newStore()
    const wish = { name: 'Another', kind: 'private' } as const
    const { key } = await createKey(writing, { storeId, timeZone: 'UTC', actorId, wish })
    const ids = [actorId, key.id]
    const answers = await inBoth((each, index) => {
      const keyId = ids[index] ?? ''
      return revokeKey(each, { storeId, cascade: false, actorId: keyId, keyId }).then(
        () => 'revoked',
        refusal,
      )
    })
    assert.deepEqual(answers.sort(), ['api_key_last', 'revoked'])
    assert.equal((await active()).filter(({ kind }) => kind === 'private').length, 1)
  }
})
