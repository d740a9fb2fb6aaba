import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill, tagOf, type WidgetTexts, widgetTexts } from './widget-texts.ts'

test('the first tag of a language that the widget speaks counts', () => {
  const cases: readonly (readonly [readonly (string | undefined)[], string])[] = [
    [['es'], 'es'],
    [['es_MX'], 'es-MX'],
    [['EN-us', 'es'], 'EN-us'],
    [[undefined, '', 'ca'], 'ca'],
    [['fr', 'en-GB'], 'en-GB'],
    [['est', 'eng', 'e'], 'en'],
    [[], 'en'],
  ]
  for (const [tags, wanted] of cases) assert.equal(tagOf(tags), wanted, tags.join())
})

test('each language has the same texts, with the same names in braces', () => {
  const names = (text: string) => (text.match(/\{\w*\}/g) ?? []).sort()
  const { es, en } = widgetTexts
  const named = ({ lines, figures, columns, ...texts }: WidgetTexts) =>
    [texts, lines, figures, columns].map((group) =>
      Object.entries(group).map(([name, text]) => [name, names(text)]),
    )
  assert.deepEqual(named(es), named(en))
})

test('an unknown placeholder stays as it is', () => {
  const values: Record<string, string> = { total: '{amount} $& €' }
  assert.equal(
    fill('{total} {other} { total } {} {', (name) => values[name]),
    '{amount} $& € {other} { total } {} {',
  )
})
