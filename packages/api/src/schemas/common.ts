import { type Static, type TSchema, type TSchemaOptions, Type } from 'typebox'
import { limits } from '../limits.ts'

/** Minor units, 0…10^12: 12.50 is written 1250. */
export const Amount = (options: { minimum?: number; maximum?: number } = {}) =>
  Type.Integer({
    minimum: options.minimum ?? 0,
    maximum: options.maximum ?? limits.amountMax,
    'x-amount': true,
  })

/** Hundredths of a percent: 21.00 % is written 2100. */
export const RateField = () =>
  Type.Integer({ minimum: 0, maximum: limits.rateMax, 'x-amount': true })

/** A store's own identifier: string or integer, stored as a string of 1 to 128 characters. */
export const Identifier = (maxLength: number = limits.identifierMax) =>
  Type.Unsafe<string>({
    type: ['string', 'integer'],
    minLength: 1,
    maxLength,
    'x-identifier': true,
  })

export const Text = (maxLength: number = limits.textMax) => Type.String({ maxLength })
export const RequiredText = (maxLength: number = limits.textMax) =>
  Type.String({ minLength: 1, maxLength })

/** Absolute http or https address. */
export const Url = () => Type.String({ maxLength: limits.urlMax, format: 'url' })
/** Absolute, or relative to the store's site. */
export const UrlOrPath = () => Type.String({ maxLength: limits.urlMax, format: 'url-or-path' })
export const Email = () => Type.String({ maxLength: limits.emailMax, format: 'email' })
export const CalendarDate = () => Type.String({ maxLength: 64, format: 'date' })
export const DateTime = () => Type.String({ maxLength: 64, format: 'date-time' })
export const Country = () => Type.String({ pattern: '^[A-Za-z]{2}$' })
/** ISO 4217 code, or the object that the service returns; stored as the code. */
export const CurrencyCode = () =>
  Type.Unsafe<string>({ type: ['string', 'object'], 'x-currency': true })
/** Any JSON, not interpreted. */
export const Anything = () => Type.Unsafe<unknown>({ 'x-any': true })

function withKeyword<T extends TSchema>(schema: T, keyword: string, value: unknown): T {
  const descriptors = {
    ...Object.getOwnPropertyDescriptors(schema),
    [keyword]: { value, enumerable: true },
  }
  // The given schema with its marks, such as that of an optional member, and one more keyword.
  return Object.defineProperties({}, descriptors) as T
}
/** The schema of a member with a description; the given one is not changed. */
export const about = <T extends TSchema>(description: string, schema: T): T =>
  withKeyword(schema, 'description', description)
/**
 * Values that no calculation uses are truncated (`cut`), ignored (`drop`), null (`null`) or 1 for 0
 * (`one`) instead of refused, with a warning (contract §12.2).
 */
export const lenient = <T extends TSchema>(kind: 'cut' | 'drop' | 'null' | 'one', schema: T): T =>
  withKeyword(schema, 'x-lenient', kind)
/** An object whose members are refused instead of truncated, under a name of its own. */
export function strict<T extends TSchema & { readonly properties: object }>(
  name: string,
  schema: T,
): T {
  const members = Object.entries(schema.properties)
  const properties = members.map(([member, own]) => {
    const { 'x-lenient': _lenient, ...rest } = Object.getOwnPropertyDescriptors(own)
    return [member, Object.defineProperties({}, rest)]
  })
  return { ...schema, $id: name, properties: Object.fromEntries(properties) }
}
export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)
/** A member of a merge patch that null cannot reset: it has no default. */
export const withoutDefault = <T extends TSchema>(schema: T) =>
  optional(withKeyword(schema, 'x-no-default', true))
/** A merge patch (RFC 7396): null means the default, down to the lists. */
export type Patch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Patch<T[K]> | null }
    : T
export { type Static, type TSchema, type TSchemaOptions, Type }
