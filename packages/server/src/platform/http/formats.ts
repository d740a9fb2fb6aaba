/**
 * The text formats that a schema may name. Each returns the text to store, or a sentence with the
 * fault.
 */
import { limits } from '@svc/api'
import { ibanOf, isShownIban } from '../iban.ts'
import { rangeOf } from '../network/public-address.ts'
import { hasDateShape, parseDate } from '../time/dates.ts'

type Formatted = { readonly text: string; readonly fault?: never } | { readonly fault: string }
type Format = (text: string) => Formatted

const printable = rule(
  (text) => /^[!-~](?:[ -~]*[!-~])?$/.test(text),
  'must be printable ASCII characters, no blanks at its ends',
)

const looksLikeCardNumber = (text: string): boolean => /^[0-9][0-9 -]{10,}[0-9]$/.test(text)

export const formats: Readonly<Record<string, Format>> = {
  email: rule(isEmail, 'must be an e-mail address'),
  url: rule(isUrl, 'must be an absolute http or https URL'),
  'url-or-path': rule(
    isUrlOrPath,
    "must be an absolute http or https URL or a path on the store's site",
  ),
  'uuid-hex': rule(
    (text) => /^[0-9a-f]{32}$/.test(text),
    'must be 32 lower-case hexadecimal characters',
  ),
  'date-time': (text) => dateFault(text) ?? { text },
  words: rule((text) => text.trim() !== '', 'must not be blank'),
  name: formatOf(shownName, 'must not be blank'),
  text: (text) => ({ text: shownText(text) }),
  'one-line': formatOf(lineOf, 'must be words on one line, without invisible characters'),
  lines: formatOf((text) => linesOf(text, 1), 'must be words, without invisible characters'),
  note: formatOf(
    (text) => linesOf(text, limits.noteMin),
    `must be ${limits.noteMin} characters or more, without invisible ones or blanks at its ends`,
  ),
  color: formatOf(colorOf, 'must be a colour such as #0c5b46'),
  printable,
  'card-token': (text) =>
    looksLikeCardNumber(text)
      ? { fault: "looks like the number of a card: only the provider's frame may be given one" }
      : printable(text),
  'time-zone': formatOf(timeZoneOf, 'must be an IANA time zone such as Europe/Madrid'),
  locale: formatOf(localeOf, 'must be a BCP 47 language tag such as es or en-GB'),
  origin: formatOf(originOf, 'must be an origin without a path, such as https://shop.example'),
  'address-range': rule(
    (text) => rangeOf(text) !== undefined,
    'must be an address or a range such as 203.0.113.0/24',
  ),
  iban: formatOf(ibanOf, 'must be the number of a bank account (IBAN), with its check digits'),
  // In settings sent back as they were read, the account number is masked.
  'iban-or-shown': formatOf(
    (text) => (isShownIban(text) ? text : ibanOf(text)),
    'must be the number of a bank account (IBAN), with its check digits',
  ),
  // Shops send birthdays with a time of day; only the day counts.
  date: (text) => dateFault(text) ?? { text: text.slice(0, 'YYYY-MM-DD'.length) },
}

function rule(holds: (text: string) => boolean, fault: string): Format {
  return (text) => (holds(text) ? { text } : { fault })
}

/** For values with one canonical spelling. */
function formatOf(spelling: (text: string) => string | undefined, fault: string): Format {
  return (text) => {
    const normal = spelling(text)
    return normal === undefined ? { fault } : { text: normal }
  }
}

/**
 * Characters that turn the direction of writing, or are invisible, would show another name. Texts
 * that look the same are the same: a reference of a payment can be used once.
 */
function lineOf(text: string): string | undefined {
  const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)
  return hidden || seen(text) === '' ? undefined : text.trim().normalize('NFC')
}

