/**
 * The buyer's way back from their checkout (contract §10): only addresses that a browser may
 * follow.
 */
import type { MerchantUrls } from '../../kernel/details/details.ts'
import { originOf } from '../../platform/http/formats.ts'

const names = ['success', 'pending', 'ko', 'error', 'dismiss'] as const
type Name = (typeof names)[number]

type ReturnUrls = Readonly<Record<Name, string | null>>

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const HTTP = /^https?:\/\/[^/?#\\]/i
/** Browsers drop these, so that what contains them is not the address that it seems to be. */
const STRIPPED = /^\s|\s$|\p{Cc}/u

/**
 * `pending`, `ko` and `error` fall back to `dismiss`, which falls back to the front page of the
 * store as `success` does: a buyer who has paid is not sent where abandoning buyers go. Null if the
 * store has no site and the address needs one.
 */
export function returnUrls(merchant: MerchantUrls, site: string): ReturnUrls {
  const home = resolve('/', site)
  const dismiss = resolve(merchant.dismiss_url, site) ?? home
  return {
    success: resolve(merchant.success_url, site) ?? home,
    pending: resolve(merchant.pending_url, site) ?? dismiss,
    ko: resolve(merchant.ko_url, site) ?? dismiss,
    error: resolve(merchant.error_url, site) ?? dismiss,
    dismiss,
  }
}

/**
 * The same for a page of the store, which finds out by itself where it is: as they were sent, but
 * only those that count.
 */
export function pageUrls(merchant: Partial<MerchantUrls>): Record<string, string> {
  const entries = names.flatMap((name) => {
    const text = merchant[`${name}_url`] ?? ''
    const resolved = SCHEME.test(text) ? asSent(text) : resolve(text, ANY_SITE) && text
    return resolved === null ? [] : [[`${name}_url`, resolved]]
  })
  return Object.fromEntries(entries)
}

/** The origins of the absolute addresses: those of the pages the store sends its buyers back to. */
export function returnOrigins(merchant: MerchantUrls): string[] {
  return names.flatMap((name) => {
    const address = webAddress(merchant[`${name}_url`] ?? '')
    return originOf(URL.parse(address ?? '')?.origin ?? '') ?? []
  })
}

/** To the letter, unless there is something in it that is nobody's business. */
function asSent(text: string): string | null {
  const address = webAddress(text)
  return address !== null && address === URL.parse(text)?.href ? text : address
}

/** Placeholder for an unknown site. */
const ANY_SITE = 'https://site.invalid/'

/** An absolute http or https address without name and password, which would hide its host. */
export function webAddress(text: string): string | null {
  const url = HTTP.test(text) && !STRIPPED.test(text) ? URL.parse(text) : null
  if (url === null) return null
  url.username = ''
  url.password = ''
  return url.href
}

/** A value stored by an earlier version is treated like one that came just now. */
function resolve(text: string | undefined, site: string): string | null {
  if (text === undefined || text === '' || STRIPPED.test(text)) return null
  if (SCHEME.test(text)) return webAddress(text)
  const base = webAddress(site)
  const url = base === null ? null : URL.parse(text, base)
  // `//other.example` and `\\other.example` leave the site.
  return url !== null && url.origin === URL.parse(base ?? '')?.origin ? url.href : null
}
