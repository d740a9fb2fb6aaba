// One amount reads the same wherever a buyer meets it: widget, checkout page, documents, the
// representative example, the reasons of a decision, and the demo's shop.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import fc from 'fast-check'
import { money as shopMoney } from '../examples/shop/texts.ts'
import { formatsOf as pageFormats } from '../packages/checkout/src/views/format.ts'
import { languages } from '../packages/checkout/src/views/texts/languages.ts'
import { formatsOf as widgetFormats } from '../packages/sdk/src/widget-money.ts'
import { explanationView } from '../packages/server/src/checkout/decisions/view.ts'
import { amountText, rateText } from '../packages/server/src/checkout/documents/format.ts'
import { textsOf } from '../packages/server/src/checkout/documents/languages.ts'
import { representativeExample } from '../packages/server/src/checkout/simulation/advertising.ts'
import { offersFor } from '../packages/server/src/model/financing/offers.ts'
import { newStore } from '../packages/server/src/model/stores/new-store.ts'
import { day } from '../packages/server/src/platform/time/calendar.ts'

const both = ['es', 'en'] as const

/** Intl and the documents differ in nothing but the sign that a minus is written with. */
const amounts = fc.integer({ min: 0, max: 10 ** 11 })

for (const language of both) {
  const { notation } = textsOf[language]
  const page = pageFormats(languages[language].locale, 'EUR')
  test(`an amount is written in one way, in ${language}`, () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const written = amountText(cents(amount), 'EUR', notation)
        assert.equal(page.money(amount), written)
        assert.equal(widgetFormats(language, 'EUR').money(amount), written)
        assert.equal(shopMoney(amount, language), written)
      }),
    )
  })

  test(`a rate is written in one way, in ${language}`, () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 7 }), (rate) => {
        const written = rateText(rate, notation)
        assert.equal(page.rate(rate), written)
        assert.equal(widgetFormats(language, 'EUR').rate(rate), written)
      }),
    )
  })

  test(`the example of advertising writes as the documents do, in ${language}`, () => {
    const store = newStore({ id: 'store', name: 'Mirlo', products: [] })
    const question = {
      amount: cents(103_207),
      currency: 'EUR',
      product: null,
      on: day('2027-01-15'),
    }
    for (const offer of offersFor(store.settings.products, question)) {
      const { example } = representativeExample(offer, { store, currency: 'EUR', locale: language })
      assert.ok(example.includes(amountText(cents(103_207), 'EUR', notation)), example)
      assert.ok(example.includes(rateText(offer.annual_equivalent, notation)), example)
    }
  })

  test(`the reasons of a decision write as the documents do, in ${language}`, () => {
    const values = { amount: 103_207, limit: 950_001 }
    const reason = { code: 'amount_checked', values, advisory: false, effect: 'checked' }
    const decision = {
      ...{ outcome: 'checked', reasons: [reason], inputs: { currency: 'EUR' }, review: null },
      createdAt: new Date(0),
    }
    const shown = { decision, language, lender: '', reference: '' } as unknown
    const { reasons } = explanationView(shown as Parameters<typeof explanationView>[0])
    assert.ok(reasons[0]?.includes(amountText(cents(950_001), 'EUR', notation)), reasons[0])
  })
}

test('in Spanish thousands have their point, four digits too', () => {
  assert.equal(amountText(cents(103_207), 'EUR', textsOf.es.notation), '1.032,07\u00a0€')
})
