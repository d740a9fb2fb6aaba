/** The checks of single values: numbers, texts, choices and the service's own kinds. */
import { currencies } from '@svc/api'
import { type Check, expectKeywords, isObject, type Keywords, numberOf } from './checker-walk.ts'
import { formats } from './formats.ts'
import { JsonNumber } from './json-number.ts'

export function compileAny(schema: Keywords, place: string): Check {
  expectKeywords(schema, place, ['x-any'])
  return (value) => value
}

export function compileBoolean(schema: Keywords, place: string): Check {
  expectKeywords(schema, place, [])
  return (value, walk) => (typeof value === 'boolean' ? value : walk.fault('must be true or false'))
}

export function compileChoice(schema: Keywords, place: string): Check {
  expectKeywords(schema, place, ['enum', 'const', 'anyOf'])
  const choices = choicesOf(schema, place)
  const sentence = `must be one of: ${choices.join(', ')}`
  const allowed = new Set<unknown>(choices)
  return (value, walk) => (allowed.has(value) ? value : walk.fault(sentence))
}

function choicesOf(schema: Keywords, place: string): unknown[] {
  if (Array.isArray(schema.enum)) return schema.enum
  if (schema.const !== undefined) return [schema.const]
  if (!Array.isArray(schema.anyOf)) throw new TypeError(`${place}: a choice needs a list`)
  return schema.anyOf.map((option: Keywords) => {
    expectKeywords(option, place, ['const'])
    if (option.const === undefined) throw new TypeError(`${place}: a union may hold literals only`)
    return option.const
  })
}

const WHOLE = /^-?\d+$/

export function compileInteger(schema: Keywords, place: string): Check {
  expectKeywords(schema, place, ['minimum', 'maximum', 'x-amount', 'x-digits'])
  const minimum = numberOf(schema, 'minimum', Number.MIN_SAFE_INTEGER, place)
  const maximum = numberOf(schema, 'maximum', Number.MAX_SAFE_INTEGER, place)
  const digits = schema['x-digits'] === true
  const kind =
    schema['x-amount'] === true
      ? 'an integer amount in minor units: 12.50 is written 1250'
      : 'a whole number'
  const sentence = `must be ${kind}`
  return (value, walk) => {
    let number = value
    if (digits && typeof value === 'string' && WHOLE.test(value)) number = Number(value)
    // The error for a whole number that is merely too large names its bound.
    else if (value instanceof JsonNumber && WHOLE.test(value.source)) number = Number(value.source)
    if (typeof number !== 'number' || !Number.isInteger(number)) return walk.fault(sentence)
    if (number < minimum) return walk.fault(`must be at least ${minimum}`)
    if (number > maximum) return walk.fault(`must be at most ${maximum}`)
    return number
  }
}

type Length = { readonly minimum: number; readonly maximum: number }

function lengthOf(schema: Keywords, place: string): Length {
  return {
    minimum: numberOf(schema, 'minLength', 0, place),
    maximum: numberOf(schema, 'maxLength', Number.POSITIVE_INFINITY, place),
  }
}

/** Characters are code points, as in the database. */
function lengthFault(text: string, { minimum, maximum }: Length): string | undefined {
  const fits = text.length >= minimum * 2 && text.length <= maximum
  if (fits) return undefined
  // No need to count the characters of a text that is far too long.
  const length = text.length > maximum * 2 ? text.length : [...text].length
  if (length > maximum) return `must be at most ${maximum} characters`
  return length < minimum
    ? `must be at least ${minimum} ${minimum === 1 ? 'character' : 'characters'}`
    : undefined
}

export function compileString(schema: Keywords, place: string): Check {
  expectKeywords(schema, place, ['minLength', 'maxLength', 'pattern', 'format'])
  const length = lengthOf(schema, place)
  const pattern = schema.pattern === undefined ? undefined : new RegExp(String(schema.pattern), 'u')
  const format = formats[String(schema.format)]
  if (schema.format !== undefined && format === undefined) {
    throw new TypeError(`${place}: unknown format ${String(schema.format)}`)
  }
  return (value, walk) => {
    if (typeof value !== 'string') return walk.fault('must be a string')
    const tooLongOrShort = lengthFault(value, length)
    if (tooLongOrShort !== undefined) return walk.fault(tooLongOrShort)
    if (pattern !== undefined && !pattern.test(value))
      return walk.fault(`must match ${pattern.source}`)
    if (format === undefined) return value
    const formatted = format(value)
    return formatted.fault === undefined ? formatted.text : walk.fault(formatted.fault)
  }
}

/** A store's own identifier: shops also send numbers, even ones beyond the safe range. */
export function compileIdentifier(schema: Keywords, place: string): Check {
  expectKeywords(schema, place, ['minLength', 'maxLength', 'x-identifier'])
  const length = lengthOf(schema, place)
  return (value, walk) => {
    const text = identifierText(value)
    if (text === undefined) return walk.fault('must be a string or a whole number')
    const tooLongOrShort = lengthFault(text, length)
    return tooLongOrShort === undefined ? text : walk.fault(tooLongOrShort)
  }
}

function identifierText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  return value instanceof JsonNumber && WHOLE.test(value.source) ? value.source : undefined
}

/** The code, or the object in which the service itself returns it; stored as the code. */
export function compileCurrency(schema: Keywords, place: string): Check {
  expectKeywords(schema, place, ['x-currency'])
  return (value, walk) => {
    const code = isObject(value) && Object.hasOwn(value, 'code') ? value.code : value
    if (typeof code !== 'string' || !/^[A-Za-z]{3}$/.test(code)) {
      return walk.fault('must be an ISO 4217 code of three letters, such as EUR')
    }
    const upper = code.toUpperCase()
    if (currencies.has(upper)) return upper
    return walk.fault(`must be one of: ${[...currencies.keys()].join(', ')}`)
  }
}
