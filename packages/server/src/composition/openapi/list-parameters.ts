/** The query parameters of a list, from the table that it is filtered by. */
import { optional, pageQuery, type TSchema, Type } from '@svc/api'
import type { ListTable, Property } from '../../platform/filters/list-table.ts'

const RANGE = ['gt', 'gte', 'lt', 'lte']
const CALENDAR = ['year', 'month', 'week_day', 'day', 'hour']
const TEXT = [
  ...['iexact', 'contains', 'icontains', 'startswith', 'istartswith', 'endswith', 'iendswith'],
  ...['in', 'search', 'regex', 'iregex'],
]

const LOOKUPS: Readonly<Record<Property['kind'], readonly string[]>> = {
  text: TEXT,
  number: [...RANGE, 'isnull'],
  date: [...RANGE, ...CALENDAR, 'startswith', 'isnull'],
  boolean: [],
}

/** A file has no pages. */
export function listParameters(table: ListTable, isFile: boolean): Record<string, TSchema> {
  const fields = Object.keys(table.orderings)
  const terms = "Words that must all occur in the account's name or e-mail address."
  const order =
    `Comma-separated fields, \`-\` before a field for descending order: ` + `${fields.join(', ')}.`
  const properties = Object.entries(table.properties).map(
    ([name, property]) => [name, optional(propertyOf(name, property))] as const,
  )
  return {
    ...(isFile ? {} : pageQuery),
    ...(fields.length === 0 ? {} : { ordering: optional(Type.String({ description: order })) }),
    ...(table.q.length === 0 ? {} : { q: optional(Type.String({ description: terms })) }),
    ...Object.fromEntries(properties),
  }
}

function propertyOf(name: string, property: Property): TSchema {
  const { kind, nullable } = property
  const lookups = LOOKUPS[kind]
  const all = kind === 'text' && nullable === true ? [...lookups, 'isnull'] : lookups
  const more = all.length === 0 ? '' : ` Also \`${name}-<lookup>\`: ${all.join(', ')}.`
  const description = `Returns only items with this value.${more}`
  return kind === 'number' ? Type.Integer({ description }) : Type.String({ description })
}
