/**
 * The schema of a database, and whether this code can work with it. Each migration declares the
 * lowest level of code that can work with it; the level of a code is the number of its newest
 * migration. So an older process continues beside a newer one as long as the migrations allow it
 * (decision 0052).
 */
import { readdirSync } from 'node:fs'
import type { Connection, Engine, Reader, Row, Statement } from './database.ts'
import { DatabaseUnsuitable, StatementFailed } from './failure.ts'

export const MIGRATIONS = new URL('./migrations/', import.meta.url)
export const MIGRATION_FILE = /^(\d{4})-[a-z0-9-]+\.sql$/

/** SQLSTATE of a missing table. */
export const UNDEFINED_TABLE = '42P01'

/** The current code, as numbers of migrations. */
export const CODE_LEVEL = Math.max(
  ...readdirSync(MIGRATIONS).map((file) => Number(MIGRATION_FILE.exec(file)?.[1] ?? 0)),
)

/** The first migration of every database of this numbering (decision 0080). */
export const FIRST_MIGRATION = '0001-schema'

/** The database's newest migration, and the lowest level of code that can work with it. */
export type Schema = {
  readonly newest: number
  readonly required: number
  /** The name of its first migration; null: it has none. */
  readonly first: string | null
}

/** `compatible`, or the remedy: migrate the database, deploy newer code, or start from scratch. */
export type SchemaVerdict = 'compatible' | 'database_too_old' | 'code_too_old' | 'earlier_numbering'

export function judgeSchema(
  { newest, required, first }: Schema,
  level = CODE_LEVEL,
): SchemaVerdict {
  if (newest > 0 && first !== FIRST_MIGRATION) return 'earlier_numbering'
  if (required > level) return 'code_too_old'
  return newest < level ? 'database_too_old' : 'compatible'
}

export const SCHEMA_SENTENCES: Readonly<Record<Exclude<SchemaVerdict, 'compatible'>, string>> = {
  code_too_old:
    'this version is too old for the database: a newer one has migrated it. ' +
    'Run a version at least as new as that one',
  database_too_old: 'the database is older than this version: run `svc migrate`',
  earlier_numbering:
    'the database comes from before the first release, and this version cannot read it. Begin ' +
    'anew: set DATA_DIR to another folder, or move this one away; on a server set DATABASE_URL ' +
    'to a new, empty database',
}

/** Throws `DatabaseUnsuitable` if no version of this service can work with it. */
export function refuseSchema(verdict: Exclude<SchemaVerdict, 'compatible'>): never {
  const sentence = SCHEMA_SENTENCES[verdict]
  throw verdict === 'earlier_numbering' ? new DatabaseUnsuitable(sentence) : new Error(sentence)
}

/** Databases of the earlier numbering may lack the column. */
const schemaStatement: Statement = {
  text: `SELECT coalesce(max(number), 0) AS newest, coalesce(max(
      coalesce((to_jsonb(m) ->> 'compatible_from')::integer, number)), 0) AS required,
      min(name) FILTER (WHERE number = 1) AS first
    FROM schema_migrations m`,
  values: [],
}

/** For an empty database: nothing. */
export async function findSchema(connection: Connection): Promise<Schema> {
  try {
    const [[row] = []] = await connection.batch([schemaStatement])
    return schemaOf(row)
  } catch (error) {
    if (error instanceof StatementFailed && error.code === UNDEFINED_TABLE)
      return schemaOf(undefined)
    throw error
  }
}

function schemaOf(row: Row | undefined): Schema {
  const { newest, required, first } = row ?? {}
  return {
    newest: Number(newest ?? 0),
    required: Number(required ?? 0),
    first: typeof first === 'string' ? first : null,
  }
}

/** As `findSchema`, for a database that has a schema. */
export async function readSchema(reader: Reader): Promise<Schema> {
  const [row] = await reader.query(schemaStatement.text, schemaStatement.values)
  return schemaOf(row)
}

/** Of any kind: an empty database has none. */
export async function countTables(engine: Engine): Promise<number> {
  const text = `SELECT count(*)::integer AS tables FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`
  const connection = await engine.connect()
  try {
    const [[row] = []] = await connection.batch([{ text, values: [] }])
    return Number(row?.tables ?? 0)
  } finally {
    engine.release(connection, false)
  }
}
