/** The texts of the widget. Another language is one more entry with the same keys. */

/** Replaces names in braces, also in a store's own legal text. */
export function fill(text: string, value: (name: string) => string | undefined): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => value(name) ?? whole)
}

/** By the name of each text; for a member of an answer, by that name. */
export type WidgetTexts = {
  /** Before the plan with the lowest instalment of several. */
  readonly lowest: string
  /** Of a plan without interest and fees. */
  readonly free: string
  readonly plans: string
  /** By product; `{a}` amount, `{n}` number, `{d}` date. */
  readonly lines: Readonly<Record<string, string>>
  /** For a plan; the first three are always visible. */
  readonly figures: Readonly<Record<string, string>>
  /** Of a plan's schedule. */
  readonly columns: Readonly<Record<string, string>>
}

export const widgetTexts = {
  es: {
    lowest: 'Desde {}',
    free: '{} sin intereses',
    plans: 'Cuotas y fechas',
    lines: {
      instalments: '{a} al mes en {n} cuotas',
      pay_in_4: '{n} cuotas de {a}',
      pay_later: 'Paga {a} el {d}',
    },
    figures: {
      annual_equivalent: 'TAE',
      nominal_rate: 'TIN',
      total_amount: 'Total a pagar',
      total_interest: 'Intereses',
      total_fees: 'Comisiones',
      downpayment_amount: 'Entrada',
    },
    columns: { due_date: 'Fecha', interest: 'Intereses', fee: 'Comisiones', amount: 'Cuota' },
  },
  en: {
    lowest: 'From {}',
    free: '{}, interest-free',
    plans: 'Instalments and dates',
    lines: {
      instalments: '{a} a month in {n} instalments',
      pay_in_4: '{n} instalments of {a}',
      pay_later: 'Pay {a} on {d}',
    },
    figures: {
      annual_equivalent: 'APR',
      nominal_rate: 'Interest rate',
      total_amount: 'Total to pay',
      total_interest: 'Interest',
      total_fees: 'Fees',
      downpayment_amount: 'Down payment',
    },
    columns: { due_date: 'Date', interest: 'Interest', fee: 'Fees', amount: 'Instalment' },
  },
} as const satisfies Readonly<Record<string, WidgetTexts>>

/** The first supported language; Catalan, Galician and Basque stores get Spanish. */
export function tagOf(tags: readonly (string | null | undefined)[]): string {
  const tag = tags.find((each) => /^(es|en|ca|gl|eu)([-_]|$)/i.test(each ?? ''))
  return (tag ?? 'en').replace(/_/g, '-')
}
