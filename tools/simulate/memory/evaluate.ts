/** Expressions made into functions, once per text. */
import { aggregates, functions, operators } from './operators.ts'
import {
  type Call,
  type Case,
  type Expression,
  NotUnderstood,
  type Operation,
  type Quantified,
  type Select,
} from './syntax.ts'
import type { Tables } from './tables.ts'
import { coerce, List, Tuple, Whole } from './values.ts'

export type MemoryRow = Readonly<Record<string, unknown>>

/** What an expression is asked about: a row of each source, and those around a query in a query. */
export type Place = {
  readonly tables: Tables | undefined
  readonly rows: readonly (MemoryRow | undefined)[]
  readonly values: readonly unknown[]
  readonly outer: Place | undefined
  /** What aggregates and windows come to. */
  readonly computed?: ReadonlyMap<Expression, unknown>
}
export type Evaluate = (place: Place) => unknown

export type Ordered = { readonly by: Evaluate; readonly descending: boolean }

export type Aggregate = {
  readonly call: Call
  readonly order: readonly Ordered[]
  readonly of: Evaluate | undefined
  readonly filter: Evaluate | undefined
}

/** The sources that names may refer to, from the inside out. */
export class Scope {
  readonly sources: { readonly alias: string; readonly columns: readonly string[] }[] = []
  readonly outer: Scope | undefined
  readonly compileQuery: CompileQuery
  readonly aggregates: Aggregate[] = []
  readonly windows: Call[] = []
  /** The last source that has been referred to since this was set. */
  touched = -1

  constructor(outer: Scope | undefined, compileQuery: CompileQuery) {
    this.outer = outer
    this.compileQuery = compileQuery
  }

  indexOf(table: string | undefined, name: string): number {
    return this.sources.findIndex(
      ({ alias, columns }) => (table === undefined || alias === table) && columns.includes(name),
    )
  }
}

export type CompileQuery = (query: Select, outer: Scope) => (place: Place) => readonly unknown[][]

export function compile(of: Expression, scope: Scope): Evaluate {
  switch (of.kind) {
    case 'value':
      return () => of.value
    case 'parameter':
      return ({ values }) => values[of.index]
    case 'column':
      return columnOf(of, scope)
    case 'operation':
      return operationOf(of, scope)
    case 'not': {
      const inner = compile(of.of, scope)
      return (place) => {
        const answer = inner(place)
        return answer === null ? null : !answer
      }
    }
    case 'is': {
      const inner = compile(of.of, scope)
      return (place) => inner(place) === of.what
    }
    case 'list': {
      const [inner, ...items] = [of.of, ...of.items].map((each) => compile(each, scope))
      return (place) =>
        some(
          '=',
          inner?.(place),
          items.map((item) => item(place)),
        )
    }
    case 'quantified':
      return quantifiedOf(of, scope)
    case 'case':
      return caseOf(of, scope)
    case 'call':
      return callOf(of, scope)
    case 'cast': {
      const inner = compile(of.of, scope)
      return (place) => coerce(of.type, inner(place))
    }
    case 'row':
    case 'array': {
      const items = of.items.map((item) => compile(item, scope))
      const Made = of.kind === 'row' ? Tuple : List
      return (place) => new Made(items.map((item) => item(place)))
    }
    default:
      return queryOf(of, scope)
  }
}

function queryOf(of: Extract<Expression, { query: Select }>, scope: Scope): Evaluate {
  const rows = scope.compileQuery(of.query, scope)
  if (of.kind === 'exists') return (place) => rows(place).length > 0
  if (of.kind === 'arrayOf') return (place) => new List(rows(place).map(([first]) => first))
  return (place) => {
    const found = rows(place)
    if (found.length > 1) throw new Error('more than one row for one value')
    return found[0]?.[0] ?? null
  }
}

