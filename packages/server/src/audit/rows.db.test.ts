// Anyone who can write to the database can take rows away and put others there, and the auditor
// must say so, or `unseen-rows.ts` says why it does not.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { AnyRow } from '../../../../test/fixtures/any-row.ts'
import { reasonOfRow, unseenRows } from '../../../../test/fixtures/audit/unseen-rows.ts'
import {
  type AuditedChange,
  allowAnything,
  createAuditedChanges,
  namesRow,
} from '../../../../test/fixtures/audited-change.ts'
import { effort } from '../../../../test/fixtures/effort.ts'
import { fillDatabase } from '../../../../test/fixtures/full-store.ts'
import { ownDatabase } from '../../../../test/fixtures/test-database.ts'
import type {} from '../platform/database/database.ts'
import { requestHash } from '../platform/database/once.ts'

/** Chooses rows, where not all are tried. */
const SEED = process.env.SEED ?? '1'
/** Of each table so many; `Infinity` tries all. */
const ROWS_EACH = Number(process.env.ROWS_EACH ?? effort({ short: 4, long: 12 }))
/** The embedded database is much slower, and its SQL the same: there some tables are tried. */
const SHARE = process.env.TEST_DATABASE === 'postgres' ? 1 : 8

type Table = { readonly name: string; readonly key: readonly string[] }

const TABLES = `SELECT c.relname AS name, (
    SELECT array_to_json(array_agg(a.attname::text ORDER BY k.place))
    FROM unnest(i.indkey) WITH ORDINALITY k (number, place)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number) AS key
  FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1`

const place = ownDatabase({ planted: true })
let tables: Table[]

before(async () => {
  const { database } = place
  tables = (await database.query<AnyRow>(TABLES, [])) as Table[]
  await fillDatabase(database)
  await allowAnything(database)
})

async function rowsOf({ name }: Table): Promise<AnyRow[]> {
  const rows = await place.database.query<AnyRow>(
    `SELECT t.ctid::text AS place, to_jsonb(t) AS row FROM ${name} t ORDER BY t.ctid`,
    [],
  )
  const rank = (index: number) => requestHash(SEED, name, String(index))
  return rows
    .map((each, index) => ({ ...each, rank: rank(index) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
}

const ways = {
  'taken away': ({ name }: Table, { place: at, row }: AnyRow): AuditedChange => ({
    ...{ table: name, kind: `${name} less`, values: [at] },
    text: `DELETE FROM ${name} WHERE ctid = $1::tid`,
    isNamed: (finding) => namesRow(finding, name, [row]),
  }),
  /** A copy under the next key; of what is numbered elsewhere the next number as well. */
  added: ({ name, key }: Table, { row }: AnyRow): AuditedChange => {
    const fresh = freshKey(key, row)
    return {
      ...{ table: name, kind: `${name} more`, values: [JSON.stringify({ ...row, ...fresh })] },
      text: `INSERT INTO ${name} SELECT (jsonb_populate_record(NULL::${name}, $1::jsonb)).*`,
      isNamed: (finding) => namesRow(finding, name, [row, { ...row, ...fresh }]),
    }
  },
} as const

/** Beyond all others of its kind. */
const NUMBER = 30_000
function freshKey(key: readonly string[], row: AnyRow): AnyRow {
  const last = key.at(-1) ?? ''
  const fresh: Record<string, unknown> = {
    [last]: freshValue(row[last]),
  }
  for (const name of ['sequence', 'position', 'event_sequence']) {
    if (typeof row[name] === 'number' && !(name in fresh)) fresh[name] = NUMBER
  }
  return fresh
}

function freshValue(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? NUMBER : `${String(value).slice(0, 8)}${'a'.repeat(24)}`
}

for (const [way, changeOf] of Object.entries(ways) as [
  keyof typeof ways,
  (typeof ways)['added'],
][]) {
  test(`a row that was ${way} is found, or a reason says why it is not`, async (t) => {
    t.diagnostic(`SEED=${SEED}`)
    const sees = createAuditedChanges(place.database)
    const blind: string[] = []
    const listedInVain: string[] = []
    for (const [index, table] of tables.entries()) {
      if ((index + Number(SEED)) % SHARE !== 0) continue
      const rows = await rowsOf(table)
      let excused = 0
      let tried = 0
      let strict = 0
      for (const each of rows) {
        const hasReason = reasonOfRow(way, table.name, each.row) !== undefined
        if (hasReason ? excused > 0 : strict++ >= ROWS_EACH) continue
        const seen = await sees(changeOf(table, each))
        if (seen === undefined) continue
        tried++
        if (seen) continue
        if (hasReason) excused++
        else blind.push(`${table.name} ${JSON.stringify(each.row)}`)
      }
      const isListed = unseenRows[way][table.name] !== undefined
      if (isListed && excused === 0 && tried > 0) listedInVain.push(table.name)
    }
    assert.deepEqual(blind, [], `${way} and not found`)
    assert.deepEqual(listedInVain, [], 'listed, and yet always found')
  })
}

test('the lists name nothing that does not exist', () => {
  const there = new Set(tables.map(({ name }) => name))
  const listed = Object.values(unseenRows).flatMap((reasons) => Object.keys(reasons))
  assert.deepEqual(
    listed.filter((name) => !there.has(name)),
    [],
  )
})
