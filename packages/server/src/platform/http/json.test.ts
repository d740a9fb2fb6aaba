import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { JsonFault, parseJson } from './json.ts'
import { JsonNumber } from './json-number.ts'

const parse = (text: string): unknown => parseJson(Buffer.from(text, 'utf8'))
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const nestedObjects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const members = (count: number): string => `[${Array.from({ length: count }, () => 1).join(',')}]`

type Hostile = readonly [body: string | Buffer, message: RegExp, path?: string]

const anything = /./
const notJson = /not JSON/
const ends = /ends where|does not end/
const number = /is not written as JSON wants it|a number is expected|not JSON/
const range = /too large, too small or too long/
const escaped = /an escape that JSON does not know/
const control = /control character/
const twice = /given twice/
const forbidden = /is not allowed/

const encodings: readonly Hostile[] = [
  [Buffer.from([0xff]), /UTF-8/],
  [Buffer.from([0x22, 0x80, 0x22]), /UTF-8/],
  [Buffer.from([0x22, 0xc0, 0xaf, 0x22]), /UTF-8/],
  [Buffer.from([0x22, 0xc3, 0x22]), /UTF-8/],
  [Buffer.from([0x22, 0xe2, 0x82, 0x22]), /UTF-8/],
  [Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), /UTF-8/],
  [Buffer.from([0x22, 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80, 0x22]), /UTF-8/],
  [Buffer.from([0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]), /UTF-8/],
  [Buffer.from([0x22, 0xf8, 0x88, 0x80, 0x80, 0x80, 0x22]), /UTF-8/],
  [Buffer.from('{"name":"Gonz\u00e1lez"}', 'latin1'), /UTF-8/],
  [Buffer.from([0xef, 0xbb, 0xbf]), /empty/],
  [Buffer.from([0xfe, 0xff, 0x00, 0x31]), /UTF-8/],
  [Buffer.from([0xff, 0xfe, 0x31, 0x00]), /UTF-8/],
  [Buffer.from('{}', 'utf16le'), anything],
]

const structures: readonly Hostile[] = [
  ['', /empty/],
  [' \n\t ', /empty/],
  ['{', ends],
  ['}', notJson],
  ['[', ends],
  [']', notJson],
  [',', notJson],
  [':', notJson],
  ['{]', notJson],
  ['[}', notJson],
  ['{"a"', ends],
  ['{"a":', ends],
  ['{"a":1', ends],
  ['{"a":1,', ends],
  ['{"a":1,}', notJson],
  ['{,"a":1}', notJson],
  ['{"a":1,,"b":2}', notJson],
  ['{"a" 1}', notJson],
  ['{"a"::1}', notJson, 'a'],
  ['{"a":}', notJson, 'a'],
  ['{"a":1 "b":2}', notJson],
  ['{"a":1;"b":2}', notJson],
  ['{a:1}', notJson],
  ["{'a':1}", notJson],
  ['{1:1}', notJson],
  ['{null:1}', notJson],
  ['{{}:1}', notJson],
  ['[1', ends],
  ['[1,', ends],
  ['[1,]', notJson, '1'],
  ['[,1]', notJson, '0'],
  ['[1,,2]', notJson, '1'],
  ['[1 2]', notJson],
  ['[1:2]', notJson],
  ['{}{}', notJson],
  ['{} x', notJson],
  ['[]]', notJson],
  ['{}}', notJson],
  ['1 2', notJson],
  ['"a""b"', notJson],
  ['null null', notJson],
  ['{}\u0000', notJson],
  ['{} // comment', notJson],
  ['/* comment */ {}', notJson],
  ['{"a":1 /* one */}', notJson],
  ['# {}', notJson],
  ['<order/>', notJson],
  ['amount=1250', notJson],
  [")]}',\n{}", notJson],
  ['\u00a0{}', notJson],
  ['\u2028{}', notJson],
  ['\u3000{}', notJson],
  ['\u000b{}', notJson],
  ['\u000c{}', notJson],
  ['\ufeff\ufeff{}', notJson],
  ['{\ufeff}', notJson],
  ['{"order":{"articles":[{"price":x}]}}', notJson, 'order.articles.0.price'],
]

