import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastCheck from 'fast-check'
import { parseAmount } from './amounts.ts'

test('amounts are read in both notations; ambiguous ones are refused', () => {
  for (const [text, expected] of [
    ['50', 5_000],
    ['50,5', 5_050],
    ['50.5', 5_050],
    ['50,25', 5_025],
    ['1234,5', 123_450],
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1.234,56 €', 123_456],
    ['€1,234.56', 123_456],
    ['1234.56 EUR', 123_456],
    ['1 234,56', 123_456],
    ["1'234.56", 123_456],
    ['1\u00a0234,56', 123_456],
    ['1.234.567,89', 123_456_789],
    ['1,234,567.89', 123_456_789],
    ['1.234.567', 123_456_700],
    ['-12,50', -1_250],
    ['0', 0],
    ['0,01', 1],
    ['  7 ', 700],
    ['€ 12,30', 1_230],
    ['12,30€', 1_230],
    ['EUR 1.234,56', 123_456],
    ['1\u202f234,56\u00a0€', 123_456],
    ['£1,000.00', 100_000],
    ['1.234,5', 123_450],
    ['1.234', undefined],
    ['1,234', undefined],
    ['12,345', undefined],
    ['1,2,3', undefined],
    ['1.23.4', undefined],
    ['12.34.567', undefined],
    ['1,234.567', undefined],
    ['12,', undefined],
    [',5', undefined],
    ['1e5', undefined],
    ['abc', undefined],
    ['', undefined],
    ['--1', undefined],
    ['1-1', undefined],
    ['٣', undefined],
    ['1 2', undefined],
    ['12,30 y 5', undefined],
    ['9'.repeat(30), undefined],
  ] as const) {
    assert.equal(parseAmount(text), expected, text)
  }
})

test('an amount written in either notation is read back unchanged', () => {
  fastCheck.assert(
    fastCheck.property(fastCheck.integer({ min: -1e12, max: 1e12 }), (amount) => {
      for (const locale of ['de-DE', 'en-US', 'es-ES', 'fr-FR']) {
        const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
        const text = format.format(amount / 100).replace('\u2212', '-')
        assert.equal(parseAmount(text), amount, text)
      }
    }),
  )
})
