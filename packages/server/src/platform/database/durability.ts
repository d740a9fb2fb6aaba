import { computed, select } from './columns.ts'
import type { Reader } from './database.ts'

/**
 * The names of the settings with which a PostgreSQL server may lose acknowledged writes in a crash,
 * or tear its pages. Settings of the user and the database count too.
 */
export async function findUnsafeSettings(reader: Reader): Promise<string[]> {
  const rows = await reader.query(
    select(
      computed<{ name: string }>({ name: 'name' }),
      `FROM pg_settings
     WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'
     ORDER BY name`,
    ),
    [],
  )
  return rows.map(({ name }) => name)
}
