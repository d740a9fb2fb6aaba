// What Chromium has and lacks; the same for Firefox stands in `firefox.browser.test.ts`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitors } from './browser.ts'
import { probe, probeSite, tableOf } from './features.ts'

const { visit } = visitors()

test('the table shows which features Chromium has and lacks', async (context) => {
  const probing = await probeSite()
  context.after(() => probing.close())
  const { page } = await visit()
  await page.goto(probing.origin)
  assert.deepEqual(await page.evaluate(probe), tableOf('Chromium'))
})
