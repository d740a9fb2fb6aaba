import { failedTexts, type Language } from './failed-texts.ts'

/** Texts of the modal before and without the checkout page, which has texts of its own. */
export type CheckoutTexts = {
  readonly title: string
  readonly opening: string
  readonly close: string
  readonly failed: string
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
