/**
 * A database of a test's own: on the server of `TEST_DATABASE_URL` when `TEST_DATABASE` is
 * `postgres`, else embedded in a temporary folder.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import pg from 'pg'
import type { Database } from '../platform/database/database.ts'
import { openDatabase } from '../platform/database/open-database.ts'

export type TestPlace = {
  /** Undefined: embedded. */
  readonly databaseUrl: string | undefined
  readonly folder: string
  remove(): Promise<void>
}

/** What a place begins as: nothing, with the migrations done, or as a demo was stopped. */
export type Beginning = 'empty' | 'migrated' | 'demo'

/** Of a template on a PostgreSQL server. */
export const templateName = (beginning: Beginning): string => `template_${beginning}`

let made = 0

/**
 * A place for a database, nothing opened yet. `TEST_TEMPLATES` is a folder of what a run of many
 * files has made once (`test/templates.ts`), to be copied; without it every place begins empty.
 */
export async function testPlace(beginning: Beginning = 'empty'): Promise<TestPlace> {
  const templates = process.env.TEST_TEMPLATES
  const template = beginning === 'empty' ? undefined : templates && join(templates, beginning)
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-'))
  if (template !== undefined) cpSync(template, folder, { recursive: true })
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (process.env.TEST_DATABASE !== 'postgres') {
    return { databaseUrl: undefined, folder, remove: async () => removeFolder() }
  }
  const server = process.env.TEST_DATABASE_URL
  if (server === undefined) throw new Error('TEST_DATABASE_URL is missing')
  const name = `test_${process.pid}_${threadId}_${++made}`
  const from = template === undefined ? '' : ` TEMPLATE ${templateName(beginning)}`
  await onServer(server, `CREATE DATABASE ${name}${from} STRATEGY FILE_COPY`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    databaseUrl: url.href,
    folder,
    async remove() {
      removeFolder()
      await onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    },
  }
}

/** Where the migrations are done already, or are when it is opened. */
export const migratedPlace = (): Promise<TestPlace> => testPlace('migrated')

export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export type TestDatabase = { readonly database: Database; stop(): Promise<void> }

/** A migrated one. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const place = await migratedPlace()
  const database = await openDatabase({
    databaseUrl: place.databaseUrl,
    folder: join(place.folder, 'database'),
    fraction: Math.random,
    tell: () => {},
  })
  return {
    database,
    async stop() {
      await database.close()
      await place.remove()
    },
  }
}
