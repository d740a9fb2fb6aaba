// Migration 0007 on a database that already holds orders.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type TestPlace, testPlace } from '../../testing/test-database.ts'
import type { Engine } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { openDatabase } from './open-database.ts'
import { openPostgres } from './postgres.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

async function engineOf({ databaseUrl: url, folder }: TestPlace): Promise<Engine> {
  if (url === undefined) return openEmbedded(join(folder, 'database'))
  return openPostgres({ url, connectionsMax: 1, onLost: () => {} })
}

/** A database as the migrations before 0007 left it, and what the script adds. */
async function olderDatabase(place: TestPlace, script: string): Promise<void> {
  const engine = await engineOf(place)
  const connection = await engine.connect()
  await connection.script(`CREATE TABLE schema_migrations (number integer PRIMARY KEY,
    name text NOT NULL, hash text NOT NULL, applied_at timestamptz NOT NULL)`)
  for (const file of readdirSync(FOLDER).sort().slice(0, 6)) {
    const sql = readFileSync(join(FOLDER, file), 'utf8')
    await connection.script(sql)
    const hash = createHash('sha256').update(sql).digest('hex')
    await connection.script(`INSERT INTO schema_migrations
      VALUES (${Number(file.slice(0, 4))}, '${file.slice(0, -4)}', '${hash}', now())`)
  }
  await connection.script(script)
  engine.release(connection, false)
  await engine.close()
}

const order = (id: string, state: string, created: string) => `
  INSERT INTO orders (store_id, id, sandbox, mid, state, status_reason, product, currency,
    approved_amount, total_amount, captured_amount, voided_amount, created_at, confirmed_at)
  VALUES ('store', '${id}', true, '${id}', '${state}', '', 'instalments', 'EUR', 1000, 1000,
    0, ${state === 'cancelled' ? 1000 : 0}, '${created}',
    ${state === 'confirmed' || state === 'cancelled' ? `'${created}'` : 'NULL'});`

const details = (id: string, customer: object, buyer: object | null, discount: number | null) => `
  INSERT INTO order_details (store_id, order_id, request, merchant, articles, customer, buyer,
    discount, discount_rate)
  VALUES ('store', '${id}', '{}', '{}', '[]', '${JSON.stringify(customer)}',
    ${buyer === null ? 'NULL' : `'${JSON.stringify(buyer)}'`}, ${discount}, NULL);`

const existing = {
  email: 'b@example.com',
  type: 'existing',
  last_login: '2026-07-01 10:00:00Z',
}
const foreign = { document_id: 'X1234567L', phone: '+44 20 7946 0958' }
const ada = (phone: string) => ({ document_id: '12345678Z', phone })

test('orders of before get their account, discount and buyer', async () => {
  const place = await testPlace()
  await olderDatabase(
    place,
    `INSERT INTO stores (id, name, time_zone, settings, notification_secret, created_at)
       VALUES ('store', 'Store', 'Europe/Madrid', '{"products": []}', '', now());
     ${order('a', 'confirmed', '2026-11-01Z')}
     ${details(
       'a',
       {
         email: 'ada@example.com',
         id: 'c-1',
         type: 'g',
         gender: 2,
         first_name: 'Ada',
         last_login: '2026-03-29',
         date_joined: '2026-03-29t12:00:00.5+0200',
       },
       ada('600 000 000'),
       500,
     )}
     ${order('b', 'cancelled', '2026-11-02Z')}
     ${details('b', existing, ada('+34600000001'), null)}
     ${order('c', 'ko', '2026-11-03Z')}
     ${details('c', { email: 'c@example.com' }, foreign, null)}
     ${order('d', 'in_process', '2026-11-04Z')}
     ${details('d', { email: 'd@example.com', date_joined: '2026-07-01T10:00' }, ada('1'), 0)}`,
  )
  const database = await openDatabase({
    databaseUrl: place.databaseUrl,
    folder: join(place.folder, 'database'),
    fraction: Math.random,
    tell: () => {},
  })
  const rows = await database.query(
    `SELECT o.id, status, financing_status, discount::int AS discount, account_id, account_email,
       account_type, account_gender, account_last_login AS login, account_date_joined AS joined,
       b.document_type || ' ' || b.document_number AS document, b.phone_number, b.phone_country,
       b.created_at AS known
     FROM orders o LEFT JOIN buyers b ON b.id = o.buyer_id ORDER BY o.id`,
    [],
  )
  const [a, b, c, d] = rows
  assert.deepEqual(
    rows.map((row) => [row.status, row.financing_status, row.discount, row.account_type]),
    [
      ['processing', 'ok', 500, 'guest'],
      ['cancelled', 'ok', null, 'existing'],
      ['cancelled', 'ko', null, null],
      ['pending', 'pending', 0, null],
    ],
  )
  assert.deepEqual(
    [a?.account_id, a?.account_email, a?.account_gender],
    ['c-1', 'ada@example.com', 2],
  )
  assert.deepEqual(a?.login, new Date('2026-03-28T23:00:00Z'))
  assert.deepEqual(a?.joined, new Date('2026-03-29T10:00:00.500Z'))
  assert.deepEqual(b?.login, new Date('2026-07-01T10:00:00Z'))
  assert.deepEqual(d?.joined, new Date('2026-07-01T08:00:00Z'))
  // Both of his orders are one buyer, known since the first, with the phone of the last.
  for (const row of [a, b]) {
    assert.deepEqual(
      [row?.document, row?.phone_number, row?.phone_country, row?.known],
      ['nif 12345678Z', '600000001', 'ES', new Date('2026-11-01T00:00:00Z')],
    )
  }
  assert.deepEqual(
    [c?.document, c?.phone_number, c?.phone_country],
    ['nie X1234567L', '442079460958', null],
  )
  assert.equal(d?.document, null)
  await database.close()
  await place.remove()
})
