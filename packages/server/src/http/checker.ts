/**
 * Turns a schema into a function that checks one value and names every fault in it, not only the first (contract §2).
 *
 * The vocabulary is small on purpose: what a schema says and this file does not know stops the program when the schema is
 * compiled, because a rule that is silently not applied is worse than none. Invariants: 1. nothing but the schema's own
 * members reaches the output, unless it says `additionalProperties: true`. 2. A value either comes out checked or with at
 * least one fault.
 */
import { currencies } from '@svc/api'
import type { Static, TSchema } from 'typebox'
import { formats } from './formats.ts'
import { JsonNumber } from './json.ts'

/** Sentences by dotted path; a fault of the whole body is under `body`. */
export type FieldFaults = Record<string, string[]>

export type Checked<T> =
  | { readonly value: T; readonly fields?: undefined }
  | { readonly value?: undefined; readonly fields: FieldFaults }

type Keywords = Readonly<Record<string, unknown>>
type Check = (value: unknown, walk: Walk) => unknown
type Members = Record<string, unknown>

/** Throws when the schema uses a keyword or type that is not known here. */
export function compile<S extends TSchema>(schema: S): (value: unknown) => Checked<Static<S>> {
  const keywords = schema as Keywords
  const check = compileNode(keywords, 'the schema')
  const isObject = keywords['type'] === 'object'
  return (value) => {
    const walk = new Walk()
    // A request without a body is told which members are missing.
    if (value === undefined && !isObject) walk.fault('is required')
    const output = check(value === undefined && isObject ? {} : value, walk)
    return walk.fields === undefined ? { value: output as Static<S> } : { fields: walk.fields }
  }
}

const FIELDS_MAX = 100

/** Where the check is, and what it found so far. */
class Walk {
  fields: FieldFaults | undefined
  readonly #steps: (string | number)[] = []
  #count = 0

  enter(step: string | number): void {
    this.#steps.push(step)
  }

  leave(): void {
    this.#steps.pop()
  }

  /** `subject` is put before the sentence where the sentence alone would not be understood. */
  fault(sentence: string): undefined {
    const path = this.#steps.length === 0 ? 'body' : this.#steps.join('.')
    this.fields ??= {}
    const sentences = this.fields[path]
    if (sentences !== undefined) sentences.push(sentence)
    else if (this.#count < FIELDS_MAX) {
      this.#count += 1
      this.fields[path] = [sentence]
    }
    return undefined
  }

  missing(): void {
    this.fault(`${this.#steps.at(-1) ?? 'body'} is required`)
  }
}

/** Read by people and generators only. */
const ANNOTATIONS = ['title', 'description', 'examples', 'deprecated', '$id', '$comment']

function compileNode(schema: Keywords, place: string): Check {
  if (schema['x-any'] === true) return compileAny(schema, place)
  if (schema['x-currency'] === true) return compileCurrency(schema, place)
  if (schema['x-identifier'] === true) return compileIdentifier(schema, place)
  if (schema['enum'] !== undefined || schema['const'] !== undefined || schema['anyOf'] !== undefined) {
    return compileChoice(schema, place)
  }
  if (schema['x-digits'] === true || schema['type'] === 'integer') return compileInteger(schema, place)
  if (schema['type'] === 'object') return compileObject(schema, place)
  if (schema['type'] === 'array') return compileArray(schema, place)
  if (schema['type'] === 'string') return compileString(schema, place)
  if (schema['type'] === 'boolean') return compileBoolean(schema, place)
  throw new TypeError(`${place}: unknown type ${JSON.stringify(schema['type'])}`)
}

/** Refuses keywords that the kind of schema at hand does not have. */
function expectKeywords(schema: Keywords, place: string, known: readonly string[]): void {
  for (const keyword of Object.keys(schema)) {
    if (keyword === 'type' || known.includes(keyword) || ANNOTATIONS.includes(keyword)) continue
    throw new TypeError(`${place}: unknown keyword ${keyword}`)
  }
}

function numberOf(schema: Keywords, keyword: string, absent: number, place: string): number {
  const value = schema[keyword] ?? absent
  if (typeof value !== 'number' || Number.isNaN(value)) throw new TypeError(`${place}: ${keyword} must be a number`)
  return value
}

function compileAny(schema: Keywords, place: string): Check {
  expectKeywords(schema, place, ['x-any'])
  return (value) => value
}

function compileBoolean(schema: Keywords, place: string): Check {
  expectKeywords(schema, place, [])
  return (value, walk) => (typeof value === 'boolean' ? value : walk.fault('must be true or false'))
}

function compileChoice(schema: Keywords, place: string): Check {
  expectKeywords(schema, place, ['enum', 'const', 'anyOf'])
  const choices = choicesOf(schema, place)
  const sentence = `must be one of: ${choices.join(', ')}`
  const allowed = new Set<unknown>(choices)
  return (value, walk) => (allowed.has(value) ? value : walk.fault(sentence))
}

