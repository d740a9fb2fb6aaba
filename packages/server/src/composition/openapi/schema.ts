/**
 * Our schemas as JSON Schema 2020-12 for everybody: the checker's own keywords (`x-…`) are spelled
 * out, and named ones (`$id`) go to the components.
 */
import { currencies, recordOf, recordsOf } from '@svc/api'

export type Json = { [key: string]: unknown }

/** Collects repeated parts of a document. */
export class Components {
  readonly schemas: Record<string, Json> = {}
  readonly responses: Record<string, Json> = {}
  readonly #sources = new Map<string, string>()
  readonly #responseNames = new Map<string, string>()

  /** A response, named after its status and numbered where several share that. */
  addResponse(status: string, response: Json): Json {
    const text = JSON.stringify(response)
    let name = this.#responseNames.get(text)
    if (name === undefined) {
      const same = Object.keys(this.responses).filter((each) => each.split('-')[1] === status)
      name = `Error-${status}-${same.length + 1}`
      this.#responseNames.set(text, name)
      this.responses[name] = response
    }
    return { $ref: `#/components/responses/${name}` }
  }

  /** The schema in a document: a reference when it has a name. */
  add(schema: object): Json {
    const source = recordOf(schema)
    const { $id: name, 'x-lenient': _lenient, ...rest } = source
    if (typeof name !== 'string') return this.#translate(source)
    const text = JSON.stringify(rest)
    const known = this.#sources.get(name)
    if (known !== undefined && known !== text) throw new Error(`two schemas are named ${name}`)
    if (known === undefined) {
      this.#sources.set(name, text)
      this.schemas[name] = this.#translate(rest)
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  #translate(schema: Json): Json {
    const { 'x-lenient': leniency, ...strict } = schema
    if (leniency !== undefined) return this.#translate(withLeniency(strict, String(leniency)))
    const { 'x-allow-empty': allowsEmpty, ...rest } = schema
    if (allowsEmpty === true) return { anyOf: [this.#translate(rest), EMPTY] }
    const special = specialOf(schema)
    if (special !== undefined) return described(special, schema)
    if (Array.isArray(schema.anyOf)) return this.#union(schema, schema.anyOf)
    const { 'x-synonyms': synonyms, ...keywords } = schema
    const plain = Object.fromEntries(
      Object.entries(keywords).filter(([keyword]) => !keyword.startsWith('x-')),
    )
    const translated: Json = { ...plain, ...formatOf(plain) }
    if (translated.format === undefined) delete translated.format
    if (Array.isArray(plain.enum) && plain.type === undefined) translated.type = 'string'
    if (plain.items !== undefined) translated.items = this.add(recordOf(plain.items))
    if (plain.patternProperties !== undefined) {
      const [member = {}] = recordsOf(Object.values(recordOf(plain.patternProperties)))
      delete translated.patternProperties
      translated.additionalProperties = this.add(member)
    }
    if (plain.properties !== undefined) {
      const members = Object.entries(recordOf(plain.properties))
      const entries = members.map(([name, member]) => [name, this.add(recordOf(member))] as const)
      const properties: Record<string, Json> = Object.fromEntries(entries)
      for (const [synonym, name] of Object.entries(recordOf(synonyms))) {
        const description = `The same as \`${name}\`.`
        properties[synonym] = { ...properties[String(name)], description, deprecated: true }
      }
      translated.properties = properties
    }
    return translated
  }

  /** Something or null is written as two types where that says the same. */
  #union({ anyOf: _anyOf, ...rest }: Json, options: readonly Json[]): Json {
    const [first, second, ...others] = options
    if (first === undefined || second?.type !== 'null' || others.length > 0) {
      return { ...rest, anyOf: options.map((option) => this.add(option)) }
    }
    const some = this.add(first)
    if (typeof some.type !== 'string') return { ...rest, anyOf: [some, { type: 'null' }] }
    const choices = Array.isArray(some.enum) ? { enum: [...some.enum, null] } : {}
    return { ...some, ...choices, ...rest, type: [some.type, 'null'] }
  }
}

const LENIENCIES: Readonly<Record<string, string>> = {
  cut: 'Longer texts are truncated.',
  drop: 'Values that are too long or invalid are ignored.',
  null: 'Invalid values become null.',
  one: '0 counts as 1.',
}

function withLeniency(schema: Json, leniency: string): Json {
  const { description = '' } = schema
  return { ...schema, description: `${description} ${LENIENCIES[leniency]}`.trim() }
}

/** PHP writes an empty list and an empty object alike. */
const EMPTY: Json = {
  type: ['array', 'object'],
  maxItems: 0,
  maxProperties: 0,
  description: 'An empty list or object, which means nothing.',
}

const CODE = { type: 'string', enum: [...currencies.keys()] }

function specialOf(schema: Json): Json | undefined {
  if (schema['x-any'] === true) return {}
  if (schema['x-currency'] === true) {
    const object = { type: 'object', properties: { code: CODE }, required: ['code'] }
    return {
      anyOf: [CODE, object],
      description: 'ISO 4217 code in upper or lower case, or the currency object from an answer.',
    }
  }
  if (schema['x-identifier'] === true) {
    const { minLength, maxLength } = schema
    return { type: ['string', 'integer'], minLength, maxLength }
  }
  if (schema['x-digits'] === true) {
    const { minimum, maximum } = schema
    return { type: ['integer', 'string'], minimum, maximum, pattern: '^-?[0-9]+$' }
  }
  return undefined
}

function described(special: Json, { description }: Json): Json {
  return description === undefined ? special : { ...special, description }
}

const FORMATS: Readonly<Record<string, Json>> = {
  url: { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' },
  'url-or-path': { format: 'uri-reference' },
  'uuid-hex': { format: undefined, pattern: '^[0-9a-f]{32}$' },
}

/** A date of a request may come in more forms than the standard's. */
const LENIENT: Readonly<Record<string, string>> = {
  date: 'A date such as 1990-12-31; a time of day is dropped.',
  'date-time': "A date or date-time; without an offset it is in the store's time zone.",
}

function formatOf({ format, pattern, description }: Json): Json {
  const name = String(format)
  if (name in LENIENT && pattern === undefined) {
    return { format: undefined, description: description ?? LENIENT[name] }
  }
  return FORMATS[name] ?? {}
}
