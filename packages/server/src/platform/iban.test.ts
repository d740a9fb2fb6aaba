// Numbers of bank accounts: one spelling, right check digits, and most of them hidden.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ibanOf, isShownIban, shownIban } from './iban.ts'

// The examples of the register of IBANs, one of them the shortest and one the longest.
const REGISTERED = [
  ...['NO9386011117947', 'BE68539007547034', 'DE89370400440532013000', 'ES9121000418450200051332'],
  ...['FR1420041010050500013M02606', 'GB29NWBK60161331926819', 'MT84MALT011000012345MTLCAST001S'],
  'LC14BOSL123456789012345678901234',
]

test('an account has one spelling, whatever blanks and small letters it is written with', () => {
  for (const iban of REGISTERED) {
    assert.equal(ibanOf(iban), iban)
    const grouped = iban.toLowerCase().replaceAll(/(.{4})/g, '$1 ')
    assert.equal(ibanOf(grouped), iban)
  }
})

test('one wrong character, or two that changed places, are noticed', () => {
  const iban = fc.constantFrom(...REGISTERED)
  const place = fc.nat({ max: 40 })
  fc.assert(
    fc.property(iban, place, fc.integer({ min: 1, max: 9 }), (of, at, by) => {
      const index = at % of.length
      const sign = of[index] ?? ''
      if (/\d/.test(sign)) {
        const other = (Number(sign) + by) % 10
        assert.equal(ibanOf(`${of.slice(0, index)}${other}${of.slice(index + 1)}`), undefined)
      }
      const next = of[index + 1] ?? sign
      const swapped = `${of.slice(0, index)}${next}${sign}${of.slice(index + 2)}`
      if (next !== sign && swapped.length === of.length) assert.equal(ibanOf(swapped), undefined)
    }),
  )
})

test('anything else is not an account', () => {
  for (const text of ['', 'ES91', '9121000418450200051332', 'ES9121000418450200051332\n1', '€'])
    assert.equal(ibanOf(text), undefined)
})

test('shows country and last four characters, which are not accepted as an account', () => {
  assert.equal(shownIban('ES9121000418450200051332'), 'ES******************1332')
  for (const iban of REGISTERED) {
    assert.ok(isShownIban(shownIban(iban)) && !isShownIban(iban))
    assert.equal(ibanOf(shownIban(iban)), undefined)
  }
})
