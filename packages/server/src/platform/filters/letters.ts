/**
 * Which letters are equal if case or accents do not matter: as in Unicode, whatever the locale of
 * the database. `i…` lookups match like a JavaScript expression with the flags `iu`, `search` also
 * ignores accents.
 */

import { remembering } from '../bounded-map.ts'

/** Combining marks. */
const MARKS = '\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f'
const MARK = new RegExp(`[${MARKS}]`, 'gu')
const LAST_LETTER = 0x1ffff

let cased: string | undefined
let accented: ReadonlyMap<string, string> | undefined

function* characters(): Generator<string> {
  for (let code = 0x41; code <= LAST_LETTER; code++) {
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code)
  }
}

/** Every character that has another case. */
function casedLetters(): string {
  cased ??= [...characters()]
    .filter((each) => each !== each.toLowerCase() || each !== each.toUpperCase())
    .join('')
  return cased
}

/** The letter without accents, if there is exactly one. */
function withoutAccents(letter: string): string {
  const [base = '', ...rest] = letter.normalize('NFD').replace(MARK, '')
  return rest.length === 0 && base !== '' ? base : letter
}

/** For each letter, all accented forms. */
function accentedLetters(): ReadonlyMap<string, string> {
  if (accented === undefined) {
    const bases = new Map<string, string>()
    for (const each of characters()) {
      const base = withoutAccents(each)
      if (base !== each) bases.set(base, (bases.get(base) ?? '') + each)
    }
    accented = bases
  }
  return accented
}

/** The letter in all cases. */
const cases = remembering(LAST_LETTER, (letter) =>
  [...new Set([letter, ...(casedLetters().match(caseless(letter)) ?? [])])].join(''),
)

function caseless(letter: string): RegExp {
  return new RegExp(letter.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu')
}

function withAccents(letter: string): string {
  const all = [...cases(withoutAccents(letter))]
  return all.map((each) => each + (accentedLetters().get(each) ?? '')).join('')
}

const ASCII = /^[\0-\x7f]*$/

/** How to find a text in another one, ignoring case and perhaps accents. */
export type Folded = {
  /** What to find among lower-case ASCII letters; undefined if nothing could match. */
  readonly ascii: string | undefined
  /** The same for any text, as an expression that every PostgreSQL reads alike. */
  readonly expression: string
  /** Whether a text with other letters may match where its ASCII letters do not. */
  readonly beyond: boolean
}

export function fold(text: string, accents: boolean): Folded {
  const letters = [...(accents ? text : text.normalize('NFC').replace(MARK, ''))]
  const variants = letters.map((letter) => [...(accents ? cases(letter) : withAccents(letter))])
  const ascii = variants.map((each) => each.find((one) => ASCII.test(one))?.toLowerCase())
  return {
    ascii: ascii.some((each) => each === undefined) ? undefined : ascii.join(''),
    expression: variants.map((each) => oneOf(each) + (accents ? '' : `[${MARKS}]*`)).join(''),
    beyond: !accents || variants.some((each) => !ASCII.test(each.join(''))),
  }
}

function oneOf(letters: readonly string[]): string {
  const [only = ''] = letters
  if (letters.length > 1) return `[${letters.join('')}]`
  return ASCII.test(only) && !/\w/.test(only) ? `\\${only}` : only
}
