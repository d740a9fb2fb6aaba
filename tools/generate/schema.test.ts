// What a second migration adds is read like the first one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chaptersOf } from './schema.ts'

const SQL = `-- compatible-from: 1
-- ## Stores

CREATE TABLE stores (
  id text PRIMARY KEY
);

-- compatible-from: 1
ALTER TABLE stores
  -- Where buyers find help.
  ADD COLUMN help_url text,
  ADD COLUMN notes_max integer NOT NULL DEFAULT 100;

-- ## Notes

CREATE TABLE notes (
  id text PRIMARY KEY,
  -- The store (its owner);
  store_id text NOT NULL REFERENCES stores (id)
);
`

test('columns and tables of later migrations are added to the first ones', () => {
  const read = chaptersOf(SQL).map(({ title, tables }) => [
    title,
    ...tables.flatMap(({ name, columns }) =>
      columns.map((column) => `${name}.${column.name} ${column.type} ${column.isNullable}`),
    ),
  ])
  assert.deepEqual(read, [
    [
      'Stores',
      'stores.id text false',
      'stores.help_url text true',
      'stores.notes_max integer false',
    ],
    ['Notes', 'notes.id text false', 'notes.store_id text false'],
  ])
  const [helpUrl] = chaptersOf(SQL)[0]?.tables[0]?.columns.slice(1) ?? []
  assert.deepEqual(helpUrl?.comment, ['Where buyers find help.'])
})

test('a CHECK rewritten by a later migration defines the permitted values', () => {
  const sql = `-- ## Notes

CREATE TABLE notes (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('short'))
);

ALTER TABLE notes DROP CONSTRAINT notes_kind_check;
ALTER TABLE notes
  ADD CONSTRAINT notes_kind_check CHECK (kind IN ('short',
    'long'));
`
  assert.deepEqual(chaptersOf(sql)[0]?.tables[0]?.columns[1]?.allowed, ['short', 'long'])
})
