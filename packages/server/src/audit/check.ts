/** One invariant as a condition in SQL that is true if it is broken. */
export type Check = { readonly invariant: string; readonly title: string; readonly broken: string }

/** Checked once, not per row. Each query returns `store_id, order_id` of violations. */
export type WholeCheck = {
  readonly invariant: string
  readonly title: string
  readonly query: string
  /** It reads all bookings: an audit from a checkpoint leaves it to the next full one. */
  readonly inFull?: true
}

/**
 * The rows that an audit from a checkpoint reads (`since.ts`): those of some orders, or of some
 * streams; newer ones of a stream, or by the beginning of an id; all.
 */
type Since = 'order' | 'stream' | 'place' | 'id' | 'all'

/** Some rows of a sweep's table instead of all. */
export type Part = {
  /** A query whose parameters follow those of the key. */
  readonly rows: string
  readonly values: readonly unknown[]
  /** The key before the first of them. */
  readonly after?: readonly string[]
}

/** The rows of one table, read in batches, and the invariants of each. */
export type Sweep = {
  readonly table: string
  readonly keys: readonly string[]
  readonly since: Since
  /** Of the largest batch. */
  readonly rows: number
  /** A batch of at most this many rows after the key `$1, $2, …`; see `sweep`. */
  query(rows: number, part?: Part): string
  /** The next row after that key as it is stored, whatever it contains. */
  nextRow(part?: Part): string
  readonly checks: readonly Check[]
}

type SweepInput = {
  readonly table: string
  /** The key by which the table is sorted and searched: exactly the columns of a unique index. */
  readonly keys: readonly string[]
  readonly rows: number
  /** A condition on the rows of the table, if not all are read. */
  readonly where?: string
  /** If the second key is not an order's: all, unless specified. */
  readonly since?: Since
  /** A query over `batch`, which has the table's columns; its columns are `f` in the checks. */
  readonly facts: string
  readonly checks: readonly Check[]
}

/** The number of the row with the end of the batch. */
export const END = -1

/**
 * Returns a row for each check that a row of the batch violates, and one with the number `END` for
 * the last row of the batch. It is a single statement, so everything it compares is of one point in
 * time. The batch has a fixed size, and `facts` and checks reach other tables by subqueries for
 * each row: no statistics, old or missing, make the planner read whole tables for one batch.
 */
export function sweep({ table, keys, rows, where, facts, checks, ...more }: SweepInput): Sweep {
  const columns = keys.join(', ')
  const after = keys.map((_key, index) => `$${index + 1}`).join(', ')
  const broken = checks.map((check, number) => `(${number}, (${check.broken}))`)
  const ofOrder = table === 'orders' || keys[1] === 'order_id'
  const { since = ofOrder ? 'order' : 'all' } = more
  const batch = (count: number, part?: Part) => `SELECT *
        FROM ${part === undefined ? table : `(${part.rows}) ${table}`}
        WHERE (${columns}) > (${after})${where === undefined ? '' : ` AND ${where}`}
        ORDER BY ${columns} LIMIT ${count}`
  const describe = (row: string) =>
    keys.map((key, index) => `${row}.${key}::text AS after_${index}`).join(', ')
  const query = (count: number, part?: Part) => `WITH batch AS MATERIALIZED (
      SELECT b.*, row_number() OVER w AS batch_position,
        lead(1) OVER w IS NULL AS batch_end
      FROM (${batch(count, part)}) b
      WINDOW w AS (ORDER BY ${columns}))
    SELECT f.store_id, f.order_id, v.number, f.batch_position, ${describe('f')}
    FROM (${facts}) f
      CROSS JOIN LATERAL (VALUES ${[...broken, `(${END}, f.batch_end)`].join(', ')})
        v (number, broken)
    WHERE v.broken IS NOT FALSE ORDER BY f.batch_position, v.number`
  const nextRow = (
    part?: Part,
  ) => `SELECT b.store_id, r.row ->> 'order_id' AS order_id, r.row ->> 'id' AS id,
      ${describe('b')}
    FROM (${batch(1, part)}) b CROSS JOIN LATERAL (SELECT to_jsonb(b) AS row) r`
  return { table, keys, since, rows, query, nextRow, checks }
}

/** An order and everything it is compared with. */
export const ORDERS = 1_000
/** A loan with the instalments, attempts and events of years. */
export const LOANS = 250
/** Rows that are only looked up elsewhere. */
export const ROWS = 2_000
