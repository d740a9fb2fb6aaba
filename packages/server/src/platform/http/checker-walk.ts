/**
 * What every part of the checker shares: the walk through a value, and the reading of a schema's
 * keywords.
 */
import { isRecord } from '@svc/api'
import { echoedName } from '../refusal.ts'
import { JsonNumber } from './json-number.ts'

/** Sentences by dotted path; a fault of the whole body is under `body`. */
export type FieldFaults = Record<string, string[]>

/** A schema as plain data. */
export type Keywords = Readonly<Record<string, unknown>>

/** Answers the value to keep; what it answers after a fault is not used. */
export type Check = (value: unknown, walk: Walk) => unknown

/** More would only help somebody who wants long answers. */
const FIELDS_MAX = 100

/** Where the check is, and what it found so far. */
export class Walk {
  fields: FieldFaults | undefined
  /** All that was found, also what was too much to tell. */
  count = 0
  /** Paths of what was cut, left out or replaced instead of refused. */
  readonly altered: string[] = []
  readonly #steps: (string | number)[] = []
  #named = 0

  enter(step: string | number): void {
    this.#steps.push(step)
  }

  leave(): void {
    this.#steps.pop()
  }

  /** Answers undefined, so that a check can fault and return in one statement. */
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

  /** A fault of a part of what is looked at, by its dotted path. */
  faultAt(path: string, sentence: string): void {
    this.enter(path)
    this.fault(sentence)
    this.leave()
  }

  alter(): void {
    this.altered.push(this.#steps.map((step) => echoedName(String(step))).join('.'))
  }

  /** The value as the check reads it; where it cannot, nothing of the attempt stays. */
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

/** Read by people and generators only. */
const ANNOTATIONS = ['title', 'description', 'examples', 'deprecated', '$id', '$comment']

/** Refuses keywords that the kind of schema at hand does not have. */
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
