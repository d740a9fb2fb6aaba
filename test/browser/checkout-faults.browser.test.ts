// A checkout that cannot be opened, or not in a frame (contract §10).
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { picture, type Site, site, visitors } from './browser.ts'
import { callsAtEnd, callsOf, openCheckout, puppetOf, say, stageOf } from './checkout-stage.ts'

const browser = visitors()
const stage = stageOf(browser)
const failed = [['onClose', 'error'], ['onError']]
const LIVE = 'f'.repeat(32)

/** The page of the checkout itself, in the tab. */
const wholePage = (page: Page, id: string) =>
  page.waitForURL(`${stage.api()}/?order=${id}&public-key=pk_1&sandbox=true&lang=es`)

describe('a checkout is not opened', () => {
  test('without the id of one: the store gets an error, after the call', async () => {
    const { page, faults } = await stage.visitShop()
    for (const id of [undefined, null, '', 'order-1', 7, {}, ['a'], '../me', `${LIVE}/..`]) {
      await openCheckout(page, id)
      assert.deepEqual(await callsAtEnd(page), failed)
    }
    await page.evaluate(() => {
      const { svc } = globalThis as unknown as { svc: { checkout(...values: unknown[]): void } }
      Object.assign(globalThis, { calls: [] })
      const { calls } = globalThis as unknown as { calls: string[] }
      svc.checkout(Symbol('one'), { onError: () => calls.push('onError') })
      calls.push('called')
    })
    await page.waitForFunction(
      () => (globalThis as unknown as { calls: unknown[] }).calls.length === 2,
    )
    assert.deepEqual(await callsOf(page), ['called', 'onError'])
    assert.equal(page.frames().length, 1)
    assert.deepEqual(faults, [])
  })

  test('when the service does not answer its question well', async () => {
    const { page, faults } = await stage.visitShop()
    const merchant = { error_url: '/broken', dismiss_url: '/back' }
    for (const status of [401, 403, 404, 429, 500, 503]) {
      // What a key is refused for is remembered until then.
      await page.reload()
      await openCheckout(page, stage.checkout({ status, merchant }))
      assert.deepEqual(await callsAtEnd(page), failed, `${status}`)
      assert.equal(page.frames().length, 1)
    }
    assert.deepEqual(faults, [])
  })

  test('when the connection is down', async () => {
    const { page } = await stage.visitShop()
    await page.route(`${stage.api()}/**`, (route) => route.abort('internetdisconnected'))
    await openCheckout(page, stage.checkout())
    assert.deepEqual(await callsAtEnd(page), failed)
  })

  test('when its page does not load though the service answers', async () => {
    const { page } = await stage.visitShop()
    await page.clock.install()
    await openCheckout(page, stage.checkout({ frame: 'missing' }))
    await silence(page)
    assert.deepEqual(await callsAtEnd(page), failed)
    assert.equal(page.url(), `${stage.shop()}/basket`)
  })

  for (const frame of ['hanging', 'never ready'] as const) {
    test(`when its page is ${frame} for 60 seconds`, async () => {
      const { page } = await stage.visitShop()
      await page.clock.install()
      const id = stage.checkout({ frame })
      const address = `${stage.api()}/checkout/${id}`
      const answered = page.waitForResponse((response) => response.url().startsWith(address))
      await openCheckout(page, id)
      if (frame === 'never ready') await puppetOf(page, 'spoken to')
      else await page.locator('dialog iframe').waitFor({ state: 'attached' })
      // Until it has its answer, the clock would be that of the question.
      await (await answered).finished()
      await page.evaluate((url) => fetch(url).then((each) => each.text()), address)
      await page.clock.runFor(50_000)
      assert.deepEqual(await callsOf(page), [])
      await page.clock.runFor(11_000)
      assert.deepEqual(await callsAtEnd(page), failed)
      assert.equal(await page.getByRole('dialog').count(), 0)
    })
  }

  test('and the buyer reads why where the store has neither callback nor address', async () => {
    const { page, faults } = await stage.visitShop()
    await openCheckout(page, LIVE, ['onClose'])
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('alert').getByText('La financiación no se ha abierto').waitFor()
    await picture(page, 'checkout-failed')
    assert.deepEqual(await callsOf(page), [['onClose', 'error']])
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    assert.equal(page.url(), `${stage.shop()}/basket`)
    assert.deepEqual(faults, [])
  })

  test('and another one can be, also while that is read', async () => {
    const { page } = await stage.visitShop()
    await openCheckout(page, LIVE, [])
    await page.getByRole('alert').waitFor()
    await openCheckout(page, stage.checkout())
    await say(await puppetOf(page), { event: 'close', result: 'success' })
    const calls = [['onReady'], ['onClose', 'success'], ['onSuccess']]
    assert.deepEqual(await callsAtEnd(page), calls)
    assert.equal(await page.getByRole('dialog').count(), 0)
  })
})

/** Lets the time pass in which a page in a frame has to say something. */
async function silence(page: Page): Promise<void> {
  await page.locator('dialog iframe').waitFor({ state: 'attached' })
  await page.waitForLoadState('load')
  for (let times = 0; times < 3; times++) await page.clock.runFor(4_100).catch(() => {})
}

describe('a checkout opens as a page of its own', () => {
  test("where the store's policy forbids the frame", async () => {
    const { page } = await stage.visitShop({
      policy: `default-src 'none'; script-src *; connect-src ${stage.api()}`,
    })
    const id = stage.checkout()
    await openCheckout(page, id)
    await wholePage(page, id)
  })

  test("where the store's policy forbids to ask the service", async () => {
    const { page } = await stage.visitShop({
      policy: `default-src 'none'; script-src *; frame-src ${stage.api()}`,
    })
    const id = stage.checkout()
    await openCheckout(page, id)
    await wholePage(page, id)
  })

  test('where the service does not let this store hold the frame', async () => {
    const { page } = await stage.visitShop()
    const id = stage.checkout({ ancestors: 'http://other.test' })
    await openCheckout(page, id)
    await wholePage(page, id)
    // One step back is the shop, as it was, without a dialog.
    await page.goBack()
    await page.waitForURL(`${stage.shop()}/basket`)
    assert.equal(await page.getByRole('dialog').count(), 0)
  })

  test('where the browser has no dialog', async () => {
    const { page } = await stage.visitShop()
    await page.evaluate(() => Object.assign(globalThis, { HTMLDialogElement: undefined }))
    const id = stage.checkout()
    await openCheckout(page, id)
    await wholePage(page, id)
  })

  describe('in the whole tab', () => {
    let portal: Site
    before(async () => {
      portal = await site('portal.test', (_request, response) => {
        response.setHeader('content-type', 'text/html')
        response.end(`<!doctype html><title>Portal</title><iframe src="${stage.shop()}/basket">`)
      })
    })
    after(() => portal.close())

    test("where the store's page stands in somebody's frame itself", async () => {
      const { page } = await stage.visitShop()
      await page.goto(portal.origin)
      const shop = page.frameLocator('iframe')
      await shop.locator('#pay').click()
      const id = stage.checkout({ ancestors: stage.shop() })
      const [, inner] = page.frames()
      assert.ok(inner)
      await openCheckout(inner as unknown as Page, id)
      await wholePage(page, id)
    })
  })
})
