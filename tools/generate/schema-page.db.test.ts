import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../packages/server/src/platform/database/open-database.ts'
import { migratedPlace } from '../../packages/server/src/testing/test-database.ts'
import { schemaPage } from './schema-page.ts'

test('the page of the schema shows every table with its columns, types and keys', async () => {
  const place = await migratedPlace()
  const { databaseUrl } = place
  const options = { databaseUrl, folder: join(place.folder, 'database'), tell: () => {} }
  const database = await openDatabase({ ...options, fraction: Math.random })
  const rows = await database.query(
    `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type,
        coalesce(a.attnum = ANY (i.indkey), false) AS "isKey"
      FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
        AND c.relname <> 'schema_migrations' ORDER BY c.relname, a.attnum`,
    [],
  )
  await database.close()
  await place.remove()
  const short: Readonly<Record<string, string>> = { 'timestamp with time zone': 'timestamptz' }
  const expected = rows.map(({ table, column, type, isKey }) => {
    return `${table}: ${short[type] ?? type} ${column}${isKey ? ' PK' : ''}`
  })
  const boxes = [...schemaPage().matchAll(/^ {2}(\w+) \{\n([^}]*)\n {2}\}/gm)]
  const shown = boxes.flatMap(([, table = '', columns = '']) =>
    columns.split('\n').map((line) => `${table}: ${line.trim()}`),
  )
  assert.deepEqual(
    expected.filter((each) => !shown.includes(each)),
    [],
  )
  assert.equal(shown.length, expected.length)
})
