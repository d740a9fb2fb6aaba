/**
 * What most tests begin with, made once and copied: a migrated database, and the data of a demo. On
 * a PostgreSQL server they are databases, embedded they are folders.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../packages/server/src/platform/database/embedded.ts'
import { openDatabase } from '../packages/server/src/platform/database/open-database.ts'
import { type Beginning, onServer, type TestPlace, templateName } from './fixtures/test-database.ts'
import { startServer } from './running-server.ts'

/** Fills a folder for `TEST_TEMPLATES`; without a server's URL for the embedded database. */
export async function makeTemplates(
  serverUrl: string | undefined,
  beginnings: readonly Beginning[] = ['migrated', 'demo'],
): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), 'svc-templates-'))
  if (serverUrl === undefined) await initialised(parent)
  const migrated = await emptyTemplate(parent, 'migrated', serverUrl)
  const folder = join(migrated.folder, 'database')
  const options = { databaseUrl: migrated.databaseUrl, fraction: Math.random, print: () => {} }
  await (await openDatabase({ ...options, folder })).close()
  if (!beginnings.includes('demo')) return parent
  const demo = await startServer({}, emptyTemplate(parent, 'demo', serverUrl))
  await demo.stop()
  return parent
}

/** Without a table, too, an embedded database takes seconds to begin. */
async function initialised(parent: string): Promise<void> {
  const { folder } = await emptyTemplate(parent, 'initialised', undefined)
  await (await openEmbedded(join(folder, 'database'))).close()
}

async function emptyTemplate(
  parent: string,
  beginning: Beginning,
  serverUrl: string | undefined,
): Promise<TestPlace> {
  const folder = join(parent, beginning)
  mkdirSync(folder)
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  if (serverUrl === undefined) return { databaseUrl: undefined, folder, remove }
  const name = templateName(beginning)
  await onServer(serverUrl, `CREATE DATABASE ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { databaseUrl: url.href, folder, remove }
}
