// The views over the real flow, with the provider's own card frame and the real documents.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { clientOf, ownServer } from '../running-server.ts'
import { accessibilityFaults, looks } from './accessibility.ts'
import { desktop, phone, picture, visitors } from './browser.ts'
import {
  action,
  choose,
  consent,
  enterCard,
  openedCheckout,
  result,
  saveData,
  step,
} from './buyer.ts'

const { visit } = visitors()
const server = ownServer()
const client = clientOf(server)

async function look(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? desktop
  // All of it at once, or what is under the bar just now would count as too small to hit.
  await page.setViewportSize({ ...size, height: 3_000 })
  assert.deepEqual(await accessibilityFaults(page), [], name)
  await page.setViewportSize(size)
  await picture(page, `pages-real-${name}`)
}

for (const [colorScheme, locale, viewport] of [
  ['light', 'es-ES', phone],
  ['dark', 'en-GB', desktop],
] as const) {
  test(`the whole way is accessible, ${colorScheme} and in ${locale}`, async () => {
    const { page, faults } = await visit({ colorScheme, locale, viewport })
    const { url } = await openedCheckout(client)
    await page.goto(url)
    await step(page, 'offers').waitFor()
    await look(page, 'offers')
    await choose(page)
    await step(page, 'data').waitFor()
    await look(page, 'data')
    await saveData(page)
    await page.locator('.card-frame.open').waitFor()
    const frame = page.locator('.card-frame iframe')
    const inside = frame.contentFrame().locator('html')
    await expectSoon(async () => {
      const height = await frame.evaluate((element) => element.clientHeight)
      const wanted = await inside.evaluate((element: HTMLElement) => element.offsetHeight)
      assert.equal(height, wanted)
    })
    await look(page, 'signature')
    await page.click('[data-document="pre_contract"]')
    const paper = page.locator('dialog iframe').contentFrame()
    await paper.locator('h1').waitFor()
    await picture(page, 'pages-real-document')
    const family = await paper.locator('body').evaluate((it) => getComputedStyle(it).fontFamily)
    assert.match(family, /system-ui/, 'the document has its own style')
    await page.keyboard.press('Escape')
    await enterCard(page)
    await consent(page)
    await look(page, 'signature-card')
    await action(page, 'sign').click()
    await result(page, 'success').waitFor()
    // Without the mouse, which would scroll to it: that ends the countdown, too.
    await action(page, 'stay').dispatchEvent('click')
    await look(page, 'success')
    await page.click('[data-document="agreement"]')
    await paper.locator('h1').waitFor()
    await page.keyboard.press('Escape')
    assert.deepEqual(faults, [])
  })
}

/** For what follows by itself: tried until it holds, or the last fault is thrown. */
async function expectSoon(check: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    if ((await check().catch((error: unknown) => error)) === undefined) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  await check()
}

test('the form of the card and the documents are accessible', async () => {
  const { id, url } = await openedCheckout(client)
  const token = new URL(url).hash.slice(1)
  const origin = server.demo.base_url
  const { page } = await visit()
  const plan = 'product=instalments&num_instalments=3'
  for (const [language, colorScheme] of looks) {
    await page.emulateMedia({ colorScheme })
    const query = new URLSearchParams({ checkout: id, origin, lang: language })
    await page.goto(`${origin}/sandbox/card-frame?${query}#${token}`)
    assert.deepEqual(await accessibilityFaults(page), [], `card, ${language}, ${colorScheme}`)
    for (const kind of ['pre_contract', 'agreement']) {
      const path = `/checkout/${id}/documents/${kind}.html?${plan}&language=${language}`
      const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })
      assert.equal(answer.status, 200, path)
      await page.goto('about:blank')
      await page.setContent(await answer.text())
      assert.deepEqual(await accessibilityFaults(page), [], `${kind}, ${language}, ${colorScheme}`)
    }
  }
})
