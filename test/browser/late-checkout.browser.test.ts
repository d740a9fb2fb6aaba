// The part of the script that shows checkouts comes when the first is wanted, or not at all.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { visitors } from './browser.ts'
import {
  callsAtEnd,
  callsOf,
  openCheckout,
  puppetOf,
  type ShopOptions,
  say,
  stageOf,
} from './checkout-stage.ts'
import { until } from './store-page.ts'

const stage = stageOf(visitors())
const failed = [['onClose', 'error'], ['onError']]

const anywhere = () => `default-src 'none'; script-src *; frame-src *; connect-src *`
/** The script itself may run, its part from nowhere. */
const scriptOnly = (more = '') =>
  `default-src 'none'; script-src ${stage.cdn()}/svc.js; connect-src ${stage.api()}; ${more}`
const wholePage = (page: Page, id: string) =>
  page.waitForURL(`${stage.api()}/?order=${id}&public-key=pk_1&sandbox=true&lang=es`)

/** A shop, what it asked for the part, and what the script said. */
async function shopWith(options: ShopOptions) {
  const { page, faults } = await stage.visitShop({ policy: anywhere(), ...options })
  const parts: string[] = []
  const said: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/svc-checkout.js')) parts.push(new URL(request.url()).origin)
  })
  page.on('console', (message) => said.push(message.text()))
  return { page, faults, parts, said }
}

/** A checkout that is opened ends well. */
async function succeeds(page: Page): Promise<void> {
  await say(await puppetOf(page), { event: 'close', result: 'success' })
  assert.deepEqual(await callsAtEnd(page), [['onReady'], ['onClose', 'success'], ['onSuccess']])
}

describe('the part that shows checkouts', () => {
  test('is in the script’s folder, is loaded once, and of two calls one counts', async () => {
    const { page, faults, parts, said } = await shopWith({ part: { api: 'there' } })
    const id = stage.checkout()
    await page.waitForFunction(() => 'push' in ((globalThis as { svc?: object }).svc ?? {}))
    assert.deepEqual(parts, [])
    await page.evaluate((other) => {
      const { svc } = globalThis as unknown as { svc: { checkout(id: string): void } }
      queueMicrotask(() => svc.checkout(other))
    }, stage.checkout())
    await openCheckout(page, id)
    await openCheckout(page, id)
    await puppetOf(page)
    assert.equal(page.frames().length, 2)
    assert.deepEqual(parts, [stage.cdn()])
    assert.match(said.join('\n'), /\[svc\] a checkout is open already/)
    assert.deepEqual(faults, [])
  })

  for (const cdn of ['missing', 'page'] as const) {
    test(`is the service's where beside the script there is ${cdn}`, async () => {
      const { page, faults, parts } = await shopWith({ part: { cdn, api: 'there' } })
      await openCheckout(page, stage.checkout())
      await succeeds(page)
      await openCheckout(page, stage.checkout())
      await succeeds(page)
      assert.deepEqual(parts, [stage.cdn(), stage.api()])
      assert.deepEqual(faults, [])
    })
  }

  test("is the service's where another hangs; the 60 seconds count from the call", async () => {
    const { page, parts } = await shopWith({ part: { cdn: 'hanging', api: 'there' } })
    await page.clock.install()
    await openCheckout(page, stage.checkout({ frame: 'never ready' }))
    await until(() => parts.length === 1)
    await page.clock.runFor(8_000)
    await puppetOf(page, 'spoken to')
    // The page's clock also goes by itself.
    await page.clock.runFor(37_000)
    assert.deepEqual(await callsOf(page), [])
    await page.clock.runFor(16_000)
    assert.deepEqual(await callsAtEnd(page), failed)
  })

  test('comes when a button is touched, and not when a widget or a refused one is', async () => {
    const button = (id: string) =>
      `<button id="${id}" data-svc-button data-amount="1${id.length}" data-currency="EUR">Pay`
    const { page, parts } = await shopWith({ body: `${button('far')}</button>${button('near')}` })
    await page.route(/checkout\/buttons\?/, (route) => {
      const { searchParams } = new URL(route.request().url())
      const amounts = (searchParams.get('amounts') ?? '').split(',')
      const error = { code: 'financing_unavailable' }
      const buttons = amounts.map((amount) =>
        amount === '14' ? { allowed: true } : { allowed: false, error },
      )
      const headers = { 'access-control-allow-origin': '*' }
      return route.fulfill({ status: 200, headers, json: { buttons } })
    })
    await page.reload()
    await page.locator('#near[data-svc-state=allowed]').waitFor()
    await page.locator('#far[data-svc-state=refused]').waitFor({ state: 'attached' })
    await page.evaluate(() => {
      const widget = document.createElement('div')
      widget.setAttribute('data-svc-state', 'allowed')
      widget.attachShadow({ mode: 'open' })
      document.body.append(widget)
      const down = () => new Event('pointerdown', { bubbles: true })
      for (const each of [widget, document.querySelector('#far'), document.body]) {
        each?.dispatchEvent(down())
      }
    })
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    assert.deepEqual(parts, [])
    await page.locator('#near').focus()
    await until(() => parts.length === 1)
    await page.locator('#near').click()
    await openCheckout(page, stage.checkout())
    await succeeds(page)
    assert.deepEqual(parts, [stage.cdn()])
  })
})

describe('where nothing shows checkouts', () => {
  test('for a policy of the page they open as pages', async () => {
    const { page } = await shopWith({ policy: scriptOnly() })
    const id = stage.checkout()
    await openCheckout(page, id)
    await wholePage(page, id)
  })

  test('for a page that allows no policy of trusted types they open as pages', async () => {
    const types = `require-trusted-types-for 'script'; trusted-types 'none'`
    const { page } = await shopWith({ policy: `${anywhere()}; ${types}` })
    const id = stage.checkout()
    await openCheckout(page, id)
    await wholePage(page, id)
  })

  test('the store gets an error if there is no such checkout', async () => {
    const { page } = await shopWith({ policy: scriptOnly() })
    for (const id of ['../me', '', 7, stage.checkout({ status: 404 })]) {
      await openCheckout(page, id)
      assert.deepEqual(await callsAtEnd(page), failed)
    }
    assert.equal(page.url(), `${stage.shop()}/basket`)
  })

  test('offline the store gets an error, and the next call tries again', async () => {
    const { page, parts } = await shopWith({ part: { cdn: 'there' } })
    await page.context().setOffline(true)
    await openCheckout(page, stage.checkout())
    assert.deepEqual(await callsAtEnd(page), failed)
    const warning = page.waitForEvent('dialog')
    await openCheckout(page, stage.checkout(), ['onClose'])
    const dialog = await warning
    assert.match(dialog.message(), /^La financiación no se ha abierto/)
    await dialog.accept()
    assert.deepEqual(await callsOf(page), [['onClose', 'error']])
    await page.context().setOffline(false)
    await openCheckout(page, stage.checkout())
    await succeeds(page)
    assert.equal(parts.at(-1), stage.cdn())
  })
})
