import { tagOf } from './widget-texts.ts'

/** Also if the modal itself could not be loaded. */
export const failedTexts = {
  es: 'La financiación no se ha abierto. Inténtelo de nuevo o pague de otra forma.',
  en: 'Financing did not open. Try again or pay another way.',
} satisfies Record<string, string>

export type Language = keyof typeof failedTexts

/** The language of the store's page, or of the buyer's browser, as determined by a widget. */
export function storeLanguage(): Language {
  const tag = tagOf([document.documentElement.lang, navigator.language])
  return /^en/i.test(tag) ? 'en' : 'es'
}
