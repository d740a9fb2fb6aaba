/** A role of a test's server that runs the service and does not own its schema. */
import { onServer } from '../test/fixtures/test-database.ts'
import type { PostgresServer } from './postgres.ts'

/** For everything this process starts. */
export async function makeRunningRole(server: PostgresServer | undefined): Promise<void> {
  if (server === undefined) throw new Error('this needs PostgreSQL')
  const role = 'svc_run'
  await onServer(server.url, `CREATE ROLE ${role} LOGIN`)
  process.env.TEST_RUNNING_ROLE = role
}
