/**
 * The strict JSON reader in front of every schema. `JSON.parse` keeps the last of two equal keys,
 * rounds 9007199254740993 to its neighbour and cannot tell 100.0 from 100; with money none of that
 * may pass unnoticed.
 *
 * Whole numbers in the safe range become numbers. Every other number that JSON allows becomes a
 * `JsonNumber` that keeps its spelling, so that a schema can refuse it and uninterpreted data
 * (`meta`) can give it back unchanged.
 */
import { isUtf8 } from 'node:buffer'
import { limits } from '@svc/api'
import { echoedName } from '../refusal.ts'
import { JsonNumber } from './json-number.ts'

/** Members and items together: an order of 500 articles has about 7,000. */
const MEMBERS_MAX = 50_000
/** Readers of numbers could not distinguish longer spellings, but they would have to be stored. */
const NUMBER_LENGTH_MAX = 1_000
const NAME_MAX = limits.memberNameMax
const PATH_LENGTH_MAX = 255
/** A number of at most 15 digits is always a safe integer. */
const SAFE_DIGITS = 15

/**
 * The body cannot be read. `path` is the dotted path of the member where reading stopped, if it
 * lies inside one.
 */
export class JsonFault extends Error {
  readonly path: string | undefined

  constructor(message: string, path?: string) {
    super(message)
    this.name = 'JsonFault'
    this.path = path
  }
}

/** Reads one JSON text of valid UTF-8, or throws a `JsonFault`. A byte order mark is skipped. */
export function parseJson(bytes: Buffer, membersMax = MEMBERS_MAX): unknown {
  if (!isUtf8(bytes)) throw new JsonFault('The body is not valid UTF-8')
  const text = bytes.toString('utf8')
  return new Reader(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, membersMax).read()
}

const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const WRITTEN_AS_ZERO = /^-?0(?:\.0+)?(?:[eE][+-]?[0-9]+)?$/

class Reader {
  readonly #text: string
  /** Key or index per level, for naming the position of a fault. */
  readonly #trail: (string | number | undefined)[] = []
  #position = 0
  #depth = 0
  #members = 0
  readonly #membersMax: number

  constructor(text: string, membersMax: number) {
    this.#text = text
    this.#membersMax = membersMax
  }

  read(): unknown {
    const first = this.#skip()
    if (Number.isNaN(first)) throw this.#fault('The body is empty')
    const value = this.#value(first)
    if (!Number.isNaN(this.#skip())) throw this.#unexpected('the end of the body')
    return value
  }

  /** Moves to the next character that is not white space and returns its code, NaN at the end. */
  #skip(): number {
    const text = this.#text
    let code = text.charCodeAt(this.#position)
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      this.#position += 1
      code = text.charCodeAt(this.#position)
    }
    return code
  }

  #value(code: number): unknown {
    if (code === QUOTE) return this.#string()
    if (code === OPEN_OBJECT) return this.#object()
    if (code === OPEN_ARRAY) return this.#array()
    if (code === MINUS || (code >= ZERO && code <= NINE)) return this.#number()
    if (code === 0x74) return this.#literal('true', true)
    if (code === 0x66) return this.#literal('false', false)
    if (code === 0x6e) return this.#literal('null', null)
    throw this.#unexpected('a value')
  }

  #literal(word: string, value: boolean | null): boolean | null {
    if (!this.#text.startsWith(word, this.#position)) throw this.#unexpected('a value')
    this.#position += word.length
    return value
  }

  #object(): Record<string, unknown> {
    const level = this.#enter()
    const object: Record<string, unknown> = {}
    let code = this.#skip()
    if (code === CLOSE_OBJECT) return this.#leave(object)
    for (;;) {
      this.#trail[level] = undefined
      if (code !== QUOTE) throw this.#unexpected('a key in double quotes')
      const key = this.#string()
      this.#trail[level] = key
      this.#count()
      if (key.length > NAME_MAX && [...key.slice(0, 2 * NAME_MAX + 1)].length > NAME_MAX)
        throw this.#fault(`A name has more than ${NAME_MAX} characters`)
      if (key === '__proto__') throw this.#fault(`The key ${key} is not allowed`)
      // No value is undefined, so the slower check is needed only for keys that every object
      // inherits.
      if (object[key] !== undefined && Object.hasOwn(object, key)) {
        throw this.#fault('The same key is given twice in one object')
      }
      if (this.#skip() !== COLON) throw this.#unexpected('a colon')
      this.#position += 1
      object[key] = this.#value(this.#skip())
      code = this.#skip()
      if (code === CLOSE_OBJECT) return this.#leave(object)
      if (code !== COMMA) throw this.#unexpected('a comma or a closing brace')
      this.#position += 1
      code = this.#skip()
    }
  }

  #array(): unknown[] {
    const level = this.#enter()
    const array: unknown[] = []
    let code = this.#skip()
    if (code === CLOSE_ARRAY) return this.#leave(array)
    for (;;) {
      this.#trail[level] = array.length
      this.#count()
      array.push(this.#value(code))
      code = this.#skip()
      if (code === CLOSE_ARRAY) return this.#leave(array)
      if (code !== COMMA) throw this.#unexpected('a comma or a closing bracket')
      this.#position += 1
      code = this.#skip()
    }
  }

  #enter(): number {
    if (this.#depth === limits.jsonDepthMax) {
      throw this.#fault(`The body is nested deeper than ${limits.jsonDepthMax} levels`)
    }
    const level = this.#depth
    this.#trail[level] = undefined
    this.#depth += 1
    this.#position += 1
    return level
  }

