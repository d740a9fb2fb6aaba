/** What the widget says. A language is one more entry, of the same texts in the same order. */

/** Names in braces are filled in, by the widget and in a store's own legal text. */
export function fill(text: string, value: (name: string) => string | number | undefined): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => `${value(name) ?? whole}`)
}

export const widgetTexts = {
  es: [
    'Desde {plan}',
    '{instalment} al mes en {count} cuotas',
    '{count} pagos de {instalment}',
    'Paga {instalment} el {date}',
    'Cuotas y fechas',
    'TAE',
    'TIN',
    'Total a pagar',
    'Entrada',
    'Intereses',
    'Comisiones',
    'Fecha',
    'Pago',
  ],
  en: [
    'From {plan}',
    '{instalment} a month in {count} instalments',
    '{count} payments of {instalment}',
    'Pay {instalment} on {date}',
    'Instalments and dates',
    'APR',
    'Interest rate',
    'Total to pay',
    'Down payment',
    'Interest',
    'Fees',
    'Date',
    'Payment',
  ],
} as const

export type Language = keyof typeof widgetTexts
export type WidgetTexts = (typeof widgetTexts)[Language]

/** The first language that the widget speaks, as a tag of the form `es-MX`. */
export function tagOf(tags: readonly (string | null | undefined)[]): string {
  const speaks = (tag: string | null | undefined) => /^(es|en)\b|^(es|en)_/i.test(tag ?? '')
  return (tags.find(speaks) ?? 'en').replace(/_/g, '-')
}
