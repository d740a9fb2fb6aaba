// A phone's first screen, at the real service: all ways to pay are on it, and nothing moves.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Client, clientOf, type RunningServer, startServer } from '../running-server.ts'
import { desktop, phone, tablet, visitors } from './browser.ts'
import { choose, openedCheckout, saveData, step } from './buyer.ts'
import { layoutShift } from './store-page.ts'

const { visit } = visitors()
let server: RunningServer
let client: Client
before(async () => {
  server = await startServer()
  client = clientOf(server)
})
after(() => server.remove())

for (const locale of ['es-ES', 'en-GB']) {
  test(`each way to pay is on the first screen of a phone, in ${locale}`, async () => {
    const { page } = await visit({ locale, viewport: phone })
    await page.goto((await openedCheckout(client)).url)
    await step(page, 'offers').waitFor()
    assert.equal(await page.locator('.offer').count(), 6)
    const bar = (await page.locator('.way').boundingBox())?.y ?? 0
    const costs = await page.locator('.offer .costs').last().boundingBox()
    assert.ok(bar <= phone.height)
    const end = (costs?.y ?? Number.POSITIVE_INFINITY) + (costs?.height ?? 0)
    assert.ok(end <= bar, `the last ends at ${end}, the bar begins at ${bar}`)
  })
}

/** The answer that says that it is a test, and what is bought, comes after the first paint. */
async function withLateAnswers(page: Page): Promise<void> {
  await page.route(/\/checkout\/[0-9a-f]{32}\/(progress|offers)/, async (route) => {
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 1)
    await route.continue()
  })
}

for (const viewport of [phone, tablet, desktop]) {
  test(`nothing moves by itself at ${viewport.width} px, test bar included`, async () => {
    const { page } = await visit({ viewport })
    await withLateAnswers(page)
    await page.goto((await openedCheckout(client)).url)
    await step(page, 'offers').waitFor()
    const opened = await layoutShift(page)
    assert.ok(opened <= 0.01, `${opened} until the ways to pay`)
    await choose(page)
    await step(page, 'data').waitFor()
    const chosen = await layoutShift(page)
    assert.ok(chosen <= 0.01, `${chosen} until the data`)
  })
}

test('lender and total are in sight at every step, on a phone and on a desk', async () => {
  for (const viewport of [phone, desktop]) {
    const { page } = await visit({ viewport })
    await page.goto((await openedCheckout(client)).url)
    const inSight = async (name: string) => {
      await step(page, name).waitFor()
      await page.locator('.basket strong:visible', { hasText: '120,50 €' }).waitFor()
      await page.locator('.basket .hint:visible', { hasText: 'Financia: ' }).waitFor()
    }
    await inSight('offers')
    await choose(page)
    await inSight('data')
    await saveData(page)
    await inSight('signature')
  }
})
