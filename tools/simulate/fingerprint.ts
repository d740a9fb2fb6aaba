/** One hash of everything that a life has left behind: the same on every database. */
import { createHash } from 'node:crypto'
import type { Row } from '../../packages/server/src/platform/database/database.ts'
import type { Schema } from './memory/schema.ts'
import { canonicalJson } from './memory/values.ts'
import type { World } from './world.ts'

export function tablesOf(schema: Schema): string[] {
  return schema
    .filter(({ columns }) => columns.some(({ name }) => name === 'store_id'))
    .map(({ name }) => name)
}

export async function fingerprint(world: World, tables: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const table of tables) {
    for (const { store } of [world.caller, world.stranger]) {
      const rows = await world.database.query(`SELECT * FROM ${table} WHERE store_id = $1`, [
        store.id,
      ])
      const lines = rows.map(lineOf).sort()
      hash.update(`${table} ${lines.length}\n${lines.join('\n')}\n`)
    }
  }
  return hash.digest('hex')
}

const lineOf = (row: Row): string => canonicalJson(row)
