/** Databases for random runs, each of which is dropped afterwards. */
import { rmSync } from 'node:fs'
import { makeTemplates } from '../../test/templates.ts'
import { folderInMemory, startPostgres, WITHOUT_DISK } from '../postgres.ts'
import type { DatabaseKind } from './options.ts'

type Places = { readonly kind: DatabaseKind; close(): void }

/**
 * Makes `openTestDatabase` work in this process and its threads: on the server of DATABASE_URL, on
 * one that is started in memory, or embedded if there is none. Throws if the requested kind is
 * unavailable.
 */
export async function openPlaces(wanted: DatabaseKind | undefined): Promise<Places> {
  const { DATABASE_URL: named } = process.env
  const isNamed = wanted !== 'embedded' && named !== undefined
  const started =
    wanted === 'embedded' || isNamed
      ? undefined
      : await startPostgres(WITHOUT_DISK, folderInMemory())
  const url = isNamed ? named : started?.url
  if (wanted === 'postgres' && url === undefined) {
    throw new Error('there is no PostgreSQL server: set DATABASE_URL')
  }
  const kind = url === undefined ? 'embedded' : 'postgres'
  process.env.TEST_DATABASE = kind
  if (url !== undefined) process.env.TEST_DATABASE_URL = url
  // On somebody else's server a template would be left behind.
  const templates = isNamed ? undefined : await makeTemplates(url, ['migrated'])
  if (templates !== undefined) process.env.TEST_TEMPLATES = templates
  return {
    kind,
    close() {
      if (templates !== undefined) rmSync(templates, { recursive: true, force: true })
      started?.stop()
    },
  }
}
