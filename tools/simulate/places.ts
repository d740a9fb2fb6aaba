/** Databases for lives, thrown away afterwards. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '../../packages/server/src/platform/database/database.ts'
import { openDatabase } from '../../packages/server/src/platform/database/open-database.ts'
import { startPostgres } from '../postgres.ts'
import { readSchema, type Schema } from './memory/schema.ts'

export type Place = { readonly database: Database; close(): Promise<void> }

/** With every migration applied: an embedded database. */
export async function openEmbedded(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-simulate-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const database = await open(undefined, folder)
  return {
    database,
    async close() {
      await database.close()
      remove()
    },
  }
}

/** A database of its own on a server: the one that is named, or one that is started. */
export async function openOnServer(url: string | undefined): Promise<Place> {
  const started = url === undefined ? await startPostgres({ fsync: 'off' }) : undefined
  const server = url ?? started?.url
  if (server === undefined) throw new Error('there is no PostgreSQL server: set DATABASE_URL')
  const name = `simulate_${process.pid}`
  await onServer(server, `CREATE DATABASE ${name}`)
  const own = new URL(server)
  own.pathname = `/${name}`
  const database = await open(own.href, '')
  return {
    database,
    async close() {
      await database.close()
      await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
      started?.stop()
    },
  }
}

export async function schemaOfMigrations(): Promise<Schema> {
  const place = await openEmbedded()
  try {
    return await readSchema(place.database)
  } finally {
    await place.close()
  }
}

function open(databaseUrl: string | undefined, folder: string): Promise<Database> {
  const path = join(folder, 'database')
  const options = { databaseUrl, folder: path, fraction: () => 0.5, tell: () => {} }
  return openDatabase({ ...options, connectionsMax: 4 })
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
