import type { Row, Statement } from './database.ts'

/**
 * After this many writes the planner's statistics of small tables are useless, and dead rows
 * remain.
 */
const WRITES_MIN = 1_000

type Upkeep = { wrote(): void; run(): Promise<void> }

/**
 * Maintenance that a PostgreSQL server does by itself and the embedded one does not: removes dead
 * rows and updates statistics, one table at a time. If it ever takes too long, it is skipped.
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
