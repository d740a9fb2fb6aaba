/** Everything that can be looked at without changing anything; what fails is a check as well. */
import { existsSync } from 'node:fs'
import { SCHEMA_SENTENCES } from '../../platform/database/schema.ts'
import { messageOf } from '../../platform/narrow.ts'
import { machineClock } from '../../platform/time/clock.ts'
import type { Environment } from '../command-line.ts'
import type { Settings } from '../settings.ts'
import { certificateChecks } from './certificate-checks.ts'
import { type Check, ok, problem, warning } from './check.ts'
import { databaseChecks } from './database-checks.ts'
import { diskCheck } from './disk-check.ts'
import type { Facts } from './facts.ts'
import { lastAuditCheck } from './last-audit-check.ts'
import { providerChecks } from './provider-check.ts'
import { secretFileChecks, secretKeyCheck, storedSecretChecks } from './secret-checks.ts'

export type Places = {
  /** A folder on the disk of the database. */
  readonly disk?: string | undefined
  /** The file of `svc audit --metrics`. */
  readonly audit?: string | undefined
}

/** The check that was skipped, and its requirement. */
type Skipped = { readonly name: string; readonly advice: string }

export type Report = {
  readonly status: Check['status']
  readonly checks: readonly Check[]
  readonly skipped: readonly Skipped[]
}

export function reportOf(checks: readonly Check[], skipped: readonly Skipped[] = []): Report {
  const worst = (['problem', 'warning'] as const).find((each) =>
    checks.some(({ status }) => status === each),
  )
  return { status: worst ?? 'ok', checks, skipped }
}

type Examining = {
  readonly settings: Settings
  readonly environment: Environment
  readonly places: Places
  /** Of the standby, if there is one. */
  readonly collect: Collect
}
type Collect = (settings: Settings) => Promise<Facts>

export async function examine({
  settings,
  environment,
  places: { disk, audit },
  collect,
}: Examining): Promise<Report> {
  const now = machineClock.now()
  const { databaseUrl, dataDir } = settings
  const folder = disk ?? (databaseUrl === undefined && existsSync(dataDir) ? dataDir : undefined)
  const checks = [
    ...(await stored(settings, collect)),
    ...(await standbyChecks(settings, collect)),
    ...(folder === undefined ? [] : [await diskCheck(folder)]),
    ...(await certificateChecks(settings, now)),
    ...(await providerChecks(settings)),
    ...secretFileChecks(environment),
    secretKeyCheck(settings),
    ...(audit === undefined ? [] : [lastAuditCheck(audit, now)]),
  ]
  const skipped: Skipped[] = []
  if (folder === undefined)
    skipped.push({ name: 'disk', advice: "--disk FOLDER, on the database's machine" })
  if (audit === undefined)
    skipped.push({ name: 'audit', advice: '--audit FILE, which `svc audit --metrics FILE` writes' })
  return reportOf(checks, skipped)
}

async function stored(settings: Settings, collect: Collect): Promise<Check[]> {
  const embedded = settings.databaseUrl === undefined
  try {
    const databaseSettings = { ...settings.databaseSettings, readUrl: undefined }
    const facts = await collect({ ...settings, databaseSettings })
    const secrets = storedSecretChecks(settings, facts.sealed)
    return [...databaseChecks(facts, { embedded, demo: settings.demo }), ...secrets]
  } catch (error) {
    const message = messageOf(error)
    if (Object.values(SCHEMA_SENTENCES).some((sentence) => message === sentence))
      return [problem('schema', message, 'see readiness.md, "Migrations"')]
    const advice = embedded
      ? 'set DATA_DIR to its folder'
      : 'see postgresql.md, "When it is unavailable"'
    return [problem('database', message, advice)]
  }
}

/** While it is away the primary takes over its reads. */
async function standbyChecks(settings: Settings, collect: Collect): Promise<Check[]> {
  if (settings.databaseSettings.readUrl === undefined) return []
  const advice = 'see scaling.md; meanwhile the primary reads'
  try {
    const { standby, version } = await collect(settings)
    if (standby) return [ok('standby', `PostgreSQL ${version}`)]
    return [warning('standby', 'DATABASE_READ_URL leads to a primary', advice)]
  } catch (error) {
    return [warning('standby', messageOf(error), advice)]
  }
}
