/** Values as the memory holds them: as the wire decodes them, but for lists and rows. */
import { NotUnderstood } from './syntax.ts'

/** An array of the database; what is an array in JavaScript is JSON. */
export class List {
  readonly items: readonly unknown[]
  constructor(items: readonly unknown[]) {
    this.items = items
  }
}

/** Several values at once: `(a, b)`. */
export class Tuple {
  readonly items: readonly unknown[]
  constructor(items: readonly unknown[]) {
    this.items = items
  }
}

/** A row as one value. */
export class Whole {
  readonly row: Readonly<Record<string, unknown>>
  constructor(row: Readonly<Record<string, unknown>>) {
    this.row = row
  }
}

export class Interval {
  readonly milliseconds: number
  constructor(milliseconds: number) {
    this.milliseconds = milliseconds
  }
}

const UNITS: Readonly<Record<string, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
}

/** Below zero, zero or above; of values that are not null. Texts go by their code points. */
export function compare(a: unknown, b: unknown): number {
  if (a instanceof Date || b instanceof Date) return timeOf(a) - timeOf(b)
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b)
  if (a instanceof Tuple && b instanceof Tuple) return compareItems(a.items, b.items)
  if (a instanceof List && b instanceof List) return compareItems(a.items, b.items)
  const [left, right] = [comparable(a), comparable(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

function compareItems(a: readonly unknown[], b: readonly unknown[]): number {
  for (const [index, item] of a.entries()) {
    if (index >= b.length) return 1
    const found = compare(item, b[index])
    if (found !== 0) return found
  }
  return a.length - b.length
}

function timeOf(value: unknown): number {
  return value instanceof Date ? value.getTime() : Date.parse(String(value))
}

/** JSON of the same content is the same text. */
function comparable(value: unknown): string {
  return typeof value === 'object' ? canonicalJson(value) : String(value)
}

export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (each === null || typeof each !== 'object' || Array.isArray(each)) return each
    const entries = Object.entries(each)
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

/** A value in the form in which a column of that type holds it. */
export function coerce(type: string, value: unknown): unknown {
  if (value === null) return null
  if (type.endsWith('[]')) return listOf(type.slice(0, -2), value)
  switch (type) {
    case 'bigint':
    case 'integer':
    case 'int':
    case 'smallint':
    case 'numeric':
      return wholeNumber(value)
    case 'text':
    case 'varchar':
    case 'name':
      return value instanceof Date ? value.toISOString() : String(value)
    case 'date':
      return dayOf(value)
    case 'boolean':
      return typeof value === 'boolean' ? value : value === 'true' || value === 't'
    case 'timestamptz':
    case 'timestamp with time zone':
      return value instanceof Date ? value : new Date(String(value))
    case 'jsonb':
    case 'json':
      return typeof value === 'string' ? JSON.parse(value) : JSON.parse(JSON.stringify(value))
    case 'interval':
      return value instanceof Interval ? value : intervalOf(String(value))
    default:
      throw new NotUnderstood(`the type ${type}`)
  }
}

function wholeNumber(value: unknown): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`not a whole number: ${String(value)}`)
  return number
}

function dayOf(value: unknown): string {
  const text = value instanceof Date ? value.toISOString().slice(0, 10) : String(value)
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) throw new RangeError(`not a day: ${text}`)
  return text
}

function listOf(type: string, value: unknown): List {
  if (value instanceof List) return value
  if (Array.isArray(value)) return new List(value.map((item) => coerce(type, item)))
  const text = String(value)
  if (!text.startsWith('{')) throw new RangeError(`not an array: ${text}`)
  const items = text === '{}' ? [] : text.slice(1, -1).split(',')
  return new List(items.map((item) => coerce(type, item)))
}

function intervalOf(text: string): Interval {
  const match = /^(-?\d+) (second|minute|hour|day)s?$/.exec(text)
  if (match === null) throw new NotUnderstood(`the interval ${text}`)
  return new Interval(Number(match[1]) * (UNITS[match[2] ?? ''] ?? 0))
}

/** As the wire would have it. */
export function answered(value: unknown): unknown {
  if (value instanceof List) return `{${value.items.map(String).join(',')}}`
  return value
}

/** For looking rows up: equal values have equal keys. */
export function keyOf(values: readonly unknown[]): string {
  return values
    .map((value) =>
      value instanceof Date
        ? value.getTime()
        : typeof value === 'object'
          ? comparable(value)
          : value,
    )
    .join('\u0001')
}