function columnOf({ table, name }: Expression & { kind: 'column' }, scope: Scope): Evaluate {
  let depth = 0
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    const index = at.indexOf(table, name)
    if (index >= 0) {
      at.touched = Math.max(at.touched, index)
      return reading(depth, index, name)
    }
    const row = table === undefined ? at.sources.findIndex(({ alias }) => alias === name) : -1
    if (row >= 0) return wholeRow(at, depth, row)
    depth++
  }
  throw new NotUnderstood(`the column ${table === undefined ? '' : `${table}.`}${name}`)
}

/** The name of a source stands for its row. */
function wholeRow(scope: Scope, depth: number, index: number): Evaluate {
  scope.touched = Math.max(scope.touched, index)
  return (place) => {
    let at: Place | undefined = place
    for (let step = 0; step < depth; step++) at = at?.outer
    const row = at?.rows[index]
    return row === undefined ? null : new Whole(row)
  }
}

function reading(depth: number, index: number, name: string): Evaluate {
  if (depth === 0) return ({ rows }) => rows[index]?.[name] ?? null
  return (place) => {
    let at: Place | undefined = place
    for (let step = 0; step < depth; step++) at = at?.outer
    return at?.rows[index]?.[name] ?? null
  }
}

function operationOf({ sign, left, right }: Operation, scope: Scope): Evaluate {
  const [a, b] = [compile(left, scope), compile(right, scope)]
  if (sign === 'and' || sign === 'or') {
    const decides = sign === 'or'
    return (place) => {
      const first = a(place)
      if (first === decides) return decides
      const second = b(place)
      if (second === decides) return decides
      return first === null || second === null ? null : !decides
    }
  }
  const operator = operators[sign]
  if (operator === undefined) throw new NotUnderstood(`the sign ${sign}`)
  return (place) => operator(a(place), b(place))
}

/** Whether the sign holds for one of the items: null where that is not known. */
function some(sign: string, value: unknown, items: readonly unknown[]): unknown {
  const answers = items.map((item) => operators[sign]?.(value, item))
  if (answers.includes(true)) return true
  return answers.includes(null) ? null : false
}

const NOT: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
}

function quantifiedOf({ sign, all, left, list }: Quantified, scope: Scope): Evaluate {
  const [value, items] = [compile(left, scope), compile(list, scope)]
  const against = NOT[sign]
  if (against === undefined) throw new NotUnderstood(`${sign} with any or all`)
  return (place) => {
    const found = items(place)
    if (found === null) return null
    if (!(found instanceof List)) throw new NotUnderstood('any or all of what is no array')
    if (!all) return some(sign, value(place), found.items)
    const answer = some(against, value(place), found.items)
    return answer === null ? null : !answer
  }
}

function caseOf({ of, branches, otherwise }: Case, scope: Scope): Evaluate {
  const value = of === undefined ? undefined : compile(of, scope)
  const compiled = branches.map(({ when, answer }) => {
    return { when: compile(when, scope), answer: compile(answer, scope) }
  })
  const rest = otherwise === undefined ? () => null : compile(otherwise, scope)
  return (place) => {
    const asked = value?.(place)
    const met = compiled.find(({ when }) => {
      const found = when(place)
      return value === undefined ? found === true : operators['=']?.(asked, found) === true
    })
    return (met?.answer ?? rest)(place)
  }
}

function callOf(call: Call, scope: Scope): Evaluate {
  const { name, parameters, filter, over } = call
  if (over !== undefined) {
    scope.windows.push(call)
    return ({ computed }) => computed?.get(call) ?? null
  }
  if (name in aggregates) {
    scope.aggregates.push({
      call,
      order: call.order.map(({ by, descending }) => ({ by: compile(by, scope), descending })),
      of: parameters?.[0] === undefined ? undefined : compile(parameters[0], scope),
      filter: filter === undefined ? undefined : compile(filter, scope),
    })
    return ({ computed }) => computed?.get(call) ?? null
  }
  const answer = functions[name]
  if (answer === undefined) throw new NotUnderstood(`the function ${name}`)
  const compiled = (parameters ?? []).map((each) => compile(each, scope))
  return (place) => answer(...compiled.map((each) => each(place)))
}
