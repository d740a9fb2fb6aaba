/**
 * Flows as the command `apr` reads them: entries of a time and an amount, of a series with a first
 * time, a step, a count and an amount, or of a series with a list of amounts.
 *
 * Numbers keep the digits in which they were written, so that 1432.86 is exact.
 */
import type { Fraction } from '@svc/api'
import type { Flow, Flows } from '../../model/financing/apr.ts'
import {
  compare,
  fraction,
  parseDecimal,
  parseFractions,
  plus,
  times,
} from '../../model/financing/fractions.ts'
import { JsonNumber } from '../../platform/http/json-number.ts'

export const FLOWS_MAX = 100_000
const YEARS_MAX = 1_000
/** On either side of a decimal point. */
const DIGITS_MAX = 30
const TEXT_MAX = 200

type Fault = (sentence: string) => void
type Entry = { readonly flows: readonly Flow[]; readonly count: number }
const NO_ENTRY: Entry = { flows: [], count: 0 }

/** Every fault together, each naming its entry. */
export function readFlows(input: unknown): { flows: Flows } | { faults: string[] } {
  const faults: string[] = []
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { faults: ['flows must be an object with the lists "in" and "out"'] }
  }
  const sides = new Map(Object.entries(input))
  let count = 0
  const side = (name: 'in' | 'out'): Flow[] => {
    const entries: unknown = sides.get(name)
    if (!Array.isArray(entries) || entries.length === 0) {
      faults.push(`"${name}" must be a list with at least one entry`)
      return []
    }
    return entries.flatMap((entry: unknown, index) => {
      if (count > FLOWS_MAX) return []
      const fault = (sentence: string) => void faults.push(`${name}[${index}]: ${sentence}`)
      const read = readEntry(entry, fault, FLOWS_MAX - count)
      count += read.count
      return [...read.flows]
    })
  }
  const flows = { in: side('in'), out: side('out') }
  if (count > FLOWS_MAX) faults.push(`there are more than ${FLOWS_MAX} flows`)
  return faults.length === 0 ? { flows } : { faults }
}

const SHAPES =
  'must be [time, amount], [first time, step, count, amount] ' +
  'or [first time, step, "list", [amounts]]'

/** Entries beyond the room are only counted. */
function readEntry(entry: unknown, fault: Fault, room: number): Entry {
  if (!Array.isArray(entry) || (entry.length !== 2 && entry.length !== 4)) {
    fault(SHAPES)
    return NO_ENTRY
  }
  const series = entry.length === 4
  const first = readTime(entry[0], fault, series ? 'first time' : 'time')
  const step = series ? readTime(entry[1], fault, 'step') : fraction(0n)
  const amounts = series ? readAmounts(entry[2], entry[3], fault) : readAmounts(1, entry[1], fault)
  if (first === undefined || step === undefined || amounts === undefined) return NO_ENTRY
  const count = amounts.length
  const last = plus(first, times(step, BigInt(count - 1)))
  if (!isInRange(last)) fault(`its last time is more than ${YEARS_MAX} years away`)
  if (count > room) return { flows: [], count }
  const flows = amounts.map((amount, index) => {
    return { time: plus(first, times(step, BigInt(index))), amount }
  })
  return { flows, count }
}

function isInRange(time: Fraction): boolean {
  const limit = fraction(BigInt(YEARS_MAX))
  return compare(time, limit) <= 0 && compare(times(time, -1n), limit) <= 0
}

/** The digits of a number or a text; undefined for anything else. */
function digitsOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  if (value instanceof JsonNumber) return value.source
  return typeof value === 'string' && value.length <= TEXT_MAX ? value : undefined
}

function readTime(value: unknown, fault: Fault, name: string): Fraction | undefined {
  const text = digitsOf(value)
  const time = text === undefined ? undefined : parseFractions(text, DIGITS_MAX)
  if (time === undefined) {
    fault(`${name} must be a sum of fractions such as "1/12+3/365"${shown(text)}`)
    return undefined
  }
  if (isInRange(time)) return time
  fault(`${name} is more than ${YEARS_MAX} years away`)
  return undefined
}

function readAmount(value: unknown, fault: Fault, name: string): Fraction | undefined {
  const text = digitsOf(value)
  const amount = text === undefined ? undefined : parseDecimal(text.trim(), DIGITS_MAX)
  if (amount === undefined) {
    fault(
      `${name} must be a decimal such as 1432.86, with at most ${DIGITS_MAX} digits on either ` +
        `side of the point${shown(text)}`,
    )
  }
  return amount
}

const SHOWN_MAX = 40

/** The entry as it was sent, on one line and shortened. */
function shown(text: string | undefined): string {
  return text === undefined ? '' : `, not ${JSON.stringify(text.slice(0, SHOWN_MAX))}`
}

function readAmounts(count: unknown, value: unknown, fault: Fault): Fraction[] | undefined {
  if (count === 'list') {
    if (!Array.isArray(value) || value.length === 0) {
      fault('after "list" there must be a list of at least one amount')
      return undefined
    }
    const read = value.map((each: unknown, index) => readAmount(each, fault, `amount ${index + 1}`))
    return read.every((amount) => amount !== undefined) ? read : undefined
  }
  const number = Number(digitsOf(count))
  const counted = Number.isInteger(number) && number >= 1 && number <= FLOWS_MAX
  if (!counted) fault(`count must be a whole number from 1 to ${FLOWS_MAX}, or "list"`)
  const amount = readAmount(value, fault, 'amount')
  return counted && amount !== undefined ? Array<Fraction>(number).fill(amount) : undefined
}
