/** What the modal says before and without the checkout page, which has texts of its own. */
export type CheckoutTexts = {
  readonly title: string
  readonly opening: string
  readonly failed: string
  readonly close: string
}

const texts = {
  es: {
    title: 'Financiación de su compra',
    opening: 'Preparando su financiación…',
    failed: 'No se ha podido abrir la financiación. Inténtelo de nuevo o elija otra forma de pago.',
    close: 'Cerrar',
  },
  en: {
    title: 'Financing of your purchase',
    opening: 'Preparing your financing…',
    failed: 'The financing could not be opened. Try again or choose another way to pay.',
    close: 'Close',
  },
} satisfies Record<string, CheckoutTexts>

/** The language of the store's page; of the buyer's browser where the page says none. */
export function checkoutTexts(): { language: keyof typeof texts; texts: CheckoutTexts } {
  const said = document.documentElement.lang || navigator.language
  const language = /^(es|ca|gl|eu)\b/i.test(said) ? 'es' : 'en'
  return { language, texts: texts[language] }
}
