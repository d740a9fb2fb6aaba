import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Connection, Engine } from './database.ts'
import { breaksConnection, StatementFailed } from './failure.ts'
import { inTurn, onLongSession } from './long-work.ts'
import {
  FIRST_MIGRATION,
  MIGRATION_FILE,
  MIGRATIONS,
  refuseSchema,
  SCHEMA_SENTENCES,
  UNDEFINED_TABLE,
} from './schema.ts'

/** Any fixed number: servers that start at the same time migrate one after the other. */
const LOCK = 7_238_116_054

/** Rebuilding a large table takes minutes; the lock of another migrating process lasts as long. */
const MIGRATION_S_MAX = 600

const COMPATIBLE_FROM = /^-- compatible-from: ([0-9]{1,4})$/m

type Migration = {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly hash: string
  /** The lowest level of code that can work with the database afterwards. */
  readonly compatibleFrom: number
}

type Applied = Pick<Migration, 'name' | 'hash' | 'compatibleFrom'>

export type MigrationReport = {
  /** The names of the migrations applied now, in order. */
  readonly applied: readonly string[]
  /** The number of the newest migration of the database. */
  readonly newest: number
}

/** The current migration: `number` of `count`, from 1. */
export type MigrationStep = {
  readonly name: string
  readonly number: number
  readonly count: number
}

/**
 * Applies the missing numbered migrations, each in a transaction of its own. An unknown newer one
 * is accepted if it declares itself compatible. Throws if it does not, or if the text of an applied
 * migration has changed, and `DatabaseUnsuitable` if the database has the numbering from before the
 * first release. `folder` ends with a slash.
 */
export async function migrate(
  engine: Engine,
  begin: (step: MigrationStep) => void,
  folder = MIGRATIONS,
): Promise<MigrationReport> {
  const migrations = await readMigrations(folder)
  const before = await applied(engine)
  // A database that is temporarily read-only is fine if nothing is missing.
  if (before.size > 0 && missingMigrations(migrations, before).length === 0)
    return { applied: [], newest: Math.max(...before.keys()) }
  return onLongSession(engine, MIGRATION_S_MAX, async (connection) => {
    await connection.batch([{ text: 'SELECT pg_advisory_lock($1)', values: [LOCK] }])
    await connection.script(`CREATE TABLE IF NOT EXISTS schema_migrations (
        number integer PRIMARY KEY, name text NOT NULL, hash text NOT NULL,
        applied_at timestamptz NOT NULL, compatible_from integer NOT NULL)`)
    const known = await findApplied(connection)
    const missing = missingMigrations(migrations, known)
    for (const [index, migration] of missing.entries()) {
      begin({ name: migration.name, number: index + 1, count: missing.length })
      await inTurn(connection, () => apply(connection, migration))
    }
    await connection.batch([{ text: 'SELECT pg_advisory_unlock($1)', values: [LOCK] }])
    return {
      applied: missing.map(({ name }) => name),
      newest: Math.max(0, ...known.keys(), ...missing.map(({ number }) => number)),
    }
  })
}

function missingMigrations(
  migrations: readonly Migration[],
  known: ReadonlyMap<number, Applied>,
): Migration[] {
  if (known.size > 0 && known.get(1)?.name !== FIRST_MIGRATION) refuseSchema('earlier_numbering')
  const level = Math.max(...migrations.map(({ number }) => number))
  for (const { compatibleFrom } of known.values()) {
    if (compatibleFrom > level) {
      const levels = `it needs level ${compatibleFrom}, this version has ${level}`
      throw new Error(`${SCHEMA_SENTENCES.code_too_old} (${levels})`)
    }
  }
  return migrations.filter(({ number, name, hash }) => {
    const row = known.get(number)
    if (row !== undefined && row.hash !== hash)
      throw new Error(`migration ${name} has changed since it was applied`)
    return row === undefined
  })
}

/** The migrations of the database; none if it is empty. */
async function applied(engine: Engine): Promise<Map<number, Applied>> {
  const connection = await engine.connect()
  try {
    const rows = await findApplied(connection)
    engine.release(connection, false)
    return rows
  } catch (error) {
    engine.release(connection, breaksConnection(error))
    if (error instanceof StatementFailed && error.code === UNDEFINED_TABLE) return new Map()
    throw error
  }
}

/** The earlier numbering may lack the column. */
async function findApplied(connection: Connection): Promise<Map<number, Applied>> {
  const [rows = []] = await connection.batch([
    {
      text: `SELECT number, name, hash, coalesce(
            (to_jsonb(m) ->> 'compatible_from')::integer, number) AS compatible_from
        FROM schema_migrations m`,
      values: [],
    },
  ])
  return new Map(
    rows.map((row) => [
      Number(row.number),
      {
        name: String(row.name),
        hash: String(row.hash),
        compatibleFrom: Number(row.compatible_from),
      },
    ]),
  )
}

async function apply(
  connection: Connection,
  { number, name, sql, hash, compatibleFrom }: Migration,
): Promise<void> {
  // A table in use must not block everyone behind the migration for long.
  await connection.script(`BEGIN; SET LOCAL lock_timeout = '2s'`)
  await connection.script(sql)
  await connection.batch([
    {
      text: `INSERT INTO schema_migrations (number, name, hash, applied_at, compatible_from)
        VALUES ($1, $2, $3, now(), $4)`,
      values: [number, name, hash, compatibleFrom],
    },
    { text: 'COMMIT', values: [] },
  ])
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => MIGRATION_FILE.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(new URL(file, folder), 'utf8')
      const number = Number(MIGRATION_FILE.exec(file)?.[1])
      return {
        number,
        name: file.slice(0, -'.sql'.length),
        sql,
        hash: createHash('sha256').update(sql).digest('hex'),
        // A migration without the line needs code that knows it.
        compatibleFrom: Number(COMPATIBLE_FROM.exec(sql)?.[1] ?? number),
      }
    }),
  )
}
