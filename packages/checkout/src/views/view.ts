/** The props of every view, and shared formatters. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Actions, State } from '../flow/types.ts'
import { type Formats, formatsOf } from './format.ts'
import { type Language, languages } from './texts/languages.ts'

export type ViewProps = { readonly state: State; readonly actions: Actions }

type Writing = {
  readonly texts: (typeof languages)[Language]
  readonly formats: Formats
  readonly language: Language
}

export function writingOf(language: Language, currency: string): Writing {
  const texts = languages[language]
  return { texts, formats: formatsOf(texts.locale, currency), language }
}

/** Until the checkout is read there is no currency, and no amount is shown. */
const WritingContext = createContext(writingOf('es', 'EUR'))
export const WritingProvider = WritingContext.Provider

export function useWriting(): Writing {
  return useContext(WritingContext)
}
