import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { parseKeyRing, ringsOf } from './key-ring.ts'

const [one, two] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64'))
const of = (bytes: Buffer) => bytes.toString('base64')

test('a ring is its lines in their order; comments, blanks and line ends do not count', () => {
  const { ring } = {
    ring: undefined,
    ...parseKeyRing(`# newest\r\n2026-b\t${one}\r\n\n a ${two} \n`),
  }
  assert.deepEqual(ring, [
    { kid: '2026-b', material: Buffer.from(one ?? '', 'base64') },
    { kid: 'a', material: Buffer.from(two ?? '', 'base64') },
  ])
  assert.ok('ring' in parseKeyRing(`a ${one?.replace(/=+$/, '')}`), 'without padding')
})

const faults: Readonly<Record<string, readonly [text: string, fault: RegExp]>> = {
  'no key': ['# nothing\n', /must have a line with a key/],
  'a key without a name': [`${one}`, /^line 1 must be a name/],
  'a name with a dot': [`a.b ${one}`, /^line 1 must be a name/],
  'a name of 33 characters': [`${'a'.repeat(33)} ${one}`, /^line 1 must be a name/],
  'the name of SECRET_KEY': [`0 ${one}`, /^line 1 must not be named 0/],
  'three words': [`a ${one} b`, /^line 1 must be a name/],
  '31 bytes': [`a ${of(randomBytes(31))}`, /^line 1 must have 32 bytes/],
  '33 bytes': [`a ${of(randomBytes(33))}`, /^line 1 must have 32 bytes/],
  '64 bytes': [`a ${of(randomBytes(64))}`, /^line 1 must have 32 bytes/],
  'one byte repeated': [`a ${of(Buffer.alloc(32, 7))}`, /^line 1 must be random/],
  'two bytes repeated': [`a ${of(Buffer.alloc(32, 'ab'))}`, /^line 1 must be random/],
  '16 bytes twice': [`a ${of(Buffer.alloc(32, randomBytes(16)))}`, /^line 1 must be random/],
  'the digits of a hexadecimal text': [
    `a ${of(Buffer.from(randomBytes(16).toString('hex')))}`,
    /random/,
  ],
  'a name twice': [`a ${one}\na ${two}`, /^line 2 names a a second time/],
  'a key twice': [`a ${one}\n\nb ${one}`, /^line 3 is the key of an earlier line/],
}
for (const [name, [text, fault]] of Object.entries(faults)) {
  test(`${name} is a fault that shows nothing of the key`, () => {
    const parsed = parseKeyRing(text)
    assert.match(parsed.fault ?? '', fault)
    for (const key of [one, two]) assert.ok(!parsed.fault?.includes(key ?? ''))
  })
}

test('a ring has at most 32 keys', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `k${index} ${of(randomBytes(32))}`).join('\n')
  assert.ok('ring' in parseKeyRing(lines(32)))
  assert.match(parseKeyRing(lines(33)).fault ?? '', /at most 32/)
})

test('SECRET_KEY is the ring, or the last key in addition to one', () => {
  const ring = parseKeyRing(`a ${one}`).ring
  const kids = (keys: readonly { kid: string }[]) => keys.map(({ kid }) => kid)
  const alone = ringsOf({ secretKeys: undefined, tokenKeys: undefined }, 'a secret')
  assert.deepEqual([kids(alone.secrets), kids(alone.tokens)], [['0'], ['0']])
  const beside = ringsOf({ secretKeys: ring, tokenKeys: undefined }, 'a secret')
  assert.deepEqual(
    [kids(beside.secrets), kids(beside.tokens)],
    [
      ['a', '0'],
      ['a', '0'],
    ],
  )
  const tokens = parseKeyRing(`b ${two}`).ring
  const apart = ringsOf({ secretKeys: ring, tokenKeys: tokens }, undefined)
  assert.deepEqual([kids(apart.secrets), kids(apart.tokens)], [['a'], ['b']])
})
