// Anyone who can write to the database can change any value of it. Each column is changed behind
// the service's back, and the auditor must say so, or `unseen-columns.ts` says why it does not.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRow } from '../../../../test/fixtures/any-row.ts'
import { type Column, changedValues } from '../../../../test/fixtures/audit/changed-values.ts'
import {
  isListedColumn,
  reasonOf,
  unseenColumns,
} from '../../../../test/fixtures/audit/unseen-columns.ts'
import {
  type AuditedChange,
  allowAnything,
  createAuditedChanges,
  namesRow,
} from '../../../../test/fixtures/audited-change.ts'
import { effort } from '../../../../test/fixtures/effort.ts'
import { fillDatabase } from '../../../../test/fixtures/full-store.ts'
import { ownDatabase } from '../../../../test/fixtures/test-database.ts'
import type { Row } from '../platform/database/database.ts'
import { requestHash } from '../platform/database/once.ts'

/** Chooses rows and values, where not all are tried. */
const SEED = process.env.SEED ?? '1'
/**
 * Of each column so many changes must be found; `Infinity` tries all, and takes hours. Where there
 * is a reason, changes are tried until one is not found.
 */
const TRIES_EACH = Number(process.env.COLUMN_TRIES ?? effort({ short: 1, long: 3 }))
/** The embedded database is much slower, and its SQL the same: there some columns are tried. */
const SHARE = process.env.TEST_DATABASE === 'postgres' ? 1 : 8

const COLUMNS = `SELECT c.table_name AS table, c.column_name AS name, c.udt_name AS type,
    c.is_nullable = 'YES' AS nullable, coalesce((
      SELECT string_agg(pg_get_constraintdef(k.oid), ' ') FROM pg_constraint k
      WHERE k.conrelid = c.table_name::regclass AND k.contype = 'c'
        AND pg_get_constraintdef(k.oid) ~ ('^CHECK \\(\\(' || c.column_name || ' = ANY')), '')
      AS listed
  FROM information_schema.columns c JOIN information_schema.tables t
    ON t.table_schema = c.table_schema AND t.table_name = c.table_name
  WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
  ORDER BY c.table_name, c.ordinal_position`

const place = ownDatabase({ planted: true })
const columns: Column[] = []

before(async () => {
  const { database } = place
  for (const row of await database.query<AnyRow>(COLUMNS, [])) {
    const legal = [...String(row.listed).matchAll(/'([^']+)'::text/g)].map(([, text]) => text ?? '')
    columns.push({
      table: row.table,
      name: row.name,
      type: row.type,
      nullable: row.nullable,
      legal,
    })
  }
  await fillDatabase(database)
  await allowAnything(database)
})

test('every change of a column is found, or there is a reason why not', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const sees = createAuditedChanges(place.database)
  const blind: string[] = []
  const listedInVain: string[] = []
  let count = 0
  for (const column of columns.filter(isTried)) {
    const name = `${column.table}.${column.name}`
    const isListed = isListedColumn(column)
    const tries = await triesOf(column)
    if (tries.length === 0 && !isListed) blind.push(`${name} has no value`)
    let excused = 0
    let strict = 0
    for (const { place: at, row, value } of tries) {
      const hasReason = reasonOf(column, row) !== undefined
      if (hasReason ? excused > 0 : strict++ >= TRIES_EACH) continue
      count++
      if ((await sees(changeOf(column, { at, row, value }))) !== false) continue
      if (hasReason) excused++
      else blind.push(`${name} = ${JSON.stringify(value)} of ${JSON.stringify(row)}`)
    }
    const isNamed = unseenColumns[column.table]?.[column.name] !== undefined
    if (isNamed && excused === 0 && tries.length > 0) listedInVain.push(name)
  }
  t.diagnostic(`${count} changes tried`)
  assert.deepEqual(
    blind,
    [],
    'changed and not found: check it in audit/, or say why not in unseen-columns.ts',
  )
  assert.deepEqual(listedInVain, [], 'listed, and yet always found')
})

test('the lists name nothing that does not exist', () => {
  const there = new Set(columns.flatMap(({ table, name }) => [table, `${table}.${name}`]))
  const listed = Object.entries(unseenColumns).flatMap(([table, reasons]) =>
    Object.keys(reasons).map((name) => (name === '*' ? table : `${table}.${name}`)),
  )
  assert.deepEqual(
    listed.filter((name) => !there.has(name)),
    [],
  )
})

function isTried({ table, name }: Column): boolean {
  const only = process.env.COLUMN
  if (only !== undefined) return only === `${table}.${name}` || only === table
  let sum = Number(SEED)
  for (const letter of `${table}.${name}`) sum = (sum * 31 + letter.charCodeAt(0)) % 65_521
  return sum % SHARE === 0
}

/** A row, where it stands, and what its column is changed to. */
type Try = { readonly place: string; readonly row: Row; readonly value: unknown }

/** By chance that the seed decides, rows in which the column has a value before others. */
async function triesOf(column: Column): Promise<Try[]> {
  const { table, name } = column
  const rows = await place.database.query<AnyRow>(
    `SELECT t.ctid::text AS place, to_jsonb(t) AS row FROM ${table} t ORDER BY t.ctid`,
    [],
  )
  const others = rows.map(({ row }) => row[name])
  const tries = rows.flatMap(({ place: at, row }, index): Try[] => {
    const own = [...others.slice(index), ...others]
    return changedValues(column, row[name], own).map((value) => ({ place: at, row, value }))
  })
  const rank = (index: number) => requestHash(SEED, table, name, String(index))
  return tries
    .map((each, index) => ({ each, isNull: each.row[name] === null, rank: rank(index) }))
    .sort((a, b) => Number(a.isNull) - Number(b.isNull) || (a.rank < b.rank ? -1 : 1))
    .map(({ each }) => each)
}

type Changing = { readonly at: string; readonly row: Row; readonly value: unknown }

function changeOf({ table, name }: Column, { at, row, value }: Changing): AuditedChange {
  const changed = { ...row, [name]: value }
  return {
    table,
    kind: `${table}.${name}`,
    text: `UPDATE ${table} t SET ${name} = (jsonb_populate_record(t, $1::jsonb)).${name}
      WHERE t.ctid = $2::tid`,
    values: [JSON.stringify({ [name]: value }), at],
    isNamed: (finding) => namesRow(finding, table, [row, changed]),
  }
}