const literals: readonly Hostile[] = [
  ['True', notJson],
  ['TRUE', notJson],
  ['tru', notJson],
  ['truex', notJson],
  ['fals', notJson],
  ['nul', notJson],
  ['nulll', notJson],
  ['None', notJson],
  ['undefined', notJson],
  ['NaN', notJson],
  ['Infinity', notJson],
  ['-Infinity', number],
  ['[t]', notJson, '0'],
]

const numbers: readonly Hostile[] = [
  ['+1', notJson],
  ['-', number],
  ['--1', number],
  ['- 1', number],
  ['01', number],
  ['-01', number],
  ['00', number],
  ['000001', number],
  ['.5', notJson],
  ['-.5', number],
  ['1.', number],
  ['1.e2', number],
  ['1.2.3', number],
  ['1e', notJson],
  ['1e+', notJson],
  ['1e-', notJson],
  ['1e1.5', number],
  ['1e2e3', notJson],
  ['0x10', notJson],
  ['0b1', notJson],
  ['0o7', notJson],
  ['1_000', notJson],
  ['1,000', notJson],
  ['12.50\u20ac', notJson],
  ['10n', notJson],
  ['\u0661', notJson],
  ['\uff11', notJson],
  ['1e309', range],
  ['-1e309', range],
  ['1e999999999', range],
  ['1e-400', range],
  ['-1e-400', range],
  ['0.1e-999999999', range],
  ['9'.repeat(400), range],
  [`0.${'1'.repeat(2000)}`, range],
  [`{"amount":${'9'.repeat(100_000)}}`, range, 'amount'],
]

const strings: readonly Hostile[] = [
  ['"', ends],
  ['"abc', ends],
  ['"abc\\', ends],
  ['"abc\\"', ends],
  ["'abc'", notJson],
  ['`abc`', notJson],
  ['"a\nb"', control],
  ['"a\tb"', control],
  ['"a\rb"', control],
  ['"a\u0000b"', control],
  ['"a\u001fb"', control],
  ['"\\n\n"', control],
  ['"\\x41"', escaped],
  ['"\\u12"', escaped],
  ['"\\u12g4"', escaped],
  ['"\\u{41}"', escaped],
  ['"\\U0041"', escaped],
  ['"\\a"', escaped],
  ['"\\0"', escaped],
  ['"\\\'"', escaped],
  ['"\\\n"', escaped],
  ['{"a":"\\q"}', escaped, 'a'],
  ['"\\u0000"', /U\+0000/],
  ['{"name":"a\\u0000b"}', /U\+0000/, 'name'],
  ['{"\\u0000":1}', /U\+0000/],
  ['"\\ud800"', /surrogate/],
  ['"\\udc00"', /surrogate/],
  ['"\\ud83d"', /surrogate/],
  ['"\\ude00\\ud83d"', /surrogate/],
  ['"\\ud83d\\ud83d\\ude00"', /surrogate/],
  ['"\\ud83dx\\ude00"', /surrogate/],
  ['"\u{1f600}\\ude00"', /surrogate/],
  ['{"\\ud800":1}', /surrogate/],
  ['[["a","\\ud800"]]', /surrogate/, '0.1'],
]

const keys: readonly Hostile[] = [
  ['{"a":1,"a":1}', twice, 'a'],
  ['{"a":1,"b":2,"a":3}', twice, 'a'],
  ['{"a":null,"a":null}', twice, 'a'],
  ['{"a":1,"\\u0061":2}', twice, 'a'],
  ['{"":1,"":2}', twice, ''],
  ['{"1":1,"1":2}', twice, '1'],
  ['{"toString":1,"toString":2}', twice, 'toString'],
  ['{"hasOwnProperty":1,"hasOwnProperty":2}', twice, 'hasOwnProperty'],
  ['{"amount":1,"amount":100000}', twice, 'amount'],
  ['{"order":{"total_amount":1,"total_amount":2}}', twice, 'order.total_amount'],
  ['{"order":{"articles":[{"id":1},{"id":2,"id":3}]}}', twice, 'order.articles.1.id'],
  ['{"a":{"b":1},"a":{}}', twice, 'a'],
  ['{"__proto__":{}}', forbidden, '__proto__'],
  ['{"__proto__":null}', forbidden, '__proto__'],
  ['{"\\u005f_proto__":{}}', forbidden, '__proto__'],
  ['{"meta":{"__proto__":{"isAdmin":true}}}', forbidden, 'meta.__proto__'],
  ['{"constructor":1,"constructor":2}', twice, 'constructor'],
]

