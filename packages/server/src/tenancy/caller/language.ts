/** The language of an answer (RFC 9110 §12.5.4, RFC 4647 §3.4). */
import { type DocumentLanguage, documentLanguages } from '@svc/api'
import type { Route } from './route.ts'

const HEADER_CHARACTERS_MAX = 1_024

type Range = { readonly language: string; readonly quality: number; readonly position: number }

/**
 * The best language that `Accept-Language` accepts; undefined if it accepts none of ours. Equal
 * ones are in the order of the header, then of `preferred`.
 */
export function negotiateLanguage(
  header: string | undefined,
  preferred: readonly DocumentLanguage[],
): DocumentLanguage | undefined {
  const ranges = rangesOf(header ?? '')
  const best = preferred
    .map((language) => rankOf(language, ranges))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.position - b.position)[0]
  return documentLanguages.find((language) => language === best?.language)
}

/**
 * A range that names the language takes precedence over `*`; of several, the one with the best
 * quality.
 */
function rankOf(language: DocumentLanguage, ranges: readonly Range[]): Range {
  const named = ranges.filter((range) => range.language === language)
  const counting = named.length > 0 ? named : ranges.filter((range) => range.language === '*')
  const [first] = counting.toSorted((a, b) => b.quality - a.quality)
  return { quality: 0, position: 0, ...first, language }
}

function rangesOf(header: string): Range[] {
  return header
    .slice(0, HEADER_CHARACTERS_MAX)
    .split(',')
    .map((part, position) => {
      const [tag = '', ...parameters] = part.split(';')
      const q = parameters.find((parameter) => /^\s*q=/i.test(parameter))?.split('=')[1]
      const quality = q === undefined ? 1 : Number(q)
      return { language: primaryOf(tag), quality: quality >= 0 ? quality : 0, position }
    })
}

const primaryOf = (tag: string): string => tag.trim().toLowerCase().split(/[-_]/)[0] ?? ''

/** Programs that name no language have always received English. */
const OF_ERRORS: readonly DocumentLanguage[] = ['en', 'es']

/** Whether a buyer may read the route's errors. */
export function hasErrorsForBuyers({ access, readByBuyers = false }: Route): boolean {
  return access.kind === 'buyer' || readByBuyers
}

/**
 * The language of the errors of such a route (contract §12); undefined if they are English for
 * every caller.
 */
export function errorLanguage(
  route: Route,
  accepted: string | undefined,
): DocumentLanguage | undefined {
  if (!hasErrorsForBuyers(route)) return undefined
  return negotiateLanguage(accepted, OF_ERRORS) ?? 'en'
}
