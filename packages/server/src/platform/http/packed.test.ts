import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { pack, unpack } from './packed.ts'

const content = Buffer.from('const shown = true;\n'.repeat(200))

test('each encoding holds the whole file, and less of it than there is', async () => {
  const packed = await pack(content)
  assert.deepEqual(brotliDecompressSync(packed.br), content)
  assert.deepEqual(gunzipSync(packed.gzip), content)
  assert.ok(packed.br.length < packed.gzip.length && packed.gzip.length < content.length)
})

test('a browser gets an encoding that it accepts, the smallest first', async () => {
  const packed = await pack(content)
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5 , br;q=0', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['gzip;q=1, br;q=0.1', 'br'],
    ['identity', undefined],
    ['br;q=x, gzip; q=0', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const) {
    const { content: got, headers } = unpack(packed, accepted)
    assert.equal(headers['content-encoding'], encoding, accepted)
    assert.equal(headers.vary, 'Accept-Encoding')
    assert.equal(got, packed[encoding ?? 'identity'])
  }
})
