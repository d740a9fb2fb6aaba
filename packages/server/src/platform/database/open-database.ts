import { createDatabase } from './create-database.ts'
import type { Database, Engine } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { migrateAndGrant } from './migrate-and-grant.ts'
import { openPostgres } from './postgres.ts'
import { createProbe, type Probe, type ProbeOptions } from './probe.ts'
import { userOfServer } from './server-url.ts'
import { untilThere } from './waiting.ts'

type EngineOptions = {
  /** A PostgreSQL server; without it the embedded database in `folder`. */
  readonly databaseUrl: string | undefined
  readonly folder: string
  readonly connectionsMax?: number
  readonly print: (line: string) => void
  /** How long to wait for a server, in milliseconds (0). */
  readonly waitMs?: number
}

type DatabaseOptions = EngineOptions & {
  readonly fraction: () => number
  /** A hot standby of the server, for slow reads. */
  readonly readUrl?: string | undefined
  /** A transaction pooler in front of the server, for all operations. */
  readonly poolerUrl?: string | undefined
  /** The server, as the role that owns the schema, if another role runs the service. */
  readonly migrateUrl?: string | undefined
}

/**
 * Opens the database without migrating it. Throws `DatabaseUnsuitable` if a pooler in between does
 * not preserve sessions.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { databaseUrl: url, folder, connectionsMax = 24, print, waitMs = 0 } = options
  if (url === undefined) return openEmbedded(folder)
  const onLost = (error: Error) => print(`database connection lost: ${error.message}`)
  const engine = openPostgres({ url, connectionsMax, onLost })
  return closingOnFailure(engine, async () => {
    await untilThere({ waitMs, print }, engine.check)
    return engine
  })
}

export type OpenDatabase = Database & {
  /** On a server it uses a connection of its own, not one of the pool. */
  openProbe(options: ProbeOptions): Probe
}

/** The database of this service, with every migration applied. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  const { databaseUrl: url, readUrl, poolerUrl, fraction, print } = options
  if (options.migrateUrl !== undefined) await migrateAsOwner(options.migrateUrl, options)
  const direct = await openEngine(options)
  await closingOnFailure(direct, () => prepare(direct, options))
  const engine = poolerUrl === undefined ? direct : await throughPooler(poolerUrl, direct, options)
  const beside: Engine[] = []
  const standby = readUrl === undefined ? undefined : openStandby(readUrl, options)
  if (standby !== undefined) beside.push(standby)
  return {
    ...createDatabase(engine, fraction, standby && { engine: standby, print }),
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

function prepare(engine: Engine, options: EngineOptions, to?: string) {
  const { print, waitMs = 0 } = options
  const begin = ({ name }: { readonly name: string }) => print(`migration ${name}`)
  return untilThere({ waitMs, print }, () => migrateAndGrant(engine, begin, { to }))
}

/** The schema is then up to date, and the service has the privileges it needs. */
async function migrateAsOwner(url: string, options: DatabaseOptions): Promise<void> {
  const { databaseUrl } = options
  const owner = await openEngine({ ...options, databaseUrl: url, connectionsMax: 1 })
  try {
    await prepare(owner, options, databaseUrl && userOfServer(databaseUrl))
  } finally {
    await owner.close()
  }
}

/** LISTEN needs a session of its own, so it connects to the server itself. */
async function throughPooler(
  url: string,
  direct: Engine,
  { connectionsMax = 24, print, waitMs = 0 }: EngineOptions,
): Promise<Engine> {
  const onLost = (error: Error) => print(`connection to the pooler lost: ${error.message}`)
  const pooled = openPostgres({ url, keepsSession: false, connectionsMax, onLost })
  const close = async () => void (await Promise.all([pooled.close(), direct.close()]))
  const engine: Engine = { ...pooled, signals: direct.signals, close }
  return closingOnFailure(engine, async () => {
    await untilThere({ waitMs, print }, pooled.check)
    return engine
  })
}

/** It may be unavailable when the service starts: then the primary is used. */
function openStandby(url: string, { connectionsMax = 24 }: EngineOptions): Engine {
  return openPostgres({ url, standard: 'standby', connectionsMax, onLost: () => {} })
}

async function closingOnFailure<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await engine.close().catch(() => undefined)
    throw error
  }
}
