import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptPages, scriptText } from './view.ts'

const made = { brand: 'acme', baseUrl: 'https://pay.example' }

test('brand and address are filled in, whichever quotes the builder has chosen', () => {
  for (const quote of ['"', "'", '`']) {
    const built = `start(${quote}__BRAND__${quote},${quote}__API__${quote})`
    const filled = scriptText(built, made)
    assert.equal(filled, `start(${quote}acme${quote},"https://pay.example")`)
  }
})

test('an address cannot end the text that contains it', () => {
  const baseUrl = 'https://pay.example/"\'`$&</script>\u2028'
  const filled = scriptText('start(`__API__`)', { brand: 'acme', baseUrl })
  assert.doesNotMatch(filled, /<\/script/)
  assert.equal(
    new Function('start', `return ${filled}`)((text: string) => text),
    baseUrl,
  )
})

test('a script without a place for the address cannot be served', () => {
  assert.throws(() => scriptText('start("__BRAND__")', made))
  assert.throws(() => scriptText('start("to __API__")', made))
})

test('a failed build is retried, and no failure is cached', async () => {
  const page = scriptPages('script.js')
  const request = { encodings: undefined, known: undefined }
  await assert.rejects(page({ ...made, baseUrl: '__API__' }, request))
  const { content } = await page(made, request)
  assert.ok(content.toString().includes('https://pay.example'))
})
