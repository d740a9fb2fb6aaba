/**
 * Answers as XML (contract §1): the same tree as in JSON. Arrays are repeated `item` elements, null
 * is `nil="true"`, and a key that is no XML name is escaped as `_xHHHH_`. Whatever the data, the
 * document is well-formed XML 1.0.
 */
import { recordOf } from '@svc/api'
import { isRawJson, parseExactly } from '../raw-json.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The document of an answer with this JSON text; the members of an error are those of its root. */
export function xmlOf(json: string): string {
  const tree = parseExactly(json)
  if (!isError(tree)) return DECLARATION + element('response', tree)
  const { error, ...beside } = tree
  return DECLARATION + element('error', { ...error, ...beside })
}

function isError(tree: unknown): tree is { error: object } {
  const error = recordOf(tree).error
  return typeof error === 'object' && error !== null && 'code' in error
}

function element(name: string, value: unknown): string {
  if (value === null || value === undefined) return `<${name} nil="true"/>`
  return `<${name}>${content(value)}</${name}>`
}

function content(value: unknown): string {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return value.map((item) => element('item', item)).join('')
  if (isRawJson(value)) return value.rawJSON
  return Object.entries(value)
    .map(([key, member]) => element(elementName(key), member))
    .join('')
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // A reader would turn it into a line feed.
  '\r': '&#13;',
}
/**
 * Characters that XML 1.0 cannot contain in any form: most control characters, and lone surrogates.
 */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

function text(value: string): string {
  return value
    .replace(FORBIDDEN, '\uFFFD')
    .replace(/[&<>\r]/g, (character) => ESCAPES[character] ?? character)
}

/**
 * Escaped in a name: characters that may not begin one, an underscore that would read as an escape,
 * and characters that no name may contain, including colons, which would denote a namespace. The
 * digits of an escape contain no underscore, so nothing is examined twice.
 */
const ESCAPED = new RegExp(
  [
    /^(?:[-.0-9\u{B7}]|[\u{300}-\u{36F}])/u,
    /_(?=x[0-9A-F]*_)/u,
    /[^-.0-9A-Za-z_\xB7\xC0-\xD6\xD8-\xF6\xF8-\u{37D}\u{37F}-\u{1FFF}]/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
)

/** A key as an element name; two keys never get the same one. */
function elementName(key: string): string {
  if (key === '') return '_x_'
  return key.replace(ESCAPED, (character) => `_x${hex(character)}_`)
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}
