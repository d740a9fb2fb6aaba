import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const PART_BYTES = 2 ** 20
/** The fastest level: most of a database is empty space. */
const LEVEL = 1

const compress = promisify<Buffer, { level: number }, Buffer>(gzip)

/** Gzip members, one after the other: if the reader stops, so does the source. */
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
