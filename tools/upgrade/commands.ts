/** What an operator runs beside the service, in either version. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { queryServer } from '../../test/postgres-faults.ts'
import { auditFindings, runCommand, type ServiceOptions } from '../torture/process.ts'
import type { Tally } from '../torture/tally.ts'

const MIGRATIONS = 'packages/server/src/platform/database/migrations'
/** One that finds a table in use gives up and is run again, as the page says. */
const ATTEMPTS_MAX = 10

export type Commands = {
  /** This tree's migrations; the release must be able to work with them. */
  migrate(release: string): Promise<void>
  /** Notes the seals, and audits with all that were noted; answers how much it found. */
  audit(tree?: string): Promise<number>
}

type CommandsOptions = {
  readonly folder: string
  readonly databaseUrl: string
  readonly tally: Tally
  readonly say: (line: string) => void
}

export function createCommands({ folder, databaseUrl, tally, say }: CommandsOptions): Commands {
  const sealsFile = join(folder, 'seals.json')
  const seals: unknown[] = []
  const of = (tree?: string): ServiceOptions => ({
    ...{ folder: join(folder, 'commands'), databaseUrl, ...(tree && { tree }) },
  })
  return {
    async migrate(release) {
      for (let attempt = 1; ; attempt++) {
        const { code, stderr } = await runCommand(of(), 'migrate')
        if (code === 0) break
        if (attempt === ATTEMPTS_MAX) throw new Error(`no migration: ${stderr}`)
        say(`attempt ${attempt}: ${stderr.trim()}`)
      }
      const statement = 'SELECT max(compatible_from) AS required FROM schema_migrations'
      const [row] = await queryServer(databaseUrl, statement)
      const level = readdirSync(join(release, MIGRATIONS)).length
      if (Number(row?.required) > level)
        tally.fault('the release cannot work with what this version has migrated')
    },
    async audit(tree) {
      const { code, stdout, stderr } = await runCommand(of(tree), 'seals', '--json')
      if (code !== 0) throw new Error(`the seals cannot be read: ${stderr}`)
      seals.push(...JSON.parse(stdout))
      writeFileSync(sealsFile, JSON.stringify(seals))
      const findings = await auditFindings(of(tree), sealsFile)
      for (const finding of findings) tally.fault(finding)
      return findings.length
    },
  }
}
