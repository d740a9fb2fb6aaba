/**
 * Turns a schema into a function that checks one value and names every fault in it, not only the
 * first (contract §2).
 *
 * The vocabulary is small on purpose: what a schema says and this file does not know stops the
 * program when the schema is compiled, because a rule that is silently not applied is worse than
 * none. Invariants: 1. nothing but the schema's own members reaches the output, unless it says
 * `additionalProperties: true`. 2. A value either comes out checked or with at least one fault.
 */
import { recordOf } from '@svc/api'
import type { Static, TSchema } from 'typebox'
import { compileLenient } from './checker-lenient.ts'
import {
  compileAny,
  compileBoolean,
  compileChoice,
  compileCurrency,
  compileIdentifier,
  compileInteger,
  compileString,
} from './checker-scalars.ts'
import {
  type Check,
  expectKeywords,
  type FieldFaults,
  isObject,
  type Keywords,
  numberOf,
  Walk,
} from './checker-walk.ts'

type Checked<T> =
  | {
      readonly value: T
      readonly fields?: undefined
      /** Paths of truncated, ignored or replaced values. */
      readonly altered: readonly string[]
    }
  | {
      readonly value?: undefined
      readonly fields: FieldFaults
      /** The valid parts nevertheless, for a check of the rest. */
      readonly sound: unknown
    }

export type { FieldFaults } from './checker-walk.ts'

/** A condition between the parts of a value; its argument conforms to the schema. */
type SchemaRule = (checked: never) => readonly (readonly [path: string, sentence: string])[]

/** By the name that a schema refers to with `x-rule`. */
export type SchemaRules = Readonly<Record<string, SchemaRule>>

/** Throws if the schema uses an unknown keyword, type or rule. */
export function compile<S extends TSchema>(
  schema: S,
  rules: SchemaRules = {},
): (value: unknown) => Checked<Static<S>> {
  const keywords = recordOf(schema)
  const check = compileNode(keywords, { path: 'the schema', rules })
  // Without a body, the error names the missing members.
  const absent = keywords.type === 'object' ? {} : undefined
  return (value) => {
    const walk = new Walk()
    const output = check(value === undefined ? absent : value, walk)
    // Without a fault it conforms to the schema.
    if (walk.fields === undefined) return { value: output as Static<S>, altered: walk.altered }
    return { fields: walk.fields, sound: output }
  }
}

/** The position in the schema, for its author, and the rules that `x-rule` may name. */
type Place = { readonly path: string; readonly rules: SchemaRules }

const within = (place: Place, name: string): Place => ({ ...place, path: `${place.path}${name}` })

/** `x-rule`: a condition between the parts, once each of them is valid by itself. */
function compileNode(schema: Keywords, place: Place, patch = false): Check {
  const { 'x-lenient': leniency, ...strict } = schema
  if (leniency !== undefined) {
    return compileLenient(leniency, strict, place.path, compileNode(strict, place, patch))
  }
  const { 'x-rule': name, ...rest } = schema
  if (name === undefined) return compileKind(schema, place, patch)
  const rule = place.rules[String(name)]
  if (rule === undefined) throw new TypeError(`${place.path}: unknown rule ${String(name)}`)
  const check = compileKind(rest, place, patch)
  return (value, walk) => {
    const faultsBefore = walk.count
    const checked = check(value, walk)
    if (walk.count > faultsBefore) return checked
    // It conforms to the schema that names the rule, and therefore to the rule's argument.
    for (const [path, sentence] of rule(checked as never)) walk.faultAt(path, sentence)
    return checked
  }
}

function compileKind(schema: Keywords, place: Place, patch: boolean): Check {
  const { path } = place
  if (schema['x-any'] === true) return compileAny(schema, path)
  if (schema['x-currency'] === true) return compileCurrency(schema, path)
  if (schema['x-identifier'] === true) return compileIdentifier(schema, path)
  if (schema.enum !== undefined || schema.const !== undefined || schema.anyOf !== undefined) {
    return compileChoice(schema, path)
  }
  if (schema['x-digits'] === true || schema.type === 'integer') return compileInteger(schema, path)
  if (schema.type === 'object') return compileObject(schema, place, patch)
  if (schema.type === 'array') return compileArray(schema, place)
  if (schema.type === 'string') return compileString(schema, path)
  if (schema.type === 'boolean') return compileBoolean(schema, path)
  throw new TypeError(`${path}: unknown type ${JSON.stringify(schema.type)}`)
}

