import type { Reader } from '../database/database.ts'
import { embeddedBackup } from '../database/embedded-backup.ts'
import { judgeSchema, readSchema, refuseSchema } from '../database/schema.ts'
import type { Clock } from '../time/clock.ts'
import { type BackupHeader, type BackupReport, writeBackup } from './backup-file.ts'
import { gzipped } from './gzipped.ts'
import { dump, type Server } from './postgres-programs.ts'

/** The source and the target. */
type Task = { readonly reader: Reader; readonly clock: Clock; readonly path: string }

/** It contains everything committed before it began. `folder` is the database's. */
export async function backUpEmbedded(task: Task, folder: string): Promise<BackupReport> {
  const header = await headerOf(task, 'embedded')
  return writeBackup(task.path, header, gzipped(embeddedBackup(task.reader, folder)))
}

/** By `pg_dump`, which must be installed. */
export async function backUpPostgres(task: Task, server: Server): Promise<BackupReport> {
  return writeBackup(task.path, await headerOf(task, 'postgres'), dump(server))
}

async function headerOf(
  { reader, clock }: Task,
  database: BackupHeader['database'],
): Promise<BackupHeader> {
  const schema = await readSchema(reader)
  if (judgeSchema(schema) === 'earlier_numbering') refuseSchema('earlier_numbering')
  return { database, schema, created: clock.now().toISOString() }
}
