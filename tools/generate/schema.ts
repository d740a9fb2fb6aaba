/** The schema as its one SQL file says it: read as text, so that no database has to run. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const SCHEMA = 'packages/server/src/platform/database/migrations/0001-schema.sql'

export type Column = {
  readonly name: string
  /** As the file writes it: `bigint`, `text[]`. */
  readonly type: string
  readonly isKey: boolean
  readonly isNullable: boolean
  /** Without it a row has to say something. */
  readonly hasDefault: boolean
  /** Computed by the database: nobody writes it. */
  readonly isGenerated: boolean
  /** The texts that a CHECK beside the column allows; empty: any. */
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
  const sql = readFileSync(join(import.meta.dirname, '../..', SCHEMA), 'utf8')
  const [, ...parts] = sql.split(/^-- ## /m)
  return parts.map((part) => ({ title: part.slice(0, part.indexOf('\n')), tables: tablesOf(part) }))
}

function tablesOf(part: string): Table[] {
  const tables = part.matchAll(/((?:^--.*\n)*)^CREATE TABLE (\w+) \(([\s\S]*?)\)[^()\n]*;$/gm)
  return [...tables].map(([, comment = '', name = '', body = '']) => {
    const references = [...body.matchAll(/\bREFERENCES (\w+)/g)].map(([, target = '']) => target)
    const refersTo = [...new Set(references)]
    return { name, columns: columnsOf(body), refersTo, comment: commentLines(comment) }
  })
}

const commentLines = (text: string): string[] =>
  text.split('\n').flatMap((line) => /^\s*-- (.*)$/.exec(line)?.[1] ?? [])

/** Each begins on a line of its own, unless the whole table stands on one. */
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
