import { type DocumentLanguage, documentLanguages } from '@svc/api'
import { originOf } from '../../platform/http/formats.ts'
import { negotiateLanguage } from '../../tenancy/caller/language.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** The objects that the page's address names. */
export type Named = {
  readonly publicKey: string
  readonly sandbox: boolean
  /** Empty: the store's page names the checkout later. */
  readonly checkoutId: string
}

type PageInput = {
  readonly language: DocumentLanguage
  readonly named: Named
  /** A page of another site holds it: the address says so, or the browser. */
  readonly framed: 'by address' | 'by browser' | false
  /** The origin of that page, if it is named; null: the name is not an origin. */
  readonly requested: string | null | undefined
}

/**
 * The parameters of the page's address for the server; the rest is for its script. Nothing is
 * refused.
 */
export function readPageQuery(query: URLSearchParams, headers: Headers): PageInput {
  const named = query.get('origin')
  const referrer = URL.parse(headers.referer ?? '')?.origin
  return {
    language: languageOfPage(query.get('lang'), headers['accept-language']),
    named: {
      publicKey: query.get('public-key') ?? query.get('public_key') ?? '',
      checkoutId: query.get('order') ?? '',
      // As the page's script reads it: any other value is live.
      sandbox: /^(true|1|yes)$/i.test(query.get('sandbox') ?? ''),
    },
    framed: framing(query, headers),
    requested: named === null ? originOf(referrer ?? '') : (originOf(named) ?? null),
  }
}

function framing(query: URLSearchParams, headers: Headers): PageInput['framed'] {
  if (query.get('iframe') === 'checkout') return 'by address'
  return /^i?frame$/.test(headers['sec-fetch-dest'] ?? '') ? 'by browser' : false
}

/**
 * The language of the address, else the best of `Accept-Language`; else English for who reads other
 * languages, Spanish for who names none.
 */
export function languageOfPage(
  wanted: string | null,
  accepted: string | undefined,
): DocumentLanguage {
  const header = [wanted ?? '', accepted ?? ''].filter(Boolean).join(',')
  const namesNone = /^[\s*]*$/.test(header)
  const preferred = namesNone ? documentLanguages : (['en', 'es'] as const)
  return negotiateLanguage(header, preferred) ?? preferred[0]
}
