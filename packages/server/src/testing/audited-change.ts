/** What the auditor finds of a change that is taken back at once. */
import { audit, type Finding, sweeps } from '../audit/audit.ts'
import type { Sweep } from '../audit/check.ts'
import { runSweep } from '../audit/run-sweep.ts'
import { type WholeCheck, wholeChecks } from '../audit/whole-checks.ts'
import type { Database, Reader, Row, Statement } from '../platform/database/database.ts'
import { StatementFailed } from '../platform/database/failure.ts'
import { createReader } from '../platform/database/reader.ts'

/** Carries what was seen out of a transaction that is thrown away. */
class Undo extends Error {
  readonly seen: unknown

  constructor(seen: unknown) {
    super('undo')
    this.seen = seen
  }
}

/** What `look` sees after the change, in a transaction of which nothing stays. */
async function undone<T>(
  database: Database,
  change: (reader: Reader) => Promise<void>,
  look: (reader: Reader) => Promise<T>,
): Promise<T> {
  try {
    await database.transaction(null, async (tx) => {
      await change(tx)
      throw new Undo(await look(withSavepoints(tx)))
    })
  } catch (error) {
    if (error instanceof Undo) return error.seen as T
    throw error
  }
  throw new Error('nothing was changed')
}

/** As in a snapshot: a statement that fails takes nothing else with it. */
function withSavepoints({ query }: Reader): Reader {
  return createReader(async ({ text, values }) => {
    await query('SAVEPOINT each', [])
    try {
      const rows = await query(text, values)
      await query('RELEASE SAVEPOINT each', [])
      return rows
    } catch (error) {
      await query('ROLLBACK TO SAVEPOINT each', [])
      throw error
    }
  })
}

/** Everything that the auditor finds after the change. */
export const findingsAfter = (
  database: Database,
  change: (reader: Reader) => Promise<void>,
): Promise<readonly Finding[]> =>
  undone(database, change, async (reader) => (await audit(reader)).findings)

type Part = Sweep | WholeCheck
const textOf = (part: Part): string => ('keys' in part ? part.query(1) : part.query)

async function namedBy(reader: Reader, part: Part): Promise<readonly Row[]> {
  if (!('keys' in part)) return reader.query(part.query, [])
  const found: Row[] = []
  await runSweep(reader, part, (_title, row) => found.push(row))
  return found
}

export type AuditedChange = Statement & {
  readonly table: string
  /** Changes of one kind are mostly found by the same check: it is asked first. */
  readonly kind: string
  /** Whether a finding names what was changed. */
  isNamed(place: Pick<Finding, 'store_id' | 'order_id'>): boolean
}

/**
 * Whether the auditor finds the change, by those of its checks that read the table; undefined where
 * the database refuses the change itself. One of these objects remembers what found a kind last.
 */
export function createAuditedChanges(database: Database) {
  const parts = [...sweeps, ...wholeChecks]
  const readers = (table: string) =>
    parts.filter((part) => new RegExp(`\\b${table}\\b`).test(textOf(part)))
  const byTable = new Map<string, readonly Part[]>()
  const lastFound = new Map<string, Part>()

  function partsFor({ table, kind }: AuditedChange): readonly Part[] {
    const all = byTable.get(table) ?? readers(table)
    byTable.set(table, all)
    const first = lastFound.get(kind)
    return first === undefined ? all : [first, ...all.filter((part) => part !== first)]
  }

  return async (change: AuditedChange): Promise<boolean | undefined> => {
    const apply = async (reader: Reader) => void (await reader.query(change.text, change.values))
    try {
      return await undone(database, apply, async (reader) => {
        for (const part of partsFor(change)) {
          const named = await namedBy(reader, part)
          if (!named.some((row) => change.isNamed(row as Finding))) continue
          lastFound.set(change.kind, part)
          return true
        }
        return false
      })
    } catch (error) {
      // A value that must be there, or the key of another row.
      if (error instanceof StatementFailed && ['23502', '23505'].includes(error.code))
        return undefined
      throw error
    }
  }
}

/** What refuses a change in the database its owner can take away, but for two rows of one key. */
export async function allowAnything({ query }: Reader): Promise<void> {
  await query(
    `ALTER TABLE orders ALTER COLUMN status DROP EXPRESSION,
       ALTER COLUMN financing_status DROP EXPRESSION`,
    [],
  )
  const guards = await query(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS removal
     FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f')
     UNION ALL SELECT format('ALTER TABLE %I DISABLE TRIGGER USER', tablename) FROM pg_tables
     WHERE schemaname = 'public'`,
    [],
  )
  for (const { removal } of guards) await query(String(removal), [])
}

/** A finding names the store and the order of a row, or what stands in place of an order. */
export function namesRow(
  { store_id, order_id }: Pick<Finding, 'store_id' | 'order_id'>,
  table: string,
  rows: readonly Row[],
): boolean {
  return rows.some((row) => {
    // What a store has is found where the store is gone.
    if (table === 'stores' && store_id === row.id) return true
    // Of migrations the one after a gap is named.
    if (table === 'schema_migrations') return store_id === '' && /^\d{4}-/.test(order_id)
    // A seal is named for the events that it covers.
    if (table === 'events' && order_id.startsWith('seal ')) return row.store_id === store_id
    const own = new Set([
      ...Object.values(row).map(String),
      ...(row.sandbox === undefined ? [] : [row.sandbox ? 'sandbox' : 'live']),
      ...(row.number === undefined ? [] : [`seal ${row.number}`]),
    ])
    return own.has(store_id) && own.has(order_id)
  })
}
