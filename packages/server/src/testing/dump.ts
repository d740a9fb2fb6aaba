import type { Reader } from '../platform/database/database.ts'

/**
 * Every row of every table, as text: what is the same twice has not been written to. The last use
 * of a key is noted beside any request, so it is left out.
 */
export async function dumpOf(reader: Reader): Promise<Record<string, string[]>> {
  const tables = await reader.query(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    [],
  )
  const dump: Record<string, string[]> = {}
  for (const name of tables.map((table) => String(table.name))) {
    const rows = await reader.query(
      `SELECT (to_jsonb(t) - 'last_used_at')::text AS row FROM ${name} t ORDER BY 1`,
      [],
    )
    dump[name] = rows.map(({ row }) => String(row))
  }
  return dump
}
