/** Chance that follows a label: everything random that the process draws, in the order it draws. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { createHash, webcrypto } = crypto
/** Ids that are drawn by the hundred would pass from one request to the next one. */
const POOL_BYTES_MIN = 1_024
const ID_BYTES = 12

let label = ''
let blocks = 0
let rest = Buffer.alloc(0)

/** From here on what is drawn follows from this label alone. */
export function drawFrom(next: string): void {
  label = next
  blocks = 0
  rest = Buffer.alloc(0)
}

function take(size: number): Buffer {
  const parts = [rest]
  let length = rest.length
  while (length < size) {
    const block = createHash('sha256').update(`${label}/${blocks++}`).digest()
    parts.push(block)
    length += block.length
  }
  const all = Buffer.concat(parts)
  rest = all.subarray(size)
  return Buffer.from(all.subarray(0, size))
}

const fraction = (): number => take(6).readUIntBE(0, 6) / 2 ** 48

function fill<T extends ArrayBufferView>(view: T): T {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  bytes.set(take(view.byteLength))
  return view
}

type Done<T> = (error: Error | null, value: T) => void

/** Answers by the callback where there is one, as Node's own functions do. */
function given<T>(value: T, done: Done<T> | undefined): T | undefined {
  if (done === undefined) return value
  setImmediate(() => done(null, value))
  return undefined
}

export function steerChance(): void {
  const randomBytes = (size: number, done?: Done<Buffer>) => {
    const isPool = size > POOL_BYTES_MIN && size % ID_BYTES === 0
    return given(take(isPool ? ID_BYTES : size), done)
  }
  const randomInt = (...all: (number | Done<number>)[]) => {
    const done = all.find((each) => typeof each === 'function')
    const bounds = all.filter((each) => typeof each === 'number')
    const [from = 0, to = 0] = bounds.length === 1 ? [0, ...bounds] : bounds
    return given(from + Math.floor(fraction() * (to - from)), done)
  }
  const randomUUID = () => {
    const bytes = take(16)
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6)
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }
  const randomFillSync = (view: ArrayBufferView, offset = 0, size?: number) => {
    const all = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    fill(all.subarray(offset, size === undefined ? undefined : offset + size))
    return view
  }
  Object.assign(crypto, { randomBytes, randomInt, randomUUID, randomFillSync })
  Object.defineProperties(webcrypto, {
    getRandomValues: { value: fill },
    randomUUID: { value: randomUUID },
  })
  Math.random = fraction
  syncBuiltinESMExports()
}
