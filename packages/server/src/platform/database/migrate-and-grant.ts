import type { Engine } from './database.ts'
import { StatementFailed } from './failure.ts'
import { finishNew } from './finishing.ts'
import { type Granting, grantPrivileges } from './grants.ts'
import { type MigrationReport, type MigrationStep, migrate } from './migrate.ts'
import { FIRST_MIGRATION } from './schema.ts'

/** SQLSTATE. */
const INSUFFICIENT_PRIVILEGE = '42501'

type Prepared = MigrationReport & {
  /** The roles that were granted missing privileges. */
  readonly granted: readonly string[]
}

/**
 * Applies missing migrations, finishes a database that was empty, and grants the roles that run the
 * service what they need. Throws a sentence if the current role lacks the privileges.
 */
export async function migrateAndGrant(
  engine: Engine,
  begin: (step: MigrationStep) => void,
  granting: Granting = {},
): Promise<Prepared> {
  try {
    const report = await migrate(engine, begin)
    // It was empty: no process of an earlier version can be using it.
    if (report.applied[0] === FIRST_MIGRATION) await finishNew(engine)
    const granted = engine.kind === 'postgres' ? await grantPrivileges(engine, granting) : []
    return { ...report, granted }
  } catch (error) {
    if (!(error instanceof StatementFailed) || error.code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new Error(
      `${error.message}: run \`svc migrate\` as the role that owns the schema, with --grant-to ` +
        'and the name of the role that runs the service (postgresql.md, "Two roles")',
      { cause: error },
    )
  }
}
