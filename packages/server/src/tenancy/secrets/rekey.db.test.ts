import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { addEndpoint, ownerOf } from '../../../../../test/fixtures/endpoint.ts'
import { createScenario, type Scenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import type { Database } from '../../platform/database/database.ts'
import { requestHash } from '../../platform/database/once.ts'
import { type KeyRing, ringsOf } from '../../platform/secrets/key-ring.ts'
import { placeOf, type SealedColumn, sealedColumns } from '../../platform/secrets/sealed-columns.ts'
import { createVault, type Vault } from '../../platform/secrets/vault.ts'
import { formatKey } from '../api-keys/key-format.ts'
import { createStore } from '../stores/create-store.ts'
import { rotateNotificationSecret } from '../stores/rotate-notification-secret.ts'
import { findNotificationSecrets } from '../stores/store.ts'
import { checkSecrets } from './check-secrets.ts'
import { countToRekey, rekeyBatch } from './rekey.ts'

const SECRET_KEY = 'a secret key of the tests'
const early = createVault(SECRET_KEY)
const key = { kid: 'a', material: randomBytes(32) }
const strange = { kid: 'a', material: randomBytes(32) }
const ringVault = (keys: KeyRing, secretKey?: string) =>
  createVault(ringsOf({ secretKeys: keys, tokenKeys: undefined }, secretKey))

const place = ownDatabase()

/** A text in every column that holds sealed ones, and an answer that holds no secret. */
async function fill(database: Database, scenario: Scenario, vault: Vault, name: string) {
  const { store } = scenario.caller
  const id = scenario.writing.ids.next()
  await addEndpoint(database, ownerOf(scenario, vault), { id })
  await database.query(
    `UPDATE webhook_endpoints SET secret_previous = $2, secret_previous_until = now()
     WHERE id = $1`,
    [id, vault.seal('previous', placeOf('webhook_endpoints.secret_previous', store.id, id))],
  )
  const answers = [
    vault.seal('{"secret":1}', placeOf('idempotency_keys.body', store.id, true, name)),
    '{"secret":0}',
  ]
  for (const [index, body] of answers.entries()) {
    await database.query(
      `INSERT INTO idempotency_keys (store_id, sandbox, key, request_hash, status, body, created_at)
       VALUES ($1, true, $2, $3, 200, $4, now())`,
      [store.id, `${name}${index === 0 ? '' : ' in plain'}`, requestHash(name), body],
    )
  }
  return id
}

test('every sealed column is one of the database, and no other holds a sealed text', async () => {
  for (const column of Object.keys(sealedColumns) as SealedColumn[]) {
    const [table = '', name = ''] = column.split('.')
    const rows = await place.database.query(
      `SELECT a.attname AS name FROM pg_index i JOIN pg_attribute a
         ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
       WHERE i.indrelid = $1::regclass AND i.indisprimary 
       ORDER BY array_position(i.indkey, a.attnum)`,
      [table],
    )
    assert.deepEqual(
      rows.map((row) => row.name),
      sealedColumns[column],
    )
    await place.database.query(`SELECT ${name} FROM ${table} LIMIT 1`, [])
  }
})

test('an unreadable text is reported at the start, by key and column', async () => {
  const { database } = place
  assert.deepEqual(await checkSecrets(database, ringVault([strange])), [], 'nothing is stored')
  const scenario = await createScenario(database)
  assert.deepEqual(await checkSecrets(database, early), [])
  const other = createVault('the secret key of somebody else')
  const [wrong] = await checkSecrets(database, other)
  assert.match(wrong ?? '', /^SECRET_KEY is not the one that .*stores.notification_secret/)
  const [missing] = await checkSecrets(database, ringVault([key]))
  assert.match(missing ?? '', /^SECRET_KEY is missing .*stores.notification_secret: 1\./)
  await fill(database, scenario, ringVault([key], SECRET_KEY), 'by the ring')
  const faults = await checkSecrets(database, ringVault([strange], SECRET_KEY))
  assert.equal(faults.length, 3)
  for (const fault of faults) assert.match(fault, /^key a of SECRET_KEYS is not the one/)
  const [dropped] = await checkSecrets(database, early)
  const counts = 'webhook_endpoints.secret: 1, webhook_endpoints.secret_previous: 1'
  assert.ok(dropped?.startsWith('key a of SECRET_KEYS is missing'), dropped)
  assert.ok(dropped?.includes(`${counts}, idempotency_keys.body: 1`), dropped)
})

test('rekey seals everything under the first key, and then the other may be dropped', async () => {
  const { database } = place
  const scenario = await createScenario(database)
  const { writing } = scenario
  await rotateNotificationSecret(writing, { storeId: scenario.caller.store.id, vault: early })
  for (let index = 0; index < 3; index++) {
    await fill(database, scenario, early, `early ${index}`)
  }
  const now = writing.clock.now()
  const secretsOf = async (vault: Vault) => {
    const texts = await findNotificationSecrets(database, scenario.caller.store.id, now)
    return texts.map((text) => vault.open(text.sealed, text.place))
  }
  const secrets = await secretsOf(early)
  assert.equal(secrets.length, 2)
  const rekeying = { ...writing, database, vault: ringVault([key], SECRET_KEY) }
  const count = await countToRekey(rekeying)
  assert.ok(count > 0)
  let resealed = 0
  for (let step = await rekeyBatch(rekeying); step.resealed > 0; ) {
    assert.deepEqual(step.unreadable, [])
    resealed += step.resealed
    step = await rekeyBatch(rekeying)
  }
  assert.equal(resealed, count)
  const [log] = await database.query(
    `SELECT sum((changes #>> '{rows,new}')::integer)::integer AS count FROM actions
     WHERE action = 'secrets.rekey'`,
    [],
  )
  assert.equal(log?.count, count)
  assert.equal(await countToRekey(rekeying), 0)
  const alone = ringVault([key])
  assert.deepEqual(await checkSecrets(database, alone), [])
  assert.deepEqual(await secretsOf(alone), secrets)
  const [plain] = await database.query(
    `SELECT body FROM idempotency_keys WHERE store_id = $1 AND key = 'early 0 in plain'`,
    [scenario.caller.store.id],
  )
  assert.equal(plain?.body, '{"secret":0}')
})

test('rekey continues where it was interrupted, while the texts are in use', async () => {
  const { database } = place
  const { writing } = await createScenario(database)
  const stores = await Promise.all(
    Array.from({ length: 250 }, async (_, index) => {
      const { store } = (await createScenario(database)).caller
      return { ...store, name: `store ${index}` }
    }),
  )
  assert.equal(stores.length, 250)
  const rekeying = { ...writing, database, vault: ringVault([key], SECRET_KEY) }
  const before = await countToRekey(rekeying)
  const { resealed } = await rekeyBatch(rekeying)
  assert.equal(resealed, 200, 'a batch')
  // Somebody else takes over while another store is being made.
  const privateKey = formatKey('private', randomBytes(32))
  const publicKey = formatKey('public', randomBytes(32))
  const store = { ...stores[0], id: writing.ids.next() } as (typeof stores)[0]
  await Promise.all([
    rekeyBatch({ ...writing, database, vault: ringVault([key], SECRET_KEY) }),
    createStore(writing, { store, privateKey, publicKey, vault: early }),
  ])
  for (;;) if ((await rekeyBatch(rekeying)).resealed === 0) break
  assert.ok(before >= 250)
  assert.equal(await countToRekey(rekeying), 0)
  assert.deepEqual(await checkSecrets(database, ringVault([key])), [])
})

test('a text that no key opens is left alone and named, and the others are sealed', async () => {
  const { database } = place
  const scenario = await createScenario(database)
  const broken = await fill(database, scenario, createVault('nobody knows this one'), 'broken')
  const rekeying = { ...scenario.writing, database, vault: ringVault([key], SECRET_KEY) }
  const skip: string[] = []
  for (;;) {
    const step = await rekeyBatch(rekeying, skip)
    skip.push(...step.unreadable)
    if (step.resealed + step.unreadable.length === 0) break
  }
  const { id } = scenario.caller.store
  assert.deepEqual(skip.toSorted(), [
    `idempotency_keys.body/${id}/true/broken`,
    `webhook_endpoints.secret/${id}/${broken}`,
    `webhook_endpoints.secret_previous/${id}/${broken}`,
  ])
  assert.equal(await countToRekey(rekeying), 3)
})
