import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOfPage } from './input.ts'

test('the page begins in the requested language, else in one its reader reads', () => {
  for (const [wanted, accepted, expected] of [
    ['en', 'es', 'en'],
    ['es-MX', 'en', 'es'],
    ['EN_gb', undefined, 'en'],
    ['fr', 'es-ES,es;q=0.9', 'es'],
    ['fr', undefined, 'en'],
    [null, 'en-GB,en;q=0.9,es;q=0.8', 'en'],
    [null, 'ca, es;q=0.8, en;q=0.7', 'es'],
    [null, 'en;q=0.1, es', 'es'],
    [null, 'en;q=0, es;q=0.5', 'es'],
    [null, 'en;q=x,es', 'es'],
    [null, 'de-DE', 'en'],
    [null, '*', 'es'],
    ['fr', '*', 'en'],
    [null, '', 'es'],
    [null, undefined, 'es'],
    ['', undefined, 'es'],
    ['"><script>', 'es', 'es'],
    ['\u0000', ',;;=,q=1', 'en'],
  ] as const) {
    assert.equal(languageOfPage(wanted, accepted), expected, `${wanted} ${accepted}`)
  }
})
