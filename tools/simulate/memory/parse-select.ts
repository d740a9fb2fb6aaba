import { callOf, expressionOf, orderOf } from './parse-expression.ts'
import type { Expression, InsertMissing, Output, Select, Source, Star } from './syntax.ts'
import { Cursor } from './tokens.ts'

export function parseExpression(text: string): Expression {
  const cursor = new Cursor(text, selectOf)
  const expression = expressionOf(cursor)
  if (cursor.peek().kind !== 'end') throw cursor.lost(`«${cursor.peek().text}»`)
  return expression
}

export function parseStatement(text: string): Select | InsertMissing {
  const cursor = new Cursor(text, selectOf)
  const statement = cursor.takes('insert', 'into') ? insertOf(cursor) : selectOf(cursor)
  if (cursor.peek().kind !== 'end') throw cursor.lost(`«${cursor.peek().text}»`)
  return statement
}

function insertOf(cursor: Cursor): InsertMissing {
  const table = cursor.name()
  const columns = cursor.within(() => cursor.list(() => cursor.name()))
  cursor.expect('values')
  const row = () => cursor.within(() => cursor.list(() => expressionOf(cursor)))
  const rows = cursor.list(row)
  cursor.expect('on', 'conflict', 'do', 'nothing')
  return { kind: 'insert', table, columns, rows }
}

export function selectOf(cursor: Cursor): Select {
  cursor.expect('select')
  const outputs = cursor.list(() => outputOf(cursor))
  const from = cursor.takes('from') ? sourcesOf(cursor) : []
  const where = cursor.takes('where') ? expressionOf(cursor) : undefined
  const groups = cursor.takes('group', 'by') ? cursor.list(() => expressionOf(cursor)) : []
  const order = orderOf(cursor)
  const limit = cursor.takes('limit') ? expressionOf(cursor) : undefined
  skipLock(cursor)
  return { kind: 'select', outputs, from, where, groups, order, limit }
}

/** One life at a time has the memory, so nothing in it is locked. */
function skipLock(cursor: Cursor): void {
  if (!cursor.takes('for')) return
  cursor.takes('no', 'key')
  if (!cursor.takes('update')) cursor.expect('share')
  if (cursor.takes('of')) cursor.list(() => cursor.name())
  if (!cursor.takes('skip', 'locked')) cursor.takes('nowait')
}

function outputOf(cursor: Cursor): Output | Star {
  if (cursor.takes('*')) return { allOf: undefined }
  if (cursor.peek(1).text === '.' && cursor.peek(2).text === '*') {
    const allOf = cursor.name()
    cursor.expect('.', '*')
    return { allOf }
  }
  const of = expressionOf(cursor)
  if (cursor.takes('as')) return { name: cursor.name(), of }
  return { name: nameOf(of), of }
}

function nameOf(of: Expression): string {
  if (of.kind === 'column' || of.kind === 'call') return of.name
  if (of.kind === 'cast') return nameOf(of.of)
  if (of.kind === 'case') return 'case'
  if (of.kind !== 'scalar') return '?column?'
  const [first] = of.query.outputs
  return first !== undefined && 'name' in first ? first.name : '?column?'
}

function sourcesOf(cursor: Cursor): Source[] {
  const sources = [sourceOf(cursor, false)]
  for (;;) {
    if (cursor.takes(',') || cursor.takes('cross', 'join')) sources.push(sourceOf(cursor, false))
    else if (cursor.takes('left', 'join')) sources.push(withCondition(cursor, true))
    else if (cursor.takes('inner', 'join') || cursor.takes('join')) {
      sources.push(withCondition(cursor, false))
    } else return sources
  }
}

function withCondition(cursor: Cursor, left: boolean): Source {
  const source = sourceOf(cursor, left)
  if (cursor.takes('using')) {
    return { ...source, using: cursor.within(() => cursor.list(() => cursor.name())) }
  }
  cursor.expect('on')
  return { ...source, on: expressionOf(cursor) }
}

function sourceOf(cursor: Cursor, left: boolean): Source {
  cursor.takes('lateral')
  let of: Source['of']
  let alias = ''
  if (cursor.sees('(')) of = { query: cursor.within(() => cursor.query()) }
  else {
    alias = cursor.name()
    if (cursor.sees('(')) {
      const call = callOf(cursor, alias)
      if (call.kind !== 'call') throw cursor.lost(alias)
      of = { rowsOf: call }
    } else of = { table: alias }
  }
  const named = cursor.takes('as') || (cursor.peek().kind === 'word' && !isClause(cursor))
  if (named) alias = cursor.name()
  const names =
    named && cursor.sees('(') ? cursor.within(() => cursor.list(() => cursor.name())) : undefined
  return { alias, of, names, left, on: undefined, using: [] }
}

const CLAUSES = `where group order limit for on using left inner cross join`.split(' ')
const isClause = (cursor: Cursor): boolean => CLAUSES.includes(cursor.peek().text)
