import type { Call, Expression, Order } from './syntax.ts'
import type { Cursor } from './tokens.ts'

const COMPARISONS = ['=', '<>', '!=', '<=', '>=', '<', '>']
const LEVELS: readonly (readonly string[])[] = [
  ['||', '->>', '->', '~', '!~', '<@', '@>'],
  ['+', '-'],
  ['*', '/', '%'],
]
/** Words that end an expression, so that they are no names. */
const RESERVED = new Set(
  `from where group having order limit offset for union and or not is in between then else end when
  as on join left inner cross using asc desc nulls returning values select`.split(/\s+/),
)

export function expressionOf(cursor: Cursor): Expression {
  return joined(cursor, 'or', () => joined(cursor, 'and', () => negated(cursor)))
}

function joined(cursor: Cursor, sign: string, one: () => Expression): Expression {
  let left = one()
  while (cursor.takes(sign)) left = { kind: 'operation', sign, left, right: one() }
  return left
}

function negated(cursor: Cursor): Expression {
  if (cursor.takes('not')) return { kind: 'not', of: negated(cursor) }
  let of = comparison(cursor)
  while (cursor.takes('is')) {
    const not = cursor.takes('not')
    let tested: Expression
    if (cursor.takes('distinct', 'from')) {
      const right = comparison(cursor)
      tested = { kind: 'operation', sign: 'is distinct from', left: of, right }
    } else {
      const word = cursor.name()
      const what = { null: null, true: true, false: false }[word]
      if (what === undefined) throw cursor.lost(`is ${word}`)
      tested = { kind: 'is', of, what }
    }
    of = not ? { kind: 'not', of: tested } : tested
  }
  return of
}

function comparison(cursor: Cursor): Expression {
  let left = level(cursor, 0)
  for (;;) {
    const { kind, text: sign } = cursor.peek()
    if (kind === 'sign' && COMPARISONS.includes(sign)) {
      cursor.next()
      if (cursor.sees('any', '(') || cursor.sees('all', '(')) {
        const all = cursor.name() === 'all'
        const list = cursor.within(() => expressionOf(cursor))
        left = { kind: 'quantified', sign, all, left, list }
      } else left = { kind: 'operation', sign, left, right: level(cursor, 0) }
    } else {
      const tested = membership(cursor, left)
      if (tested === undefined) return left
      left = tested
    }
  }
}

function membership(cursor: Cursor, of: Expression): Expression | undefined {
  const not = cursor.sees('not', 'in') || cursor.sees('not', 'between')
  if (not) cursor.next()
  let tested: Expression | undefined
  if (cursor.takes('in')) {
    const items = cursor.within(() => cursor.list(() => expressionOf(cursor)))
    tested = { kind: 'list', of, items }
  } else if (cursor.takes('between')) {
    const low = level(cursor, 0)
    cursor.expect('and')
    tested = {
      kind: 'operation',
      sign: 'and',
      left: { kind: 'operation', sign: '>=', left: of, right: low },
      right: { kind: 'operation', sign: '<=', left: of, right: level(cursor, 0) },
    }
  }
  return not && tested !== undefined ? { kind: 'not', of: tested } : tested
}

function level(cursor: Cursor, index: number): Expression {
  const signs = LEVELS[index]
  if (signs === undefined) return casted(cursor)
  let left = level(cursor, index + 1)
  for (;;) {
    const { kind, text: sign } = cursor.peek()
    if (kind !== 'sign' || !signs.includes(sign)) return left
    cursor.next()
    left = { kind: 'operation', sign, left, right: level(cursor, index + 1) }
  }
}

function casted(cursor: Cursor): Expression {
  if (cursor.takes('-')) {
    const left: Expression = { kind: 'value', value: 0 }
    return { kind: 'operation', sign: '-', left, right: casted(cursor) }
  }
  let of = atom(cursor)
  while (cursor.takes('::')) of = { kind: 'cast', of, type: typeOf(cursor) }
  return of
}

