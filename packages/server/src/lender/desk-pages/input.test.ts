import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPolicyReport } from './input.ts'

test('stores only the location of a report', () => {
  const noted = readPolicyReport({
    'document-uri': 'https://pay.example.com/below/desk/people/0199f?mode=sandbox&q=Ada#12345678Z',
    'effective-directive': 'img-src',
    'blocked-uri': 'https://user:pass@evil.example:8443/leak?document=12345678Z',
    'source-file': 'https://pay.example.com/below/desk/assets/person-DXV5E3lD.js',
    'line-number': 3,
    'column-number': 14,
  })
  assert.deepEqual(noted, {
    ...{ directive: 'img-src', blocked: 'https://evil.example:8443', screen: '/desk/people/:id' },
    ...{ source: 'person-DXV5E3lD.js', line: 3, column: 14 },
  })
})

test('a report of unknown form is not stored', () => {
  const blocked = (text: string) => readPolicyReport({ 'blocked-uri': text }).blocked
  assert.equal(blocked('trusted-types-sink'), 'trusted-types-sink')
  assert.equal(blocked('data:text/html,12345678Z'), 'data:')
  for (const text of ['12345678Z Ada Lovelace', 'ada']) assert.equal(blocked(text), '')
  assert.equal(blocked(`https://${'a.'.repeat(500)}example`).length, 100)
  const none = { directive: '', blocked: '', screen: '', source: '', line: 0, column: 0 }
  assert.deepEqual(readPolicyReport({}), none)
  const texts = ['Ada Lovelace 12345678Z', '\u0000\n{"level":60}', 'x'.repeat(2_000)]
  for (const text of texts) {
    const hostile = {
      ...{ 'document-uri': text, 'violated-directive': text, 'blocked-uri': text },
      'source-file': text,
    }
    assert.deepEqual(readPolicyReport(hostile), none, text.slice(0, 30))
  }
  const screen = (path: string) => readPolicyReport({ 'document-uri': `http://a${path}` }).screen
  assert.equal(screen('/desk'), '/desk')
  assert.equal(screen(`/desk/${'a/'.repeat(1_000)}`), '/desk/a/a/a/a/a')
  assert.equal(screen('/desk/people/ada%40example.com'), '/desk/people/:id')
  assert.equal(screen('/elsewhere'), '')
})
