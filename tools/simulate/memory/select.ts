/** Queries made into functions: sources one after the other, each row by its key where it can. */

import { grouped, sorted, windowsOf } from './arrange.ts'
import { compile, type Evaluate, type MemoryRow, type Place, Scope } from './evaluate.ts'
import type { SchemaRules } from './rules-of-tables.ts'
import { type Expression, NotUnderstood, type Select, type Source } from './syntax.ts'
import { answered, List } from './values.ts'

export type Query = {
  readonly names: readonly string[]
  rows(place: Place): unknown[][]
  /** With names, as the wire would have them. */
  answers(place: Place): MemoryRow[]
}

/** Where the next source's rows come from, and what they have to meet. */
type Step = {
  readonly rows: (place: Place) => readonly MemoryRow[]
  readonly met: readonly Evaluate[]
  readonly left: boolean
  /** Looked at after a row was made up where nothing matched. */
  readonly after: readonly Evaluate[]
}

export function compileSelect(rules: SchemaRules, select: Select, outer?: Scope): Query {
  const scope = new Scope(outer, (query, inner) => compileSelect(rules, query, inner).rows)
  const provided = select.from.map((source) => addSource(rules, scope, source))
  const conditions = conjuncts(select.where)
  const steps = select.from.map((source, index) => {
    return stepOf(scope, { source, index, provide: provided[index] as Provide }, conditions)
  })
  const loose = conditions.filter((condition) => touchedBy(scope, condition) < 0)
  const outputs = select.outputs.flatMap((output) => {
    if ('of' in output) return [output]
    return scope.sources
      .filter(({ alias }) => output.allOf === undefined || alias === output.allOf)
      .flatMap(({ alias, columns }) =>
        columns.map((name) => ({ name, of: { kind: 'column', table: alias, name } as const })),
      )
  })
  const ordered = select.order.map(({ by, descending }) => {
    const named = by.kind === 'column' && by.table === undefined ? by.name : undefined
    const output =
      by.kind === 'value'
        ? outputs[Number(by.value) - 1]
        : outputs.find(({ name }) => name === named)
    return { by: compile(output?.of ?? by, scope), descending }
  })
  const compiled = outputs.map(({ of }) => compile(of, scope))
  const groups = select.groups.map((group) => {
    const output = group.kind === 'value' ? outputs[Number(group.value) - 1] : undefined
    return compile(output?.of ?? group, scope)
  })
  const grouping = groups.length > 0 || scope.aggregates.length > 0
  const limit = select.limit === undefined ? undefined : compile(select.limit, scope)
  const must = loose.map((condition) => compile(condition, scope))
  const windows = windowsOf(scope)
  const found = (around: Place): readonly Place[] => {
    const { tables, values } = around
    const start = { tables, rows: [], values, outer: outer === undefined ? undefined : around }
    let places = must.every((holds) => holds(start) === true) ? joined(steps, start) : []
    if (grouping) places = grouped(scope, groups, places, start)
    places = windows(places)
    if (ordered.length > 0 && places.length > 1) places = sorted(places, ordered)
    return limit === undefined ? places : places.slice(0, Number(limit(start)))
  }
  const names = outputs.map(({ name }) => name)
  const whole = select.outputs.length === 1 && isWholeRow(rules, select)
  return {
    names,
    rows: (around) => found(around).map((place) => compiled.map((output) => output(place))),
    answers(around) {
      if (whole) return found(around).map(({ rows: [row] }) => row ?? {})
      return found(around).map((place) => {
        const row: Record<string, unknown> = {}
        for (const [index, name] of names.entries()) row[name] = answered(compiled[index]?.(place))
        return row
      })
    },
  }
}

/** All columns of one table, none of which looks different on the wire. */
function isWholeRow(rules: SchemaRules, { outputs: [output], from, groups }: Select): boolean {
  const [source] = from
  if (source === undefined || from.length > 1 || groups.length > 0) return false
  if (output === undefined || !('allOf' in output) || !('table' in source.of)) return false
  const types = rules.tables.get(source.of.table)?.types.values() ?? []
  return ![...types].some((type) => type.endsWith('[]'))
}

type Provide = (
  place: Place,
  found?: { columns: string[]; values: unknown[] },
) => readonly MemoryRow[]

