/** Shared by all parts of the checker: walking through a value, and reading a schema's keywords. */
import { isRecord } from '@svc/api'
import { echoedName } from '../refusal.ts'
import { JsonNumber } from './json-number.ts'

/** Sentences by dotted path; a fault of the whole body is under `body`. */
export type FieldFaults = Record<string, string[]>

/** A schema as plain data. */
export type Keywords = Readonly<Record<string, unknown>>

/** Returns the value to keep; after a fault its result is not used. */
export type Check = (value: unknown, walk: Walk) => unknown

/** More would only help callers who want long answers. */
const FIELDS_MAX = 100

/** The position of the check, and its results so far. */
export class Walk {
  fields: FieldFaults | undefined
  /** All faults, including those beyond the number that is reported. */
  count = 0
  /** Paths of values that were truncated, ignored or replaced instead of refused. */
  readonly altered: string[] = []
  readonly #steps: (string | number)[] = []
  #named = 0

  enter(step: string | number): void {
    this.#steps.push(step)
  }

  leave(): void {
    this.#steps.pop()
  }

  /** Returns undefined, so that a check can report a fault and return in one statement. */
  fault(sentence: string): undefined {
    const path = this.#steps.length === 0 ? 'body' : this.#steps.join('.')
    this.fields ??= {}
    this.count += 1
    const sentences = this.fields[path]
    if (sentences !== undefined) sentences.push(sentence)
    else if (this.#named < FIELDS_MAX) {
      this.#named += 1
      this.fields[path] = [sentence]
    }
    return undefined
  }

  /** A fault of a part of the current value, by its dotted path. */
  faultAt(path: string, sentence: string): void {
    this.enter(path)
    this.fault(sentence)
    this.leave()
  }

  alter(): void {
    this.altered.push(this.#steps.map((step) => echoedName(String(step))).join('.'))
  }

  /** The value as the check reads it; if it cannot, nothing of the attempt remains. */
  attempt(check: Check, value: unknown): { readonly failed: boolean; readonly value: unknown } {
    const { fields, count } = this
    const named = this.#named
    const altered = this.altered.length
    this.fields = undefined
    const read = check(value, this)
    const failed = this.count > count
    this.fields = fields
    this.count = count
    this.#named = named
    if (failed) this.altered.length = altered
    return { failed, value: read }
  }

  missing(): void {
    this.fault(`${this.#steps.at(-1) ?? 'body'} is required`)
  }
}

/** For people and generators only. */
const ANNOTATIONS = ['title', 'description', 'examples', 'deprecated', '$id', '$comment']

/** Throws on keywords that this kind of schema does not have. */
export function expectKeywords(schema: Keywords, place: string, known: readonly string[]): void {
  for (const keyword of Object.keys(schema)) {
    if (keyword === 'type' || known.includes(keyword) || ANNOTATIONS.includes(keyword)) continue
    throw new TypeError(`${place}: unknown keyword ${keyword}`)
  }
}

export function numberOf(schema: Keywords, keyword: string, absent: number, place: string): number {
  const value = schema[keyword] ?? absent
  if (typeof value !== 'number' || Number.isNaN(value))
    throw new TypeError(`${place}: ${keyword} must be a number`)
  return value
}

/** A JSON object: not null, not an array, and not one of our own classes. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !(value instanceof JsonNumber)
}
