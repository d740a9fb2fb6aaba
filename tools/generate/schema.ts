/** The schema according to its migrations: parsed as text, so that no database has to run. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const MIGRATIONS = 'packages/server/src/platform/database/migrations'

export type Column = {
  readonly name: string
  /** As in the file: `bigint`, `text[]`. */
  readonly type: string
  readonly isKey: boolean
  readonly isNullable: boolean
  /** Without it a new row needs a value. */
  readonly hasDefault: boolean
  /** Computed by the database: never written. */
  readonly isGenerated: boolean
  /** The texts permitted by a CHECK of the column; empty: any. */
  readonly allowed: readonly string[]
  /** The lines of the comment above it. */
  readonly comment: readonly string[]
}
export type Table = {
  readonly name: string
  readonly columns: readonly Column[]
  /** The tables that its rows refer to. */
  readonly refersTo: readonly string[]
  readonly comment: readonly string[]
}
export type Chapter = { readonly title: string; readonly tables: readonly Table[] }

export function readChapters(): Chapter[] {
  const folder = join(import.meta.dirname, '../..', MIGRATIONS)
  const files = readdirSync(folder).sort()
  return chaptersOf(files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n'))
}

/**
 * A later migration adds to previous chapters, and columns to their tables; if it defines a
 * column's CHECK again, that one applies.
 */
export function chaptersOf(sql: string): Chapter[] {
  const [, ...parts] = sql.split(/^-- ## /m)
  const renewed = new Map(
    [...sql.matchAll(/^ALTER TABLE (\w+)\n {2}ADD CONSTRAINT \w+ (CHECK \((\w+) IN [^;]*);/gm)].map(
      ([, table = '', check = '', column = '']) => [
        `${table}.${column}`,
        allowedTexts(column, check),
      ],
    ),
  )
  const freed = new Set(
    [...sql.matchAll(/^ALTER TABLE (\w+) ALTER COLUMN (\w+) DROP NOT NULL;/gm)].map(
      ([, table = '', column = '']) => `${table}.${column}`,
    ),
  )
  const renew = (table: string) => (each: Column) => {
    const name = `${table}.${each.name}`
    const isNullable = each.isNullable || freed.has(name)
    return { ...each, isNullable, allowed: renewed.get(name) ?? each.allowed }
  }
  const added = Map.groupBy(
    sql.matchAll(/^ALTER TABLE (\w+)\n((?:(?: {2}--.*\n)*^ {2}ADD COLUMN .*\n?)+)/gm),
    ([, table = '']) => table,
  )
  return parts.map((part) => {
    const tables = tablesOf(part).map((table) => {
      const more = (added.get(table.name) ?? []).flatMap(([, , lines = '']) =>
        columnsOf(`\n${lines.replaceAll('ADD COLUMN ', '')}`),
      )
      return { ...table, columns: [...table.columns, ...more].map(renew(table.name)) }
    })
    return { title: part.slice(0, part.indexOf('\n')), tables }
  })
}

function tablesOf(part: string): Table[] {
  // A comment inside does not end a table, however it ends itself.
  const tables = part.matchAll(
    /((?:^--.*\n)*)^CREATE TABLE (\w+) \(((?:--.*|(?!--)[\s\S])*?)\)[^()\n]*;$/gm,
  )
  return [...tables].map(([, comment = '', name = '', body = '']) => {
    const references = [...body.matchAll(/\bREFERENCES (\w+)/g)].map(([, target = '']) => target)
    const refersTo = [...new Set(references)]
    return { name, columns: columnsOf(body), refersTo, comment: commentLines(comment) }
  })
}

const commentLines = (text: string): string[] =>
  text.split('\n').flatMap((line) => /^\s*-- (.*)$/.exec(line)?.[1] ?? [])

/** Each begins on a line of its own, unless the whole table is on one. */
function columnsOf(body: string): Column[] {
  const keys = new Set(/PRIMARY KEY \(([^)]*)\)/.exec(body)?.[1]?.split(', '))
  const text = body.startsWith('\n') ? body : body.replace(/(^|, )(?=\w)/g, '\n  ')
  const items = text.matchAll(
    /((?:^ {2}--.*\n)*)^ {2}([a-z0-9_]+) ([a-z]+(?:\[\])?)(.*(?:\n {4}.*)*)/gm,
  )
  return [...items].map(([, comment = '', name = '', type = '', rest = '']) => {
    const isPrimary = rest.includes(' PRIMARY KEY')
    const isKey = keys.has(name) || isPrimary
    return {
      name,
      type,
      isKey,
      isNullable: !rest.includes(' NOT NULL') && !isKey,
      hasDefault: /\bDEFAULT\b/.test(rest),
      isGenerated: rest.includes(' GENERATED ALWAYS'),
      allowed: allowedTexts(name, rest),
      comment: commentLines(comment),
    }
  })
}

function allowedTexts(column: string, rest: string): string[] {
  const list = new RegExp(`CHECK \\(${column} (?:= |IN\\s*\\()([^)]*)\\)`).exec(rest)?.[1] ?? ''
  return [...list.matchAll(/'([^']*)'/g)].map(([, text = '']) => text)
}
