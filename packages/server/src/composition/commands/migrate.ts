import type { Command } from 'commander'
import type { MigrationStep } from '../../platform/database/migrate.ts'
import { messageOf } from '../../platform/narrow.ts'
import { type Environment, settingsOf } from '../command-line.ts'
import { failureCode, print, refuse } from './command-run.ts'
import { migrateDatabase } from './without-service.ts'

type Options = {
  readonly json?: boolean
  readonly grantTo?: string
  readonly finish?: boolean
}
type Report = Awaited<ReturnType<typeof migrateDatabase>>

/**
 * `svc migrate`: 0 done or nothing to do, 1 failed, 75 the service owns the folder, 78 the database
 * is one that no version can migrate.
 */
export function addMigrate(program: Command, environment: Environment): void {
  program
    .command('migrate')
    .description(
      'applies the migrations that the database does not have yet: 0 done or nothing to do, ' +
        '1 failed, 75 a service owns the data folder and has migrated it, ' +
        '78 the database cannot be migrated',
    )
    .option(
      '--grant-to <role>',
      'grants this database role the rights to run the service, and no more',
    )
    .option(
      '--finish',
      'completes the migration once no earlier version is running; cannot be undone',
    )
    .option('--json', 'print the result as JSON')
    .action(async ({ json, grantTo, finish = false }: Options) => {
      const settings = settingsOf(program, environment, refuse)
      if (grantTo !== undefined && settings.databaseUrl === undefined)
        refuse(['--grant-to is for a PostgreSQL server: set DATABASE_URL'])
      try {
        const report = await migrateDatabase(settings, { begin: show, grantTo, finish })
        const said = json === true ? JSON.stringify(report, null, 2) : inWords(report)
        process.stdout.write(`${said}\n`)
      } catch (error) {
        print(`the database could not be migrated: ${messageOf(error)}`)
        process.exitCode = failureCode(error)
      }
    })
}

function inWords({ applied, newest, granted, finished }: Report): string {
  const now = applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`
  const to = granted.length === 0 ? '' : `; ${granted.join(', ')} may run the service`
  const line = `${now}; the newest migration is ${newest}${to}`
  if (finished === undefined) return line
  const done = finished.length === 0 ? 'nothing was left' : `finished ${finished.join(', ')}`
  return `${line}; ${done}`
}

const BAR_WIDTH = 20

/** Finished work as a bar, and the current step. */
function show({ name, number, count }: MigrationStep): void {
  const full = Math.floor((BAR_WIDTH * (number - 1)) / count)
  print(`[${'#'.repeat(full).padEnd(BAR_WIDTH, '.')}] ${number} of ${count}: ${name}`)
}
