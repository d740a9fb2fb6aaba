import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createDatabase } from '../../packages/server/src/platform/database/create-database.ts'
import type { Row } from '../../packages/server/src/platform/database/database.ts'
import { migrate } from '../../packages/server/src/platform/database/migrate.ts'
import { openEngine } from '../../packages/server/src/platform/database/open-database.ts'
import type { AnyRow } from '../../test/fixtures/any-row.ts'
import { testPlace } from '../../test/fixtures/test-database.ts'
import { type Column, readChapters } from './schema.ts'
import { schemaPage } from './schema-page.ts'

test('the pages generated from the schema describe every column as the database does', async () => {
  // What is left for `svc migrate --finish` may still be otherwise where the service runs.
  const place = await testPlace('initialised')
  const { databaseUrl } = place
  const options = { databaseUrl, folder: join(place.folder, 'database'), print: () => {} }
  const engine = await openEngine(options)
  await migrate(engine, () => {})
  const database = createDatabase(engine, Math.random)
  const rows = await database.query<AnyRow>(
    `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type,
        coalesce(a.attnum = ANY (i.indkey), false) AS "isKey", NOT a.attnotnull AS "isNullable",
        a.atthasdef AND a.attgenerated = '' AS "hasDefault", a.attgenerated <> '' AS "isGenerated"
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
  const read = readChapters()
    .flatMap(({ tables }) => tables)
    .flatMap(({ name, columns }) => columns.map((column) => factsOf(name, column)))
  assert.deepEqual(
    read.sort(),
    rows
      .map((row) => factsOf(String(row.table), { name: String(row.column), ...facts(row) }))
      .sort(),
  )
})

type Facts = Pick<Column, 'isNullable' | 'hasDefault' | 'isGenerated'>

const facts = ({ isNullable, hasDefault, isGenerated }: Row): Facts => ({
  isNullable: isNullable === true,
  hasDefault: hasDefault === true,
  isGenerated: isGenerated === true,
})

const factsOf = (table: string, column: Facts & { readonly name: string }): string =>
  [`${table}.${column.name}`, column.isNullable, column.hasDefault, column.isGenerated].join(' ')
