import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readXml, treeOf } from '../../../../../test/fixtures/read-xml.ts'
import { xmlOf } from './xml.ts'

/** Characters that XML 1.0 has no form for. */
const UNSPEAKABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const body = (json: string): string => xmlOf(json).replace(/^<\?xml.*\?>\n/, '')

const cases: readonly (readonly [json: string, xml: string])[] = [
  ['{}', '<response></response>'],
  [
    '{"a":1,"b":"x","c":true,"d":null}',
    '<response><a>1</a><b>x</b><c>true</c><d nil="true"/></response>',
  ],
  [
    '{"results":[{"id":"1"},{"id":"2"}]}',
    '<response><results><item><id>1</id></item><item><id>2</id></item></results></response>',
  ],
  ['{"a":[]}', '<response><a></a></response>'],
  ['{"a":[[1],null]}', '<response><a><item><item>1</item></item><item nil="true"/></a></response>'],
  ['{"a":""}', '<response><a></a></response>'],
  ['{"a":"<b>&amp;]]>\\r\\n"}', '<response><a>&lt;b&gt;&amp;amp;]]&gt;&#13;\n</a></response>'],
  [
    '{"a":"\\u0000\\u0008\\ud800x\\uffff"}',
    '<response><a>\uFFFD\uFFFD\uFFFDx\uFFFD</a></response>',
  ],
  ['{"a":"😀"}', '<response><a>😀</a></response>'],
  ['{"a":9007199254740993}', '<response><a>9007199254740993</a></response>'],
  ['{"a":{"rawJSON":"<x>"}}', '<response><a><rawJSON>&lt;x&gt;</rawJSON></a></response>'],
  ['{"total_amount":1}', '<response><total_amount>1</total_amount></response>'],
  ['{"1a":1}', '<response><_x0031_a>1</_x0031_a></response>'],
  ['{"a b":1,"a:b":2}', '<response><a_x0020_b>1</a_x0020_b><a_x003A_b>2</a_x003A_b></response>'],
  ['{"":1,"_":2}', '<response><_x_>1</_x_><_>2</_></response>'],
  ['{"_x0031_a":1}', '<response><_x005F_x0031_a>1</_x005F_x0031_a></response>'],
  ['{"_x_":1}', '<response><_x005F_x_>1</_x005F_x_></response>'],
  ['{"max_x_y":1}', '<response><max_x005F_x_y>1</max_x005F_x_y></response>'],
  [
    '{"order.articles.0.price":["x"]}',
    '<response><order.articles.0.price><item>x</item></order.articles.0.price></response>',
  ],
  ['{"-a":1,"\u0301b":2}', '<response><_x002D_a>1</_x002D_a><_x0301_b>2</_x0301_b></response>'],
  ['{"__x_":1}', '<response><__x005F_x_>1</__x005F_x_></response>'],
  ['{"😀":1}', '<response><_x1F600_>1</_x1F600_></response>'],
  ['{"__proto__":1}', '<response><__proto__>1</__proto__></response>'],
  [
    '{"error":{"type":"T","code":"c"},"allowed":false}',
    '<error><type>T</type><code>c</code><allowed>false</allowed></error>',
  ],
  ['{"error":"a field of that name"}', '<response><error>a field of that name</error></response>'],
]
for (const [json, xml] of cases) {
  test(`${json} is ${xml.slice(0, 60)}`, () => {
    assert.equal(body(json), xml)
    readXml(xmlOf(json))
  })
}

// Hostile keys and texts: whatever a shop may send in `meta` comes back in an answer.
test('whatever the data, the document is well-formed and has the same content', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      '<!--',
      ']]>',
      '&#0;',
      '<?xml',
      'xml',
      'a:b',
      '-a',
      '\uD800',
      '\u0000',
      'é',
      '_x0041_',
    ),
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      hostile,
      fc.dictionary(hostile, tie('tree'), { maxKeys: 4 }),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.integer(),
      fc.constantFrom(null, true, false),
    ),
  }))
  fc.assert(
    fc.property(tree, (value) => {
      const json = JSON.stringify({ value })
      const said = JSON.stringify({ value }, (_, each) =>
        typeof each === 'string' ? each.replace(UNSPEAKABLE, '\uFFFD') : each,
      )
      assert.deepEqual(readXml(xmlOf(json)), { root: 'response', tree: treeOf(JSON.parse(said)) })
    }),
    { numRuns: 2_000 },
  )
})

test('two keys never become the same element', () => {
  const key = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.string({
      unit: fc.constantFrom('_', 'x', '0', '0041', '1', 'a', 'A', ' ', ':'),
      maxLength: 8,
    }),
  )
  fc.assert(
    fc.property(key, key, (one, other) => {
      fc.pre(one.isWellFormed() && other.isWellFormed())
      const nameOf = (text: string) => body(JSON.stringify({ [text]: 1 }))
      assert.equal(one === other, nameOf(one) === nameOf(other))
    }),
    { numRuns: 5_000 },
  )
})
