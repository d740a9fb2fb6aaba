/** A recording as a file: gzipped, one line of JSON for each request, and for each message sent. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Answer, Ask, Header } from './client.ts'
import type { Message } from './receiver.ts'

/** A body in a line: text, bytes in base64, or a hash if it is long. */
export type Content =
  | { readonly text: string }
  | { readonly base64: string }
  | { readonly length: number; readonly sha256: string; readonly start: string }

type Begun = { readonly seed: number; readonly requests: number }
export type Exchange = {
  readonly number: number
  /** The route as in the description. */
  readonly route: string
  /** The jump of time afterwards. */
  readonly jumpMs: number
  readonly request: Ask
  readonly answer: {
    readonly status: number
    readonly headers: readonly Header[]
    readonly body: Content
  }
}
export type Sent = {
  /** The request after which it was sent. */
  readonly after: number
  readonly message: {
    readonly path: string
    readonly headers: readonly Header[]
    readonly body: Content
  }
}
export type Line = Begun | Exchange | Sent

const LONG = 32_768
const START = 200

function contentOf(bytes: Buffer): Content {
  if (bytes.length > LONG) {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { length: bytes.length, sha256, start: bytes.subarray(0, START).toString('latin1') }
  }
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? { text } : { base64: bytes.toString('base64') }
}

export function exchangeOf(
  exchange: Omit<Exchange, 'answer'>,
  { status, headers, bytes }: Answer,
): Exchange {
  return { ...exchange, answer: { status, headers, body: contentOf(bytes) } }
}

export const sentOf = (after: number, { path, headers, bytes }: Message): Sent => ({
  after,
  message: { path, headers, body: contentOf(bytes) },
})

export function writeJournal(file: string, lines: readonly Line[]): void {
  writeFileSync(file, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
}

/** Throws if the file was not written by a recorder. */
export function readJournal(file: string): [Begun, ...Line[]] {
  const text = gunzipSync(readFileSync(file)).toString('utf8')
  const all = text.trimEnd().split('\n')
  const [first, ...rest] = all.map((line) => JSON.parse(line) as Line)
  if (first === undefined || !('seed' in first)) throw new Error(`${file} is not a recording`)
  return [first, ...rest]
}
