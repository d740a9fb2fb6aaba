import { type DocumentLanguage, documentLanguages } from '@svc/api'
import { english } from './english.ts'
import { spanish } from './spanish.ts'
import type { Texts } from './texts.ts'

export const textsOf: Readonly<Record<DocumentLanguage, Texts>> = { es: spanish, en: english }

/** The first requested language that documents are written in; `es-MX` requests its language. */
export function languageOf(wishes: readonly (string | undefined)[]): DocumentLanguage {
  const wished = wishes.map((wish) => wish?.split(/[-_]/)[0]?.toLowerCase())
  const match = wished.find((wish) => documentLanguages.some((language) => language === wish))
  return documentLanguages.find((language) => language === match) ?? documentLanguages[0]
}
