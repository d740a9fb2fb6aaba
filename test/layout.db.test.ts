// A store's rows can be moved to a server of their own: all that is of a store is keyed by it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Reader } from '../packages/server/src/platform/database/database.ts'
import { openTestDatabase, type TestDatabase } from './fixtures/test-database.ts'

/** Those of the lender and of the machine: of a spread database each server has all of them. */
const OF_NO_STORE: Readonly<Record<string, string>> = {
  stores: 'the stores themselves, found by their id',
  actions: 'what the lender and the service do as well; of a store or of none',
  action_chains: 'of actions, by any actor',
  action_seals: 'of actions, by any actor',
  exposure_policies: 'the lender’s',
  closings: 'the lender’s, over all stores',
  account_tallies: 'sums over all stores of a mode',
  creditors: 'the lender’s, named by terms of any store',
  lender_streams: 'the lender’s: a word stands in place of the store',
  lender_endpoints: 'the lender’s: a word stands in place of the store',
  lender_subscriptions: 'the lender’s: a word stands in place of the store',
  lender_deliveries: 'the lender’s: a word stands in place of the store',
  lender_attempts: 'the lender’s: a word stands in place of the store',
  approvals: 'the lender’s, of a store or of none',
  approval_policies: 'the lender’s',
  bounded_acts: 'of the lender’s people and keys',
  lender_keys: 'the lender’s',
  persons: 'over all stores, so that what they owe at each counts',
  person_blocks: 'of a person, over all stores',
  passkeys: 'of a person of the lender or of stores',
  passwords: 'of a person of the lender or of stores',
  recovery_codes: 'of a person of the lender or of stores',
  totp_secrets: 'of a person of the lender or of stores',
  sessions: 'of a person of the lender or of stores',
  sign_in_attempts: 'before anybody is known',
  staff: 'people of the lender and of stores, never of both',
  staff_links: 'of a person, or of nobody yet',
  staff_roles: 'of people of the lender',
  store_members: 'of a person, in one store or several',
  saved_views: 'of people of the lender',
  used_challenges: 'before anybody is known',
  heartbeats: 'a row for each process',
  request_log: 'of a store or of none',
  lanes: 'a row for each kind of work, of all stores',
  schema_migrations: 'the schema’s own',
}

/** Keys that hold over all stores. */
const OVER_STORES: Readonly<Record<string, string>> = {
  api_keys_hash_key: 'a key says by itself whose it is: it is looked up before the store is known',
  orders_id: 'an address names an order before the store is known; 96 random bits hold without it',
  buyers_person_id_fkey: 'a buyer of a store is a person of the lender',
  manual_payments_reference: 'money that came in once is booked once, whichever store it is for',
  notifications_id_key: 'a message has an id of its own; 96 random bits hold without it',
}

let place: TestDatabase
before(async () => {
  place = await openTestDatabase()
})
after(() => place.stop())

type Key = { readonly name: string; readonly of: string; readonly first: string }

const KEYS = `SELECT c.relname AS name, t.relname AS "of", (
    SELECT a.attname FROM pg_attribute a
    WHERE a.attrelid = t.oid AND a.attnum = i.indkey[0]) AS first
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
  WHERE i.indisunique AND t.relnamespace = 'public'::regnamespace ORDER BY 1`

const REFERENCES = `SELECT f.conname AS name, t.relname || ' ' || r.relname AS "of", (
    SELECT a.attname || ' ' || b.attname FROM pg_attribute a, pg_attribute b
    WHERE a.attrelid = f.conrelid AND a.attnum = f.conkey[1]
      AND b.attrelid = f.confrelid AND b.attnum = f.confkey[1]) AS first
  FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid JOIN pg_class r ON r.oid = f.confrelid
  WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace ORDER BY 1`

const TABLES = `SELECT t.relname AS name, t.relname AS "of", (SELECT a.attname FROM pg_attribute a
    WHERE a.attrelid = t.oid AND a.attnum = 1) AS first
  FROM pg_class t WHERE t.relkind IN ('r', 'p') AND t.relnamespace = 'public'::regnamespace
  ORDER BY 1`

/** The names of what does not begin with the store and is on no list. */
async function astray({ query }: Reader, text: string, first: RegExp): Promise<string[]> {
  const rows = (await query(text, [])) as unknown as Key[]
  assert.ok(rows.length > 0)
  return rows
    .filter(
      ({ name, of, first: column }) =>
        !((of.split(' ')[0] ?? '') in OF_NO_STORE || name in OVER_STORES || first.test(column)),
    )
    .map(({ name, of }) => `${of}: ${name}`)
}

const STORE = /^store_id$/
/** Of another table by the store as well, or of the store itself. */
const TO_STORE = /^store_id (store_id|id)$/

test('every table of trade and credit begins with the store, and so do its keys', async () => {
  assert.deepEqual(await astray(place.database, TABLES, STORE), [])
  assert.deepEqual(await astray(place.database, KEYS, STORE), [])
})

test('foreign keys begin with the store', async () => {
  assert.deepEqual(await astray(place.database, REFERENCES, TO_STORE), [])
})

test('a table, a key or a reference without the store is found', async () => {
  const { query } = place.database
  await query('CREATE TABLE planted (id text PRIMARY KEY REFERENCES stores (id))', [])
  await query('CREATE UNIQUE INDEX planted_too ON captures (id)', [])
  const planted = 'planted: planted'
  assert.deepEqual(await astray(place.database, TABLES, STORE), [planted])
  assert.deepEqual(await astray(place.database, KEYS, STORE), [
    `${planted}_pkey`,
    'captures: planted_too',
  ])
  assert.deepEqual(await astray(place.database, REFERENCES, TO_STORE), [
    'planted stores: planted_id_fkey',
  ])
})

test('the lists name nothing that is not there', async () => {
  const named = [...Object.keys(OF_NO_STORE), ...Object.keys(OVER_STORES)]
  const rows = await place.database.query(
    `SELECT relname FROM pg_class WHERE relname = ANY ($1)
     UNION SELECT conname FROM pg_constraint WHERE conname = ANY ($1) AND contype = 'f'`,
    [named],
  )
  assert.equal(rows.length, named.length)
})

test('the lender’s webhooks have the columns of those of stores', async () => {
  const columnsOf = (table: string) =>
    place.database.query(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS filled
       FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 ORDER BY attnum`,
      [table],
    )
  for (const [own, stores] of [
    ['lender_streams', 'event_streams'],
    ['lender_endpoints', 'webhook_endpoints'],
    ['lender_subscriptions', 'webhook_subscriptions'],
    ['lender_deliveries', 'webhook_deliveries'],
    ['lender_attempts', 'webhook_attempts'],
  ] as const) {
    const columns = await columnsOf(own)
    assert.ok(columns.length > 2, own)
    assert.deepEqual(columns, await columnsOf(stores), own)
  }
})