/** Several lines; characters that turn the direction of writing would show another text. */
function linesOf(given: string, least: number): string | undefined {
  const text = given.trim()
  const hidden = /[\p{Cf}\p{Zl}\p{Zp}]|(?![\n\r\t])\p{Cc}/u.test(text)
  return hidden || [...seen(text)].length < least ? undefined : text
}

/**
 * What a store writes of itself and its own (decision 0178): signs that nobody sees are left out,
 * and programs that send them go on. A text without any stays to the letter.
 */
export function shownName(text: string): string | undefined {
  return shownOf(text, /[\p{Cc}\p{Zl}\p{Zp}]+/gu)
}

/** The same of several lines. Where nothing is left there is a dash, as in orders. */
export function shownText(text: string): string {
  return shownOf(text, /(?:(?![\n\r\t])[\p{Cc}\p{Zl}\p{Zp}])+/gu) ?? '—'
}

function shownOf(text: string, breaks: RegExp): string | undefined {
  const shown = text.replace(breaks, ' ').replace(/\p{Cf}/gu, '')
  if (seen(shown) === '') return undefined
  return shown === text ? text : shown.trim()
}

/** What somebody sees of it: fillers (U+3164, U+2800) are letters or symbols that nobody sees. */
const seen = (text: string): string => text.replace(/[\p{DI}\u2800]/gu, '').trim()

function colorOf(text: string): string | undefined {
  return /^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : undefined
}

function dateFault(text: string): Formatted | undefined {
  if (!hasDateShape(text))
    return { fault: 'must be a date such as 2026-11-21 or 2026-11-21T05:32:21+01:00' }
  // Whether a date exists does not depend on the time zone.
  if (parseDate(text, 'UTC') === undefined) return { fault: 'is not a date that exists' }
  return undefined
}

const LOCAL_PART = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}$/u
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u

/** Only addresses that no mail server could deliver to are refused. */
function isEmail(text: string): boolean {
  if (text.length > limits.emailMax) return false
  const at = text.lastIndexOf('@')
  if (at < 1 || !LOCAL_PART.test(text.slice(0, at))) return false
  const labels = text.slice(at + 1).split('.')
  return labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label))
}

const ABSOLUTE = /^https?:\/\/[^/?#\\]/i
const SCHEME = /^[a-z][a-z0-9+.-]*:/i
/**
 * Browsers drop these characters, so an address with them would not be the one it appears to be.
 */
const STRIPPED = /^\s|\s$|\p{Cc}/u

function isUrl(text: string): boolean {
  return ABSOLUTE.test(text) && !STRIPPED.test(text) && URL.canParse(text)
}

/** Any path that stays on the site it is resolved against: `//other.example` does not. */
function isUrlOrPath(text: string): boolean {
  if (SCHEME.test(text)) return isUrl(text)
  if (STRIPPED.test(text)) return false
  const site = 'https://site.invalid'
  return URL.parse(text, `${site}/`)?.origin === site
}

/** Intl also knows offsets, which are not zones: they have no clock changes. */
function timeZoneOf(text: string): string | undefined {
  if (!/^[a-z]/i.test(text)) return undefined
  const normal = unlessInvalid(() => new Intl.DateTimeFormat('en', { timeZone: text }))
  const name = normal?.resolvedOptions().timeZone
  // For a renamed zone the name that was sent is stored.
  return name?.toLowerCase() === text.toLowerCase() ? name : normal && text
}

function localeOf(text: string): string | undefined {
  return unlessInvalid(() => Intl.getCanonicalLocales(text))?.[0]
}

function unlessInvalid<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const ORIGIN = /^https?:\/\/[^/?#@\\*\s\p{Cc}]+\/?$/iu

/** A URL parser accepts characters that end a directive of a security policy. */
const HOST = /^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:]+\])$/

/** As browsers write it in `Origin`: lower case, no standard port, no path. */
export function originOf(text: string): string | undefined {
  const url = ORIGIN.test(text) ? URL.parse(text) : null
  return url !== null && HOST.test(url.hostname) ? url.origin : undefined
}