function typeOf(cursor: Cursor): string {
  let type = cursor.name()
  if (cursor.takes('with', 'time', 'zone')) type = 'timestamp with time zone'
  if (cursor.takes('varying')) type = 'text'
  return cursor.takes('[', ']') ? `${type}[]` : type
}

function atom(cursor: Cursor): Expression {
  const { kind, text } = cursor.peek()
  if (kind === 'parameter') return { kind: 'parameter', index: Number(cursor.next().text) - 1 }
  if (kind === 'number') return { kind: 'value', value: Number(cursor.next().text) }
  if (kind === 'text') return { kind: 'value', value: cursor.next().text }
  if (cursor.sees('(')) return parenthesis(cursor)
  if (kind !== 'word' || RESERVED.has(text)) throw cursor.lost(`«${text}»`)
  const constant = { null: null, true: true, false: false }[text]
  if (constant !== undefined) {
    cursor.next()
    return { kind: 'value', value: constant }
  }
  if (cursor.takes('case')) return caseOf(cursor)
  if (cursor.takes('exists')) {
    return { kind: 'exists', query: cursor.within(() => cursor.query()) }
  }
  if (cursor.takes('array')) return arrayOf(cursor)
  if (text === 'interval' && cursor.peek(1).kind === 'text') {
    cursor.next()
    const of: Expression = { kind: 'value', value: cursor.next().text }
    return { kind: 'cast', of, type: 'interval' }
  }
  const name = cursor.name()
  if (cursor.sees('(')) return callOf(cursor, name)
  if (!cursor.takes('.')) return { kind: 'column', table: undefined, name }
  return { kind: 'column', table: name, name: cursor.name() }
}

function parenthesis(cursor: Cursor): Expression {
  return cursor.within(() => {
    if (cursor.sees('select')) return { kind: 'scalar', query: cursor.query() }
    const items = cursor.list(() => expressionOf(cursor))
    const [only] = items
    return items.length === 1 && only !== undefined ? only : { kind: 'row', items }
  })
}

function arrayOf(cursor: Cursor): Expression {
  if (cursor.sees('(')) return { kind: 'arrayOf', query: cursor.within(() => cursor.query()) }
  cursor.expect('[')
  const items = cursor.sees(']') ? [] : cursor.list(() => expressionOf(cursor))
  cursor.expect(']')
  return { kind: 'array', items }
}

function caseOf(cursor: Cursor): Expression {
  const of = cursor.sees('when') ? undefined : expressionOf(cursor)
  const branches: { when: Expression; answer: Expression }[] = []
  while (cursor.takes('when')) {
    const when = expressionOf(cursor)
    cursor.expect('then')
    branches.push({ when, answer: expressionOf(cursor) })
  }
  const otherwise = cursor.takes('else') ? expressionOf(cursor) : undefined
  cursor.expect('end')
  return { kind: 'case', of, branches, otherwise }
}

export function callOf(cursor: Cursor, name: string): Call | Expression {
  let order: readonly Order[] = []
  const parameters = cursor.within(() => {
    if (cursor.takes('*')) return undefined
    const given = cursor.sees(')') ? [] : cursor.list(() => expressionOf(cursor))
    order = orderOf(cursor)
    return given
  })
  if (name === 'row') return { kind: 'row', items: parameters ?? [] }
  const filter = cursor.takes('filter')
    ? cursor.within(() => {
        cursor.expect('where')
        return expressionOf(cursor)
      })
    : undefined
  const over = cursor.takes('over')
    ? cursor.within(() => {
        const partition = cursor.takes('partition', 'by')
          ? cursor.list(() => expressionOf(cursor))
          : []
        return { partition, order: orderOf(cursor) }
      })
    : undefined
  return { kind: 'call', name, parameters, order, filter, over }
}

export function orderOf(cursor: Cursor): Order[] {
  if (!cursor.takes('order', 'by')) return []
  return cursor.list(() => {
    const by = expressionOf(cursor)
    const descending = cursor.takes('desc')
    if (!descending) cursor.takes('asc')
    return { by, descending }
  })
}
