import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const PART_BYTES = 2 ** 20
/** The fastest: most of a database is air. */
const LEVEL = 1

const compress = promisify<Buffer, { level: number }, Buffer>(gzip)

/** As gzip members, one after the other: a reader that stops stops the source as well. */
export async function* gzipped(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of source) {
    parts.push(part)
    bytes += part.length
    if (bytes < PART_BYTES) continue
    yield await compress(Buffer.concat(parts), { level: LEVEL })
    parts = []
    bytes = 0
  }
  if (bytes > 0) yield await compress(Buffer.concat(parts), { level: LEVEL })
}