function compileArray(schema: Keywords, place: Place): Check {
  expectKeywords(schema, place.path, ['items', 'minItems', 'maxItems', 'x-list'])
  if (!isObject(schema.items)) throw new TypeError(`${place.path}: an array needs items`)
  const checkItem = compileNode(schema.items, within(place, '[]'))
  const minimum = numberOf(schema, 'minItems', 0, place.path)
  const maximum = numberOf(schema, 'maxItems', Number.POSITIVE_INFINITY, place.path)
  // `x-list`: `{}` is not accepted as an empty list.
  const strict = schema['x-list'] === true
  return (value, walk) => {
    const items = isEmptyObject(value) && !strict ? [] : value
    if (!Array.isArray(items)) return walk.fault('must be an array')
    if (items.length < minimum)
      return walk.fault(`must have at least ${minimum} ${minimum === 1 ? 'item' : 'items'}`)
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
  readonly falseIsAbsent: boolean
  /** `x-allow-empty`: `{}` and `[]` are accepted and dropped, even if the member is required. */
  readonly allowsEmpty: boolean
  /** Another name under which the member may arrive. */
  readonly synonym: string | undefined
  /** In a merge patch: the effect of null. */
  readonly onNull: 'absent' | 'reset' | 'missing'
}

/**
 * `x-patch`: a merge patch (RFC 7396), down to the lists. A member that is null remains null in the
 * output and means its default; if it has none, `x-no-default`, it counts as missing.
 */
function compileObject(schema: Keywords, place: Place, inherited: boolean): Check {
  const known = ['properties', 'required', 'additionalProperties', 'x-synonyms', 'x-patch']
  expectKeywords(schema, place.path, known)
  const members = membersOf(schema, place, inherited || schema['x-patch'] === true)
  const names = new Set(
    members.flatMap(({ name, synonym }) => (synonym === undefined ? [name] : [name, synonym])),
  )
  const keepsOthers = schema.additionalProperties === true
  return (value, walk) => {
    const source = isEmptyArray(value) ? {} : value
    if (!isObject(source)) return walk.fault('must be an object')
    const output: Record<string, unknown> = {}
    for (const member of members) checkMember(member, { source, output, walk })
    if (keepsOthers) {
      for (const key of Object.keys(source)) {
        if (!names.has(key) && key !== '__proto__') output[key] = source[key]
      }
    }
    return output
  }
}

// PHP writes an empty list and an empty object alike, so each is accepted as the other.
function isEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0
}

function membersOf(schema: Keywords, place: Place, patch: boolean): Member[] {
  const { path } = place
  const properties = schema.properties ?? {}
  const required: unknown = schema.required ?? []
  const synonyms: unknown = schema['x-synonyms'] ?? {}
  if (!isObject(properties) || !Array.isArray(required) || !isObject(synonyms)) {
    throw new TypeError(`${path}: properties, required or x-synonyms is not what it should be`)
  }
  const synonymOf = new Map(Object.entries(synonyms).map(([synonym, name]) => [name, synonym]))
  for (const name of [...required, ...synonymOf.keys()]) {
    if (typeof name !== 'string' || !Object.hasOwn(properties, name)) {
      throw new TypeError(`${path}: ${String(name)} is not among the properties`)
    }
  }
  return Object.entries(properties).map(([name, property]) => {
    if (!isObject(property)) throw new TypeError(`${path}.${name}: not a schema`)
    const { 'x-allow-empty': allowsEmpty, 'x-no-default': noDefault, ...rest } = property
    return {
      name,
      check: compileNode(rest, within(place, `.${name}`), patch),
      onNull: !patch
        ? 'absent'
        : noDefault === true || required.includes(name)
          ? 'missing'
          : 'reset',
      required: required.includes(name),
      falseIsAbsent: rest.type !== 'boolean',
      allowsEmpty: allowsEmpty === true,
      synonym: synonymOf.get(name),
    }
  })
}

type Passage = {
  readonly source: Readonly<Record<string, unknown>>
  readonly output: Record<string, unknown>
  readonly walk: Walk
}

function checkMember(member: Member, { source, output, walk }: Passage): void {
  let name = member.name
  if (
    isAbsent(member, source, name) &&
    member.synonym !== undefined &&
    !isAbsent(member, source, member.synonym)
  ) {
    name = member.synonym
  }
  const value = Object.hasOwn(source, name) ? source[name] : undefined
  if (value === null && member.onNull === 'reset') {
    output[member.name] = null
    return
  }
  const absent = isAbsent(member, source, name)
  if (absent && !member.required && !(value === null && member.onNull === 'missing')) return
  if (!absent && member.allowsEmpty && (isEmptyArray(value) || isEmptyObject(value))) return
  walk.enter(name)
  if (absent) walk.missing()
  else {
    const before = walk.count
    const checked = member.check(value, walk)
    // Ignored values are absent; invalid ones are present for the conditions between members.
    if (checked !== undefined || walk.count > before) output[member.name] = checked
  }
  walk.leave()
}

/** Shops send null, "" and, unless a boolean is expected, false for fields that they leave out. */
function isAbsent(
  member: Member,
  source: Readonly<Record<string, unknown>>,
  name: string,
): boolean {
  if (!Object.hasOwn(source, name)) return true
  const value = source[name]
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (value === false && member.falseIsAbsent)
  )
}
