import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sandboxCards } from '@svc/api'
import { holdsCardNumber } from './card-number.ts'

test('the number of a card is one however it is written', () => {
  const numbers = [...sandboxCards.map(({ number }) => number), '378282246310005', '30569309025904']
  for (const number of numbers) {
    assert.ok(holdsCardNumber(number), number)
    const groups = number.replace(/(.{4})(?=.)/g, '$1 ')
    const written = [groups, groups.replaceAll(' ', '-'), `Ada ${groups} 12/30 123`, `+${number}`]
    for (const text of written) assert.ok(holdsCardNumber(text), text)
  }
  assert.ok(holdsCardNumber('４１１１１１１１１１１１１１１１'))
})

test('names and telephone numbers are none', () => {
  const texts = ['Ada', '', 'Juan Carlos 1', '4111111111111112', '1111111111111117', '0'.repeat(16)]
  const phones = ['600000000', '+34 600 111 222', '0034600111222', '600111222 600333444']
  for (const text of [...texts, ...phones]) assert.equal(holdsCardNumber(text), false, text)
  for (let at = 0; at < 1000; at++) {
    assert.equal(holdsCardNumber(`+34 ${600_000_000 + at * 7919} / 91${1_000_000 + at}`), false)
  }
})
