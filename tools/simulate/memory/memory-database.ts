/** A database that lives as long as one simulated life: the service's own operations run on it. */
import type {
  Committed,
  Database,
  Row,
  RowSet,
  Transaction,
  Updates,
} from '../../../packages/server/src/platform/database/database.ts'
import {
  asRefusal,
  StatementFailed,
} from '../../../packages/server/src/platform/database/failure.ts'
import { createReader } from '../../../packages/server/src/platform/database/reader.ts'
import { compile, type MemoryRow, type Place, Scope } from './evaluate.ts'
import { parseStatement } from './parse-select.ts'
import type { SchemaRules } from './rules-of-tables.ts'
import { compileSelect } from './select.ts'
import { type InsertMissing, NotUnderstood } from './syntax.ts'
import { type Table, Tables } from './tables.ts'

type Run = (tables: Tables, values: readonly unknown[]) => Row[]
const compiled = new WeakMap<SchemaRules, Map<string, Run>>()

/** `alter` stands between what an operation writes and what is written: for planted mistakes. */
export function createMemory(
  rules: SchemaRules,
  alter: (rowSets: readonly RowSet[]) => readonly RowSet[] = (rowSets) => rowSets,
): Database {
  const tables = new Tables(rules)
  const known = compiled.get(rules) ?? new Map<string, Run>()
  compiled.set(rules, known)
  let busy = false

  async function query(text: string, values: readonly unknown[]): Promise<Row[]> {
    const run = known.get(text) ?? compileStatement(rules, text)
    known.set(text, run)
    return run(tables, values)
  }

  const reader = createReader(({ text, values }) => query(text, values))
  return {
    ...reader,
    signals: { tell: () => {}, listen: () => {} },
    async transaction<T>(_queue: string | null, work: (tx: Transaction) => Promise<Committed<T>>) {
      if (busy) throw new Error('one transaction at a time in the memory')
      busy = true
      const commit = <O>(outcome: O, ...rowSets: RowSet[]) => ({ outcome, rowSets })
      try {
        const { outcome, rowSets } = await work({ ...reader, commit })
        write(tables, alter(rowSets))
        tables.keep()
        return outcome
      } catch (error) {
        tables.rollBack()
        throw asRefusal(error)
      } finally {
        busy = false
      }
    },
    maintain: async () => {},
    close: async () => {},
  }
}

function compileStatement(rules: SchemaRules, text: string): Run {
  try {
    const statement = parseStatement(text)
    if (statement.kind === 'insert') return insertMissing(rules, statement)
    const query = compileSelect(rules, statement)
    return (tables, values) => query.answers({ tables, rows: [], values, outer: undefined })
  } catch (error) {
    if (!(error instanceof NotUnderstood) || error.message.includes(' in: ')) throw error
    throw new NotUnderstood(error.message, text)
  }
}

function insertMissing(rules: SchemaRules, { table, columns, rows }: InsertMissing): Run {
  const scope = new Scope(undefined, (query, outer) => compileSelect(rules, query, outer).rows)
  const compiledRows = rows.map((row) => row.map((value) => compile(value, scope)))
  return (tables, values) => {
    const place: Place = { tables, rows: [], values, outer: undefined }
    for (const row of compiledRows) {
      const made = columns.map((column, index) => [column, row[index]?.(place)] as const)
      add(tables.table(table), Object.fromEntries(made), undefined)
    }
    return []
  }
}

/** All row sets of a transaction, as the one statement that they are in a database. */
function write(tables: Tables, rowSets: readonly RowSet[]): void {
  const touched = new Set<MemoryRow>()
  for (const rowSet of rowSets) {
    const table = tables.table(rowSet.table)
    if ('set' in rowSet && rowSet.any === true) {
      for (const row of matching(table, rowSet.where)) table.change(row, stored(rowSet.set))
    } else if ('updates' in rowSet) changeMany(table, rowSet, touched)
    else if ('set' in rowSet) changeOne(table, rowSet.where, rowSet.set, touched)
    else if ('changes' in rowSet) {
      for (const each of overJson(rowSet.changes)) {
        const where = Object.fromEntries(rowSet.by.map((column) => [column, each[column]]))
        changeOne(table, where, each, touched)
      }
    } else if ('remove' in rowSet) {
      for (const row of matching(table, rowSet.remove)) table.remove(row)
    } else if ('key' in rowSet) {
      for (const row of overJson(rowSet.rows)) add(table, row, rowSet)
    } else {
      const rows = rowSet.many === true ? overJson(rowSet.rows) : rowSet.rows
      for (const row of rows) table.insert(stored(row))
    }
  }
  tables.checkReferences()
}

/** Rows that travel as one JSON value lose what JSON does not have. */
const overJson = (rows: readonly MemoryRow[]): MemoryRow[] => JSON.parse(JSON.stringify(rows))

/** As they are bound one by one: what is JSON travels as its text. */
function stored(row: MemoryRow): MemoryRow {
  const bound: Record<string, unknown> = {}
  for (const column of Object.keys(row)) {
    const value = row[column]
    const json = value !== null && typeof value === 'object' && !(value instanceof Date)
    bound[column] = json && !Array.isArray(value) ? JSON.stringify(value) : value
  }
  return bound
}

/** Exactly one row, which nothing else in the same statement writes. */
function changeOne(table: Table, where: MemoryRow, set: MemoryRow, touched: Set<MemoryRow>): void {
  const rows = matching(table, where)
  const [row] = rows
  if (row === undefined || rows.length !== 1 || touched.has(row)) {
    const found = JSON.stringify(where)
    throw new StatementFailed(
      `changed ${rows.length} rows of ${table.rules.name}: ${found}`,
      'SV001',
    )
  }
  touched.add(table.change(row, stored(set)))
}

function changeMany(table: Table, { updates, any }: Updates, touched: Set<MemoryRow>): void {
  for (const { where, set } of JSON.parse(JSON.stringify(updates)) as Updates['updates']) {
    if (any !== true) changeOne(table, where, set, touched)
    else for (const row of matching(table, where)) table.change(row, stored(set))
  }
}

function matching(table: Table, where: MemoryRow): readonly MemoryRow[] {
  const [listed] = Object.entries(where).filter(([, value]) => Array.isArray(value))
  if (listed !== undefined) {
    const [column, values] = listed
    return (values as unknown[]).flatMap((value) => matching(table, { ...where, [column]: value }))
  }
  const values = Object.values(where)
  return values.includes(null) ? [] : table.find(Object.keys(where), values)
}

type Taken = { readonly key: readonly string[]; readonly changed: readonly string[] }

function add(table: Table, values: MemoryRow, taken: Taken | undefined): void {
  const keys = taken === undefined ? table.rules.uniques.map(({ columns }) => columns) : [taken.key]
  for (const key of keys) {
    const there = table.conflicts(values, key)
    if (there === undefined) continue
    const changed = taken?.changed ?? []
    const set = Object.fromEntries(changed.map((column) => [column, values[column]]))
    if (changed.length > 0) table.change(there, set)
    return
  }
  table.insert(values)
}
