/** Also where the modal itself could not be loaded. */
export const failedTexts = {
  es: 'No se ha podido abrir la financiación. Inténtelo de nuevo o elija otra forma de pago.',
  en: 'The financing could not be opened. Try again or choose another way to pay.',
} satisfies Record<string, string>

export type Language = keyof typeof failedTexts

/** The language of the store's page; of the buyer's browser where the page says none. */
export function storeLanguage(): Language {
  const said = document.documentElement.lang || navigator.language
  return /^(es|ca|gl|eu)\b/i.test(said) ? 'es' : 'en'
}
