import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { type Fragment, join, raw, sql, statementOf } from './fragment.ts'

test('values become parameters in the order in which they occur', () => {
  const mine = sql`o.store_id = ${'s'} and ${raw('o.sandbox')} = ${true}`
  const either = join([sql`a = ${1}`, sql`b = ${2}`, sql`c is null`], ' or ')
  assert.deepEqual(
    statementOf(sql`select 1 from orders o where ${mine} and (${either}) limit ${9}`),
    {
      text:
        'select 1 from orders o where o.store_id = $1 and o.sandbox = $2 ' +
        'and (a = $3 or b = $4 or c is null) limit $5',
      values: ['s', true, 1, 2, 9],
    },
  )
  assert.deepEqual(statementOf(sql`a${sql``}b`), { text: 'ab', values: [] })
  assert.deepEqual(statementOf(join([], ', ')), { text: '', values: [] })
})

test('no value ever becomes text, however fragments are put together', () => {
  const { tree } = fc.letrec<{ tree: Fragment }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.anything().map((value) => sql`x = ${value}`),
      fc.array(tie('tree'), { maxLength: 4 }).map((parts) => join(parts, ' and ')),
      fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => sql`(${a} or ${b})`),
    ),
  }))
  fc.assert(
    fc.property(tree, (fragment) => {
      const { text, values } = statementOf(fragment)
      assert.match(text, /^(?:x = \$\d+| and | or |[()])*$/)
      const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number))
      assert.deepEqual(
        numbers,
        values.map((_, index) => index + 1),
      )
    }),
  )
})
