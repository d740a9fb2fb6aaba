import { createDatabase } from './create-database.ts'
import type { Database, Engine } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { createProbe, type Probe, type ProbeOptions } from './probe.ts'

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

export type OpenDatabase = Database & {
  /** On a server it looks on a connection of its own, which no request takes from it. */
  openProbe(options: ProbeOptions): Probe
}

/** The database of this service, with every migration applied. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl: url, fraction, tell } = options
  const engine = await openEngine(options)
  try {
    await migrate(engine, ({ name }) => tell(`migration ${name}`))
  } catch (error) {
    await engine.close().catch(() => undefined)
    throw error
  }
  const beside: Engine[] = []
  return {
    ...createDatabase(engine, fraction),
    openProbe(of) {
      if (url === undefined) return createProbe(engine, of)
      const own = openPostgres({ url, connectionsMax: 1, onLost: () => {} })
      beside.push(own)
      return createProbe(own, of)
    },
    async close() {
      await Promise.all([engine, ...beside].map((each) => each.close()))
    },
  }
}
