// The reference pages, as a developer sees them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effort } from '../fixtures/effort.ts'
import { ownServer } from '../running-server.ts'
import { accessibilityFaults, WITHOUT_CONTRAST } from './accessibility.ts'
import { desktop, narrow, phone, picture, visitors } from './browser.ts'

const { visit } = visitors()
const server = ownServer()

/** All pages have the same parts and one style sheet: the rules are held against each page once. */
const EVERY = /./
const SOME = /^(overview|captures|errors)$/
const isLong = effort({ short: 0, long: 1 }) === 1
/** Colours make no page wider, and what fits into the narrowest window fits into a phone's. */
const LAID_OUT = isLong ? EVERY : SOME
for (const [scheme, viewport, { names, laidOut }] of [
  ['light', desktop, { names: EVERY, laidOut: EVERY }],
  ['dark', desktop, { names: SOME, laidOut: LAID_OUT }],
  ['light', narrow, { names: SOME, laidOut: EVERY }],
  ['dark', phone, { names: SOME, laidOut: LAID_OUT }],
] as const) {
  test(`the pages are accessible, in ${scheme} at ${viewport.width} px`, async () => {
    const { page, faults } = await visit({ colorScheme: scheme, viewport })
    await page.goto(server.demo.docs_url)
    const addresses = await page
      .locator('nav a')
      .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href))
    assert.ok(addresses.length > 10)
    for (const address of addresses) {
      const name = new URL(address).pathname.split('/')[2] ?? 'overview'
      if (!laidOut.test(name)) continue
      await page.goto(address)
      // What is folded is looked at as well.
      await page.locator('body').evaluate((body) => {
        for (const each of body.querySelectorAll('details')) each.open = true
      })
      if (names.test(name)) {
        const options = isLong || SOME.test(name) ? {} : WITHOUT_CONTRAST
        assert.deepEqual(await accessibilityFaults(page, options), [], address)
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.ok(wide <= 0, `${address} is ${wide} px too wide`)
      if (SOME.test(name)) await picture(page, `docs-${name}-${scheme}`)
    }
    assert.deepEqual(faults, [])
  })
}

test('the reference is read without a mouse, down to a sample', async () => {
  const { page } = await visit()
  await page.goto(server.demo.docs_url)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  assert.equal(new URL(page.url()).hash, '#content')
  await page.locator('a[href$="captures#captureOrder"]').first().press('Enter')
  await page.waitForURL('**/docs/captures#captureOrder')
  const sample = page.locator('#captureOrder details', { hasText: 'curl' }).first()
  await sample.locator('summary').press('Enter')
  await sample.locator('pre', { hasText: 'curl --request POST' }).waitFor()
})