const sizes: readonly Hostile[] = [
  [nested(33), /deeper than 32/],
  [nested(100_000), /deeper than 32/],
  ['['.repeat(1_000_000), /deeper than 32/],
  [nestedObjects(33), /deeper than 32/, Array(32).fill('a').join('.')],
  ['{"a":'.repeat(100_000), /deeper than 32/],
  [members(50_001), /more than 50000/, '50000'],
  [`{"a":${members(50_000)}}`, /more than 50000/],
]

const hostile = [
  ...encodings,
  ...structures,
  ...literals,
  ...numbers,
  ...strings,
  ...keys,
  ...sizes,
]

describe('a hostile body', () => {
  test('the table has at least 120 of them', () =>
    assert.ok(hostile.length >= 120, String(hostile.length)))

  for (const [index, [body, message, path]] of hostile.entries()) {
    const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body
    const shown = JSON.stringify(
      typeof body === 'string' ? body.slice(0, 60) : body.toString('hex'),
    )
    test(`${index}: ${shown} is refused`, () => {
      assert.throws(
        () => parseJson(bytes),
        (fault) => {
          assert.ok(fault instanceof JsonFault, String(fault))
          assert.match(fault.message, message)
          if (path !== undefined) assert.equal(fault.path, path)
          return true
        },
      )
    })
  }
})

