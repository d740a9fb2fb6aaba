/**
 * Card numbers where none belongs: all but the last four digits are masked before anything else
 * sees them (contract §12.7). A number is 13 to 19 digits in the range of a brand with a correct
 * check digit, alone or in groups with spaces or dashes between them. Adjacent digits are read
 * together: a longer number that contains a card number is another number.
 */

import { echoedName } from '../refusal.ts'
import { JsonNumber } from './json-number.ts'

type Range = readonly [from: number, to: number, lengths: readonly number[]]

const FROM_16 = [16, 17, 18, 19]
/** Ranges of the first four digits, by brand (ISO/IEC 7812). */
const BRANDS: readonly Range[] = [
  [4000, 4999, [13, 16, 19]], // Visa
  [5100, 5599, [16]], // Mastercard
  [2221, 2720, [16]],
  [3400, 3499, [15]], // American Express
  [3700, 3799, [15]],
  [3600, 3699, [14, 15, ...FROM_16]], // Diners Club
  [3000, 3059, [14, ...FROM_16]],
  [3800, 3999, [14, ...FROM_16]],
  [3528, 3589, FROM_16], // JCB
  [6011, 6011, FROM_16], // Discover
  [6440, 6599, FROM_16],
  [6200, 6299, FROM_16], // UnionPay
  [8100, 8199, FROM_16],
  [2200, 2204, FROM_16], // Mir
  [5000, 5099, [13, 14, 15, ...FROM_16]], // Maestro
  [5600, 5899, [13, 14, 15, ...FROM_16]],
  [6300, 6399, [13, 14, 15, ...FROM_16]],
  [6700, 6799, [13, 14, 15, ...FROM_16]],
]
const DIGITS_MIN = 13
const DIGITS_MAX = 19
const SHOWN = 4
/** Digits of either width; at most three spaces or dashes between groups. */
const RUN = /[0-9０-９]+(?:[\s\p{Pd}]{1,3}[0-9０-９]+)*/gu
const ZERO = 0x30
const WIDE_ZERO = 0xff10

/** The text with every such number masked; the same text if there is none. */
export function maskCardNumbers(text: string): string {
  if (text.length < DIGITS_MIN) return text
  return text.replace(RUN, (run) => (run.length < DIGITS_MIN ? run : maskedRun(run)))
}

/** The digits of a run, prepared so that each part of them can be checked in constant time. */
type Digits = {
  readonly values: readonly number[]
  /** The index of each in the run. */
  readonly places: readonly number[]
  /** Luhn sums of all preceding digits, with those at even or at odd indices doubled. */
  readonly sums: readonly [even: readonly number[], odd: readonly number[]]
}

function maskedRun(run: string): string {
  const digits = digitsOf(run)
  const { values, places } = digits
  let masked = ''
  let copied = 0
  for (let first = 0; first + DIGITS_MIN <= values.length; first++) {
    const end = beginsGroup(places, first) ? endOfNumber(digits, first) : undefined
    if (end === undefined) continue
    // Each digit is one UTF-16 unit at its index, so everything between them is copied unchanged.
    for (let index = first; index < end - SHOWN; index++) {
      const place = places[index] ?? 0
      masked += `${run.slice(copied, place)}*`
      copied = place + 1
    }
    first = end - 1
  }
  return masked + run.slice(copied)
}

function digitsOf(run: string): Digits {
  const values: number[] = []
  const places: number[] = []
  const even = [0]
  const odd = [0]
  for (let place = 0; place < run.length; place++) {
    const value = digitValue(run.charCodeAt(place))
    if (value === undefined) continue
    const index = values.length
    const doubled = value < 5 ? value * 2 : value * 2 - 9
    even.push((even[index] ?? 0) + (index % 2 === 0 ? doubled : value))
    odd.push((odd[index] ?? 0) + (index % 2 === 1 ? doubled : value))
    values.push(value)
    places.push(place)
  }
  return { values, places, sums: [even, odd] }
}

function digitValue(code: number): number | undefined {
  if (code >= ZERO && code <= ZERO + 9) return code - ZERO
  return code >= WIDE_ZERO && code <= WIDE_ZERO + 9 ? code - WIDE_ZERO : undefined
}

const beginsGroup = (places: readonly number[], index: number): boolean =>
  index === 0 || places[index] !== (places[index - 1] ?? 0) + 1

/** The index after the longest number that begins here; adjacent digits stay together. */
function endOfNumber({ values, places, sums }: Digits, first: number): number | undefined {
  const lengths = lengthsFrom(values, first)
  for (let length = DIGITS_MAX; length >= DIGITS_MIN; length--) {
    const end = first + length
    if (!lengths.includes(length) || end > values.length) continue
    if (end < values.length && !beginsGroup(places, end)) continue
    // Luhn (ISO/IEC 7812-1, annex B): from the right, every second digit counts twice.
    const sum = sums[end % 2 === 0 ? 0 : 1]
    if (((sum[end] ?? 0) - (sum[first] ?? 0)) % 10 === 0) return end
  }
  return undefined
}

/** The lengths of this brand's numbers; none: there is no such brand. */
function lengthsFrom(values: readonly number[], first: number): readonly number[] {
  const prefix = values.slice(first, first + 4).reduce((sum, digit) => sum * 10 + digit, 0)
  return BRANDS.find(([from, to]) => prefix >= from && prefix <= to)?.[2] ?? []
}

/** Members with free text, anywhere in a body. */
const WORDS: ReadonlySet<string> = new Set([
  ...['name', 'first_name', 'last_name', 'description', 'category', 'note', 'reason'],
  ...['street', 'address', 'address_addition', 'city', 'state'],
])
/** Members with undefined content. */
const OPEN: ReadonlySet<string> = new Set(['meta', 'toc'])
/** The most paths that a warning names. */
const NAMED_MAX = 10

/** Masks the free text of a body in place; returns the paths of masked values. */
export function maskFreeText(body: unknown): readonly string[] {
  const masked: string[] = []
  walk(body, [], false)
  return masked

  function walk(node: unknown, path: readonly string[], open: boolean): void {
    if (typeof node !== 'object' || node === null || node instanceof JsonNumber) return
    for (const [name, value] of Object.entries(node)) {
      const free = open || WORDS.has(name)
      const text = free ? textOf(value, open) : undefined
      const hidden = text === undefined ? undefined : maskCardNumbers(text)
      if (hidden !== text) {
        Reflect.set(node, name, hidden)
        if (masked.length < NAMED_MAX) masked.push([...path, echoedName(name)].join('.'))
      } else if (text === undefined) {
        walk(value, [...path, echoedName(name)], open || (path.length === 0 && OPEN.has(name)))
      }
    }
  }
}

/** In open members a number can be a card's as well. */
function textOf(value: unknown, open: boolean): string | undefined {
  if (typeof value === 'string') return value
  if (!open) return undefined
  if (value instanceof JsonNumber) return value.source
  return typeof value === 'number' ? String(value) : undefined
}
