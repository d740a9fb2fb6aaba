import { createDatabase } from './create-database.ts'
import type { Database, Engine } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

export type EngineOptions = {
  /** A PostgreSQL server; without it the embedded database in `folder`. */
  readonly databaseUrl: string | undefined
  readonly folder: string
  readonly connectionsMax?: number
  readonly tell: (line: string) => void
}

export type DatabaseOptions = EngineOptions & { readonly fraction: () => number }

/** The database as it is: nothing is migrated. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { databaseUrl: url, folder, connectionsMax = 24, tell } = options
  const onLost = (error: Error) => tell(`database connection lost: ${error.message}`)
  return url === undefined ? openEmbedded(folder) : openPostgres({ url, connectionsMax, onLost })
}

/** The database of this service, with every migration applied. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { fraction, tell } = options
  const engine = await openEngine(options)
  try {
    await migrate(engine, ({ name }) => tell(`migration ${name}`))
  } catch (error) {
    await engine.close().catch(() => undefined)
    throw error
  }
  return createDatabase(engine, fraction)
}
