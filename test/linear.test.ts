// What is read from outside, or written from it, takes twice as long for twice as much, however
// nasty it is: processor time, the least of several runs, and tried again when it is too much,
// then also over two and three doublings: one alone may be the one that leaves the caches.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '@svc/api/webhooks'
import { readPrice } from '../packages/sdk/src/widget-money.ts'
import { readPhone } from '../packages/server/src/checkout/buyers/phone.ts'
import { escaped } from '../packages/server/src/checkout/documents/html.ts'
import { readSearch } from '../packages/server/src/composition/gate/query.ts'
import { readTarget } from '../packages/server/src/composition/gate/target.ts'
import { readDocument } from '../packages/server/src/model/people/document.ts'
import { orderList } from '../packages/server/src/orders/editing/list-store.ts'
import { parseRetryAfter } from '../packages/server/src/outbound/sending/retry.ts'
import { parseServerUrl } from '../packages/server/src/platform/database/server-url.ts'
import {
  readLocalPrefix,
  readMoment,
  readPrefix,
  readWeekDay,
  readYear,
} from '../packages/server/src/platform/filters/days.ts'
import { patternFault } from '../packages/server/src/platform/filters/patterns.ts'
import { readListQuery } from '../packages/server/src/platform/filters/read-list-query.ts'
import { maskCardNumbers } from '../packages/server/src/platform/http/card-numbers.ts'
import {
  parseTrustedProxies,
  rightmostUntrusted,
} from '../packages/server/src/platform/http/client-address.ts'
import { textCell } from '../packages/server/src/platform/http/csv.ts'
import { formats, originOf } from '../packages/server/src/platform/http/formats.ts'
import { parseJson } from '../packages/server/src/platform/http/json.ts'
import { isJsonType, negotiate } from '../packages/server/src/platform/http/negotiate.ts'
import { readUnknownMethod } from '../packages/server/src/platform/http/request-line.ts'
import { xmlOf } from '../packages/server/src/platform/http/xml.ts'
import { parseAllowList } from '../packages/server/src/platform/network/address-guard.ts'
import { parseNameServers } from '../packages/server/src/platform/network/name-servers.ts'
import { readAddress } from '../packages/server/src/platform/network/public-address.ts'
import { parseExactly } from '../packages/server/src/platform/raw-json.ts'
import { parseDate } from '../packages/server/src/platform/time/dates.ts'
import { readTraceparent } from '../packages/server/src/platform/tracing/trace-context.ts'
import { isWellFormedKey } from '../packages/server/src/tenancy/api-keys/key-format.ts'
import { negotiateLanguage } from '../packages/server/src/tenancy/caller/language.ts'

const RATIO_MAX = 2.5
/** Of the inputs of a try, one after the other. */
const DOUBLINGS = [1, 2, 3]
const RUNS = 3
const TRIES = 9
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
  /** Characters of an input; the largest is twice as long. */
  readonly size: number
}

const json = (text: string) => parseJson(Buffer.from(text), Number.POSITIVE_INFINITY)
const format = (name: string) => (text: string) => formats[name]?.(text)
const daysOf = (text: string) => [
  ...[readMoment(text, 'UTC'), readYear(text, 'UTC'), readWeekDay(text)],
  ...[readPrefix(text), readLocalPrefix(text, 'UTC')],
]
const proxy = readAddress('127.0.0.1')
const now = new Date(0)
const webhook = (signatures: string) =>
  verifyWebhook({
    headers: { 'webhook-id': 'a', 'webhook-timestamp': '0', 'webhook-signature': signatures },
    body: '{}',
    secret: `whsec_${'A'.repeat(32)}`,
    now,
  })
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
  'Accept-Language': {
    work: (text) => negotiateLanguage(text, ['en', 'es']),
    pieces: ['es,', ';', ',', 'es;q=1,', '-'],
    size: HEADER,
  },
  Authorization: { work: isWellFormedKey, pieces: ['a', 'sk_'], around: ['sk_', ''], size: HEADER },
  'X-Forwarded-For': {
    work: (text) => proxy && rightmostUntrusted(text, proxy, () => true),
    pieces: ['127.0.0.1,', ',', ' ', '[', ':', '1'],
    size: HEADER,
  },
  'Retry-After': {
    work: (text) => parseRetryAfter(text, { at: now, real: now }),
    pieces: ['1', ' ', 'Sun, '],
    size: HEADER,
  },
  'webhook headers': { work: webhook, pieces: ['v1,a ', ' ', 'v1,'], size: HEADER },
  'list filters': {
    work: (text) => readListQuery(orderList, new URLSearchParams(text), { timeZone: 'UTC' }),
    pieces: ['mid=a&', 'mid-in=a,', 'q=a,', 'ordering=a,', 'mid-regex=(&', '&'],
    size: HEADER,
  },
  'dates in filters': { work: daysOf, pieces: ['1', '2026-', ' ', 'T'], size: HEADER },
  'CSV cells': { work: textCell, pieces: ['"', '=', ' ', 'a', ','], size: BODY },
  'texts in documents': { work: escaped, pieces: ['<', '&', '"', 'a'], size: BODY },
  'stored JSON': { work: parseExactly, pieces: ['1,', '"a",'], around: ['[', '1]'], size: BODY },
  'e-mail addresses': {
    work: format('email'),
    pieces: ['a', '.', 'a.', '@', '-'],
    around: ['a@', '.example'],
    size: HEADER,
  },
  queries: {
    work: (text) => readSearch(text, {}),
    pieces: ['%41', 'a=b&', '%', '=', '+'],
    size: HEADER,
  },
  targets: { work: readTarget, pieces: ['/', 'a/', '?', '//v1'], around: ['/', ''], size: HEADER },
  traces: {
    work: readTraceparent,
    pieces: ['-', '0', 'a', '00-'],
    around: ['cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-', ''],
    size: HEADER,
  },
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
  'prices on a page': {
    work: (text) => readPrice(text, 'EUR'),
    pieces: ['1', '1.', '1 ', '12.', '1.111', '-€', ' '],
    size: BODY,
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
    pieces: ['1.1.1.1,', 'a.', '::', ',', ', '],
    size: HEADER,
  },
  TRUSTED_PROXIES: {
    work: parseTrustedProxies,
    pieces: ['1.1.1.1,', '::/8,', ',', ', ', '1.'],
    size: HEADER,
  },
  DATABASE_URL: {
    work: parseServerUrl,
    pieces: ['a,', 'a', '@', ':', '[::1]:1,', '/', '?a=b&', '%41'],
    around: ['postgres://', '/svc'],
    size: HEADER,
  },
  'lists of name servers': {
    work: parseNameServers,
    pieces: ['[::1]:53,', ':', '[', ',', ', '],
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
      do {
        const doublings = DOUBLINGS[ratios.length % DOUBLINGS.length] ?? 1
        const ratio = ratioOf(tried, of((2 * size) / 2 ** doublings), of(2 * size))
        ratios.push(ratio ** (1 / doublings))
      } while ((ratios.at(-1) ?? 0) > RATIO_MAX && ratios.length < TRIES)
      assert.ok((ratios.at(-1) ?? 0) <= RATIO_MAX, `${JSON.stringify(piece)}: ${ratios.join(', ')}`)
    }
  })
}
