import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatsOf, readPrice } from './widget-money.ts'

const prices: readonly (readonly [string, number | undefined])[] = [
  ['1.234,56 €', 123456],
  ['€1,234.56', 123456],
  ['1 234,56', 123456],
  ['1\u00a0234,56\u00a0€', 123456],
  ['1\u202f234,56', 123456],
  ['CHF 1’234.50', 123450],
  ["1'234", 123400],
  ['1234', 123400],
  ['1234.5', 123450],
  ['1.234', 123400],
  ['1,234 €', 123400],
  ['1.234.567,89 €', 123456789],
  ['₹12,34,567.00', 123456700],
  ['0,99 €', 99],
  ['€0.05', 5],
  ['12,5 €', 1250],
  ['1.234,- €', 123400],
  ['49.– CHF', 4900],
  ['  \n 19 \n ,99 € ', 1999],
  ['Precio: 1.299,00 € IVA incl.', 129900],
  ['-10 % 899,00 €', 89900],
  ['Ref. 12345: 45,00 €', 4500],
  ['2 unidades, 45,00 EUR', 4500],
  ['10,00 € – 20,00 €', 1000],
  ['10,00 - 20,00', 1000],
  ['desde 10', 1000],
  ['999.999.999.999', 99999999999900],
  ['10.000.000.000,00', 10 ** 12],
  ['-12,00 €', undefined],
  ['−€12.00', undefined],
  ['1.23.4567', undefined],
  ['1,234.567,89', undefined],
  ['gratis', undefined],
  ['', undefined],
  ['25 %', undefined],
]

for (const [text, cents] of prices) {
  test(`the price ${JSON.stringify(text)} is ${cents}`, () => {
    assert.equal(readPrice(text, 'EUR'), cents)
  })
}

test('every amount is read back from its text in any language', () => {
  const languages = [
    'es-ES',
    'en-GB',
    'en-US',
    'de-DE',
    'de-CH',
    'fr-FR',
    'pt-PT',
    'pl-PL',
    'en-IN',
  ]
  const currencies = ['EUR', 'USD', 'GBP', 'PLN', 'CHF', 'MXN']
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.constantFrom(...languages),
      fc.constantFrom(...currencies),
      (cents, tag, currency) => {
        const format = { style: 'currency', currency, maximumFractionDigits: 2 } as const
        const written = new Intl.NumberFormat(tag, format).format(cents / 100)
        assert.equal(readPrice(written, currency), cents, written)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('no text makes reading fail, and results are whole and not negative', () => {
  const price = (read: number | undefined) =>
    read === undefined || read === Number.POSITIVE_INFINITY || (Number.isInteger(read) && read >= 0)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.ok(price(readPrice(text, text)))
    }),
  )
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789.,\u00a0 ’€-%') })
  fc.assert(fc.property(digits, (text) => assert.ok(price(readPrice(text, 'EUR')))))
})

test('money has the two decimals of the wire, or none where its currency has none', () => {
  const plain = (text: string) => text.replace(/\s/g, ' ')
  assert.equal(plain(formatsOf('es-ES', 'EUR').money(123456)), '1.234,56 €')
  assert.equal(formatsOf('en-GB', 'EUR').money(10 ** 12 - 1), '€9,999,999,999.99')
  assert.equal(formatsOf('en-GB', 'JPY').money(12000), 'JP¥120')
  assert.equal(formatsOf('en-GB', 'JPY').money(12050), 'JP¥120.5')
  assert.equal(plain(formatsOf('en-GB', 'KWD').money(12050)), 'KWD 120.50')
  assert.equal(formatsOf('es-ES', 'EUR').rate(1268), '12,68\u00a0%')
  assert.equal(formatsOf('en-GB', 'EUR').date('2027-02-28'), '28 Feb 2027')
})

test('euros in the languages of the widget are written as the language writes them', () => {
  const tags = ['es', 'es-ES', 'ES-es', 'en', 'en-US', 'en-GB', 'en-IE']
  const amount = fc.oneof(
    fc.integer({ min: 0, max: 10 ** 8 }),
    fc.integer({ min: 0, max: 10 ** 12 }),
  )
  fc.assert(
    fc.property(amount, fc.constantFrom(...tags), (cents, tag) => {
      const { money, rate } = formatsOf(tag, 'EUR')
      const useGrouping = true
      const euros = { style: 'currency', currency: 'EUR', useGrouping } as const
      assert.equal(money(cents), new Intl.NumberFormat(tag, euros).format(cents / 100))
      const percent = { style: 'percent', minimumFractionDigits: 2, useGrouping } as const
      assert.equal(rate(cents), new Intl.NumberFormat(tag, percent).format(cents / 10_000))
    }),
    { numRuns: 2_000 },
  )
})

test('a code that no currency can have has no formats', () => {
  for (const code of ['euro', '', '€', 'E1']) assert.throws(() => formatsOf('es-ES', code))
})
