/** Rows in memory, under the same rules as in a database. */
import { StatementFailed } from '../../../packages/server/src/platform/database/failure.ts'
import type { MemoryRow, Place } from './evaluate.ts'
import type { SchemaRules, TableRules } from './rules-of-tables.ts'
import { NotUnderstood } from './syntax.ts'
import { coerce, keyOf } from './values.ts'

type Index = {
  readonly columns: readonly string[]
  readonly rows: Map<string, Set<MemoryRow>>
}

export class Tables {
  readonly #tables = new Map<string, Table>()
  readonly #rules: SchemaRules
  #undo: (() => void)[] = []
  #written: { readonly table: Table; readonly row: MemoryRow }[] = []

  constructor(rules: SchemaRules) {
    this.#rules = rules
  }

  table(name: string): Table {
    const known = this.#tables.get(name)
    if (known !== undefined) return known
    const rules = this.#rules.tables.get(name)
    if (rules === undefined) throw new NotUnderstood(`the table ${name}`)
    const made = new Table(rules, (table, undo, row) => {
      this.#undo.push(undo)
      if (row !== undefined) this.#written.push({ table, row })
    })
    this.#tables.set(name, made)
    return made
  }

  get names(): readonly string[] {
    return [...this.#rules.tables.keys()]
  }

  /** What refers to other rows finds them: looked at when a statement has been carried out. */
  checkReferences(): void {
    const written = this.#written
    this.#written = []
    for (const { table, row } of written) {
      if (!table.has(row)) continue
      for (const { name, columns, table: theirTable, theirs } of table.rules.references) {
        const values = columns.map((column) => row[column] ?? null)
        if (values.includes(null)) continue
        if (this.table(theirTable).find(theirs, values).length > 0) continue
        throw new StatementFailed(`${table.rules.name} violates ${name}`, '23503')
      }
    }
  }

  keep(): void {
    this.#undo = []
  }

  rollBack(): void {
    for (const undo of this.#undo.reverse()) undo()
    this.#undo = []
    this.#written = []
  }
}

type Wrote = (table: Table, undo: () => void, row: MemoryRow | undefined) => void

export class Table {
  readonly rules: TableRules
  readonly #rows = new Set<MemoryRow>()
  readonly #indexes = new Map<string, Index>()
  readonly #wrote: Wrote

  constructor(rules: TableRules, wrote: Wrote) {
    this.rules = rules
    this.#wrote = wrote
  }

  has(row: MemoryRow): boolean {
    return this.#rows.has(row)
  }

  all(): readonly MemoryRow[] {
    return [...this.#rows]
  }

  /** Those whose columns have these values, none of which is null. */
  find(columns: readonly string[], values: readonly unknown[]): readonly MemoryRow[] {
    if (columns.length === 0) return this.all()
    const name = columns.join()
    const index = this.#indexes.get(name) ?? this.#addIndex(name, columns)
    const key = keyOf(values.map((value, place) => coerce(this.#type(columns[place]), value)))
    return [...(index.rows.get(key) ?? [])]
  }

  insert(values: MemoryRow): void {
    const row: Record<string, unknown> = {}
    for (const column of this.rules.columns) {
      row[column] = column in values ? null : (this.rules.standards[column] ?? null)
    }
    this.#assign(row, values)
    this.#check(row)
    this.#add(row)
    this.#wrote(this, () => this.#remove(row), row)
  }

  /** Whether a row with the key of this one is there already. */
  conflicts(values: MemoryRow, columns: readonly string[]): MemoryRow | undefined {
    const wanted = columns.map((column) => values[column] ?? null)
    return wanted.includes(null) ? undefined : this.find(columns, wanted)[0]
  }

  change(before: MemoryRow, values: MemoryRow): MemoryRow {
    const after: Record<string, unknown> = { ...before }
    this.#assign(after, values)
    this.#guard('update', before, after)
    this.#remove(before)
    try {
      this.#check(after)
    } catch (error) {
      this.#add(before)
      throw error
    }
    this.#add(after)
    const undo = () => {
      this.#remove(after)
      this.#add(before)
    }
    this.#wrote(this, undo, after)
    return after
  }

  remove(row: MemoryRow): void {
    this.#guard('remove', row, undefined)
    this.#remove(row)
    this.#wrote(this, () => this.#add(row), undefined)
  }

  #type(column = ''): string {
    const type = this.rules.types.get(column)
    if (type === undefined) throw new NotUnderstood(`the column ${this.rules.name}.${column}`)
    return type
  }

  #assign(row: Record<string, unknown>, values: MemoryRow): void {
    for (const [column, value] of Object.entries(values)) {
      if (value === undefined) throw new Error(`cannot be stored: ${this.rules.name}.${column}`)
      row[column] = coerce(this.#type(column), value)
    }
    for (const { column, of } of this.rules.generated) row[column] = of(placeOf([row]))
  }

  #check(row: MemoryRow): void {
    const { name, required, checks, uniques } = this.rules
    const missing = required.find((column) => row[column] === null)
    if (missing !== undefined) throw new StatementFailed(`${name}.${missing} is null`, '23502')
    const place = placeOf([row])
    for (const check of checks) {
      if (check.holds(place) !== false) continue
      throw new StatementFailed(`${name} violates ${check.name}`, '23514')
    }
    for (const unique of uniques) {
      const values = unique.columns.map((column) => row[column] ?? null)
      if (values.includes(null) || unique.where?.(place) === false) continue
      const others = this.find(unique.columns, values)
      if (!others.some((other) => unique.where?.(placeOf([other])) !== false)) continue
      throw new StatementFailed(`${name} violates ${unique.name}`, '23505')
    }
  }

  #guard(what: 'update' | 'remove', before: MemoryRow, after: MemoryRow | undefined): void {
    for (const guard of this.rules.guards) {
      if (!guard[what] || guard.when?.(placeOf([before, after])) === false) continue
      throw new StatementFailed(`${this.rules.name} refuses it: ${guard.name}`, 'SV002')
    }
  }

  #add(row: MemoryRow): void {
    this.#rows.add(row)
    for (const index of this.#indexes.values()) addTo(index, row)
  }

  #remove(row: MemoryRow): void {
    this.#rows.delete(row)
    for (const { columns, rows } of this.#indexes.values()) {
      rows.get(keyOf(columns.map((column) => row[column])))?.delete(row)
    }
  }

  #addIndex(name: string, columns: readonly string[]): Index {
    const index: Index = { columns, rows: new Map() }
    this.#indexes.set(name, index)
    for (const row of this.#rows) addTo(index, row)
    return index
  }
}

function addTo({ columns, rows }: Index, row: MemoryRow): void {
  const key = keyOf(columns.map((column) => row[column]))
  const found = rows.get(key)
  if (found === undefined) rows.set(key, new Set([row]))
  else found.add(row)
}

const placeOf = (rows: readonly (MemoryRow | undefined)[]): Place => ({
  tables: undefined,
  rows,
  values: [],
  outer: undefined,
})
