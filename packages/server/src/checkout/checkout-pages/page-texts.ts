/** The texts of the page before its script runs, in each of its languages. */
import type { DocumentLanguage } from '@svc/api'

type PageTexts = { readonly title: string; readonly noScript: string }

export const pageTexts: Readonly<Record<DocumentLanguage, PageTexts>> = {
  es: {
    title: 'Pago aplazado',
    noScript:
      'Esta página necesita JavaScript. Actívelo en su navegador y vuelva a cargarla, ' +
      'o vuelva a la tienda y elija otra forma de pago.',
  },
  en: {
    title: 'Pay later',
    noScript:
      'This page needs JavaScript. Allow it in your browser and load the page again, ' +
      'or go back to the store and choose another way to pay.',
  },
}
