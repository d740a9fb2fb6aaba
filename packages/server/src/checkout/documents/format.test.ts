import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cents } from '@svc/api'
import { day } from '../../platform/time/calendar.ts'
import {
  amountText,
  dateText,
  fineAmountText,
  momentText,
  plainAmount,
  rateText,
  shortDateText,
} from './format.ts'
import { languageOf, textsOf } from './languages.ts'

const es = textsOf.es.notation
const en = textsOf.en.notation
const nbsp = '\u00a0'

const amounts: readonly (readonly [amount: number, spanish: string, english: string])[] = [
  [0, '0,00', '0.00'],
  [5, '0,05', '0.05'],
  [-5, '−0,05', '−0.05'],
  [99_999, '999,99', '999.99'],
  [100_000, '1.000,00', '1,000.00'],
  [-123_456_789, '−1.234.567,89', '−1,234,567.89'],
  [1_000_000_000_000, '10.000.000.000,00', '10,000,000,000.00'],
]
for (const [amount, spanish, english] of amounts) {
  test(`${amount} is written ${spanish} and ${english}`, () => {
    assert.equal(plainAmount(cents(amount), es), spanish)
    assert.equal(plainAmount(cents(amount), en), english)
  })
}

test('a currency’s sign is used only where no other has the same', () => {
  assert.equal(amountText(cents(123_450), 'EUR', es), `1.234,50${nbsp}€`)
  assert.equal(amountText(cents(123_450), 'EUR', en), '€1,234.50')
  assert.equal(amountText(cents(123_450), 'GBP', es), `1.234,50${nbsp}£`)
  assert.equal(amountText(cents(123_450), 'MXN', es), `1.234,50${nbsp}MXN`)
  assert.equal(amountText(cents(123_450), 'USD', en), `1,234.50${nbsp}USD`)
})

test('a rate has two decimals', () => {
  assert.equal(rateText(1_268, es), `12,68${nbsp}%`)
  assert.equal(rateText(0, en), '0.00%')
  assert.equal(rateText(150_000, es), `1.500,00${nbsp}%`)
})

test('an amount below a cent has four decimals', () => {
  assert.equal(fineAmountText(0n, 'EUR', es), `0,0000${nbsp}€`)
  assert.equal(fineAmountText(7n, 'EUR', en), '€0.0007')
  assert.equal(fineAmountText(4_833n, 'EUR', es), `0,4833${nbsp}€`)
  assert.equal(fineAmountText(12_345_678n, 'MXN', en), `1,234.5678${nbsp}MXN`)
})

test('days and moments are those of the store', () => {
  assert.equal(dateText(day('2028-02-29'), es), '29 de febrero de 2028')
  assert.equal(dateText(day('2026-12-01'), en), '1 December 2026')
  assert.equal(shortDateText(day('2026-09-01'), es), '01 sep 2026')
  const at = new Date('2026-12-31T23:30:00.999Z')
  assert.equal(momentText(at, 'Europe/Madrid', en), '1 January 2027, 00:30:00 (Europe/Madrid)')
  const behind = '31 de diciembre de 2026, 15:30:00 (America/Los_Angeles)'
  assert.equal(momentText(at, 'America/Los_Angeles', es), behind)
})

test('the first language that documents exist in is used, else Spanish', () => {
  assert.equal(languageOf(['en-GB', 'es']), 'en')
  assert.equal(languageOf(['ES_mx']), 'es')
  assert.equal(languageOf([undefined, 'fr-FR', 'en']), 'en')
  assert.equal(languageOf(['fr', '', '__proto__', 'constructor']), 'es')
  assert.equal(languageOf([]), 'es')
})
