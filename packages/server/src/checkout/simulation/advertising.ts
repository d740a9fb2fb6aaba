/**
 * The representative example of advertising (Directive 2023/2225, article 8): cash price, total
 * amount of credit, payments, borrowing rate, annual percentage rate, total cost and total amount
 * payable, with the warning that the article requires. A payment at signing is not credit: the
 * total amount payable is without the down payment.
 */
import { add, type Cents, cents, decimalText, subtract, ZERO } from '@svc/api'
import type { Offer } from '../../model/financing/offers.ts'
import type { ProductTerms } from '../../model/financing/terms.ts'
import type { Store } from '../../model/stores/store-account.ts'

const languages = ['es', 'en'] as const
type Language = (typeof languages)[number]

type Example = {
  readonly store: string
  readonly price: string
  readonly downpayment: string | undefined
  readonly credit: string
  readonly payments: readonly { readonly count: number; readonly amount: string }[]
  readonly count: number
  readonly product: Offer['product']
  readonly termDays: number | null
  readonly fee: string | undefined
  readonly nominalRate: string
  readonly annualRate: string
  readonly cost: string
  readonly payable: string
  /** With the down payment, where there is one. */
  readonly total: string
}

type ExampleFor = {
  readonly store: Store
  readonly currency: string
  /** The requested ones; unknown ones count as the store's. */
  readonly locale: string | undefined
}

export type Advertising = {
  /** In words, without the warning. */
  readonly example: string
  readonly warning: string
}

/** For an amount that is not financed: the financed ones, with the warning of all advertising. */
export function amountsNotice(
  { min_amount, max_amount }: ProductTerms,
  { store, currency, locale }: ExampleFor,
): string {
  const language = languageOf([locale ?? '', ...store.settings.locales])
  const { money } = writing(language, currency)
  const [least, most] = [money(cents(min_amount)), money(cents(max_amount))]
  return `${notices[language](least, most)} ${warnings[language]}`
}

const notices: Readonly<Record<Language, (least: string, most: string) => string>> = {
  es: (least, most) => `Se financian compras de ${least} a ${most}.`,
  en: (least, most) => `Purchases from ${least} to ${most} can be financed.`,
}

const warnings: Readonly<Record<Language, string>> = {
  es: '¡Atención! Pedir dinero prestado cuesta dinero.',
  en: 'Caution! Borrowing money costs money.',
}

export function representativeExample(
  offer: Offer,
  { store, currency, locale }: ExampleFor,
): Advertising {
  const language = languageOf([locale ?? '', ...store.settings.locales])
  const { downpayment_amount: downpayment, total_fees: fees, total_interest: interest } = offer
  const price = subtract(offer.total_amount, interest, fees)
  const { money, percent } = writing(language, currency)
  const example = texts[language]({
    store: store.name,
    price: money(price),
    downpayment: downpayment === ZERO ? undefined : money(downpayment),
    credit: money(subtract(price, downpayment)),
    payments: equalPayments(offer).map(({ count, amount }) => ({ count, amount: money(amount) })),
    count: offer.num_instalments,
    product: offer.product,
    termDays: offer.term_days,
    fee: fees === ZERO ? undefined : money(fees),
    nominalRate: percent(offer.nominal_rate),
    annualRate: percent(offer.annual_equivalent),
    cost: money(add(interest, fees)),
    payable: money(subtract(offer.total_amount, downpayment)),
    total: money(offer.total_amount),
  })
  return { example, warning: warnings[language] }
}

function writing(language: Language, currency: string) {
  const grouped = { useGrouping: true } as const
  const tag = { es: 'es-ES', en: 'en-GB' }[language]
  const moneyFormat = new Intl.NumberFormat(tag, { style: 'currency', currency, ...grouped })
  const percentFormat = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, ...grouped })
  // Digits with a point: that of a number would lose cents from 2^53 on.
  const exact = (value: Cents) => decimalText(value) as Intl.StringNumericLiteral
  return {
    money: (value: Cents) => moneyFormat.format(exact(value)),
    percent: (value: number) =>
      `${percentFormat.format(exact(cents(value)))}${language === 'es' ? '\u00a0%' : '%'}`,
  }
}

function languageOf(locales: readonly string[]): Language {
  for (const locale of locales) {
    const language = languages.find((each) => each === locale.toLowerCase().split(/[-_]/)[0])
    if (language !== undefined) return language
  }
  return 'en'
}

/** Payments without their fee, in their order, equal ones counted: 11 of 35.54, 1 of 35.52. */
function equalPayments({ schedule }: Offer): { count: number; amount: Cents }[] {
  const groups: { count: number; amount: Cents }[] = []
  for (const { number, amount, fee } of schedule) {
    if (number === 0) continue
    const paid = subtract(amount, fee)
    const last = groups.at(-1)
    if (last?.amount === paid) last.count += 1
    else groups.push({ count: 1, amount: paid })
  }
  return groups
}

const counted = ({ payments }: Example, of: string, and: string): string =>
  payments.map(({ count, amount }) => `${count} ${of} ${amount}`).join(` ${and} `)

const texts: Readonly<Record<Language, (figures: Example) => string>> = {
  es: (figures) =>
    [
      `Ejemplo representativo: compra de ${figures.price} en ${figures.store}`,
      figures.downpayment === undefined ? '' : ` con una entrada de ${figures.downpayment}`,
      `. Importe total del crédito: ${figures.credit}, en ${spanishPayments(figures)}. `,
      figures.fee === undefined
        ? ''
        : `Comisión de apertura: ${figures.fee}, con la primera cuota. `,
      `TIN fijo: ${figures.nominalRate}. TAE: ${figures.annualRate}. `,
      `Coste total del crédito: ${figures.cost}. Importe total adeudado: ${figures.payable}.`,
      figures.downpayment === undefined ? '' : ` Precio total con la entrada: ${figures.total}.`,
    ].join(''),
  en: (figures) =>
    [
      `Representative example: purchase of ${figures.price} at ${figures.store}`,
      figures.downpayment === undefined ? '' : ` with a down payment of ${figures.downpayment}`,
      `. Total amount of credit: ${figures.credit}, in ${englishPayments(figures)}. `,
      figures.fee === undefined ? '' : `Opening fee: ${figures.fee}, with the first instalment. `,
      `Fixed borrowing rate: ${figures.nominalRate} a year. APR: ${figures.annualRate}. `,
      `Total cost of the credit: ${figures.cost}. Total amount payable: ${figures.payable}.`,
      figures.downpayment === undefined
        ? ''
        : ` Total price with the down payment: ${figures.total}.`,
    ].join(''),
}

function spanishPayments(figures: Example): string {
  const { product, count, termDays } = figures
  const parts = counted(figures, 'de', 'y')
  if (product === 'pay_later') return `una cuota de ${figures.credit} a los ${termDays} días`
  if (product === 'pay_in_4') {
    return `${count} cuotas, la primera al firmar y las demás cada ${termDays} días: ${parts}`
  }
  return `${count} ${count === 1 ? 'cuota mensual' : 'cuotas mensuales'}: ${parts}`
}

function englishPayments(figures: Example): string {
  const { product, count, termDays } = figures
  const parts = counted(figures, 'of', 'and')
  if (product === 'pay_later') return `one instalment of ${figures.credit} after ${termDays} days`
  if (product === 'pay_in_4') {
    return `${count} instalments, the first on signing, the others every ${termDays} days: ${parts}`
  }
  return `${count} monthly ${count === 1 ? 'instalment' : 'instalments'}: ${parts}`
}
