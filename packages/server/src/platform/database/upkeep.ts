import type { Row, Statement } from './database.ts'

/**
 * So many writes make the planner's figures of small tables worthless, and leave dead rows behind.
 */
const WRITES_MIN = 1_000

type Upkeep = { wrote(): void; run(): Promise<void> }

/**
 * What a PostgreSQL server does by itself and the embedded one does not: removes dead rows and
 * counts the tables anew, one table at a time. When it once takes too long it is left alone.
 */
export function createUpkeep(send: (statement: Statement) => Promise<Row[]>): Upkeep {
  let writes = 0
  let tooLong = false
  return {
    wrote() {
      writes++
    },
    async run() {
      if (writes < WRITES_MIN || tooLong) return
      writes = 0
      const text = `SELECT quote_ident(tablename) AS name FROM pg_tables
        WHERE schemaname = 'public'`
      try {
        for (const { name } of await send({ text, values: [] })) {
          await send({ text: `VACUUM (ANALYZE) ${name}`, values: [] })
        }
      } catch (error) {
        tooLong = true
        throw error
      }
    },
  }
}
