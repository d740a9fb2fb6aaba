/** What the widget says. A language is one more entry, of the same texts in the same order. */

/** Fills in the names in braces, also those of a store's own legal text. */
export function fill(text: string, value: (name: string) => string | undefined): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => value(name) ?? whole)
}

export const widgetTexts = {
  es: [
    'Desde {}',
    '{a} al mes en {n} cuotas',
    '{n} pagos de {a}',
    'Paga {a} el {d}',
    'Cuotas y fechas',
    'TAE',
    'TIN',
    'Total a pagar',
    'Intereses',
    'Comisiones',
    'Entrada',
    'Fecha',
    'Pago',
  ],
  en: [
    'From {}',
    '{a} a month in {n} instalments',
    '{n} payments of {a}',
    'Pay {a} on {d}',
    'Instalments and dates',
    'APR',
    'Interest rate',
    'Total to pay',
    'Interest',
    'Fees',
    'Down payment',
    'Date',
    'Payment',
  ],
} as const

export type Language = keyof typeof widgetTexts
export type WidgetTexts = (typeof widgetTexts)[Language]

/** The first language that the widget speaks; Catalan, Galician and Basque stores read Spanish. */
export function tagOf(tags: readonly (string | null | undefined)[]): string {
  const tag = tags.find((each) => /^(es|en|ca|gl|eu)([-_]|$)/i.test(each ?? ''))
  return (tag ?? 'en').replace(/_/g, '-')
}
