/** A schema made ready: what a row must be, once for any number of memories. */
import { compile, type Evaluate, Scope } from './evaluate.ts'
import { parseExpression } from './parse-select.ts'
import type { Reference, Schema, TableSchema } from './schema.ts'
import { NotUnderstood } from './syntax.ts'
import { coerce } from './values.ts'

export type UniqueRule = {
  readonly name: string
  readonly columns: readonly string[]
  readonly where: Evaluate | undefined
}
export type GuardRule = {
  readonly name: string
  readonly update: boolean
  readonly remove: boolean
  /** Of the old row and the new one; undefined: always. */
  readonly when: Evaluate | undefined
}
export type TableRules = {
  readonly name: string
  readonly columns: readonly string[]
  readonly types: ReadonlyMap<string, string>
  readonly required: readonly string[]
  readonly standards: Readonly<Record<string, unknown>>
  readonly generated: readonly { readonly column: string; readonly of: Evaluate }[]
  readonly uniques: readonly UniqueRule[]
  readonly checks: readonly { readonly name: string; readonly holds: Evaluate }[]
  readonly references: readonly Reference[]
  readonly guards: readonly GuardRule[]
}
export type SchemaRules = {
  readonly tables: ReadonlyMap<string, TableRules>
  /** What only a database sees to. */
  readonly notUnderstood: readonly string[]
}

export function rulesOf(schema: Schema): SchemaRules {
  const notUnderstood: string[] = []
  const trying = <T>(name: string, make: () => T): T[] => {
    try {
      return [make()]
    } catch (error) {
      if (!(error instanceof NotUnderstood)) throw error
      notUnderstood.push(`${name}: ${error.message}`)
      return []
    }
  }
  const tables = schema.map((table) => [table.name, tableRules(table, trying)] as const)
  return { tables: new Map(tables), notUnderstood }
}

type Trying = <T>(name: string, make: () => T) => T[]

function tableRules(table: TableSchema, trying: Trying): TableRules {
  const { name, references } = table
  const columns = table.columns.map((column) => column.name)
  const types = new Map(table.columns.map((column) => [column.name, column.type]))
  const condition = (text: string, aliases: readonly string[]) => compiled(text, columns, aliases)
  const given = table.columns.filter(({ standard, generated }) => standard !== null && !generated)
  const standards = given.flatMap(({ name: column, standard, type }) =>
    trying(`${name}.${column}`, () => {
      const nowhere = { tables: undefined, rows: [], values: [], outer: undefined }
      return [column, coerce(type, compiled(standard ?? '', [], [])(nowhere))] as const
    }),
  )
  const generated = table.columns.filter((column) => column.generated)
  return {
    ...{ name, columns, types, references },
    required: table.columns.filter(({ required }) => required).map((column) => column.name),
    standards: Object.fromEntries(standards),
    generated: generated.flatMap(({ name: column, standard }) =>
      trying(`${name}.${column}`, () => ({ column, of: condition(standard ?? '', [name]) })),
    ),
    uniques: table.uniques.flatMap((unique) =>
      trying(unique.name, () => {
        const strange = unique.columns.find((column) => !types.has(column))
        if (strange !== undefined) throw new NotUnderstood(`an index on ${strange}`)
        const where = unique.where === null ? undefined : condition(unique.where, [name])
        return { name: unique.name, columns: unique.columns, where }
      }),
    ),
    checks: table.checks.flatMap((check) =>
      trying(check.name, () => ({ name: check.name, holds: condition(check.text, [name]) })),
    ),
    guards: table.guards.flatMap(({ name: guard, on, when }) =>
      trying(guard, () => ({
        name: guard,
        update: on.includes('UPDATE'),
        remove: on.includes('DELETE'),
        when: when === null ? undefined : condition(when, ['old', 'new']),
      })),
    ),
  }
}

function compiled(text: string, columns: readonly string[], aliases: readonly string[]): Evaluate {
  const scope = new Scope(undefined, () => {
    throw new NotUnderstood('a query in a condition', text)
  })
  for (const alias of aliases) scope.sources.push({ alias, columns })
  return compile(parseExpression(text), scope)
}
