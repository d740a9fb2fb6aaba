/** Commands that need a database and nothing else of the service: no keys, no clock. */
import type { Engine } from '../database/database.ts'
import { type MigrationReport, type MigrationStep, migrate } from '../database/migrate.ts'
import { openEngine } from '../database/open-database.ts'
import { readSnapshot } from '../database/snapshot.ts'
import { type CommandInput, type ReadingName, runReading } from '../owner/commands.ts'
import { askOwner } from '../owner/control.ts'
import { lockFolder } from '../owner/folder-lock.ts'
import type { Settings } from '../settings.ts'
import { assertDatabase, databaseFolder, findOwner, tell } from './command-run.ts'

/**
 * For commands that only read: neither migrates nor writes. A server is read as of one moment,
 * whoever else works on it, a hot standby included; of the embedded database its owner is asked.
 */
export async function read(
  settings: Settings,
  command: ReadingName,
  input: CommandInput,
): Promise<object> {
  if (settings.databaseUrl === undefined) {
    const control = findOwner(settings)
    if (control !== undefined) return askOwner(control, command, input)
    assertDatabase(settings)
  }
  return withEngine(settings, (engine) =>
    readSnapshot(engine, (reader) => runReading(reader, command, input)),
  )
}

/** Applies what is missing. The owner of an embedded database has done so when it started. */
export function migrateDatabase(
  settings: Settings,
  begin: (step: MigrationStep) => void,
): Promise<MigrationReport> {
  return withEngine(settings, (engine) => migrate(engine, begin))
}

/** A server belongs to nobody; the folder of the embedded database is locked. */
async function withEngine<T>(settings: Settings, work: (engine: Engine) => Promise<T>): Promise<T> {
  const { databaseUrl, dataDir } = settings
  const lock = databaseUrl === undefined ? lockFolder(dataDir) : undefined
  try {
    const folder = databaseFolder(settings)
    const engine = await openEngine({ databaseUrl, folder, connectionsMax: 1, tell })
    try {
      return await work(engine)
    } finally {
      await engine.close()
    }
  } finally {
    lock?.release()
  }
}
