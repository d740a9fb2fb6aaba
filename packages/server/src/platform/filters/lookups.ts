/** The lookups of each kind of property, and how each reads a value (contract §3). */
import { limits } from '@svc/api'
import {
  dayIn,
  readDate,
  readHour,
  readLocalPrefix,
  readMonth,
  readPrefix,
  readWeekDay,
  readYear,
} from './days.ts'
import type { Comparison, Property, Test } from './list-table.ts'
import { patternFault } from './patterns.ts'

type ReadValue = { readonly test: Test; readonly fault?: never } | { readonly fault: string }
type Lookup = (text: string, timeZone: string) => ReadValue
type Lookups = Readonly<Record<string, Lookup>>

export function lookupsOf(property: Property): Lookups {
  const nulls = property.nullable === true ? { isnull: readNull } : {}
  switch (property.kind) {
    case 'text':
      return { ...textLookups(property.synonyms ?? {}), ...nulls }
    case 'number':
      return { ...compared((comparison) => numberLookup(comparison, property)), isnull: readNull }
    case 'date':
      return property.local === true ? LOCAL_DATES : DATES
    case 'boolean':
      return { exact: readYes, ...nulls }
  }
}

const YES = new Set(['yes', 'true', '1'])
const NO = new Set(['no', 'false', '0'])

function yesOrNo(text: string): boolean | undefined {
  if (YES.has(text.toLowerCase())) return true
  return NO.has(text.toLowerCase()) ? false : undefined
}

const NEITHER = { fault: 'must be yes or no' }

function readNull(text: string): ReadValue {
  const value = yesOrNo(text)
  return value === undefined ? NEITHER : { test: { kind: 'null', value } }
}

function readYes(text: string): ReadValue {
  const value = yesOrNo(text)
  return value === undefined ? NEITHER : { test: { kind: 'yes', value } }
}

/** Values that no stored text can contain or equal in length are rejected, not searched for. */
function textFault(text: string): string | undefined {
  if (text.includes('\0')) return 'must not hold the character U+0000'
  // No need to count the characters of a text that is far too long.
  const length = text.length > 2 * limits.textMax ? text.length : [...text].length
  return length > limits.textMax ? `must be at most ${limits.textMax} characters` : undefined
}

function textLookups(synonyms: Readonly<Record<string, string>>): Lookups {
  const meant = (text: string): string => {
    const key = text.toLowerCase()
    return Object.hasOwn(synonyms, key) ? (synonyms[key] ?? text) : text
  }
  const text =
    (make: (text: string) => Test): Lookup =>
    (value) => {
      const fault = textFault(value)
      return fault === undefined ? { test: make(value) } : { fault }
    }
  const same = (cased: boolean) => text((value) => ({ kind: 'same', text: meant(value), cased }))
  const part = (at: 'start' | 'end' | 'anywhere', cased: boolean) =>
    text((value) => ({ kind: 'part', text: value, cased, at }))
  return {
    exact: same(true),
    iexact: same(false),
    regex: (pattern) => readPattern(pattern, true),
    iregex: (pattern) => readPattern(pattern, false),
    contains: part('anywhere', true),
    icontains: part('anywhere', false),
    startswith: part('start', true),
    istartswith: part('start', false),
    endswith: part('end', true),
    iendswith: part('end', false),
    in: (value) => readAmong(value.split(',').map(meant)),
    search: text((value) => ({
      kind: 'words',
      words: value.split(/\s+/u).filter((word) => word !== ''),
    })),
  }
}

function readAmong(texts: readonly string[]): ReadValue {
  if (texts.length > limits.valuesMax)
    return { fault: `must be at most ${limits.valuesMax} values` }
  const fault = texts.map(textFault).find((each) => each !== undefined)
  return fault === undefined ? { test: { kind: 'among', texts } } : { fault }
}

function readPattern(pattern: string, cased: boolean): ReadValue {
  const fault = patternFault(pattern)
  return fault === undefined ? { test: { kind: 'pattern', pattern, cased } } : { fault }
}

function compared(make: (comparison: Comparison) => Lookup): Lookups {
  const names: readonly Comparison[] = ['exact', 'gt', 'gte', 'lt', 'lte']
  return Object.fromEntries(names.map((name) => [name, make(name)]))
}

const WHOLE = /^-?(0|[1-9][0-9]*)$/
/** Values that the database can compare. */
const MOST = 2n ** 63n - 1n

function numberLookup(comparison: Comparison, { decimal }: { decimal: boolean }): Lookup {
  const sentence = decimal
    ? 'must be an integer in minor units: 12.50 is written 1250'
    : 'must be a whole number'
  return (text) => {
    if (!WHOLE.test(text)) return { fault: sentence }
    const value = text.length > 20 ? MOST + 1n : BigInt(text)
    if (value > MOST || value < -MOST) return { fault: `must be at most ${MOST}` }
    return { test: { kind: 'number', comparison, value } }
  }
}

const DATES: Lookups = {
  ...compared((comparison) => (text, timeZone) => readDate(comparison, text, timeZone)),
  year: readYear,
  month: readMonth,
  week_day: readWeekDay,
  day: dayIn,
  hour: readHour,
  startswith: readPrefix,
  isnull: readNull,
}
const LOCAL_DATES: Lookups = { ...DATES, startswith: readLocalPrefix }
