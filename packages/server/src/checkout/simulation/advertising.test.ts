import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents, type Product } from '@svc/api'
import { offersFor, type ProductTerms } from '../../model/financing/offers.ts'
import { newStore } from '../../model/stores/new-store.ts'
import { day } from '../../platform/time/calendar.ts'
import { representativeExample } from './advertising.ts'

const standard = newStore({ id: 'store', name: 'Bicis & más', products: [] })

function exampleOf(
  product: Product,
  { amount = 40_000, locale = 'es', locales = ['es', 'en'], ...change }: Input = {},
): string {
  const terms = standard.settings.products.map((each) => ({ ...each, ...change }))
  const request = { amount: cents(amount), currency: 'EUR', product, on: day('2027-01-15') }
  const offer = offersFor(terms, request).at(-1)
  assert.ok(offer !== undefined)
  const store = { ...standard, settings: { ...standard.settings, locales } }
  // Numbers are written with spaces that do not break.
  const { example, warning } = representativeExample(offer, { store, currency: 'EUR', locale })
  return `${example} ${warning}`.replaceAll('\u00a0', ' ')
}
type Input = Partial<ProductTerms> & {
  readonly amount?: number
  readonly locale?: string
  readonly locales?: readonly string[]
}

test('instalments, in Spanish', () => {
  assert.equal(
    exampleOf('instalments'),
    'Ejemplo representativo: compra de 400,00 € en Bicis & más. Importe total del crédito: ' +
      '400,00 €, en 12 cuotas mensuales: 11 de 35,54 € y 1 de 35,53 €. TIN fijo: 12,00 %. ' +
      'TAE: 12,68 %. Coste total del crédito: 26,47 €. Importe total adeudado: 426,47 €. ' +
      '¡Atención! Pedir dinero prestado cuesta dinero.',
  )
})

test('with a down payment and a fee, in English', () => {
  const terms = { downpayment_rate: 2_000, opening_fee_rate: 100, num_instalments: [3] }
  assert.equal(
    exampleOf('instalments', { ...terms, amount: 50_000, nominal_rate: 2_100, locale: 'en-IE' }),
    'Representative example: purchase of €500.00 at Bicis & más with a down payment of €100.00. ' +
      'Total amount of credit: €400.00, in 3 monthly instalments: 2 of €138.03 and 1 of €138.02. ' +
      'Opening fee: €5.00, with the first instalment. Fixed borrowing rate: 21.00% a year. ' +
      'APR: 32.87%. Total cost of the credit: €19.08. Total amount payable: €419.08. ' +
      'Total price with the down payment: €519.08. Caution! Borrowing money costs money.',
  )
})

test('payments that are a cent more are counted separately', () => {
  const text = exampleOf('pay_in_4', { amount: 10_002 })
  assert.match(text, /4 cuotas, la primera al firmar y las demás cada 30 días: 2 de 25,01 € y 2 de/)
  assert.match(text, /TIN fijo: 0,00 %\. TAE: 0,00 %/)
  assert.match(exampleOf('pay_in_4', { locale: 'en' }), /days: 4 of €100\.00\. Fixed/)
})

test('pay_later is one payment after its term', () => {
  const fee = { opening_fee_fixed: 150, amount: 6_000 }
  assert.match(exampleOf('pay_later', fee), /una cuota de 60,00 € a los 15 días/)
  const english = exampleOf('pay_later', { ...fee, locale: 'en' })
  assert.match(english, /one instalment of €60\.00 after 15 days\. Opening fee: €1\.50/)
  assert.match(english, /APR: 82\.37%\. Total cost of the credit: €1\.50/)
})

type Chosen = readonly [locale: string, locales: readonly string[], language: 'es' | 'en']
const chosen: readonly Chosen[] = [
  ['es', ['en'], 'es'],
  ['es_ES', ['en'], 'es'],
  ['EN-gb', ['es'], 'en'],
  ['fr', ['es-MX'], 'es'],
  ['', ['fr', 'en'], 'en'],
  ['essential', ['fr'], 'en'],
  ['__proto__', ['es'], 'es'],
]
for (const [locale, locales, language] of chosen) {
  test(`asked for ${locale || 'nothing'} of a store in ${locales.join(', ')}: ${language}`, () => {
    const text = exampleOf('instalments', { locale, locales })
    assert.match(text, language === 'es' ? /^Ejemplo/ : /^Representative/)
  })
}
