import { createDatabase } from './create-database.ts'
import type { Database, Engine } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'

export type DatabaseOptions = {
  /** A PostgreSQL server; without it the embedded database in `folder`. */
  readonly databaseUrl: string | undefined
  readonly folder: string
  readonly connectionsMax?: number
  readonly fraction: () => number
  readonly tell: (line: string) => void
}

/** The database of this service, with every migration applied. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl: url, folder, connectionsMax = 24, fraction, tell } = options
  const onLost = (error: Error) => tell(`database connection lost: ${error.message}`)
  const engine: Engine =
    url === undefined ? await openEmbedded(folder) : openPostgres({ url, connectionsMax, onLost })
  try {
    await migrate(engine, tell)
  } catch (error) {
    await engine.close().catch(() => undefined)
    throw error
  }
  return createDatabase(engine, fraction)
}
