/** Commands that need a database and nothing else of the service: no keys, no clock. */
import type { Engine } from '../../platform/database/database.ts'
import type { MigrationStep } from '../../platform/database/migrate.ts'
import { migrateAndGrant } from '../../platform/database/migrate-and-grant.ts'
import { openEngine } from '../../platform/database/open-database.ts'
import { userOfServer } from '../../platform/database/server-url.ts'
import { readSnapshot } from '../../platform/database/snapshot.ts'
import { lockFolder } from '../../platform/owner/folder-lock.ts'
import type { Settings } from '../settings.ts'
import { assertDatabase, databaseFolder, lockOrOwner, print } from './command-run.ts'
import { type CommandAnswers, type CommandInput, type ReadingName, runReading } from './commands.ts'
import { callOwner } from './control.ts'
import { type Finished, finishMigrations } from './finish.ts'

/**
 * For commands that only read: they neither migrate nor write. A server is read at one moment,
 * others that work on it, a hot standby included; an embedded database is read through its owner.
 */
export async function read<N extends ReadingName>(
  settings: Settings,
  command: N,
  input: CommandInput,
): Promise<CommandAnswers[N]> {
  const { atOnce = 1 } = input
  const work = (engine: Engine) =>
    readSnapshot(engine, (reader) => runReading(reader, command, input), atOnce)
  const { databaseUrl, databaseSettings } = settings
  if (databaseUrl !== undefined) {
    return withEngine({ ...settings, databaseUrl: databaseSettings.readUrl ?? databaseUrl }, work)
  }
  const lock = lockOrOwner(settings, false)
  if ('pid' in lock) return callOwner(lock, command, input)
  try {
    assertDatabase(settings)
    return await withEngine(settings, work)
  } finally {
    lock.release()
  }
}

type Migrating = {
  begin(step: MigrationStep): void
  /** A role that is given what the service needs. */
  readonly grantTo: string | undefined
  /** Whether what migrations leave for later is done as well. */
  readonly finish: boolean
}

/**
 * Applies the missing migrations, and grants the service's role its privileges. The owner of an
 * embedded database did so when it started.
 */
export async function migrateDatabase(
  settings: Settings,
  { begin, grantTo, finish }: Migrating,
): Promise<Awaited<ReturnType<typeof migrateAndGrant>> & Partial<Finished>> {
  const { databaseUrl, dataDir, databaseSettings } = settings
  const { migrateUrl, waitMs } = databaseSettings
  // A server belongs to nobody.
  const lock = databaseUrl === undefined ? lockFolder(dataDir) : undefined
  const running = migrateUrl && databaseUrl && userOfServer(databaseUrl)
  const granting = { to: grantTo ?? running, exactly: grantTo !== undefined }
  try {
    const owner = { ...settings, databaseUrl: migrateUrl ?? databaseUrl }
    // The first step of a deployment, like a start.
    const work = async (engine: Engine) => {
      const report = await migrateAndGrant(engine, begin, granting)
      if (!finish) return report
      const { demo } = settings
      return { ...report, ...(await finishMigrations(engine, { demo, show: begin })) }
    }
    return await withEngine(owner, work, waitMs)
  } finally {
    lock?.release()
  }
}

/** A single caller gets a fourth of them. */
const CONNECTIONS_MAX = 16

async function withEngine<T>(
  settings: Settings,
  work: (engine: Engine) => Promise<T>,
  waitMs = 0,
): Promise<T> {
  const { databaseUrl } = settings
  const folder = databaseFolder(settings)
  const engine = await openEngine({
    databaseUrl,
    folder,
    connectionsMax: CONNECTIONS_MAX,
    print,
    waitMs,
  })
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}
