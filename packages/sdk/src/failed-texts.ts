/** Also where the modal itself could not be loaded. */
export const failedTexts = {
  es: 'La financiación no se ha abierto. Inténtelo de nuevo o pague de otra forma.',
  en: 'Financing did not open. Try again or pay another way.',
} satisfies Record<string, string>

export type Language = keyof typeof failedTexts

/** The language of the store's page; of the buyer's browser where the page says none. */
export function storeLanguage(): Language {
  const said = document.documentElement.lang || navigator.language
  return /^(es|ca|gl|eu)\b/i.test(said) ? 'es' : 'en'
}
