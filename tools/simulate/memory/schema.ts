/** What the migrations have made, read from a database that has them. */
import type { Reader } from '../../../packages/server/src/platform/database/database.ts'

export type Column = {
  readonly name: string
  readonly type: string
  readonly required: boolean
  /** As SQL; null: null. */
  readonly standard: string | null
  /** Whether that is computed of the other columns, always. */
  readonly generated: boolean
}
export type Unique = {
  readonly name: string
  readonly columns: readonly string[]
  readonly where: string | null
}
export type Reference = {
  readonly name: string
  readonly columns: readonly string[]
  readonly table: string
  readonly theirs: readonly string[]
}
/** A trigger that refuses what its condition says, or any change. */
export type Guard = { readonly name: string; readonly on: string; readonly when: string | null }
export type TableSchema = {
  readonly name: string
  readonly columns: readonly Column[]
  readonly uniques: readonly Unique[]
  readonly checks: readonly { readonly name: string; readonly text: string }[]
  readonly references: readonly Reference[]
  readonly guards: readonly Guard[]
}
export type Schema = readonly TableSchema[]

export async function readSchema(database: Reader): Promise<Schema> {
  const [tables, columns, uniques, checks, references, guards] = await Promise.all(
    [TABLES, COLUMNS, UNIQUES, CHECKS, REFERENCES, GUARDS].map((text) => database.query(text, [])),
  )
  const of = (rows: typeof tables, name: string) =>
    (rows ?? []).filter(({ table }) => table === name)
  return (tables ?? []).map(({ name }) => ({
    name,
    columns: of(columns, name).map(({ name, type, required, standard, generated }) => {
      return { name, type, required, standard, generated }
    }),
    uniques: of(uniques, name).map(({ name, columns, where }) => {
      return { name, columns: columns.map(unquoted), where }
    }),
    checks: of(checks, name).map(({ name, text }) => ({ name, text })),
    references: of(references, name).map(({ name, columns, theirs, foreign }) => {
      return { name, columns, theirs, table: foreign }
    }),
    guards: of(guards, name).map(({ name, definition }) => guardOf(name, definition)),
  }))
}

const unquoted = (name: string): string => name.replace(/^"(.*)"$/, '$1')

function guardOf(name: string, definition: string): Guard {
  const on = / BEFORE (.*?) ON /.exec(definition)?.[1] ?? ''
  const when = / WHEN \((.*)\) EXECUTE /.exec(definition)?.[1] ?? null
  return { name, on, when }
}

const TABLES = `SELECT c.relname AS name FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname`

const COLUMNS = `SELECT c.relname AS table, a.attname AS name,
    format_type(a.atttypid, NULL) AS type, a.attnotnull AS required,
    a.attgenerated <> '' AS generated,
    pg_get_expr(d.adbin, d.adrelid) AS standard
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY c.relname, a.attnum`

const UNIQUES = `SELECT t.relname AS table, i.relname AS name,
    to_jsonb(ARRAY(SELECT pg_get_indexdef(x.indexrelid, n, true)
      FROM generate_series(1, x.indnkeyatts) n ORDER BY n)) AS columns,
    pg_get_expr(x.indpred, x.indrelid) AS where
  FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
  WHERE t.relnamespace = 'public'::regnamespace AND x.indisunique ORDER BY 1, 2`

const CHECKS = `SELECT c.conrelid::regclass::text AS table, c.conname AS name,
    pg_get_expr(c.conbin, c.conrelid) AS text
  FROM pg_constraint c WHERE c.contype = 'c' AND c.connamespace = 'public'::regnamespace
  ORDER BY 1, 2`

const columnsOf = (relation: string, keys: string) => `to_jsonb(ARRAY(
    SELECT a.attname::text FROM unnest(${keys}) WITH ORDINALITY k (number, place)
      JOIN pg_attribute a ON a.attrelid = ${relation} AND a.attnum = k.number ORDER BY k.place))`

const REFERENCES = `SELECT c.conrelid::regclass::text AS table, c.conname AS name,
    c.confrelid::regclass::text AS foreign, ${columnsOf('c.conrelid', 'c.conkey')} AS columns,
    ${columnsOf('c.confrelid', 'c.confkey')} AS theirs
  FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace
  ORDER BY 1, 2`

const GUARDS = `SELECT t.tgrelid::regclass::text AS table, t.tgname AS name,
    pg_get_triggerdef(t.oid) AS definition
  FROM pg_trigger t WHERE NOT t.tgisinternal AND t.tgfoid = 'refuse_change'::regproc
    AND pg_get_triggerdef(t.oid) LIKE '%FOR EACH ROW%'
  ORDER BY 1, 2`
