import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { contrastOf, textColorOn } from './contrast.ts'

test('contrasts are those of WCAG', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21)
  assert.equal(contrastOf('#ffffff', '#ffffff'), 1)
  assert.equal(contrastOf('#777777', '#ffffff').toFixed(2), '4.48')
  assert.equal(contrastOf('#767676', '#ffffff').toFixed(2), '4.54')
})

test('on every colour the text has at least 4.5 : 1', () => {
  const part = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'))
  fc.assert(
    fc.property(part, part, part, (red, green, blue) => {
      const color = `#${red}${green}${blue}`
      assert.ok(contrastOf(color, textColorOn(color)) >= 4.5, color)
    }),
    { numRuns: 2_000 },
  )
  // Where black and white are equally far.
  for (let value = 0; value < 256; value++) {
    const color = `#${value.toString(16).padStart(2, '0').repeat(3)}`
    assert.ok(contrastOf(color, textColorOn(color)) >= 4.5, color)
  }
})
