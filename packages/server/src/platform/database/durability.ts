import { computed, select } from './columns.ts'
import type { Reader } from './database.ts'

/**
 * What a PostgreSQL server is set to that may lose, in a crash, what it has confirmed, or may tear
 * its pages: the names of those settings. Settings of the user and the database count too.
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
