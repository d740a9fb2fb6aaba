/** A JSON Schema of the document as HTML; a named one is a link to its description. */
import { isRecord, recordOf, recordsOf } from '@svc/api'
import { escaped } from '../../../checkout/documents/html.ts'
import type { Json } from '../schema.ts'
import { inline } from './prose.ts'

/** The place of a named schema's description. */
export type Place = { objectOf(name: string): string }

const REFERENCE = '#/components/schemas/'

/** Its type, and below that its parts. */
export function schemaHtml(schema: Json, place: Place): string {
  return `<p class="kind">${kindOf(schema, place)}</p>${membersHtml(schema, place)}`
}

function membersHtml(schema: Json, place: Place): string {
  const parts = [schema, ...recordsOf(schema.anyOf), ...recordsOf(schema.allOf)]
  return parts
    .flatMap((part) => [part, ...(isRecord(part.items) ? [part.items] : [])])
    .map((part) => ownMembers(part, place))
    .join('')
}

function ownMembers({ properties, required }: Json, place: Place): string {
  if (!isRecord(properties)) return ''
  const wanted = Array.isArray(required) ? required : []
  const items = Object.entries(properties).map(([name, value]) => {
    const member = recordOf(value)
    const kind = `${kindOf(member, place)}${wanted.includes(name) ? ', <b>required</b>' : ''}`
    const text = typeof member.description === 'string' ? ` ${inline(member.description)}` : ''
    const below = membersHtml(member, place)
    return `<li><code>${escaped(name)}</code> <span class="kind">${kind}</span>${text}${below}</li>`
  })
  return items.length === 0 ? '' : `<ul class="members">${items.join('')}</ul>`
}

/** Its type and bounds in a line. */
function kindOf(schema: Json, place: Place): string {
  const { $ref, anyOf, allOf, items } = schema
  if (typeof $ref === 'string') {
    const name = $ref.slice(REFERENCE.length)
    return `<a href="${place.objectOf(name)}">${escaped(name)}</a>`
  }
  if (Array.isArray(anyOf)) return join(anyOf, ' or ', place)
  if (Array.isArray(allOf)) return join(allOf, ' and ', place)
  const type = isRecord(items) ? `list of ${kindOf(items, place)}` : escaped(typeOf(schema))
  return [type, ...boundsOf(schema).map(escaped)].join(', ')
}

const join = (all: readonly unknown[], word: string, place: Place): string =>
  all.map((each) => kindOf(recordOf(each), place)).join(word)

function typeOf({ type, enum: choices, const: constant }: Json): string {
  if (constant !== undefined) return JSON.stringify(constant)
  if (Array.isArray(choices)) return choices.map((each) => JSON.stringify(each)).join(' | ')
  if (type === undefined) return 'anything'
  return [type].flat().join(' or ')
}

const BOUNDS: Readonly<Record<string, readonly [words: string, unit?: string]>> = {
  minimum: ['at least'],
  maximum: ['at most'],
  minLength: ['at least', 'character'],
  maxLength: ['at most', 'character'],
  minItems: ['at least', 'item'],
  maxItems: ['at most', 'item'],
  format: ['format'],
  default: ['default'],
}

function boundsOf(schema: Json): string[] {
  const bounds = Object.entries(BOUNDS).flatMap(([keyword, [words, unit]]) => {
    const value = schema[keyword]
    const counted = unit === undefined ? '' : ` ${unit}${value === 1 ? '' : 's'}`
    return value === undefined ? [] : [`${words} ${String(value)}${counted}`]
  })
  return schema.deprecated === true ? [...bounds, 'deprecated'] : bounds
}
