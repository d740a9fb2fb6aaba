/** One invariant as a condition in SQL that is true where it is broken. */
export type Check = { readonly invariant: string; readonly title: string; readonly broken: string }

/** What is checked once, not per row. Each query answers `store_id, order_id` of what offends. */
export type WholeCheck = {
  readonly invariant: string
  readonly title: string
  readonly query: string
}

/** The rows of one table, read batch after batch, and what must hold of each. */
export type Sweep = {
  readonly table: string
  readonly keys: readonly string[]
  /** Of the largest batch. */
  readonly rows: number
  /** A batch of at most so many rows after the key `$1, $2, …`; see `sweep`. */
  query(rows: number): string
  /** The one row after that key as it is stored, whatever stands in it. */
  readonly nextRow: string
  readonly checks: readonly Check[]
}

type SweepInput = {
  readonly table: string
  /** What the table is ordered by and found by: exactly the columns of a unique index. */
  readonly keys: readonly string[]
  readonly rows: number
  /** Which rows of the table, when not all. */
  readonly where?: string
  /** A query over `batch`, which has the table's columns; its columns are `f` in the checks. */
  readonly facts: string
  readonly checks: readonly Check[]
}

/** The number of the row that tells where the batch ended. */
export const END = -1

/**
 * Answers a row for each check that a row of the batch breaks, and one with the number `END` for
 * the last of the batch. It is a single statement, so that all it compares is of one moment. The
 * batch has a fixed size, and `facts` and checks reach other tables by subqueries for each row: no
 * statistics, old or missing, lead the planner to read whole tables for one batch.
 */
export function sweep({ table, keys, rows, where, facts, checks }: SweepInput): Sweep {
  const columns = keys.join(', ')
  const after = keys.map((_key, index) => `$${index + 1}`).join(', ')
  const broken = checks.map((check, number) => `(${number}, (${check.broken}))`)
  const batch = (count: number) => `SELECT * FROM ${table}
        WHERE (${columns}) > (${after})${where === undefined ? '' : ` AND ${where}`}
        ORDER BY ${columns} LIMIT ${count}`
  const describe = (row: string) =>
    keys.map((key, index) => `${row}.${key}::text AS after_${index}`).join(', ')
  const query = (count: number) => `WITH batch AS MATERIALIZED (
      SELECT b.*, row_number() OVER w AS batch_position,
        lead(1) OVER w IS NULL AS batch_end
      FROM (${batch(count)}) b
      WINDOW w AS (ORDER BY ${columns}))
    SELECT f.store_id, f.order_id, v.number, f.batch_position, ${describe('f')}
    FROM (${facts}) f
      CROSS JOIN LATERAL (VALUES ${[...broken, `(${END}, f.batch_end)`].join(', ')})
        v (number, broken)
    WHERE v.broken IS NOT FALSE ORDER BY f.batch_position, v.number`
  const nextRow = `SELECT b.store_id, r.row ->> 'order_id' AS order_id, r.row ->> 'id' AS id,
      ${describe('b')}
    FROM (${batch(1)}) b CROSS JOIN LATERAL (SELECT to_jsonb(b) AS row) r`
  return { table, keys, rows, query, nextRow, checks }
}

/** An order and all that is compared with it. */
export const ORDERS = 1_000
/** A loan with the instalments, tries and events of years. */
export const LOANS = 250
/** Rows that are only looked up elsewhere. */
export const ROWS = 2_000
