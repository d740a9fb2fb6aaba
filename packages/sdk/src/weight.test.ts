// What a store's page has to load. What is here is checked, so that it does not grow unnoticed.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

/** As it is served: a name and an address replace their placeholders, and weigh more. */
function weightOf(file: string): number {
  const served = readFileSync(new URL(`../dist/${file}`, import.meta.url), 'utf8')
    .replaceAll('__BRAND__', 'svc')
    .replace(/(["'`])__API__\1/, '"https://financing.example.com"')
  return gzipSync(served, { level: 9 }).length
}

test('the script weighs at most 8,000 bytes', () => {
  assert.ok(weightOf('script.js') <= 8_000, `${weightOf('script.js')}`)
})

test('the part that shows checkouts weighs at most 5,000 bytes', () => {
  assert.ok(weightOf('checkout-part.js') <= 5_000, `${weightOf('checkout-part.js')}`)
})

test('the first line of the script asks for background compilation', () => {
  const script = readFileSync(new URL('../dist/script.js', import.meta.url), 'utf8')
  assert.match(script, /^\/\/# allFunctionsCalledOnLoad\n/)
})
