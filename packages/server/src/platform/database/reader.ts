import type { NewRow, TableName } from './columns.ts'
import type { Insert, PlainInsert, Reader, Row, RowSet, Statement } from './database.ts'

type Run = (statement: Statement) => Promise<Row[]>
type Plain = (text: string, values: readonly unknown[]) => Promise<Row[]>

type Ways = { readonly lookUp?: Run; readonly search?: Run }

/** Reads through what carries statements out; some kinds of them may go a way of their own. */
export function createReader(run: Run, { lookUp = run, search = run }: Ways = {}): Reader {
  const plain: Readonly<Record<keyof Reader, Plain>> = {
    query: (text, values) => run({ text, values }),
    lookUp: (text, values) => lookUp({ text, values }),
    search: (text, values) => search({ text, values, passing: true }),
  }
  // Their rows are of the type that their texts have.
  return plain as Reader
}

/** Whether there is a row; `rest` begins with FROM. */
export async function exists(
  reader: Reader,
  rest: string,
  values: readonly unknown[],
): Promise<boolean> {
  return (await reader.query(`SELECT 1 AS one ${rest}`, values)).length > 0
}

export function insertInto<T extends TableName>(table: T, rows: readonly NewRow<T>[]): Insert {
  const insert: PlainInsert = { table, rows }
  // The rows are those of the table: the union of all tables cannot say so of any one of them.
  return insert as Insert
}

/** The new rows of one table among all that is written. */
export function newRows<T extends TableName>(
  rowSets: readonly RowSet[],
  table: T,
): readonly NewRow<T>[] {
  const rows = rowSets.flatMap((each): readonly unknown[] =>
    each.table === table && 'rows' in each ? each.rows : [],
  )
  // Rows of the table that is named, by the type of a row set.
  return rows as readonly NewRow<T>[]
}
