import { resolve } from 'node:path'
import type { Command } from 'commander'
import { backUpEmbedded, backUpPostgres } from '../../platform/backup/back-up.ts'
import type { BackupReport } from '../../platform/backup/backup-file.ts'
import { createDatabase } from '../../platform/database/create-database.ts'
import type { Database } from '../../platform/database/database.ts'
import { openEngine } from '../../platform/database/open-database.ts'
import { createIds } from '../../platform/ids.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { type Environment, settingsOf } from '../command-line.ts'
import type { Settings } from '../settings.ts'
import { assertDatabase, databaseFolder, fail, lockOrOwner, print, refuse } from './command-run.ts'
import { callOwner } from './control.ts'

/** `svc backup FILE`: of either database, while the service runs. */
export function addBackup(program: Command, environment: Environment): void {
  program
    .command('backup')
    .description('backs the database up to a new file, even while the service is running')
    .argument('<file>', 'path of the new file, which must not exist')
    .option('--json', 'print path, size and checksum as JSON')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const settings = settingsOf(program, environment, refuse)
      const report = await backUp(settings, resolve(file), environment).catch(
        fail('no backup was made'),
      )
      const { path, bytes, sha256 } = report
      const line = `${path}  ${bytes} bytes  SHA-256 ${sha256}`
      process.stdout.write(`${json === true ? JSON.stringify(report, null, 2) : line}\n`)
      print('The keys (SECRET_KEY, SECRET_KEYS) are not in it: without them no secret can be read.')
    })
}

async function backUp(
  settings: Settings,
  path: string,
  environment: Environment,
): Promise<BackupReport> {
  const { databaseUrl } = settings
  const folder = databaseFolder(settings)
  const clock = systemClock
  const alone = async (work: (reader: Database) => Promise<BackupReport>) => {
    const engine = await openEngine({ databaseUrl, folder, connectionsMax: 1, print })
    const database = createDatabase(engine, createIds(clock).fraction)
    return work(database).finally(() => database.close())
  }
  if (databaseUrl !== undefined) {
    const server = { databaseUrl, environment }
    return alone((reader) => backUpPostgres({ reader, clock, path }, server))
  }
  const lock = lockOrOwner(settings, false)
  if ('pid' in lock) return callOwner(lock, 'backup', { path })
  try {
    assertDatabase(settings)
    return await alone((reader) => backUpEmbedded({ reader, clock, path }, folder))
  } finally {
    lock.release()
  }
}