function choicesOf(schema: Keywords, place: string): unknown[] {
  if (Array.isArray(schema['enum'])) return schema['enum']
  if (schema['const'] !== undefined) return [schema['const']]
  if (!Array.isArray(schema['anyOf'])) throw new TypeError(`${place}: a choice needs a list`)
  return schema['anyOf'].map((option: Keywords) => {
    expectKeywords(option, place, ['const'])
    if (option['const'] === undefined) throw new TypeError(`${place}: a union may hold literals only`)
    return option['const']
  })
}

const WHOLE = /^-?\d+$/

function compileInteger(schema: Keywords, place: string): Check {
  expectKeywords(schema, place, ['minimum', 'maximum', 'x-amount', 'x-digits'])
  const minimum = numberOf(schema, 'minimum', Number.MIN_SAFE_INTEGER, place)
  const maximum = numberOf(schema, 'maximum', Number.MAX_SAFE_INTEGER, place)
  const digits = schema['x-digits'] === true
  const kind = schema['x-amount'] === true ? 'an integer amount in minor units: 12.50 is written 1250' : 'a whole number'
  const sentence = `must be ${kind}`
  return (value, walk) => {
    let number = value
    if (digits && typeof value === 'string' && WHOLE.test(value)) number = Number(value)
    // A whole number that is merely too large is told its bound.
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
  return length < minimum ? `must be at least ${minimum} ${minimum === 1 ? 'character' : 'characters'}` : undefined
}

function compileString(schema: Keywords, place: string): Check {
  expectKeywords(schema, place, ['minLength', 'maxLength', 'pattern', 'format'])
  const length = lengthOf(schema, place)
  const pattern = schema['pattern'] === undefined ? undefined : new RegExp(String(schema['pattern']), 'u')
  const format = formats[String(schema['format'])]
  if (schema['format'] !== undefined && format === undefined) {
    throw new TypeError(`${place}: unknown format ${String(schema['format'])}`)
  }
  return (value, walk) => {
    if (typeof value !== 'string') return walk.fault('must be a string')
    const tooLongOrShort = lengthFault(value, length)
    if (tooLongOrShort !== undefined) return walk.fault(tooLongOrShort)
    if (pattern !== undefined && !pattern.test(value)) return walk.fault(`must match ${pattern.source}`)
    if (format === undefined) return value
    const formatted = format(value)
    return formatted.fault === undefined ? formatted.text : walk.fault(formatted.fault)
  }
}

/** A store's own identifier: shops send numbers too, even ones beyond the safe range. */
function compileIdentifier(schema: Keywords, place: string): Check {
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

/** The code, or the object that the service itself answers with; kept as the code. */
function compileCurrency(schema: Keywords, place: string): Check {
  expectKeywords(schema, place, ['x-currency'])
  return (value, walk) => {
    const code = isObject(value) && Object.hasOwn(value, 'code') ? value['code'] : value
    if (typeof code !== 'string' || !/^[A-Za-z]{3}$/.test(code)) {
      return walk.fault('must be an ISO 4217 code of three letters, such as EUR')
    }
    const upper = code.toUpperCase()
    if (currencies.has(upper)) return upper
    return walk.fault(`must be one of: ${[...currencies.keys()].join(', ')}`)
  }
}

function compileArray(schema: Keywords, place: string): Check {
  expectKeywords(schema, place, ['items', 'minItems', 'maxItems'])
  if (!isObject(schema['items'])) throw new TypeError(`${place}: an array needs items`)
  const checkItem = compileNode(schema['items'], `${place}[]`)
  const minimum = numberOf(schema, 'minItems', 0, place)
  const maximum = numberOf(schema, 'maxItems', Number.POSITIVE_INFINITY, place)
  return (value, walk) => {
    const items = isEmptyObject(value) ? [] : value
    if (!Array.isArray(items)) return walk.fault('must be an array')
    if (items.length < minimum) return walk.fault(`must have at least ${minimum} ${minimum === 1 ? 'item' : 'items'}`)
    if (items.length > maximum) return walk.fault(`must have at most ${maximum} items`)
    return items.map((item: unknown, index) => {
      walk.enter(index)
      const checked = checkItem(item, walk)
      walk.leave()
      return checked
    })
  }
}

type Member = {
  readonly name: string
  readonly check: Check
  readonly required: boolean
  readonly isAbsent: (value: unknown) => boolean
  /** Another name under which the member may arrive. */
  readonly synonym: string | undefined
}

function compileObject(schema: Keywords, place: string): Check {
  expectKeywords(schema, place, ['properties', 'required', 'additionalProperties', 'x-synonyms'])
  const members = membersOf(schema, place)
  const names = new Set(members.flatMap(({ name, synonym }) => (synonym === undefined ? [name] : [name, synonym])))
  const keepsOthers = schema['additionalProperties'] === true
  return (value, walk) => {
    const source = Array.isArray(value) && value.length === 0 ? {} : value
    if (!isObject(source)) return walk.fault('must be an object')
    const output: Members = {}
    for (const member of members) checkMember(member, source, output, walk)
    if (keepsOthers) {
      for (const key of Object.keys(source)) {
        if (!names.has(key) && key !== '__proto__') output[key] = source[key]
      }
    }
    return output
  }
}
