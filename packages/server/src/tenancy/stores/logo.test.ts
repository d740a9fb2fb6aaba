import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@svc/api'
import fc from 'fast-check'
import { jpegHeader, onePixel, pngHeader, webpHeader } from '../../../../../test/fixtures/logos.ts'
import { readLogo } from './logo.ts'

const read = (content: Buffer) => readLogo(content.toString('base64'))

const kinds = {
  'image/png': [pngHeader],
  'image/jpeg': [jpegHeader],
  'image/webp': (['VP8 ', 'VP8L', 'VP8X'] as const).map(
    (kind) => (width: number, height: number) => webpHeader(kind, width, height),
  ),
} as const

for (const [type, makers] of Object.entries(kinds)) {
  test(`${type} is recognised by its first bytes, with its size`, () => {
    for (const make of makers) {
      const logo = read(make(300, 80))
      assert.ok(typeof logo === 'object', String(logo))
      assert.deepEqual([logo.type, logo.width, logo.height], [type, 300, 80])
      assert.match(logo.name, /^[0-9a-f]{32}$/)
      assert.equal(typeof read(make(limits.logoPixelsMax, 1)), 'object')
      assert.match(String(read(make(limits.logoPixelsMax + 1, 80))), /pixels wide and high/)
      assert.match(String(read(make(80, limits.logoPixelsMax + 1))), /pixels wide and high/)
    }
  })
}

test('an image of one pixel is a logo, one of no pixels is not', () => {
  assert.equal(typeof readLogo(onePixel), 'object')
  assert.match(String(read(pngHeader(0, 80))), /pixels/)
  assert.match(String(read(jpegHeader(80, 0))), /pixels/)
})

test('other formats are refused: drawings with scripts, pages, truncated images', () => {
  const texts = [
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
    '<!doctype html><script>alert(1)</script>                     ',
    'GIF89a\u0001\u0000\u0001\u0000                              ',
    `%PDF-1.7${' '.repeat(40)}`,
    '',
  ]
  for (const text of texts) assert.match(String(read(Buffer.from(text, 'latin1'))), /PNG, JPEG/)
  assert.match(String(read(pngHeader(10, 10).subarray(0, 20))), /PNG, JPEG/)
  const noSize = jpegHeader(10, 10).subarray(0, 10)
  assert.match(String(read(Buffer.concat([noSize, Buffer.alloc(60)]))), /PNG, JPEG/)
  const unknownPart = webpHeader('VP8 ', 10, 10)
  unknownPart.write('ICCP', 12, 'latin1')
  assert.match(String(read(unknownPart)), /PNG, JPEG/)
})

test('anything but canonical base64 is refused', () => {
  const spellings = [` ${onePixel}`, `data:image/png;base64,${onePixel}`, `${onePixel}=`, '****']
  for (const text of [...spellings, onePixel.slice(0, -1)]) {
    assert.match(String(readLogo(text)), /base64/, text)
  }
})

test('a byte too many is refused', () => {
  const most = Buffer.concat([pngHeader(10, 10), Buffer.alloc(limits.logoBytesMax - 64)])
  assert.equal(typeof read(most), 'object')
  assert.match(String(read(Buffer.concat([most, Buffer.alloc(1)]))), /at most 65536 bytes/)
})

test('no bytes make reading fail, and a chain of segments is read in linear time', () => {
  const starts = fc.constantFrom(
    pngHeader(9, 9),
    jpegHeader(9, 9).subarray(0, 4),
    webpHeader('VP8X', 9, 9).subarray(0, 16),
  )
  fc.assert(
    fc.property(starts, fc.uint8Array({ maxLength: 300 }), (start, rest) => {
      read(Buffer.concat([start, rest]))
    }),
    { numRuns: 2_000 },
  )
  const shortest = Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    Buffer.alloc(limits.logoBytesMax - 2, Buffer.from('ffe00000', 'hex')),
  ])
  assert.match(String(read(shortest)), /PNG, JPEG/)
})
