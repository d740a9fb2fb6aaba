import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandboxCards } from '@svc/api'
import { answerAt, decideCard, isCardNumber, scriptOf } from './rules.ts'

const at = new Date('2026-11-21T10:00:00Z')
const valid = { number: '4111111111111111', expiry: '12/30', cvc: '123' }
const seconds = (count: number) => new Date(at.getTime() + count * 1_000)
const cardOf = (number: string) => {
  const decided = decideCard({ ...valid, number }, at)
  assert.ok(decided.refused === undefined)
  return decided.plan
}
const faultsOf = (more: Partial<typeof valid>) => {
  const decided = decideCard({ ...valid, ...more }, at)
  return decided.refused === undefined ? [] : Object.keys(decided.detail?.fields ?? {})
}

test('every card of the catalogue has a right check digit, and its own number', () => {
  for (const { number } of sandboxCards) assert.ok(isCardNumber(number), number)
  assert.equal(new Set(sandboxCards.map(({ number }) => number)).size, sandboxCards.length)
})

test('any other digit makes the number of a card wrong', () => {
  const number = '4111111111111111'
  for (let place = 0; place < number.length; place++) {
    for (let digit = 0; digit <= 9; digit++) {
      const other = number.slice(0, place) + digit + number.slice(place + 1)
      assert.equal(isCardNumber(other), other === number, other)
    }
  }
  for (const text of ['', '0', '4111', `${number}0`, '4111 1111 1111 1111', `${number}000000`]) {
    assert.equal(isCardNumber(text), false, text)
  }
})

test('a card is stored without its number', () => {
  const card = cardOf('4111 1111-1111 1111')
  assert.deepEqual(card, {
    behaviour: 'good',
    failingCharge: null,
    brand: 'visa',
    last4: '1111',
    expiry: '12/30',
    expiresAt: new Date('2031-01-01T00:00:00Z'),
    charges: 0,
  })
  assert.equal(cardOf('5555555555554444').brand, 'mastercard')
})

test('faults of a card are reported for all fields together', () => {
  assert.deepEqual(faultsOf({}), [])
  assert.deepEqual(faultsOf({ number: '4111111111111112' }), ['number'])
  // Somebody's real card, for all we know.
  assert.deepEqual(faultsOf({ number: '4242424242424242' }), ['number'])
  assert.deepEqual(faultsOf({ expiry: '10/26' }), ['expiry'])
  assert.deepEqual(faultsOf({ expiry: '11/26' }), [])
  assert.deepEqual(faultsOf({ expiry: '11 / 2026' }), [])
  assert.deepEqual(faultsOf({ cvc: '1234' }), ['cvc'])
  const all = { number: '1', expiry: '01/20', cvc: '9999' }
  assert.deepEqual(faultsOf(all), ['number', 'expiry', 'cvc'])
})

/** A card's answers to a request of a kind: immediately, 59 and 60 seconds and an hour later. */
function answersOf(number: string, kind: 'authorise' | 'charge', charges = 0): string[] {
  const script = scriptOf({ ...cardOf(number), charges }, kind, at)
  return [0, 59, 60, 3_599, 3_600].map((after) => {
    const answer = answerAt(script, 'reference', seconds(after))
    if (answer.state === 'failed') return answer.reason
    return answer.state === 'succeeded' && answer.provisional ? 'provisional' : answer.state
  })
}

const five = (word: string) => [word, word, word, word, word]
const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['4111111111111111', five('succeeded'), five('succeeded')],
  ['5555555555554444', five('succeeded'), five('succeeded')],
  ['4012888888881881', five('declined'), five('declined')],
  ['4000000000160004', five('expired_card'), five('expired_card')],
  ['4000000000009995', five('succeeded'), five('insufficient_funds')],
  [
    '4000000000110009',
    five('succeeded'),
    ['unknown', 'unknown', 'succeeded', 'succeeded', 'succeeded'],
  ],
  [
    '4000000000120008',
    five('succeeded'),
    ['unknown', 'unknown', ...five('insufficient_funds').slice(2)],
  ],
  [
    '4000000000130007',
    ['unknown', 'unknown', 'succeeded', 'succeeded', 'succeeded'],
    five('succeeded'),
  ],
  [
    '4000000000140006',
    ['unknown', 'unknown', 'declined', 'declined', 'declined'],
    five('succeeded'),
  ],
  ['4000000000170003', five('succeeded'), five('never_seen')],
  [
    '4000000000150005',
    five('succeeded'),
    ['provisional', 'provisional', 'provisional', 'provisional', 'refused'],
  ],
]
for (const [number, authorised, charged] of cases) {
  test(`${number} does what the catalogue says`, () => {
    assert.deepEqual(answersOf(number, 'authorise'), authorised)
    assert.deepEqual(answersOf(number, 'charge'), charged)
  })
}

test('every card of the catalogue is tried, or fails at its own charge and at no other', () => {
  const tried = new Set(cases.map(([number]) => number))
  for (const { number, charge } of sandboxCards) {
    if (charge === null) assert.ok(tried.has(number), number)
    else {
      for (let charges = 0; charges < 12; charges++) {
        const wanted: string = charges + 1 === charge ? 'insufficient_funds' : 'succeeded'
        assert.deepEqual(answersOf(number, 'charge', charges), five(wanted), `${charges}`)
      }
    }
  }
})

test('a card that has expired meanwhile pays nothing any more', () => {
  const card = cardOf('4111111111111111')
  const before = new Date(card.expiresAt.getTime() - 1)
  assert.equal(scriptOf(card, 'charge', before).state, 'succeeded')
  assert.equal(scriptOf(card, 'charge', card.expiresAt).reason, 'expired_card')
  assert.equal(scriptOf(card, 'authorise', card.expiresAt).reason, 'expired_card')
  assert.equal(scriptOf(card, 'refund', card.expiresAt).state, 'succeeded')
})
