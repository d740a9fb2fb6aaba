import type {
  Changes,
  PlainChanges,
  Reader,
  Transaction,
} from '../../platform/database/database.ts'
import {
  placeOf,
  type SealedColumn,
  type SealedPlace,
  type SealedText,
  sealedColumns,
} from '../../platform/secrets/sealed-columns.ts'

/** A larger number is only shown as "many". */
const COUNT_MAX = 1_000_000

type Parts = { readonly table: string; readonly name: string; readonly key: readonly string[] }

/** The names in the SQL below come from `sealedColumns` only. */
function partsOf(column: SealedColumn): Parts {
  const [table = '', name = ''] = column.split('.')
  return { table, name, key: sealedColumns[column] }
}

/** The kids of the keys that encrypted a column's texts: one index step for each. */
export async function listKids(reader: Reader, column: SealedColumn): Promise<string[]> {
  const { table, name } = partsOf(column)
  const rows = await reader.query(
    `WITH RECURSIVE kids (kid) AS (
       (SELECT sealed_kid(${name}) FROM ${table} WHERE sealed_kid(${name}) IS NOT NULL
        ORDER BY sealed_kid(${name}) LIMIT 1)
       UNION ALL
       SELECT (SELECT sealed_kid(t.${name}) FROM ${table} t WHERE sealed_kid(t.${name}) > kids.kid
               ORDER BY sealed_kid(t.${name}) LIMIT 1)
       FROM kids WHERE kids.kid IS NOT NULL)
     SELECT kid FROM kids WHERE kid IS NOT NULL`,
    [],
  )
  return rows.map(({ kid }) => String(kid))
}

/** The number of texts that a key has encrypted, up to a bound. */
export async function countSealed(
  reader: Reader,
  column: SealedColumn,
  kid: string,
): Promise<number> {
  const { table, name } = partsOf(column)
  const [row] = await reader.query(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM ${table} WHERE sealed_kid(${name}) = $1 LIMIT ${COUNT_MAX}) sealed`,
    [kid],
  )
  return Number(row?.count ?? 0)
}

/** Any text that a key has encrypted. */
export async function findSealed(
  reader: Reader,
  column: SealedColumn,
  kid: string,
): Promise<SealedText | undefined> {
  const [first] = await sealedBy(reader, { column, kid, skip: [], limit: 1, lock: '' })
  return first
}

type SealedBatch = {
  readonly column: SealedColumn
  readonly kid: string
  /** Rows to skip, as named by `rowName`. */
  readonly skip: readonly string[]
  readonly limit: number
}

/** Texts that a key has encrypted, locked. */
export function lockSealed(tx: Transaction, batch: SealedBatch): Promise<SealedText[]> {
  return sealedBy(tx, { ...batch, lock: 'FOR NO KEY UPDATE' })
}

async function sealedBy(
  reader: Reader,
  { column, kid, skip, limit, lock }: SealedBatch & { readonly lock: string },
): Promise<SealedText[]> {
  const { table, name, key } = partsOf(column)
  const names = [`'${column}'`, ...key.map((each) => `${each}::text`)].join(` || '/' || `)
  const rows = await reader.query(
    `SELECT ${key.join(', ')}, ${name} AS sealed FROM ${table}
     WHERE sealed_kid(${name}) = $1 AND NOT (${names}) = ANY($2::text[]) LIMIT $3 ${lock}`,
    [kid, skip, limit],
  )
  return rows.map((row) => ({
    sealed: String(row.sealed),
    place: placeOf(column, ...key.map((each) => keyValue(row[each]))),
  }))
}

const keyValue = (value: unknown): string | boolean =>
  typeof value === 'boolean' ? value : String(value)

export function rowName({ column, row }: SealedPlace): string {
  return [column, ...row].join('/')
}

export function sealedChanges(column: SealedColumn, texts: readonly SealedText[]): Changes {
  const { table, name, key } = partsOf(column)
  const changes = texts.map(({ sealed, place }) => ({
    ...Object.fromEntries(key.map((each, index) => [each, place.row[index]])),
    [name]: sealed,
  }))
  const rowSet: PlainChanges = { table, by: key, changes }
  // The names come from `sealedColumns` only.
  return rowSet as Changes
}
