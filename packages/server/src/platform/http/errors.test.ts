import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCode, type ErrorEntry, errorCatalogue } from '@svc/api'
import { Refused } from '../refusal.ts'
import { errorView } from './errors.ts'

const codes = Object.keys(errorCatalogue) as ErrorCode[]
const entries: Readonly<Record<ErrorCode, ErrorEntry>> = errorCatalogue

/** The types of contract §2, by status; 431 is ours. */
const types: Readonly<Record<number, string>> = {
  400: 'ApiValidationException',
  401: 'UnauthorizedException',
  403: 'ForbiddenException',
  404: 'ObjectNotFoundException',
  405: 'MethodNotAllowedException',
  406: 'NotAcceptableException',
  408: 'RequestTimeoutException',
  409: 'ConflictException',
  413: 'PayloadTooLargeException',
  415: 'UnsupportedMediaTypeException',
  417: 'ExpectationFailedException',
  422: 'UnprocessableException',
  429: 'TooManyRequestsException',
  431: 'ApiValidationException',
  500: 'ServerException',
  501: 'NotImplementedException',
  503: 'ServiceUnavailableException',
  505: 'HttpVersionNotSupportedException',
}

function valuesOf(message: string): Record<string, string> {
  const names = [...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return Object.fromEntries(names.map((name) => [name, `<${name} given>`]))
}

for (const code of codes) {
  const { status, message, remedy } = entries[code]
  test(`${code} is ${status} ${types[status]} with a message without gaps`, () => {
    const values = valuesOf(message)
    const view = errorView(new Refused(code, { values }), 'request-1')
    assert.equal(view.status, status)
    const { error } = view.body
    assert.deepEqual(Object.keys(error), ['type', 'message', 'code', 'request_id'])
    assert.equal(error.type, types[status])
    assert.equal(error.code, code)
    assert.equal(error.request_id, 'request-1')
    const text = error.message
    assert.ok(typeof text === 'string' && text.length > 0)
    assert.doesNotMatch(text, /[{}]|undefined|null/)
    for (const value of Object.values(values)) assert.ok(text.includes(value), text)
    assert.ok(remedy.length > 0)
  })
}

test('a code is lower-case words, noun first, and its status is an error', () => {
  for (const code of codes) {
    assert.match(code, /^[a-z]+(_[a-z]+)+$/)
    assert.ok(entries[code].status >= 400 && entries[code].status < 600)
  }
})

test('a refusal that forgot its values still has no braces in its message', () => {
  for (const code of codes) {
    const { error } = errorView(new Refused(code), 'request-1').body
    assert.doesNotMatch(String(error.message), /[{}]/)
  }
})

test('values from a caller fill a message once, and are not filled themselves', () => {
  const values = { mid: '{state}$&$1', state: 'confirmed' }
  const { error } = errorView(new Refused('order_id_used', { values }), 'request-1').body
  assert.equal(error.message, 'The order id {state}$&$1 is used by an order that is confirmed')
})

test('a number fills a message as it is written', () => {
  const refused = new Refused('body_too_large', { values: { limit: 0 } })
  const { error } = errorView(refused, 'request-1').body
  assert.equal(error.message, 'The body is larger than 0 bytes')
})

test('fields are in the envelope if there are any', () => {
  const fields = { 'order.articles.0.price': ['must be a whole number'] }
  const { error } = errorView(new Refused('body_invalid', { fields }), 'request-1').body
  assert.deepEqual(error.fields, fields)
  assert.equal(error.message, 'API validation error')
  const missing = { order__id: 'A-1' }
  const view = errorView(new Refused('order_not_found', { fields: missing }), 'request-1')
  assert.deepEqual(view.body.error.fields, missing)
})

test('only 429 and 503 say when to retry, where that may help', () => {
  for (const code of codes) {
    const { status, retryable } = entries[code]
    const waits = retryable && (status === 429 || status === 503)
    const { retryAfterSeconds } = errorView(new Refused(code), 'request-1')
    assert.equal(retryAfterSeconds !== undefined, waits, code)
    if (retryAfterSeconds !== undefined) assert.ok(retryAfterSeconds >= 1)
  }
})

test('messages that the contract defines have its words', () => {
  assert.equal(entries.body_invalid.message, 'API validation error')
  assert.match(entries.method_not_allowed.message, /not allowed/)
  assert.match(entries.media_type_unsupported.message, /send Content-Type: application\/json/)
})

const conflicts = codes.filter((code) => entries[code].status === 409)
for (const code of conflicts.filter((each) => each !== 'request_in_progress')) {
  test(`the message of ${code} names what is in the way`, () => {
    const values = { state: 'challenge_required', order: 'challenge_required' }
    const { error } = errorView(new Refused(code, { values }), 'request-1').body
    assert.match(String(error.message), /challenge_required/)
  })
}
