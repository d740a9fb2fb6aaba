// Stores' pages as they are: huge, redrawn all the time, polluted, or with nothing where a script
// expects something. What the script does there is as little as on any other page.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { type RunningServer, startServer } from '../running-server.ts'
import { accessibilityFaults } from './accessibility.ts'
import { narrow, picture, visitors } from './browser.ts'
import { type StorePages, settled, storePages, until } from './store-page.ts'

const { visit } = visitors()
let server: RunningServer
let store: StorePages
before(async () => {
  server = await startServer()
  store = await storePages(server, visit)
})
after(async () => {
  store.close()
  await server.remove()
})

const BUTTON =
  '<button id="pay" data-svc-button data-amount="12050" data-currency="EUR">Pay</button>'
const WIDGET =
  '<div id="w" data-svc-widget-instalments data-currency="EUR" data-amount="40000"></div>'
const LOADED = '<script src="SRC?public-key=KEY&amp;sandbox=true"></script>'
const state = (page: Page, wanted: string, selector: string) =>
  page.locator(`${selector}[data-svc-state="${wanted}"]`).waitFor({ state: 'attached' })
const simulated = (requests: readonly Request[]) =>
  requests
    .filter((each) => each.method() === 'GET' && each.url().includes('instalment-plan-simulator'))
    .map((each) => new URL(each.url()).searchParams)

test('a constantly redrawn page makes one request and keeps nothing old', async () => {
  const { page, requests, questions, faults } = await store.show({
    body: '<main></main>',
    script: `window.drawn = []
      const draw = () => {
        const main = document.querySelector('main')
        main.innerHTML = \`${BUTTON}<p data-svc-payment-info>3 x</p>${WIDGET}\`
        drawn.push(new WeakRef(main.firstChild), new WeakRef(main.lastChild))
      }
      const drawOften = (left) => {
        draw()
        if (left > 0) requestAnimationFrame(() => drawOften(left - 1))
        else window.isDone = true
      }
      addEventListener('load', () => drawOften(60))`,
  })
  await page.waitForFunction(() => 'isDone' in window)
  await state(page, 'allowed', '#pay')
  await state(page, 'allowed', '#w')
  assert.deepEqual(questions, ['?amount=12050&currency=EUR'])
  assert.equal(simulated(requests).length, 1)
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const stored = await page.evaluate(() => {
    const { drawn } = window as never as { drawn: { deref(): Node | undefined }[] }
    return drawn.filter((each) => each.deref() !== undefined).length
  })
  // The last two, and what the observer has not let go of yet.
  assert.ok(stored <= 6, `${stored} of 122 are kept`)
  assert.deepEqual(faults, [])
})

test('two hundred widgets ask once for each amount, and are soon there', async () => {
  const amounts = Array.from({ length: 200 }, (_, index) => 10_000 + (index % 5) * 1_000)
  const body = amounts.map((amount) => WIDGET.replace('40000', `${amount}`)).join('')
  const { page, requests } = await store.show({ body })
  await page.waitForFunction(
    () => document.querySelectorAll('[data-svc-state=allowed]').length === 200,
  )
  assert.equal(simulated(requests).length, 5)
  const { session, before } = await workOf(page)
  const last = page.locator('#w').last()
  await last.evaluate((each) => each.setAttribute('data-amount', '10000'))
  await last.locator('.card .example', { hasText: '100,00' }).waitFor()
  const { metrics } = await session.send('Performance.getMetrics')
  const spent = (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) - before
  // Each was looked at, and one drawn.
  assert.ok(spent < 0.1, `${spent} s`)
})

async function workOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const { metrics } = await session.send('Performance.getMetrics')
  return { session, before: metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0 }
}

test('sends no request for a quantity of zero, but for an article and its product', async () => {
  const more = 'data-qty="#qty" data-article-id="bike &amp; 🚲" data-product-type="instalments"'
  const { page, requests } = await store.show({
    body: `<input id="qty" value="0">${WIDGET.replace('id="w"', `id="w" ${more}`)}`,
  })
  await state(page, 'refused', '#w')
  assert.deepEqual(simulated(requests), [])
  await page.locator('#qty').fill('2')
  await until(() => simulated(requests).length === 1)
  const [query] = simulated(requests)
  assert.equal(query?.get('amount'), '80000')
  assert.equal(query?.get('article-id'), 'bike & 🚲')
  assert.equal(query?.get('product[type]'), 'instalments')
})

test('a script in the head, before there is a body, notices later elements', async () => {
  const { page, faults, questions } = await store.show({
    tag: LOADED.replace('KEY', server.demo.public_key),
    body: BUTTON + WIDGET,
  })
  await state(page, 'allowed', '#pay')
  await state(page, 'allowed', '#w')
  assert.equal(questions.length, 1)
  assert.deepEqual(faults, [])
})

test('a page’s changes to the language harm nothing', async () => {
  const { page, faults, questions } = await store.show({
    body: BUTTON + WIDGET,
    script: `Object.prototype.extra = () => {}
      Array.prototype.extra = () => {}
      Array.prototype.toJSON = () => 'broken'
      String.prototype.toJSON = () => 'broken'
      window.svc = Object.freeze([(svc) => { window.noted = typeof svc.checkout }])`,
  })
  await settled(page)
  await state(page, 'allowed', '#w')
  assert.equal(await page.evaluate(() => (window as never as { noted: string }).noted), 'function')
  assert.deepEqual(questions, ['?amount=12050&currency=EUR'])
  assert.deepEqual(faults, [])
})

test('it is readable with high contrast, or with room between letters and lines', async () => {
  const { page } = await store.show({
    body: `<main><h1>Bike</h1>${BUTTON}${WIDGET}</main>`,
    options: { viewport: narrow, forcedColors: 'active' },
  })
  await state(page, 'allowed', '#w')
  await page.locator('#w .card summary').click()
  const card = page.locator('#w .card')
  const border = await card.evaluate((each) => getComputedStyle(each).borderTopColor)
  const text = await card.evaluate((each) => getComputedStyle(each).color)
  assert.equal(border, text)
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`body{line-height:1.5!important;letter-spacing:.12em!important;
      word-spacing:.16em!important}`)
    document.adoptedStyleSheets = [sheet]
  })
  await picture(page, 'widget-forced-spaced')
  const cut = await card.evaluate((each) =>
    [...each.querySelectorAll(':scope > .shown, :scope > .shown *')]
      .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
      .map((part) => part.className),
  )
  assert.deepEqual(cut, [])
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
  assert.deepEqual(await accessibilityFaults(page), [])
})
