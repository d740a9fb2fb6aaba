// A phone's first screen, at the real service: all ways to pay are on it, and nothing moves.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Client, clientOf, type RunningServer, startServer } from '../running-server.ts'
import { openShop, type Saying, type Shop } from '../shop.ts'
import { desktop, phone, tablet, visitors } from './browser.ts'
import {
  action,
  choose,
  consent,
  enterCard,
  openedCheckout,
  result,
  saveData,
  signNow,
  step,
} from './buyer.ts'
import { layoutShift } from './store-page.ts'

const { visit } = visitors()
let server: RunningServer
let client: Client
let storeName: string
let silent: Shop
before(async () => {
  server = await startServer()
  client = clientOf(server)
  storeName = (await client('GET', '/me')).body.name
  silent = await openShop(() => new Promise<Saying>(() => {}))
})
after(async () => {
  silent.close()
  await server.remove()
})

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

/** Half a second after a press nothing counts as moved by itself: what comes is held until then. */
const PRESS_MS = 600

/** Each answer, the provider's form included, comes after the buyer's press has been forgotten. */
async function withSlowAnswers(page: Page): Promise<void> {
  await page.route(/\/checkout\/[0-9a-f]{32}\/|card-frame/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, PRESS_MS))
    await route.continue()
  })
}

for (const viewport of [phone, tablet, desktop]) {
  test(`nothing moves by itself at ${viewport.width} px, test bar included`, async () => {
    const { page } = await visit({ viewport })
    await withLateAnswers(page)
    await page.goto((await openedCheckout(client)).url)
    await step(page, 'offers').waitFor()
    let before = 0
    const still = async (place: string) => {
      const moved = await layoutShift(page)
      assert.ok(moved - before <= 0.01, `${moved - before} until ${place}`)
      before = moved
    }
    await still('the ways to pay')
    await page.unrouteAll({ behavior: 'wait' })
    await withSlowAnswers(page)
    await choose(page)
    await step(page, 'data').waitFor()
    await still('the data')
    await saveData(page)
    await step(page, 'signature').waitFor()
    await still('the signature')
    await page.locator('.card-frame.open').waitFor()
    await still('the form of the card')
    await enterCard(page)
    await still('the card')
    await consent(page)
    await action(page, 'sign').click()
    await step(page, 'waiting').waitFor()
    await result(page, 'success').waitFor()
    await still('the result')
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

/** Ways in which a checkout ends, each as the buyer sees it in the tab where it ends. */
const ends: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async signed(page) {
    await signNow(page, await openedCheckout(client))
    await result(page, 'success').waitFor()
  },
  async refused(page) {
    await page.goto((await openedCheckout(client, {}, 'refused')).url)
    await choose(page)
    await saveData(page)
    await result(page, 'ko').waitFor()
  },
  async cancelled(page) {
    const opened = await openedCheckout(client, { notification_url: silent.url })
    await signNow(page, opened)
    await step(page, 'waiting').waitFor()
    assert.equal((await client('POST', `/orders/${opened.id}/cancel`)).status, 204)
    await result(page, 'ko').waitFor()
  },
  // The last: the store's clock goes on.
  async expired(page) {
    const { url } = await openedCheckout(client)
    await page.goto(url)
    await step(page, 'offers').waitFor()
    // A shop that never answers would hold up the store's time, attempt by attempt.
    silent.close()
    await client('POST', '/me/test-clock', { advance: 'PT3H' })
    await page.reload()
    await result(page, 'ko').waitFor()
  },
}

for (const [end, reach] of Object.entries(ends)) {
  test(`the purchase, the store and the total stay in sight where it is ${end}`, async () => {
    const { page } = await visit({ viewport: desktop })
    await reach(page)
    for (const viewport of [phone, tablet, desktop]) {
      await page.setViewportSize(viewport)
      await page.locator('.basket strong:visible', { hasText: '120,50 €' }).waitFor()
      await page.locator('.top:visible', { hasText: storeName }).waitFor()
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.ok(wide <= 0, `${wide} px too wide at ${viewport.width}`)
    }
  })
}
