/** What signs and functions answer: null where something is not known, as the database does. */
import { createHash } from 'node:crypto'
import { NotUnderstood } from './syntax.ts'
import { canonicalJson, coerce, compare, Interval, List, Tuple, Whole } from './values.ts'

type Binary = (left: unknown, right: unknown) => unknown

/** Null where either side is null. */
const known =
  (answer: Binary): Binary =>
  (left, right) =>
    left === null || right === null ? null : answer(left, right)

function add(left: unknown, right: unknown): unknown {
  if (left instanceof Date && right instanceof Interval) return shifted(left, right.milliseconds)
  return Number(left) + Number(right)
}

function subtract(left: unknown, right: unknown): unknown {
  if (left instanceof Date && right instanceof Interval) return shifted(left, -right.milliseconds)
  if (left instanceof Date && right instanceof Date) {
    return new Interval(left.getTime() - right.getTime())
  }
  return Number(left) - Number(right)
}

const shifted = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)

function part(json: unknown, key: unknown): unknown {
  const value = json === null || typeof json !== 'object' ? undefined : Reflect.get(json, `${key}`)
  return value === undefined ? null : value
}

function textOf(json: unknown): unknown {
  if (json === null) return null
  return typeof json === 'object' ? canonicalJson(json) : String(json)
}

const patterns = new Map<string, RegExp>()

function matches(text: unknown, pattern: unknown): boolean {
  const source = String(pattern)
  const found = patterns.get(source) ?? new RegExp(source, 'u')
  patterns.set(source, found)
  return found.test(String(text))
}

/** Row by row: null where a part that decides is null. */
function equal(left: unknown, right: unknown): unknown {
  if (!(left instanceof Tuple) || !(right instanceof Tuple)) return compare(left, right) === 0
  let answer: unknown = true
  for (const [index, item] of left.items.entries()) {
    const other = right.items[index]
    if (item === null || other === null) answer = null
    else if (compare(item, other) !== 0) return false
  }
  return answer
}

function isDistinct(left: unknown, right: unknown): boolean {
  if (left instanceof Tuple && right instanceof Tuple) {
    return left.items.some((item, index) => isDistinct(item, right.items[index]))
  }
  if (left === null || right === null) return left !== right
  return compare(left, right) !== 0
}

/** Of two arrays. */
function isWithin(left: unknown, right: unknown): boolean {
  if (!(left instanceof List && right instanceof List)) throw new NotUnderstood('<@ of JSON')
  return left.items.every((item) => right.items.some((other) => compare(item, other) === 0))
}

const opposite = (answer: unknown): unknown => (answer === null ? null : !answer)

export const operators: Readonly<Record<string, Binary>> = {
  '=': known(equal),
  '<>': known((left, right) => opposite(equal(left, right))),
  '!=': known((left, right) => opposite(equal(left, right))),
  '<': known((left, right) => compare(left, right) < 0),
  '<=': known((left, right) => compare(left, right) <= 0),
  '>': known((left, right) => compare(left, right) > 0),
  '>=': known((left, right) => compare(left, right) >= 0),
  '+': known(add),
  '-': known(subtract),
  '*': known((left, right) => Number(left) * Number(right)),
  '/': known((left, right) => Math.trunc(Number(left) / Number(right))),
  '%': known((left, right) => Number(left) % Number(right)),
  '||': known((left, right) => String(left) + String(right)),
  '->': known(part),
  '->>': known((left, right) => textOf(part(left, right))),
  '~': known(matches),
  '!~': known((left, right) => !matches(left, right)),
  '<@': known(isWithin),
  '@>': known((left, right) => isWithin(right, left)),
  'is distinct from': isDistinct,
}

type Called = (...parameters: readonly unknown[]) => unknown

const strict =
  (answer: Called): Called =>
  (...parameters) =>
    parameters.includes(null) ? null : answer(...parameters)

const extreme =
  (wanted: 1 | -1): Called =>
  (...parameters) =>
    parameters
      .filter((value) => value !== null)
      .reduce<unknown>((best, value) => {
        return best === null || compare(value, best) * wanted > 0 ? value : best
      }, null)

function jsonOf(value: unknown): unknown {
  if (value instanceof List) return value.items.map(jsonOf)
  if (value instanceof Date) return value.toISOString().replace(/\.?0*Z$/, '+00:00')
  if (!(value instanceof Whole)) return value
  return Object.fromEntries(Object.entries(value.row).map(([name, each]) => [name, jsonOf(each)]))
}

const lengthOf: Called = (value) => (value instanceof List ? value.items.length : 0)

export const functions: Readonly<Record<string, Called>> = {
  coalesce: (...parameters) => parameters.find((value) => value !== null) ?? null,
  nullif: (left, right) => (left !== null && right !== null && equal(left, right) ? null : left),
  greatest: extreme(1),
  least: extreme(-1),
  abs: strict((value) => Math.abs(Number(value))),
  length: strict((value) => [...String(value)].length),
  char_length: strict((value) => [...String(value)].length),
  lower: strict((value) => String(value).toLowerCase()),
  upper: strict((value) => String(value).toUpperCase()),
  split_part: strict((text, sign, number) => {
    return String(text).split(String(sign))[Number(number) - 1] ?? ''
  }),
  to_char: strict((value, format) => {
    if (format !== 'YYYY-MM-DD') throw new NotUnderstood(`to_char ${String(format)}`)
    return coerce('date', value)
  }),
  to_json: strict(jsonOf),
  to_jsonb: strict(jsonOf),
  jsonb_array_length: strict((value) => (Array.isArray(value) ? value.length : null)),
  jsonb_typeof: strict((value) =>
    Array.isArray(value) ? 'array' : typeof value === 'object' ? 'object' : typeof value,
  ),
  cardinality: strict(lengthOf),
  array_length: strict((value) => lengthOf(value) || null),
  array_position: (list, wanted) => {
    if (!(list instanceof List)) return null
    const index = list.items.findIndex((item) => !isDistinct(item, wanted))
    return index < 0 ? null : index + 1
  },
  // Bytes are held as the hexadecimal text that they are always made into.
  convert_to: strict((text) => text),
  sha256: strict((text) => createHash('sha256').update(String(text)).digest('hex')),
  encode: strict((bytes) => bytes),
  // One life at a time has the memory: whoever asks for a lock has it.
  hashtextextended: strict(() => 0),
  pg_advisory_xact_lock: () => null,
  pg_try_advisory_xact_lock: () => true,
}

const allAsJson = (values: readonly unknown[]): unknown =>
  values.length === 0 ? null : values.map(jsonOf)

/** Over the values that are not null. */
export const aggregates: Readonly<Record<string, (values: readonly unknown[]) => unknown>> = {
  count: (values) => values.length,
  sum: (values) => {
    if (values.length === 0) return null
    return String(values.reduce<bigint>((sum, value) => sum + BigInt(String(value)), 0n))
  },
  max: (values) => extreme(1)(...values),
  min: (values) => extreme(-1)(...values),
  bool_and: (values) => (values.length === 0 ? null : values.every((value) => value === true)),
  json_agg: allAsJson,
  jsonb_agg: allAsJson,
  bool_or: (values) => (values.length === 0 ? null : values.some((value) => value === true)),
}
