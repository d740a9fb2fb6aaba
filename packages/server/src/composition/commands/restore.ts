import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type Backup, type BackupHeader, openBackup } from '../../platform/backup/backup-file.ts'
import { load, type Server } from '../../platform/backup/postgres-programs.ts'
import { restoreEmbedded } from '../../platform/backup/restore-embedded.ts'
import { openEngine } from '../../platform/database/open-database.ts'
import { countTables, judgeSchema, refuseSchema } from '../../platform/database/schema.ts'
import { messageOf } from '../../platform/narrow.ts'
import { lockFolder } from '../../platform/owner/folder-lock.ts'
import { type Environment, settingsOf } from '../command-line.ts'
import type { Settings } from '../settings.ts'
import { databaseFolder, failureCode, print, refuse } from './command-run.ts'

/**
 * `svc restore FILE`: 0 done, 1 failed, 75 a service owns the data folder, 78 the backup is of
 * before the first release.
 */
export function addRestore(program: Command, environment: Environment): void {
  program
    .command('restore')
    .description('restores a backup into an empty database; never overwrites data')
    .argument('<file>', 'file written by `backup`')
    .action(async (file: string) => {
      const settings = settingsOf(program, environment, refuse)
      try {
        const { created, schema } = await restore(settings, resolve(file), environment)
        process.stdout.write(`restored ${file}: made ${created}, migration ${schema.newest}\n`)
        print('Now run: svc audit (with the keys that the service had)')
      } catch (error) {
        print(`nothing was restored: ${messageOf(error)}`)
        process.exitCode = failureCode(error)
      }
    })
}

async function restore(
  settings: Settings,
  path: string,
  environment: Environment,
): Promise<BackupHeader> {
  const { databaseUrl } = settings
  const backup = await openBackup(path)
  const { database, schema } = backup.header
  if (database !== (databaseUrl === undefined ? 'embedded' : 'postgres')) {
    const names = { embedded: 'the embedded database', postgres: 'a PostgreSQL server' }
    throw new Error(`${path} is of ${names[database]}: restore it into one like it`)
  }
  const verdict = judgeSchema(schema)
  // An older one is migrated at the next start.
  if (verdict !== 'compatible' && verdict !== 'database_too_old') refuseSchema(verdict)
  if (databaseUrl === undefined) await restoreFolder(settings, backup)
  else await restoreServer({ databaseUrl, environment }, backup)
  return backup.header
}

async function restoreFolder(settings: Settings, backup: Backup): Promise<void> {
  const lock = lockFolder(settings.dataDir)
  try {
    await restoreEmbedded(backup.content(), databaseFolder(settings))
  } finally {
    lock.release()
  }
}

async function restoreServer(server: Server, backup: Backup): Promise<void> {
  const { databaseUrl } = server
  const engine = await openEngine({ databaseUrl, folder: '', connectionsMax: 1, print })
  try {
    const tables = await countTables(engine)
    if (tables > 0) throw new Error(`the database has ${tables} tables already: make an empty one`)
  } finally {
    await engine.close()
  }
  await load(server, backup.content())
}
