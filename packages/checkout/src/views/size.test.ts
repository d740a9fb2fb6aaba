// A buyer on a phone waits for every byte of these pages.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

const BYTES_MAX = 40_000

test(`script and style of the checkout are ${BYTES_MAX} bytes at most as they are sent`, () => {
  const sizes = ['checkout.js', 'checkout.css'].map((name) => {
    const file = new URL(`../../dist/${name}`, import.meta.url)
    return gzipSync(readFileSync(file), { level: 9 }).length
  })
  const sum = sizes.reduce((all, size) => all + size, 0)
  assert.ok(sum > 1_000, 'they are not built')
  assert.ok(sum <= BYTES_MAX, `${sizes.join(' + ')} bytes`)
})
