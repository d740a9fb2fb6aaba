import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maskedIdentity } from '../../../server/src/checkout/checkouts/masking.ts'
import { readDocument } from '../../../server/src/model/people/document.ts'
import { isMasked } from '../flow/masked.ts'
import {
  checkBuyer,
  checkDocument,
  draftOf,
  type FaultName,
  type FieldName,
  readBirthday,
  readIncome,
  type Typed,
  typedOf,
  whileTyped,
} from './buyer-checks.ts'

const today = '2026-11-21'
const right: Typed = {
  first_name: 'Ada',
  last_name: 'Prueba',
  phone: '600 000 000',
  birthday: '17/05/1990',
  document_id: '12345678-z',
  email: 'ada@example.com',
  income: '',
}
const faultOf = (name: FieldName, value: string, income = false) =>
  checkBuyer({ ...right, [name]: value }, { income, today })[name]

test('valid answers have no fault', () => {
  assert.deepEqual(checkBuyer(right, { income: false, today }), {})
  assert.deepEqual(checkBuyer({ ...right, income: '1.450,50' }, { income: true, today }), {})
})

const faults: readonly (readonly [FieldName, string, FaultName | undefined])[] = [
  ['first_name', '   ', 'first_name'],
  ['last_name', '', 'last_name'],
  ['phone', '', 'phone'],
  ['phone', '600 00', 'phone'],
  ['phone', 'six hundred', 'phone'],
  ['phone', '+34 600-000-000', undefined],
  ['phone', '(0034) 600.000.000', undefined],
  ['birthday', '', 'birthday'],
  ['birthday', '17/05/90', 'birthday'],
  ['birthday', '31/02/1990', 'birthdayUnreal'],
  ['birthday', '29/02/1900', 'birthdayUnreal'],
  ['birthday', '29/02/2000', undefined],
  ['birthday', '17/05/1790', 'birthdayUnreal'],
  ['birthday', '22/11/2026', 'birthdayUnreal'],
  ['birthday', '22/11/2008', 'underAge'],
  ['birthday', '21/11/2008', undefined],
  ['document_id', '', 'document_id'],
  ['document_id', '1234567', 'document_id'],
  ['document_id', '12345678A', 'documentLetter'],
  ['document_id', ' 12.345.678-z ', undefined],
  ['document_id', 'x1234567L', undefined],
  ['document_id', 'X1234567A', 'documentLetter'],
]

for (const [name, value, fault] of faults) {
  test(`${name} "${value}" is ${fault === undefined ? 'taken' : `a fault: ${fault}`}`, () => {
    assert.equal(faultOf(name, value), fault)
  })
}

test('the income counts only where it is required', () => {
  for (const value of ['', '0', 'much', '-5', '1450,505'])
    assert.equal(faultOf('income', value, true), 'income', value)
  assert.equal(faultOf('income', '', false), undefined)
})

test('a document is accepted here exactly when the service accepts it', () => {
  const letters = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcxyzñ0')
  const written = fc
    .tuple(fc.constantFrom(...'XYZxyz0123456789A'), fc.nat(99_999_999), letters)
    .map(([first, number, letter]) => `${first}${String(number).padStart(7, '0')}${letter}`)
  const property = fc.property(fc.oneof(written, fc.string()), (text) => {
    assert.equal(
      checkDocument(text) === undefined,
      readDocument(text.replace(/\./g, '')) !== undefined,
    )
  })
  fc.assert(property, { numRuns: 2_000 })
})

test('a birthday is read whether it is typed, pasted or filled in', () => {
  for (const text of [
    '17/05/1990',
    '17-5-1990',
    '17.05.1990',
    '17 5 1990',
    '17051990',
    '1990-05-17',
  ])
    assert.equal(readBirthday(text), '1990-05-17', text)
  for (const text of ['', '17/05', '5/1990', '1990', 'May 17 1990', '17/05/19901'])
    assert.equal(readBirthday(text), undefined, text)
})

test('slashes are added as digits are typed', () => {
  const type = (digits: string) =>
    [...digits].reduce((before, digit) => whileTyped(before + digit, before), '')
  assert.equal(type('17051990'), '17/05/1990')
  assert.equal(type('17/05/1990'), '17/05/1990')
  assert.equal(type('1705'), '17/05/')
})

test('deleted characters stay deleted, and pasted text stays as it is', () => {
  assert.equal(whileTyped('17', '17/'), '17')
  assert.equal(whileTyped('17/05', '17/05/'), '17/05')
  assert.equal(whileTyped('1990-05-17', ''), '1990-05-17')
  assert.equal(whileTyped('17/05/1990', ''), '17/05/1990')
})

test('an income is read in minor units, however it is grouped', () => {
  const amounts = {
    '1450': '145000',
    '1.450': '145000',
    '1,450.5': '145050',
    '1450,05 €': '145005',
  }
  for (const [text, amount] of Object.entries(amounts)) assert.equal(readIncome(text), amount, text)
})

test('values are sent in wire format and come back as they were typed', () => {
  const sent = draftOf({ ...right, first_name: ' Ada ', income: '1450,50' })
  assert.deepEqual(sent, {
    ...{ first_name: 'Ada', last_name: 'Prueba', phone: '600 000 000' },
    ...{ birthday: '1990-05-17', document_id: '12345678Z', income: '145050' },
    email: 'ada@example.com',
  })
  assert.equal(typedOf(sent).birthday, '17/05/1990')
  assert.equal(typedOf(sent).income, '1450,50')
  assert.equal(typedOf({ ...sent, income: '145000' }).income, '1450')
})

test('a value that the service shows masked is valid and is sent as it is', () => {
  const stored = { phone: '600000000', birthday: '1990-05-17', document_id: '12345678Z' }
  const { phone, birthday, document_id } = maskedIdentity(stored)
  const shown = {
    ...right,
    phone: `${phone}`,
    birthday: `${birthday}`,
    document_id: `${document_id}`,
  }
  const typed = typedOf(shown)
  assert.equal(typed.birthday, '••/••/1990')
  assert.deepEqual(checkBuyer(typed, { income: false, today }), {})
  const sent = draftOf(typed)
  assert.ok([sent.phone, sent.birthday, sent.document_id].every(isMasked))
})
