/** What the modal says before and without the checkout page, which has texts of its own. */
export type CheckoutTexts = {
  readonly title: string
  readonly opening: string
  readonly close: string
  readonly failed: string
}

/** Also where the modal itself could not be loaded. */
export const failedTexts = {
  es: 'No se ha podido abrir la financiación. Inténtelo de nuevo o elija otra forma de pago.',
  en: 'The financing could not be opened. Try again or choose another way to pay.',
} satisfies Record<string, string>

type Language = keyof typeof failedTexts

/** The language of the store's page; of the buyer's browser where the page says none. */
export function storeLanguage(): Language {
  const said = document.documentElement.lang || navigator.language
  return /^(es|ca|gl|eu)\b/i.test(said) ? 'es' : 'en'
}

const texts: Readonly<Record<Language, CheckoutTexts>> = {
  es: {
    title: 'Financiación de su compra',
    opening: 'Preparando su financiación…',
    close: 'Cerrar',
    failed: failedTexts.es,
  },
  en: {
    title: 'Financing of your purchase',
    opening: 'Preparing your financing…',
    close: 'Close',
    failed: failedTexts.en,
  },
}

export const checkoutTexts = (language: Language): CheckoutTexts => texts[language]
