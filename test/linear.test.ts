// What is read from outside, or written from it, takes twice as long for twice as much, however
// nasty it is: processor time, the least of several runs, and tried again when it is too much.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPhone } from '../packages/server/src/buyers/phone.ts'
import { maskCardNumbers } from '../packages/server/src/card-numbers.ts'
import { readDocument } from '../packages/server/src/checkouts/document.ts'
import { parseDate } from '../packages/server/src/dates.ts'
import { patternFault } from '../packages/server/src/filters/patterns.ts'
import { formats, originOf } from '../packages/server/src/http/formats.ts'
import { parseJson } from '../packages/server/src/http/json.ts'
import { isJsonType, negotiate } from '../packages/server/src/http/negotiate.ts'
import { readSearch } from '../packages/server/src/http/query.ts'
import { readUnknownMethod } from '../packages/server/src/http/request-line.ts'
import { splitUrl } from '../packages/server/src/http/state.ts'
import { xmlOf } from '../packages/server/src/http/xml.ts'
import { parseAllowList } from '../packages/server/src/notifications/address-guard.ts'
import { parseNameServers } from '../packages/server/src/notifications/name-servers.ts'

const RATIO_MAX = 2.5
const RUNS = 3
const TRIES = 8
/** So long a measurement takes at least, or the clock would be too coarse. */
const MS_MIN = 4
const BODY = 131_072
const HEADER = 8_192

type Entry = {
  readonly work: (text: string) => unknown
  /** Pieces that an input is made of, each by itself. */
  readonly pieces: readonly string[]
  /** What stands before and after them. */
  readonly around?: readonly [before: string, after: string]
  /** Characters of the smaller input; the larger one is twice as long. */
  readonly size: number
}

const json = (text: string) => parseJson(Buffer.from(text), Number.POSITIVE_INFINITY)
const format = (name: string) => (text: string) => formats[name]?.(text)
const packet = (text: string) =>
  readUnknownMethod({ code: 'HPE_INVALID_METHOD', rawPacket: Buffer.from(text), bytesParsed: 0 })

const entries: Readonly<Record<string, Entry>> = {
  'the JSON reader, members': {
    work: json,
    pieces: ['1,', '"a",', '[],', '-0.0,'],
    around: ['[', '1]'],
    size: BODY,
  },
  'the JSON reader, one text': {
    work: json,
    pieces: ['a', '\\n', '\\u0041', '😀'],
    around: ['"', '"'],
    size: BODY,
  },
  'the JSON reader, rubbish': { work: json, pieces: [' ', '{', '"', '9', '[['], size: BODY },
  'the XML writer, a name': {
    work: xmlOf,
    pieces: ['_', '_x', '_x0', '-', 'é', ' '],
    around: ['{"', '":1}'],
    size: BODY,
  },
  'the XML writer, a text': {
    work: xmlOf,
    pieces: ['&', '<', '\\r', '\\ud800', 'a'],
    around: ['"', '"'],
    size: BODY,
  },
  'the XML writer, items': {
    work: xmlOf,
    pieces: ['null,', '{"a b":1},'],
    around: ['[', '1]'],
    size: BODY,
  },
  'the mask of card numbers': {
    work: maskCardNumbers,
    pieces: ['4', '4 ', '4-4 ', '41111 ', '4   ', '４'],
    size: BODY,
  },
  Accept: {
    work: (text) => negotiate(text, undefined, 'svc'),
    pieces: ['a/b,', ';', ',', ';q=1', ' '],
    size: HEADER,
  },
  'Content-Type': {
    work: (text) => isJsonType(text, 'svc'),
    pieces: ['a', '.v1', '+json'],
    size: HEADER,
  },
  queries: {
    work: (text) => readSearch(text, {}),
    pieces: ['%41', 'a=b&', '%', '=', '+'],
    size: HEADER,
  },
  targets: { work: splitUrl, pieces: ['/', 'a/', '?', '//v1'], around: ['/', ''], size: HEADER },
  'unknown methods': {
    work: packet,
    pieces: ['A', 'A ', 'accept:x\r\n', ':'],
    around: ['FOO / HTTP/1.1\r\n', '\r\n\r\n'],
    size: HEADER,
  },
  patterns: { work: patternFault, pieces: ['(', 'a*', '(a|', '[', '\\'], size: HEADER },
  dates: {
    work: (text) => parseDate(text, 'UTC'),
    pieces: ['1', '2026-', ':'],
    around: ['2026-01-01T', ''],
    size: HEADER,
  },
  'telephone numbers': { work: readPhone, pieces: ['6', ' ', '+', '('], size: HEADER },
  'document numbers': { work: readDocument, pieces: ['1', ' ', '-', 'X'], size: HEADER },
  URLs: {
    work: format('url'),
    pieces: ['a', '/', '%', '@', '.'],
    around: ['https://', ''],
    size: HEADER,
  },
  locales: { work: format('locale'), pieces: ['a-', '-'], size: HEADER },
  origins: {
    work: originOf,
    pieces: ['a', '.', ':', '1.'],
    around: ['https://', ''],
    size: HEADER,
  },
  'lists of addresses': {
    work: parseAllowList,
    pieces: ['1.1.1.1,', 'a.', '::'],
    size: HEADER,
  },
  'lists of name servers': {
    work: parseNameServers,
    pieces: ['[::1]:53,', ':', '['],
    size: HEADER,
  },
}

/** Milliseconds of processor time of this process. */
function costOf(work: () => void, times: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS; run++) {
    const before = process.cpuUsage()
    for (let time = 0; time < times; time++) work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

function ratioOf(work: (text: string) => void, small: string, large: string): number {
  let times = 1
  while (costOf(() => work(small), times) < MS_MIN) times *= 2
  return costOf(() => work(large), times) / costOf(() => work(small), times)
}

for (const [name, { work, pieces, around: [before, after] = ['', ''], size }] of Object.entries(
  entries,
)) {
  test(`${name}: twice as much takes twice as long`, () => {
    // What is refused has been read all the same.
    const tried = (text: string): void => {
      try {
        work(text)
      } catch {}
    }
    for (const piece of pieces) {
      const of = (length: number) => before + piece.repeat(Math.ceil(length / piece.length)) + after
      const ratios: number[] = []
      do ratios.push(ratioOf(tried, of(size), of(2 * size)))
      while ((ratios.at(-1) ?? 0) > RATIO_MAX && ratios.length < TRIES)
      assert.ok((ratios.at(-1) ?? 0) <= RATIO_MAX, `${JSON.stringify(piece)}: ${ratios.join(', ')}`)
    }
  })
}