/** Makes the source's columns known, and answers how its rows are had. */
function addSource(rules: SchemaRules, scope: Scope, { alias, of, names }: Source): Provide {
  if ('table' in of) {
    const table = rules.tables.get(of.table)
    if (table === undefined) throw new NotUnderstood(`the table ${of.table}`)
    scope.sources.push({ alias, columns: table.columns })
    return ({ tables }, found) =>
      tables?.table(of.table).find(found?.columns ?? [], found?.values ?? []) ?? []
  }
  if ('query' in of) {
    const query = compileSelect(rules, of.query, scope)
    const columns = names ?? query.names
    scope.sources.push({ alias, columns })
    return (place) => query.rows(place).map((row) => rowOf(columns, row))
  }
  if (of.rowsOf.name !== 'unnest') throw new NotUnderstood(`rows of ${of.rowsOf.name}`)
  const lists = (of.rowsOf.parameters ?? []).map((each) => compile(each, scope))
  const columns = names ?? ['unnest']
  scope.sources.push({ alias, columns })
  return (place) => {
    const found = lists
      .map((list) => list(place))
      .map((list) => (list instanceof List ? list.items : []))
    const count = Math.max(...found.map(({ length }) => length))
    return Array.from({ length: count }, (_, index) =>
      rowOf(
        columns,
        found.map((items) => items[index] ?? null),
      ),
    )
  }
}

const rowOf = (columns: readonly string[], values: readonly unknown[]): MemoryRow =>
  Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]))

function conjuncts(of: Expression | undefined): Expression[] {
  if (of === undefined) return []
  if (of.kind !== 'operation' || of.sign !== 'and') return [of]
  return [...conjuncts(of.left), ...conjuncts(of.right)]
}

/** The last source that it refers to. */
function touchedBy(scope: Scope, condition: Expression): number {
  scope.touched = -1
  compile(condition, scope)
  return scope.touched
}

type Numbered = { readonly source: Source; readonly index: number; readonly provide: Provide }

function stepOf(
  scope: Scope,
  { source, index, provide }: Numbered,
  conditions: readonly Expression[],
): Step {
  const later = conditions.filter((condition) => touchedBy(scope, condition) === index)
  const own = conjuncts(source.on).concat(source.using.map((name) => sameIn(scope, index, name)))
  const deciding = source.left ? own : [...own, ...later]
  const found = 'table' in source.of ? deciding.map((each) => keyIn(scope, index, each)) : []
  const keys = found.filter((key) => key !== undefined)
  const rest = deciding.filter((_, place) => found[place] === undefined)
  const columns = keys.map(({ column }) => column)
  return {
    rows(place) {
      if (keys.length === 0) return provide(place)
      const values = keys.map(({ value }) => value(place))
      return values.includes(null) ? [] : provide(place, { columns, values })
    },
    met: rest.map((condition) => compile(condition, scope)),
    left: source.left,
    after: source.left ? later.map((condition) => compile(condition, scope)) : [],
  }
}

function sameIn(scope: Scope, index: number, name: string): Expression {
  const [other] = scope.sources.slice(0, index).filter(({ columns }) => columns.includes(name))
  const column = (table: string | undefined): Expression => ({ kind: 'column', table, name })
  return {
    kind: 'operation',
    sign: '=',
    left: column(other?.alias),
    right: column(scope.sources[index]?.alias),
  }
}

type Key = { readonly column: string; readonly value: Evaluate }

/** A column of this source that equals something known before it. */
function keyIn(scope: Scope, index: number, condition: Expression): Key | undefined {
  if (condition.kind !== 'operation' || condition.sign !== '=') return undefined
  for (const [side, other] of [
    [condition.left, condition.right],
    [condition.right, condition.left],
  ] as const) {
    if (side.kind !== 'column' || scope.indexOf(side.table, side.name) !== index) continue
    if (touchedBy(scope, other) < index) return { column: side.name, value: compile(other, scope) }
  }
  return undefined
}

const widened = (place: Place, row: MemoryRow | undefined): Place => ({
  tables: place.tables,
  rows: place.rows.length === 0 ? [row] : [...place.rows, row],
  values: place.values,
  outer: place.outer,
})

function joined(steps: readonly Step[], start: Place): Place[] {
  let places: Place[] = [start]
  for (const { rows, met, left, after } of steps) {
    const next: Place[] = []
    for (const place of places) {
      let found = false
      for (const row of rows(place)) {
        const wider = widened(place, row)
        if (!met.every((holds) => holds(wider) === true)) continue
        found = true
        if (after.every((holds) => holds(wider) === true)) next.push(wider)
      }
      const empty = widened(place, undefined)
      if (left && !found && after.every((holds) => holds(empty) === true)) next.push(empty)
    }
    places = next
  }
  return places
}
