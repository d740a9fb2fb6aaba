// A revoked or expired key is refused within a second, by every process that remembers it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScenario } from '../../../../../test/fixtures/scenario.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { newStore } from '../../model/stores/new-store.ts'
import { Refused } from '../../platform/refusal.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { formatKey } from '../../tenancy/api-keys/key-format.ts'
import { createStore } from '../../tenancy/stores/create-store.ts'
import { createAuthenticator } from './authenticate.ts'

const place = ownDatabase()
let now = new Date('2026-11-21T12:00:00Z')
const clock = { now: () => now }
const wait = (milliseconds: number): void => {
  now = new Date(now.getTime() + milliseconds)
}

/** A store's private key, and what changes its row. */
async function newKey() {
  const { writing } = await createScenario(place.database)
  const { ids } = writing
  const store = newStore({ id: ids.next(), name: 'Store', products: [] })
  const privateKey = formatKey('private', ids.bytes(32))
  const publicKey = formatKey('public', ids.bytes(32))
  const vault = createVault('a secret key of the tests')
  await createStore(writing, { store, privateKey, publicKey, vault })
  const change = (column: 'revoked_at' | 'expires_at', at: Date) =>
    place.database.query(`UPDATE api_keys SET ${column} = $2 WHERE store_id = $1`, [store.id, at])
  const publicHeader = `Bearer ${publicKey}`
  return { store, header: `Bearer ${privateKey}`, publicHeader, change }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Refused && error.code === 'key_invalid'

test('finds the store behind a key', async () => {
  const { authenticate } = createAuthenticator(place.database, clock, () => {})
  const { store, header } = await newKey()
  const identity = await authenticate(header)
  assert.equal(identity.store.id, store.id)
  assert.equal(identity.key.kind, 'private')
})

test('a public key does not become a private one by a change of its row', async () => {
  const { authenticate } = createAuthenticator(place.database, clock, () => {})
  const { store, publicHeader } = await newKey()
  assert.equal((await authenticate(publicHeader)).key.kind, 'public')
  await place.database.query(
    `UPDATE api_keys SET kind = 'private', public_key = NULL, hint = 'sk_', scopes = '{orders:read}'
     WHERE store_id = $1 AND kind = 'public'`,
    [store.id],
  )
  wait(1_000)
  await assert.rejects(authenticate(publicHeader), isRefused)
})

test('a revocation holds after a second at the latest', async () => {
  const { authenticate } = createAuthenticator(place.database, clock, () => {})
  const { header, change } = await newKey()
  await authenticate(header)
  await change('revoked_at', now)
  wait(1_000)
  await assert.rejects(authenticate(header), isRefused)
})

test('a key that is remembered still ends when it expires', async () => {
  const { authenticate } = createAuthenticator(place.database, clock, () => {})
  const { header, change } = await newKey()
  await change('expires_at', new Date(now.getTime() + 300))
  await authenticate(header)
  wait(300)
  await assert.rejects(authenticate(header), isRefused)
})

test('an unknown key is refused, and so is one with a typing error', async () => {
  const { authenticate } = createAuthenticator(place.database, clock, () => {})
  const { header } = await newKey()
  const strange = `Bearer ${formatKey('private', Buffer.alloc(32, 1))}`
  const mistyped = `${header.slice(0, -1)}${header.endsWith('a') ? 'b' : 'a'}`
  for (const wrong of [strange, mistyped, 'Bearer x', 'Basic abc']) {
    await assert.rejects(authenticate(wrong), isRefused)
  }
})

/** The database, and how many queries it gets. */
function counted() {
  const answers: Promise<unknown>[] = []
  const query: typeof place.database.query = (...parts) => {
    const answer = place.database.query(...parts)
    answers.push(answer)
    return answer
  }
  /** Resolves when the look-up is done. */
  const settled = async () => {
    await Promise.all(answers)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { database: { ...place.database, query }, queries: () => answers.length, settled }
}

test('requests that arrive together with one key share its look-up', async () => {
  const { database, queries } = counted()
  const { authenticate, wasValid } = createAuthenticator(database, clock, () => {})
  const { header, store } = await newKey()
  assert.equal(wasValid(header), false)
  const callers = await Promise.all(Array.from({ length: 50 }, () => authenticate(header)))
  assert.ok(callers.every((identity) => identity.store.id === store.id))
  assert.deepEqual([queries(), wasValid(header)], [1, true])
})

test('a key that is unknown costs one query, and works within a second of being made', async () => {
  const { database, queries } = counted()
  const { authenticate } = createAuthenticator(database, clock, () => {})
  const { writing } = await createScenario(place.database)
  const { ids } = writing
  const privateKey = formatKey('private', ids.bytes(32))
  const header = `Bearer ${privateKey}`
  for (let request = 0; request < 20; request++) {
    await assert.rejects(authenticate(header), isRefused)
  }
  assert.equal(queries(), 1)
  const store = newStore({ id: ids.next(), name: 'Store', products: [] })
  const publicKey = formatKey('public', ids.bytes(32))
  const vault = createVault('a secret key of the tests')
  await createStore(writing, { store, privateKey, publicKey, vault })
  wait(1_000)
  assert.equal((await authenticate(header)).store.id, store.id)
})

test('a revoked key counts as a guess, too', async () => {
  const { authenticate, wasValid } = createAuthenticator(place.database, clock, () => {})
  const { header, change } = await newKey()
  await authenticate(header)
  await change('revoked_at', now)
  wait(1_000)
  await assert.rejects(authenticate(header), isRefused)
  assert.equal(wasValid(header), false)
})

test('a key in use is read again before it is forgotten', async () => {
  const { database, queries, settled } = counted()
  const { authenticate, known } = createAuthenticator(database, clock, () => {})
  const { header, change } = await newKey()
  await authenticate(header)
  for (let turn = 1; turn <= 5; turn++) {
    wait(500)
    assert.ok(known(header) !== undefined && known(header) !== undefined)
    await settled()
    assert.equal(queries(), turn + 1)
  }
  await change('revoked_at', now)
  wait(500)
  assert.ok(known(header) !== undefined)
  await settled()
  assert.equal(known(header), undefined)
  await assert.rejects(authenticate(header), isRefused)
})

test('changed settings apply here immediately, and elsewhere within a second', async () => {
  const here = createAuthenticator(place.database, clock, () => {})
  const elsewhere = createAuthenticator(place.database, clock, () => {})
  const { store, header } = await newKey()
  const seen = async ({ authenticate }: typeof here) =>
    (await authenticate(header)).store.liveSettings.confirmation_timeout
  for (let minutes = 1; minutes <= 20; minutes++) {
    await Promise.all([seen(here), seen(elsewhere)])
    const early = here.authenticate(header)
    await place.database.query(
      `UPDATE stores SET settings = settings || jsonb_build_object('confirmation_timeout', $2::int)
       WHERE id = $1 RETURNING 1`,
      [store.id, minutes],
    )
    here.forget((identity) => identity.store.id === store.id)
    await early
    assert.equal(await seen(here), minutes)
    assert.equal(here.wasValid(header), true)
    wait(1_000)
    assert.equal(await seen(elsewhere), minutes)
  }
})

test('a look-up from before a change is not remembered after it', async () => {
  const { header, store } = await newKey()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  let queries = 0
  const query: typeof place.database.query = async (...parts) => {
    // Counted when it is sent: on two connections the second answer may come first.
    const isFirst = queries++ === 0
    const rows = await place.database.query(...parts)
    if (isFirst) await held
    return rows
  }
  const { authenticate, forget } = createAuthenticator(
    { ...place.database, query },
    clock,
    () => {},
  )
  const early = authenticate(header)
  forget((identity) => identity.store.id === store.id)
  const later = await authenticate(header)
  letGo()
  await early
  assert.deepEqual([later.store.id, queries], [store.id, 2])
  forget((identity) => identity.store.id === store.id)
  await authenticate(header)
  assert.equal(queries, 3)
})
