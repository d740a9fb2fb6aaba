/**
 * Building blocks of answers. An object of an answer is closed: an undescribed member fails the
 * tests, which check every answer against its description.
 */
import { currencies } from '../currencies.ts'
import { type Fields, recordOf } from '../records.ts'
import { type Static, type TSchema, type TSchemaOptions, Type } from './common.ts'

type Properties = Readonly<Record<string, TSchema>>

type Immutable<T> = T extends object ? { readonly [Key in keyof T]: Immutable<T[Key]> } : T
/** The type of a schema of an answer, as returned by views. */
export type Answered<Schema extends TSchema> = Immutable<Static<Schema>>

/** An object with exactly these members. */
export const closed = <T extends Properties>(properties: T, options: TSchemaOptions = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options })

export const nullable = <T extends TSchema>(schema: T, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options)

export const money = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, in minor units: 12.50 is 1250.` })
export const rateOf = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, in hundredths of a percent.` })
export const flag = (description: string) => Type.Boolean({ description })
export const count = (description: string) => Type.Integer({ minimum: 0, description })
export const words = (description: string) => Type.String({ description })
export const choice = <const Values extends readonly string[]>(
  values: Values,
  description: string,
) => Type.Enum<[...Values]>([...values], { description })
export const hexId = (description: string) =>
  Type.String({ pattern: '^[0-9a-f]{32}$', description })

/** `2026-11-21T05:32:21.123456Z` */
export const moment = (description: string) =>
  Type.String({
    format: 'date-time',
    pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$`,
    description: `${description}, in UTC with microseconds.`,
  })
/** `2026-11-21T06:32:21.123456+01:00` */
export const localMoment = (description: string) =>
  Type.String({
    format: 'date-time',
    pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}[+-]\d\d:\d\d$`,
    description: `${description}, in the store's time zone, with microseconds.`,
  })
export const day = (description: string) =>
  Type.String({
    format: 'date',
    pattern: String.raw`^\d{4}-\d\d-\d\d$`,
    description: `${description}, in the store's time zone.`,
  })

export const CurrencyAnswer = closed(
  {
    name: words('Name in English.'),
    code: choice([...currencies.keys()], 'ISO 4217 code.'),
    numeric: Type.String({ pattern: '^[0-9]{3}$', description: 'ISO 4217 number.' }),
    symbol: words('Symbol, such as €.'),
  },
  { $id: 'Currency', description: 'A currency with two decimal places.' },
)

/** One envelope for every error (contract §2). */
export const ErrorAnswer = closed(
  {
    error: closed({
      type: words('The category of the error, derived from the status.'),
      message: words('A human-readable message. Programs should use `code`.'),
      code: Type.String({
        pattern: '^[a-z]+(_[a-z]+)+$',
        description: 'The error code from the catalogue. Codes are never renamed.',
      }),
      fields: Type.Optional(
        Type.Record(Type.String(), Type.Union([Type.Array(Type.String()), Type.String()]), {
          description:
            'Messages by the dotted path of each invalid field (`order.articles.0.price`); with ' +
            '404, the id that was not found.',
        }),
      ),
      request_id: hexId('Identifies this request in the log; also sent as `X-Request-Id`.'),
    }),
    allowed: Type.Optional(
      Type.Literal(false, {
        description: 'For the availability check: the amount is not financed.',
      }),
    ),
    notice: Type.Optional(
      words(
        'For the simulator: a message for buyers, in the language of `locale`, with the ' +
          'amounts that can be financed.',
      ),
    ),
  },
  { $id: 'Error', description: 'The envelope of every error.' },
)

const link = (which: string) =>
  nullable(Type.String({ format: 'uri' }), {
    description: `URL of the ${which} page with all filters; null if there is none.`,
  })
const pageNumber = (which: string) =>
  nullable(Type.Integer({ minimum: 1 }), {
    description: `Number of the ${which} page; null if there is none.`,
  })

/** The envelope of every list (contract §3). */
export const pageOf = <T extends TSchema>(item: T, name: string) =>
  closed(
    {
      cursor: closed({ after: pageNumber('next'), before: pageNumber('previous') }),
      paging: closed({
        count: count('Total number of items.'),
        next: link('next'),
        previous: link('previous'),
      }),
      results: Type.Array(item, { description: 'The items of this page, newest first.' }),
    },
    { $id: name, description: 'One page of a list.' },
  )

const STORED_AS: Readonly<Record<string, object>> = {
  'x-identifier': { type: 'string' },
  'x-currency': { type: 'string', pattern: '^[A-Z]{3}$' },
}

/** A request's schema as an answer: identifiers are text, unknown members are removed. */
export function asStored<T extends TSchema>(schema: T, options: TSchemaOptions = {}): T {
  // The type of the request's schema holds for the answer too: Static omits the rest.
  return { ...(keep(recordOf(schema)) as T), ...options }
}

function keep(schema: Fields): unknown {
  const kind = Object.keys(STORED_AS).find((keyword) => schema[keyword] === true)
  const { description } = schema
  if (kind !== undefined) return { ...STORED_AS[kind], ...(description ? { description } : {}) }
  if (schema.type === 'array') return { ...schema, items: keep(recordOf(schema.items)) }
  if (schema.type !== 'object') {
    const { 'x-lenient': _lenient, ...rest } = schema
    return rest
  }
  const { 'x-synonyms': _synonyms, 'x-lenient': _lenient, $id: name, ...rest } = schema
  const members = Object.entries(recordOf(schema.properties))
  const properties = Object.fromEntries(
    members.map(([name, member]) => [name, keep(recordOf(member))]),
  )
  const named = typeof name === 'string' ? { $id: `${name}AsKept` } : {}
  return { ...rest, ...named, properties, additionalProperties: false }
}
