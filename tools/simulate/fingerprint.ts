/** One hash of everything that a run has left behind: the same on every database. */

import { createHash } from 'node:crypto'
import { PROPERTIES } from '../../packages/server/src/platform/database/tables.ts'
import type { AnyRow } from '../../test/fixtures/any-row.ts'
import type { World } from './world.ts'

/** The auditor verifies the totals of tallies; their rows may be merged at any time. */
const tables = Object.entries(PROPERTIES)
  .filter(([, properties]) => properties.split(' ').includes('storeId'))
  .filter(([table]) => !table.endsWith('_tallies'))
  .map(([table]) => table)

export async function fingerprint({ database, caller, stranger }: World): Promise<string> {
  const hash = createHash('sha256')
  for (const table of tables) {
    const rows = await database.query<AnyRow>(`SELECT * FROM ${table} WHERE store_id IN ($1, $2)`, [
      caller.store.id,
      stranger.store.id,
    ])
    const lines = rows.map(canonicalJson).sort()
    hash.update(`${table} ${lines.length}\n${lines.join('\n')}\n`)
  }
  return hash.digest('hex')
}

/** The same text for the same content, whatever the order of its members. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (each === null || typeof each !== 'object' || Array.isArray(each)) return each
    const entries = Object.entries(each)
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
