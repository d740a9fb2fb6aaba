/**
 * Answers as XML (contract §1): the same tree as in JSON. Arrays are repeated `item` elements, null
 * is `nil="true"`, and a key that is no XML name is escaped as `_xHHHH_`. Whatever the data, the
 * document is well-formed XML 1.0.
 */
import { recordOf } from '@svc/api'
import { isRawJson, parseExactly } from '../raw-json.ts'

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The document of an answer whose JSON text this is; an error's members are its root's. */
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
  // A reader would make a line feed of it.
  '\r': '&#13;',
}
/** What XML 1.0 cannot hold in any form: most control characters, and halves of a pair. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

function text(value: string): string {
  return value
    .replace(FORBIDDEN, '\uFFFD')
    .replace(/[&<>\r]/g, (character) => ESCAPES[character] ?? character)
}

/**
 * What is escaped in a name: what may not begin one, an underscore that would read as an escape,
 * and what no name may hold, colons included: they would name a namespace. The digits of an escape
 * hold no underscore, so that nothing is looked at twice.
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

/** A key as the name of an element; two keys never get the same one. */
function elementName(key: string): string {
  if (key === '') return '_x_'
  return key.replace(ESCAPED, (character) => `_x${hex(character)}_`)
}

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
}
