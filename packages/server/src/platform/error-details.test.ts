import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asConnectionLost, asRefusal, failureOf } from './database/failure.ts'
import { errorDetails } from './error-details.ts'

const refusal = (message: string, code: string, severity = 'ERROR') =>
  asRefusal(failureOf({ message, code, severity }))

test('a refusal is logged with the reason of the database', () => {
  const full = 'could not extend file "base/5/16": No space left on device'
  assert.deepEqual(errorDetails(refusal(full, '53100')), {
    message: full,
    refused: 'database_unavailable',
    code: '53100',
    severity: 'ERROR',
  })
  assert.deepEqual(errorDetails(refusal('terminating connection', '57P01', 'FATAL')), {
    message: 'terminating connection',
    refused: 'database_unavailable',
    code: '57P01',
    severity: 'FATAL',
  })
})

test('our own fault is logged with its place too, and never with a value', () => {
  const { message, code, stack } = errorDetails(
    refusal('invalid input syntax for type integer: "Ada Lovelace"', '22P02'),
  )
  assert.equal(message, 'invalid input syntax for type integer')
  assert.equal(code, '22P02')
  assert.match(String(stack), /error-details.test/)
  assert.doesNotMatch(String(stack), /Ada/)
})

test('a name with several addresses that all refuse has a reason', () => {
  const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}`)
  const both = new AggregateError([refused('::1:5432'), refused('127.0.0.1:5432')])
  const { message } = asConnectionLost(both)
  assert.equal(message, 'connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432')
})

test('anything thrown has a message', () => {
  assert.equal(errorDetails('text').message, 'text')
  assert.equal(errorDetails(undefined).message, 'undefined')
})

// What writers are refused for a while, and what is a fault.
for (const [code, refused] of [
  ['25006', true],
  ['53100', true],
  ['53300', true],
  ['57014', true],
  ['57P03', true],
  ['58030', true],
  ['08006', true],
  ['42P01', false],
  ['XX000', false],
  ['23514', false],
] as const) {
  test(`SQLSTATE ${code} is ${refused ? '503' : '500'}`, () => {
    const { code: wire } = refusal('words of the database', code) as { code: string }
    assert.equal(wire === 'database_unavailable', refused)
  })
}