  #leave<T>(value: T): T {
    this.#position += 1
    this.#depth -= 1
    return value
  }

  #count(): void {
    this.#members += 1
    if (this.#members > this.#membersMax)
      throw this.#fault(`The body has more than ${this.#membersMax} members`)
  }

  #string(): string {
    const text = this.#text
    const start = this.#position + 1
    let end = start
    for (;;) {
      const code = text.charCodeAt(end)
      if (code === QUOTE) break
      if (code === BACKSLASH) return this.#escapedString()
      // Written this way round because the comparison also fails for NaN, the end of the text.
      if (!(code >= 0x20)) throw this.#unfinishedString(end)
      end += 1
    }
    this.#position = end + 1
    return text.slice(start, end)
  }

  /** The slow path: finds the end, then leaves the escapes to the built-in parser. */
  #escapedString(): string {
    const text = this.#text
    let end = this.#position + 1
    for (;;) {
      const code = text.charCodeAt(end)
      if (code === QUOTE) break
      if (!(code >= 0x20)) throw this.#unfinishedString(end)
      end += code === BACKSLASH ? 2 : 1
    }
    let value: string
    try {
      value = JSON.parse(text.slice(this.#position, end + 1))
    } catch {
      throw this.#fault(
        `The string at character ${this.#position + 1} has an escape that JSON does not know`,
      )
    }
    // The body was valid UTF-8, so only escapes can bring these in.
    if (value.includes('\0')) throw this.#fault('A string contains the character U+0000')
    if (!value.isWellFormed()) throw this.#fault('A string contains half of a surrogate pair')
    this.#position = end + 1
    return value
  }

  #unfinishedString(end: number): JsonFault {
    const where = `A string that begins at character ${this.#position + 1}`
    if (end >= this.#text.length) return this.#fault(`${where} does not end`)
    return this.#fault(`${where} contains a control character that is not escaped`)
  }

  #number(): number | JsonNumber {
    const text = this.#text
    const start = this.#position
    const negative = text.charCodeAt(start) === MINUS
    const first = negative ? start + 1 : start
    let end = first
    let magnitude = 0
    let code = text.charCodeAt(end)
    while (code >= ZERO && code <= NINE) {
      magnitude = magnitude * 10 + (code - ZERO)
      end += 1
      code = text.charCodeAt(end)
    }
    const digits = end - first
    const plain = code !== DOT && code !== 0x65 && code !== 0x45
    // A leading zero or too many digits is left to the slow path.
    const leadingZero = digits > 1 && text.charCodeAt(first) === ZERO
    if (
      plain &&
      digits > 0 &&
      digits <= SAFE_DIGITS &&
      !leadingZero &&
      !(negative && magnitude === 0)
    ) {
      this.#position = end
      return negative ? -magnitude : magnitude
    }
    return this.#unusualNumber()
  }

  #unusualNumber(): number | JsonNumber {
    NUMBER.lastIndex = this.#position
    const source = NUMBER.exec(this.#text)?.[0]
    if (source === undefined) throw this.#unexpected('a number')
    const following = this.#text.charCodeAt(this.#position + source.length)
    if (following === DOT || (following >= ZERO && following <= NINE)) {
      throw this.#fault(
        `The number at character ${this.#position + 1} is not written as JSON wants it`,
      )
    }
    const value = source.length > NUMBER_LENGTH_MAX ? Number.NaN : Number(source)
    // A database would accept some of these and then write them out with a hundred thousand digits.
    const vanished = value === 0 && !WRITTEN_AS_ZERO.test(source)
    if (!Number.isFinite(value) || vanished)
      throw this.#fault('A number is too large, too small or too long')
    this.#position += source.length
    if (Object.is(value, -0)) return 0
    return Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? value : new JsonNumber(source)
  }

  #unexpected(expected: string): JsonFault {
    if (this.#position >= this.#text.length) {
      return this.#fault(`The body ends where ${expected} is expected`)
    }
    return this.#fault(
      `The body is not JSON: ${expected} is expected at character ${this.#position + 1}`,
    )
  }

  #fault(message: string): JsonFault {
    const steps = this.#trail.slice(0, this.#depth).filter((step) => step !== undefined)
    const shown = steps.map((step) => echoedName(String(step)))
    const path = steps.length === 0 ? undefined : shown.join('.').slice(0, PATH_LENGTH_MAX)
    return new JsonFault(message, path)
  }
}
