/**
 * Who may hold a page of the checkout in a frame, and in which language it begins. Invariant: at
 * most one origin beside our own, and none that its store has not allowed.
 */
import { type DocumentLanguage, documentLanguages } from '@svc/api'

/** Origins as browsers write them. */
export type HolderQuestion = {
  /** Named by whoever opens the page; undefined: nobody is, null: what is no origin. */
  readonly asked: string | null | undefined
  /** Ours always may. */
  readonly own: readonly string[]
  /** Undefined: whose checkout it is, is not known. */
  readonly store: HolderStore | undefined
}

export type HolderStore = {
  /** Of the site of the store, if it has one. */
  readonly site: string | undefined
  /** Of the pages that may use its public key; empty: all. */
  readonly origins: readonly string[]
}

/** The origin whose page may hold it; null: none may. */
export function decideHolder({ asked, own, store }: HolderQuestion): string | null {
  const origin = asked === undefined ? store?.site : asked
  if (origin === undefined || origin === null) return null
  if (own.includes(origin)) return origin
  const allowed =
    store !== undefined && (store.origins.length === 0 || store.origins.includes(origin))
  return allowed ? origin : null
}

type Tag = { readonly language: string; readonly quality: number }

/**
 * The language that is asked for, else the first of `Accept-Language` that there is; else English
 * for who reads other languages, Spanish for who says nothing.
 */
export function decideLanguage(
  wanted: string | null,
  accepted: string | undefined,
): DocumentLanguage {
  const tags = [primary(wanted ?? ''), ...acceptedLanguages(accepted ?? '')].filter(Boolean)
  const found = tags.flatMap((tag) => documentLanguages.find((each) => each === tag) ?? [])[0]
  return found ?? (tags.length > 0 ? 'en' : documentLanguages[0])
}

const primary = (tag: string): string => tag.trim().toLowerCase().split(/[-_]/)[0] ?? ''

function acceptedLanguages(header: string): string[] {
  return header
    .slice(0, ACCEPT_CHARACTERS_MAX)
    .split(',')
    .map((part): Tag => {
      const [tag = '', ...parameters] = part.split(';')
      const q = parameters.find((parameter) => /^\s*q=/i.test(parameter))?.split('=')[1]
      return { language: primary(tag), quality: q === undefined ? 1 : Number(q) }
    })
    .filter(({ language, quality }) => quality > 0 && language !== '*')
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language)
}

const ACCEPT_CHARACTERS_MAX = 1_024
