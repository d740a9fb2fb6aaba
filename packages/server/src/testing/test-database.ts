/**
 * A database of a test's own: on the server of `TEST_DATABASE_URL` when `TEST_DATABASE` is
 * `postgres`, else embedded in a temporary folder.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'

export type TestPlace = {
  /** Undefined: embedded. */
  readonly databaseUrl: string | undefined
  readonly folder: string
  remove(): Promise<void>
}

let made = 0

/** An empty place for a database, nothing opened yet. */
export async function testPlace(): Promise<TestPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-test-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (process.env.TEST_DATABASE !== 'postgres') {
    return { databaseUrl: undefined, folder, remove: async () => removeFolder() }
  }
  const server = process.env.TEST_DATABASE_URL
  if (server === undefined) throw new Error('TEST_DATABASE_URL is missing')
  const name = `test_${process.pid}_${++made}`
  await onServer(server, `CREATE DATABASE ${name}`)
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

/**
 * A place where the migrations are done already, or are when it is opened: an embedded database is
 * a copy of `TEST_TEMPLATE`, which a whole run of the tests makes once.
 */
export async function migratedPlace(): Promise<TestPlace> {
  const place = await testPlace()
  const template = process.env.TEST_TEMPLATE
  if (place.databaseUrl === undefined && template !== undefined) {
    cpSync(template, join(place.folder, 'database'), { recursive: true })
  }
  return place
}

async function onServer(url: string, statement: string): Promise<void> {
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
