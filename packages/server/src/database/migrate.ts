import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Connection, Engine, Reader } from './database.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
const FORM = /^(\d{4})-[a-z0-9-]+\.sql$/
/** Any fixed number: servers that start at once migrate one after the other. */
const LOCK = 7_238_116_054

/** A large table is rebuilt in minutes; the lock of another process that migrates lasts as long. */
const MIGRATION_S_MAX = 600

type Migration = {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly hash: string
}

/**
 * Applies the numbered migrations that the database does not have yet, each in a transaction of its
 * own. Throws when it has one that this version does not know, or one whose text has changed since.
 */
export async function migrate(engine: Engine, tell: (line: string) => void): Promise<void> {
  const migrations = await readMigrations()
  const connection = await engine.connect((MIGRATION_S_MAX + 10) * 1_000)
  try {
    await connection.script(
      `SET lock_timeout = '30s'; SET statement_timeout = '${MIGRATION_S_MAX}s'`,
    )
    await connection.batch([{ text: 'SELECT pg_advisory_lock($1)', values: [LOCK] }])
    await connection.script(`CREATE TABLE IF NOT EXISTS schema_migrations (
      number integer PRIMARY KEY, name text NOT NULL, hash text NOT NULL,
        applied_at timestamptz NOT NULL)`)
    const applied = await appliedHashes(connection)
    for (const known of applied.keys()) {
      if (!migrations.some(({ number }) => number === known)) {
        throw new Error(`the database is newer than this version: it has migration ${known}`)
      }
    }
    for (const migration of migrations) {
      const hash = applied.get(migration.number)
      if (hash === migration.hash) continue
      if (hash !== undefined)
        throw new Error(`migration ${migration.name} has changed since it was applied`)
      tell(`migration ${migration.name}`)
      await apply(connection, migration)
    }
    await connection.batch([{ text: 'SELECT pg_advisory_unlock($1)', values: [LOCK] }])
  } finally {
    // Its time limits are not those of the service: it is not used again, or set back where there
    // is only one.
    if (engine.kind === 'postgres') engine.release(connection, true)
    else {
      await connection
        .script('ROLLBACK; RESET lock_timeout; RESET statement_timeout')
        .catch(() => undefined)
      engine.release(connection, false)
    }
  }
}

/** The number of the last migration that the database has. */
export async function findMigration(reader: Reader): Promise<number> {
  const [row] = await reader.query('SELECT max(number) AS number FROM schema_migrations', [])
  return row?.number ?? 0
}

async function appliedHashes(connection: Connection): Promise<Map<number, string>> {
  const [rows = []] = await connection.batch([
    { text: 'SELECT number, hash FROM schema_migrations', values: [] },
  ])
  return new Map(rows.map((row) => [row.number, row.hash]))
}

async function apply(
  connection: Connection,
  { number, name, sql, hash }: Migration,
): Promise<void> {
  // A table that is in use must not queue everyone behind the migration for long.
  await connection.script(`BEGIN; SET LOCAL lock_timeout = '2s'`)
  await connection.script(sql)
  await connection.batch([
    {
      text: `INSERT INTO schema_migrations (number, name, hash, applied_at)
        VALUES ($1, $2, $3, now())`,
      values: [number, name, hash],
    },
    { text: 'COMMIT', values: [] },
  ])
}

async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(FOLDER)).filter((file) => FORM.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(new URL(file, FOLDER), 'utf8')
      const hash = createHash('sha256').update(sql).digest('hex')
      return {
        number: Number(FORM.exec(file)?.[1]),
        name: file.slice(0, -'.sql'.length),
        sql,
        hash,
      }
    }),
  )
}
