/**
 * Texts and choices that no calculation uses are truncated or ignored instead of refused (contract
 * §12.2): shops send whole pages as a description, and dates of zeros.
 */
import { type Check, type Keywords, numberOf } from './checker-walk.ts'
import { JsonNumber } from './json-number.ts'

/** A text is cut at a space, if there is one within this many characters. */
const BLANK_WITHIN = 20

/** The kinds of `x-lenient`; `cut` and `drop` ignore unreadable values. */
const kinds = ['cut', 'drop', 'null', 'one'] as const
type Kind = (typeof kinds)[number]

const isKind = (kind: unknown): kind is Kind => kinds.some((each) => each === kind)

/** The check of a value with `x-lenient`; `check` is the strict one. */
export function compileLenient(
  kind: unknown,
  schema: Keywords,
  place: string,
  check: Check,
): Check {
  if (!isKind(kind)) throw new TypeError(`${place}: unknown leniency ${String(kind)}`)
  // A name is required.
  const unreadable = kind === 'null' ? null : isRequiredText(kind, schema) ? '—' : undefined
  const maximum = numberOf(schema, 'maxLength', Number.POSITIVE_INFINITY, place)
  return (value, walk) => {
    const readable = kind === 'one' && value === 0 ? 1 : value
    const cut = kind === 'cut' ? cutText(textOf(readable), maximum) : readable
    if (kind === 'one') {
      if (readable !== value) walk.alter()
      return check(cut, walk)
    }
    const read = walk.attempt(check, cut)
    if (read.failed || (typeof value === 'string' && cut !== value)) walk.alter()
    return read.failed ? unreadable : read.value
  }
}

const isRequiredText = (kind: Kind, { type, minLength }: Keywords): boolean =>
  kind === 'cut' && type === 'string' && minLength === 1

/** Some shops send a name that looks like a number as a number. */
function textOf(value: unknown): unknown {
  if (value instanceof JsonNumber) return value.source
  return typeof value === 'number' ? String(value) : value
}

/** The first characters (code points); values other than texts are unchanged. */
export function cutText(text: unknown, maximum: number): unknown {
  if (typeof text !== 'string' || text.length <= maximum) return text
  const first = [...text.slice(0, (maximum + 1) * 2)]
  if (first.length <= maximum) return text
  const blank = first.slice(0, maximum + 1).findLastIndex((character) => /\s/.test(character))
  const end = blank > 0 && blank >= maximum - BLANK_WITHIN ? blank : maximum
  return first.slice(0, end).join('')
}
