import type { NewRow, TableName } from './columns.ts'
import type { Insert, PlainInsert, Reader, Row, RowSet, Statement } from './database.ts'

type Run = (statement: Statement) => Promise<Row[]>
type Plain = (text: string, values: readonly unknown[]) => Promise<Row[]>

type Ways = { readonly lookUp?: Run; readonly search?: Run }

/** Reads with a function that runs statements; some kinds may be run differently. */
export function createReader(run: Run, { lookUp = run, search = run }: Ways = {}): Reader {
  const plain: Readonly<Record<keyof Reader, Plain>> = {
    query: (text, values) => run({ text, values }),
    lookUp: (text, values) => lookUp({ text, values }),
    search: (text, values) => search({ text, values, passing: true }),
  }
  // Their rows have the type of their texts.
  return plain as Reader
}

/** Whether a row exists; `rest` begins with FROM. */
export async function exists(
  reader: Reader,
  rest: string,
  values: readonly unknown[],
): Promise<boolean> {
  return (await reader.query(`SELECT 1 AS one ${rest}`, values)).length > 0
}

export function insertInto<T extends TableName>(table: T, rows: readonly NewRow<T>[]): Insert {
  const insert: PlainInsert = { table, rows }
  // The rows are those of the table: the union of all tables cannot express this.
  return insert as Insert
}

/** The inserted rows of one table among everything that is written. */
export function newRows<T extends TableName>(
  rowSets: readonly RowSet[],
  table: T,
): readonly NewRow<T>[] {
  const rows = rowSets.flatMap((each): readonly unknown[] =>
    each.table === table && 'rows' in each ? each.rows : [],
  )
  // Rows of the named table, by the type of a row set.
  return rows as readonly NewRow<T>[]
}
