import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type AnyRow, anyRowSet } from '../../../../../test/fixtures/any-row.ts'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { unacted } from '../../../../../test/fixtures/unacted.ts'
import { Refused } from '../refusal.ts'
import { createVault } from '../secrets/vault.ts'
import type { Writer } from './database.ts'
import { forgetAnswers, type OnceKey, once } from './once.ts'

const place = ownDatabase()
let storeId: string
const vault = createVault('a secret key of the tests')
const clock = { now: () => new Date('2026-11-21T12:00:00Z') }

before(async () => {
  await place.database.query<AnyRow>('CREATE TABLE effects (number integer)', [])
  storeId = (await createScenario(place.database)).caller.store.id
})

const effects = async (): Promise<number> => {
  const [row] = await place.database.query<AnyRow>('SELECT count(*) AS number FROM effects', [])
  return row?.number
}

function keyOf(key: string, requestHash = 'hash'): OnceKey {
  return { storeId, sandbox: true, key, requestHash }
}

const addEffect = (writer: Writer) =>
  writer.transaction(null, async (tx) =>
    tx.commit('done', unacted(anyRowSet({ table: 'effects', rows: [{ number: 1 }] }))),
  )

function add(key: OnceKey, work = addEffect, secret = false) {
  const options = { database: place.database, clock, once: key, vault: secret ? vault : undefined }
  return once(options, work, (body) => ({ status: 200, body, location: null }))
}

test('the second time the first answer comes back, and nothing is done', async () => {
  const before = await effects()
  const first = await add(keyOf('twice'))
  const second = await add(keyOf('twice'))
  assert.deepEqual(first, {
    answer: { status: 200, body: 'done', location: null },
    replayed: false,
  })
  assert.deepEqual(second, { ...first, replayed: true })
  assert.equal(await effects(), before + 1)
})

test('the same key for another request is refused', async () => {
  await add(keyOf('reused'))
  await assert.rejects(
    add(keyOf('reused', 'other')),
    (error) => error instanceof Refused && error.code === 'idempotency_key_reused',
  )
})

test('50 concurrent requests do it once; the others get its answer or a conflict', async () => {
  const before = await effects()
  const all = Array.from({ length: 50 }, () => add(keyOf('at once')))
  const settled = await Promise.allSettled(all)
  for (const each of settled) {
    if (each.status === 'fulfilled') continue
    assert.equal((each.reason as Refused).code, 'request_in_progress')
  }
  assert.equal(await effects(), before + 1)
})

test('a failure frees the key', async () => {
  const failing = () => Promise.reject(new Refused('order_cancelled'))
  await assert.rejects(add(keyOf('freed'), failing))
  assert.equal((await add(keyOf('freed'))).replayed, false)
})

test('an answer with a secret is stored unreadable', async () => {
  await add(keyOf('secret'), addEffect, true)
  const [row] = await place.database.query<AnyRow>(
    'SELECT body FROM idempotency_keys WHERE key = $1',
    ['secret'],
  )
  assert.ok(!String(row?.body).includes('done'))
  assert.equal((await add(keyOf('secret'), addEffect, true)).answer.body, 'done')
})

test('a key is free again after 7 days, not before', async () => {
  await add(keyOf('old'))
  const days = (number: number) => new Date(clock.now().getTime() + number * 24 * 3_600_000)
  await forgetAnswers(place.database, days(6.9))
  assert.equal((await add(keyOf('old'))).replayed, true)
  await forgetAnswers(place.database, days(7.1))
  assert.equal((await add(keyOf('old'))).replayed, false)
})
