// Whoever can write to the database can change any value of it. Each column is changed behind the
// service's back, and the auditor must say so, or `unseen-columns.ts` says why it does not.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Reader, Row } from '../database/database.ts'
import { StatementFailed } from '../database/failure.ts'
import { fillDatabase } from '../testing/full-store.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { audit, type Finding } from './audit.ts'
import { type Column, changedValues } from './changed-values.ts'
import { reasonOf, unseenColumns } from './unseen-columns.ts'

/** Chooses the rows and the values. */
const SEED = process.env.SEED ?? '1'
/** More of both find more, and take longer. */
const ROWS_EACH = Number(process.env.COLUMN_ROWS ?? 2)
const ALL_VALUES = process.env.COLUMN_VALUES === 'all'
/** Every single change has to be found, not one of each column. */
const STRICT = process.env.COLUMN_STRICT === 'yes'
/** Of a listed column so many are tried until one is not seen. */
const LISTED_TRIES_MAX = 12
/** The embedded database is much slower, and its SQL the same: there some columns are tried. */
const SHARE = process.env.TEST_DATABASE === 'postgres' ? 1 : 16

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

let place: TestDatabase
const columns: Column[] = []

before(async () => {
  place = await openTestDatabase()
  const { database } = place
  for (const row of await database.query(COLUMNS, [])) {
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
  await dropGuards(database)
})
after(() => place.stop())

/** What refuses a change in the database its owner can take away, but for two rows of one key. */
async function dropGuards({ query }: Reader): Promise<void> {
  await query(
    `ALTER TABLE orders ALTER COLUMN status DROP EXPRESSION,
       ALTER COLUMN financing_status DROP EXPRESSION`,
    [],
  )
  const guards = await query(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', c.conrelid::regclass, c.conname)
       AS removal
     FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
     WHERE n.nspname = 'public' AND c.contype IN ('c', 'f')`,
    [],
  )
  for (const guard of guards) await query(guard.removal, [])
  const tables = [...new Set(columns.map(({ table }) => table))]
  for (const table of tables) await query(`ALTER TABLE ${table} DISABLE TRIGGER USER`, [])
}

test('every column is one that the auditor sees, or its reason is given', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const blind: string[] = []
  const listedInVain: string[] = []
  for (const column of columns.filter(isTried)) {
    const name = `${column.table}.${column.name}`
    const isListed = reasonOf(column) !== undefined
    const tries = await triesOf(column)
    if (tries.length === 0 && !isListed) blind.push(`${name} has no value`)
    let unseen = 0
    const here: string[] = []
    for (const each of tries) {
      const value = await unseenValue(column, each)
      if (value === undefined) continue
      unseen++
      if (isListed) break
      here.push(`${name} = ${JSON.stringify(value)} of ${JSON.stringify(each.row)}`)
    }
    // Rows and days differ from run to run: a column of which one change was found is seen.
    if (STRICT || unseen === tries.length) blind.push(...here)
    else for (const line of here) t.diagnostic(`not found in this row: ${line}`)
    if (STRICT && isListed && unseen === 0 && tries.length > 0) listedInVain.push(name)
  }
  assert.deepEqual(blind, [], 'changed and not found')
  assert.deepEqual(listedInVain, [], 'listed, and yet always found')
})

test('nothing is listed that there is not', () => {
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

/** A row, where it stands, and what its column may be changed to, the first choice first. */
type Try = { readonly place: string; readonly row: Row; readonly values: readonly unknown[] }

async function triesOf(column: Column): Promise<Try[]> {
  const { table, name } = column
  const rows = await place.database.query(
    `SELECT t.ctid::text AS place, to_jsonb(t) AS row FROM ${table} t
     ORDER BY t.${name} IS NULL, md5(t.ctid::text || $1), 1`,
    [SEED],
  )
  const others = rows.map(({ row }) => row[name])
  const tries = rows.flatMap(({ place: at, row }, index): Try[] => {
    const own = [...others.slice(index), ...others]
    const values = changedValues(column, row[name], own)
    if (ALL_VALUES) return values.map((value) => ({ place: at, row, values: [value] }))
    const first = (Number(SEED) + index) % values.length
    return [{ place: at, row, values: [...values.slice(first), ...values.slice(0, first)] }]
  })
  return tries.slice(0, reasonOf(column) === undefined ? ROWS_EACH : LISTED_TRIES_MAX)
}

/** Carries what was found out of a transaction that is thrown away. */
class Undo extends Error {
  readonly seen: boolean

  constructor(seen: boolean) {
    super('undo')
    this.seen = seen
  }
}

/** The first value that the database takes, where the auditor does not see it. */
async function unseenValue(column: Column, { place: at, row, values }: Try): Promise<unknown> {
  for (const value of values) {
    const seen = await isSeen(column, { at, row, value })
    if (seen !== undefined) return seen ? undefined : value
  }
  return undefined
}

type Changing = { readonly at: string; readonly row: Row; readonly value: unknown }

/** Undefined: the key of another row, which the database cannot hold twice. */
async function isSeen(
  { table, name }: Column,
  { at, row, value }: Changing,
): Promise<boolean | undefined> {
  const changed = { ...row, [name]: value }
  try {
    await place.database.transaction(null, async (tx) => {
      await tx.query(
        `UPDATE ${table} t SET ${name} = (jsonb_populate_record(t, $1::jsonb)).${name}
         WHERE t.ctid = $2::tid`,
        [JSON.stringify({ [name]: value }), at],
      )
      const { findings } = await audit(tx)
      throw new Undo(findings.some((finding) => names(finding, table, [row, changed])))
    })
  } catch (error) {
    if (error instanceof Undo) return error.seen
    if (!(error instanceof StatementFailed)) throw error
    // What stops the auditor is not found by it.
    return ['23502', '23505'].includes(error.code) ? undefined : false
  }
  throw new Error('nothing was changed')
}

/** A finding names the store and the order of a row, or what stands in place of an order. */
function names({ store_id, order_id }: Finding, table: string, rows: readonly Row[]): boolean {
  return rows.some((row) => {
    // A seal is named for the events that it covers.
    if (table === 'events' && order_id.startsWith('seal ')) return row.store_id === store_id
    const own = new Set([
      ...Object.values(row).map(String),
      ...(row.sandbox === undefined ? [] : [row.sandbox ? 'sandbox' : 'live']),
      ...(row.number === undefined ? [] : [`seal ${row.number}`]),
    ])
    return own.has(store_id) && own.has(order_id)
  })
}
