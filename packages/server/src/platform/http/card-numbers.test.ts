import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandboxCards } from '@svc/api'
import { withAlteredWarnings } from '../altered.ts'
import { maskCardNumbers, maskFreeText } from './card-numbers.ts'
import { parseJson } from './json.ts'

const numbers = [
  ...sandboxCards.map(({ number }) => number),
  ...['4222222222222', '4000000000000000006', '5555555555554444', '2223003122003222'],
  ...['378282246310005', '30569309025904', '38520000023237', '6011111111111117'],
  ...['3530111333300000', '6200000000000005', '6759649826438453'],
]

for (const number of numbers) {
  test(`${number} is masked but for its last four digits, however it is written`, () => {
    const stars = '*'.repeat(number.length - 4) + number.slice(-4)
    assert.equal(maskCardNumbers(number), stars)
    for (const between of [' ', '-', ' - ', '\u00a0', '–']) {
      const groups = number.replace(/(.{4})(?=.)/g, `$1${between}`)
      const masked = stars.replace(/(.{4})(?=.)/g, `$1${between}`)
      assert.equal(maskCardNumbers(groups), masked)
      assert.equal(maskCardNumbers(`Ada ${groups} 12/30 123`), `Ada ${masked} 12/30 123`)
    }
    assert.equal(maskCardNumbers(`x${number}y`), `x${stars}y`)
    assert.equal(maskCardNumbers(`+${number}, ${number}.`), `+${stars}, ${stars}.`)
  })
}

test('digits of full width are digits', () => {
  const wide = '４１１１１１１１１１１１１１１１'
  assert.equal(maskCardNumbers(wide), '************１１１１')
})

test('a number of another check digit, length or brand stays', () => {
  const others = ['4111111111111112', '1111111111111117', '0'.repeat(16), '41111111111111111111']
  const words = [
    '',
    'Ada',
    'Calle Mayor 1',
    '2026-11-22 10:15',
    '12345678Z',
    'ES9121000418450200051332',
  ]
  const apart = ['4111.1111.1111.1111', '4111/1111/1111/1111', '4111\n\n\n\n111111111111']
  for (const text of [...others, ...words, ...apart]) assert.equal(maskCardNumbers(text), text)
})

test('telephone numbers stay', () => {
  const phones = ['600000000', '+34 600 111 222', '0034600111222', '(91) 555-12-34']
  for (const text of phones) assert.equal(maskCardNumbers(text), text)
})

test('free text of a body is masked, and every other member stays', () => {
  const card = '4111 1111 1111 1111'
  const stars = '**** **** **** 1111'
  const bodyWith = (text: string, number: string) =>
    `{"order":{"id":"${card}","articles":[{"id":"${card}","sku":"${card}","name":"${text}",
      "description":"a ${text}","category":"${text}"}]},"customer":{"first_name":"${text}",
      "phone":"${card}","address":{"street":"${text}"}},"shipping":{"alt_phone":"${card}",
      "address_addition":"${text}"},"meta":{"note":"${text}","list":[1,"${text}"],"n":${number},
      "id":"${text}","short":12}}`
  const body = parseJson(Buffer.from(bodyWith(card, '4111111111111111')))
  const masked = maskFreeText(body)
  const expected = bodyWith(stars, '"************1111"')
  assert.deepEqual(body, parseJson(Buffer.from(expected)))
  assert.equal(masked.length, 10)
  assert.equal(masked[0], 'order.articles.0.name')
  assert.deepEqual(maskFreeText(parseJson(Buffer.from(expected))), [])
})

test('numbers of cards beyond the safe range are masked in meta, too', () => {
  const body = parseJson(Buffer.from('{"meta":[4000000000000000006,4.2]}')) as { meta: unknown[] }
  assert.deepEqual(maskFreeText(body), ['meta.0'])
  assert.equal(body.meta[0], '***************0006')
})

test('an order has the same warning once', () => {
  const masked = { masked: ['meta.note'], cut: [] }
  const once = withAlteredWarnings(['a'], masked)
  assert.equal(once.length, 2)
  assert.match(once[1] ?? '', /^meta\.note: /)
  assert.equal(withAlteredWarnings(once, masked), once)
  assert.equal(withAlteredWarnings(once, undefined), once)
})
