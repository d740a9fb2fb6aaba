import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** The longest line that names a file. */
const LINE_MAX = 4_096

/** A stream that is read by lines and by counted bytes, as in HTTP. */
export type Bytes = {
  /** Undefined at the end. */
  line(): Promise<string | undefined>
  /** The next bytes, in chunks of any size. */
  take(count: number): AsyncGenerator<Uint8Array>
}

/** Reads a compressed stream. Throws if it ends too early. */
export function createBytes(content: Readable): Bytes {
  // Its errors are thrown by the iteration.
  const chunks = pipeline(content, createGunzip(), () => undefined)[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next()
    if (done === true) return false
    rest = rest.length === 0 ? value : Buffer.concat([rest, value])
    return true
  }
  const cutOff = new Error('the backup ends in the middle of a file')
  return {
    async line() {
      for (;;) {
        const end = rest.indexOf('\n')
        if (end >= 0) {
          const line = rest.toString('utf8', 0, end)
          rest = rest.subarray(end + 1)
          return line
        }
        if (rest.length > LINE_MAX) throw new Error('the backup names a file with a long name')
        if (await more()) continue
        if (rest.length > 0) throw cutOff
        return undefined
      }
    },
    async *take(count) {
      for (let left = count; left > 0; ) {
        if (rest.length === 0 && !(await more())) throw cutOff
        const part = rest.subarray(0, left)
        rest = rest.subarray(part.length)
        left -= part.length
        yield part
      }
    },
  }
}