test('a name in a fault is cut at 64 characters, the whole path at 255', () => {
  const key = '😀'.repeat(255)
  const faultAt = (text: string, path: string) =>
    assert.throws(
      () => parse(text),
      (fault: JsonFault) => fault.path === path,
    )
  faultAt(`{"${key}":1,"${key}":2}`, '😀'.repeat(64))
  const name = 'k'.repeat(64)
  const path = Array(10).fill(name).join('.').slice(0, 255)
  faultAt(`${`{"${name}":`.repeat(10)}x`, path)
})

test('a name has at most 255 characters', () => {
  for (const character of ['n', '😀', '\u0301']) {
    const longest = character.repeat(255)
    assert.deepEqual(parse(`{"${longest}":1}`), { [longest]: 1 })
    for (const more of [1, 2, 10_000]) {
      const name = longest + character.repeat(more)
      assert.throws(() => parse(`{"${name}":1}`), /more than 255 characters/)
    }
  }
})

test('negative zero is zero, and a byte order mark is skipped', () => {
  for (const zero of ['-0', '-0.0', '-0e5', '-0.00E-9']) assert.ok(Object.is(parse(zero), 0), zero)
  assert.deepEqual(parse('{"amount":-0.0,"rest":-0}'), { amount: 0, rest: 0 })
  assert.deepEqual(parse('\ufeff {"a":1}'), { a: 1 })
})

test('a fault outside any member has no path', () => {
  assert.throws(
    () => parse('{} {}'),
    (fault: JsonFault) => fault.path === undefined,
  )
})

test('a body at every limit is taken', () => {
  assert.deepEqual(parse(nested(32)), JSON.parse(nested(32)))
  assert.deepEqual(parse(nestedObjects(32)), JSON.parse(nestedObjects(32)))
  assert.equal((parse(members(50_000)) as unknown[]).length, 50_000)
})

test('whole numbers in the safe range are numbers', () => {
  for (const source of [
    '0',
    '7',
    '-1',
    '1250',
    '1000000000000',
    '999999999999999',
    '-999999999999999',
  ]) {
    assert.equal(parse(source), Number(source))
  }
  assert.equal(parse('9007199254740991'), Number.MAX_SAFE_INTEGER)
  assert.equal(parse('-9007199254740991'), Number.MIN_SAFE_INTEGER)
})

test('every other number keeps its spelling', () => {
  const sources = [
    '12.5',
    '12.50',
    '100.0',
    '1e2',
    '1E+2',
    '-1.5e-3',
    '0.0',
    '0e7',
    '9007199254740992',
    '-9007199254740993',
  ]
  for (const source of [...sources, '123456789012345678901234567890', '1e308', '5e-324']) {
    const value = parse(source)
    assert.ok(value instanceof JsonNumber, source)
    assert.equal(value.source, source)
    assert.equal(JSON.stringify(value), source)
  }
})

test('uninterpreted data is written back as it came', () => {
  const text =
    '{"meta":{"rate":12.50,"big":9007199254740993,"list":[1e2,null,true,"\u00fc"],"n":-3}}'
  assert.equal(JSON.stringify(parse(text)), text)
})

test('keys that every object inherits are ordinary keys', () => {
  const text = '{"toString":1,"valueOf":2,"hasOwnProperty":3,"":4,"constructor":5,"prototype":6}'
  const value = parse(text) as Record<string, unknown>
  assert.deepEqual(Object.entries(value), [
    ['toString', 1],
    ['valueOf', 2],
    ['hasOwnProperty', 3],
    ['', 4],
    ['constructor', 5],
    ['prototype', 6],
  ])
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
})

test('the same key in different objects is no duplicate', () => {
  assert.deepEqual(parse('{"a":{"a":1},"b":[{"a":1},{"a":1}]}'), {
    a: { a: 1 },
    b: [{ a: 1 }, { a: 1 }],
  })
})

test('escapes and white space are as in JSON', () => {
  const text = ' {\r\n\t"a\\"b\\\\" : "\\u00e9\\ud83d\\ude00\\/\\b\\f\\n\\r\\t" , "c":[ ] } '
  assert.deepEqual(parse(text), JSON.parse(text))
})

const hasFraction = (value: unknown): boolean => {
  if (typeof value === 'number') return !Number.isSafeInteger(value) || Object.is(value, -0)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasFraction)
}
const ordinaryText = fc
  .string({ unit: 'binary' })
  .filter((text) => !text.includes('\0') && text.isWellFormed())
const ordinary = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', maxDepth: 8 },
    fc.constantFrom(null, true, false),
    fc.maxSafeInteger().map((number) => (number === 0 ? 0 : number)),
    ordinaryText,
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(
      ordinaryText.filter((key) => key !== '__proto__'),
      tie('value'),
      { maxKeys: 6, noNullPrototype: true },
    ),
  ),
})).value

test('ordinary JSON is read as JSON.parse reads it, whatever its formatting', () => {
  fc.assert(
    fc.property(ordinary, fc.constantFrom(undefined, 1, '\t', '\r\n '), (value, indent) => {
      const text = JSON.stringify(value, null, indent as string)
      assert.deepEqual(parse(text), JSON.parse(text))
      assert.equal(JSON.stringify(parse(text)), JSON.stringify(JSON.parse(text)))
    }),
    { numRuns: 2_000 },
  )
})

test('any text is refused or read as JSON.parse reads it', () => {
  const pieces = fc.constantFrom(
    ...'{}[]:,"\\ \n0123456789.-+eEtrufalsn'.split(''),
    'true',
    'null',
    '"a":',
    '\\u0041',
    '"b"',
    '10',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      let value: unknown
      try {
        value = parse(text)
      } catch (fault) {
        assert.ok(fault instanceof JsonFault)
        return
      }
      const expected: unknown = JSON.parse(text)
      if (!hasFraction(expected))
        assert.equal(JSON.stringify(JSON.parse(JSON.stringify(value))), JSON.stringify(expected))
    }),
    { numRuns: 20_000 },
  )
})

test('any bytes end in a value or a JsonFault', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      try {
        parseJson(Buffer.from(bytes))
      } catch (fault) {
        assert.ok(fault instanceof JsonFault)
      }
    }),
    { numRuns: 5_000 },
  )
})
