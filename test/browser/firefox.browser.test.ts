// The script and the buyer's way in Firefox: what the files beside this one prove in Chromium.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'puppeteer-core'
import { type Client, clientOf, type RunningServer, startServer } from '../running-server.ts'
import { until } from '../shop.ts'
import { type Site, site } from './browser.ts'
import { action, choose, openedCheckout, result, signAll, step } from './buyer.ts'
import { probe, probeSite, tableOf } from './features.ts'
import { firefoxVisitors, frameAt, placeIn } from './firefox.ts'

const visit = firefoxVisitors()
let server: RunningServer
let client: Client
let api: string
let key: string
let shop: Site
/** What the shop's page is at the moment, and with which headers. */
let html = ''
let headers: Record<string, string> = {}
before(async () => {
  server = await startServer()
  client = clientOf(server)
  api = server.demo.base_url
  key = server.demo.public_key
  shop = await site('shop.test', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html)
  })
})
after(async () => {
  shop?.close()
  await server?.remove()
})

const pageWith = (query: string, body: string) => `<!doctype html><html lang="es">
  <meta charset="utf-8"><title>Shop</title>
  <script defer src="${api}/svc.js?${query}"></script>
  <script>
    window.calls = []
    const note = (name) => (status) => calls.push(status === undefined ? name : name + ' ' + status)
    const names = ['Ready', 'StatusChange', 'Close', 'Success', 'Pending', 'KO', 'Error', 'Dismiss']
    const callbacks = Object.fromEntries(names.map((name) => ['on' + name, note(name)]))
    window.openCheckout = (id) => svc.checkout(id, callbacks)
  </script><body>${body}</body></html>`
const BUTTON =
  '<button id="pay" data-svc-button data-amount="12050" data-currency="EUR">Pay</button>'
const DEAR = BUTTON.replace('pay', 'dear').replace('12050', '99999999')
const WIDGET = '<div id="widget" data-svc-widget-instalments data-amount="12050"></div>'

type Shop = Window & { calls: string[]; openCheckout(id: string): void }

type Shown = { query?: string; policy?: Record<string, string>; origin?: string }

async function openShop(body: string, { query, policy = {}, origin = shop.origin }: Shown = {}) {
  html = pageWith(query ?? `public-key=${key}&sandbox=true`, body)
  headers = policy
  return visit(`${origin}/`)
}
const state = (page: Page, id: string, wanted: string) =>
  page.waitForSelector(`#${id}[data-svc-state="${wanted}"]`)
const visibility = (page: Page, id: string) =>
  page.$eval(`#${id}`, (element) => getComputedStyle(element).visibility)
const open = (page: Page, id: string) =>
  page.evaluate((named) => (window as unknown as Shop).openCheckout(named), id)
const calls = (page: Page) => page.evaluate(() => (window as unknown as Shop).calls.join(', '))
const insideOf = (page: Page) => placeIn(() => frameAt(page, `${api}/`))
const called = (page: Page, last: string) =>
  until(async () => (await calls(page)).endsWith(last), last)

describe('a store’s page', () => {
  test('shows buttons and widgets where there is financing', async () => {
    const { page, faults } = await openShop(BUTTON + DEAR + WIDGET)
    await state(page, 'pay', 'allowed')
    await state(page, 'dear', 'refused')
    await state(page, 'widget', 'allowed')
    assert.deepEqual(
      [await visibility(page, 'pay'), await visibility(page, 'dear')],
      ['visible', 'hidden'],
    )
    const words = await page.$eval('#widget', ({ shadowRoot }) => shadowRoot?.textContent)
    assert.match(words ?? '', /TAE/)
    assert.deepEqual(faults, [])
  })
  test('without a key has nothing that can be used', async () => {
    const { page, faults } = await openShop(BUTTON, { query: 'sandbox=true' })
    await state(page, 'pay', 'failed')
    assert.equal(await visibility(page, 'pay'), 'hidden')
    assert.equal(await page.$eval('#pay', (button) => (button as HTMLButtonElement).disabled), true)
    assert.deepEqual(faults, [])
  })

  test('takes a buyer from end to end in a dialog', async () => {
    const { page, faults } = await openShop(BUTTON)
    await state(page, 'pay', 'allowed')
    await open(page, (await openedCheckout(client)).id)
    const inside = insideOf(page)
    await signAll(inside)
    await result(inside, 'success').waitFor()
    await action(inside, 'leave').click()
    await called(page, 'Close success, Success')
    assert.equal(await calls(page), 'Ready, StatusChange success, Close success, Success')
    assert.deepEqual(faults, [])
  })

  test('is left by Escape and by the way back', async () => {
    const { page, faults } = await openShop(BUTTON)
    await state(page, 'pay', 'allowed')
    const { id } = await openedCheckout(client)
    for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await page.evaluate(() => (window as unknown as Shop).calls.splice(0))
      await open(page, id)
      await called(page, 'Ready')
      await leave()
      await called(page, 'Close dismiss, Dismiss')
      assert.equal(page.url(), `${shop.origin}/`)
    }
    assert.deepEqual(faults, [])
  })
})

/** The same pages under another name. */
const originAs = (host: string) => shop.origin.replace('shop.test', host)

describe('a strict page', () => {
  const isolated = (embedder: string) => ({
    'cross-origin-embedder-policy': embedder,
    'cross-origin-opener-policy': 'same-origin',
  })
  const trusted = { 'content-security-policy': "require-trusted-types-for 'script'" }
  for (const [name, policy, isIsolated] of [
    ['that wants trusted types', trusted, false],
    ['that isolates itself by require-corp', isolated('require-corp'), true],
    ['that isolates itself by credentialless', isolated('credentialless'), true],
  ] as const) {
    test(`${name} opens the dialog`, async () => {
      const { page, faults } = await openShop(BUTTON, {
        policy,
        origin: originAs('shop.localhost'),
      })
      await state(page, 'pay', 'allowed')
      assert.equal(await page.evaluate(() => crossOriginIsolated), isIsolated)
      await open(page, (await openedCheckout(client)).id)
      const inside = insideOf(page)
      await step(inside, 'offers').waitFor()
      assert.equal(new URL(page.url()).hostname, 'shop.localhost')
      assert.deepEqual(faults, [])
    })
  }

  test('that forbids frames opens the checkout as a page', async () => {
    const policy = { 'content-security-policy': "frame-src 'none'" }
    const { page } = await openShop(BUTTON, { policy })
    await state(page, 'pay', 'allowed')
    await open(page, (await openedCheckout(client)).id)
    await page.waitForFunction((start) => location.href.startsWith(start), {}, `${api}/?order=`)
    await step(
      placeIn(async () => page.mainFrame()),
      'offers',
    ).waitFor()
  })
})

describe('a store’s own frame', () => {
  const holder = `<!doctype html><meta charset="utf-8"><title>Shop</title><body><script>
    window.heard = []
    window.loaded = 0
    addEventListener('message', ({ data }) => heard.push(data.event))
    window.hold = (url) => {
      const frame = document.createElement('iframe')
      frame.src = url
      frame.onload = () => loaded++
      document.body.append(frame)
    }
    window.tell = (data) => window.frames[0].postMessage(data, '*')
  </script>`
  type Holder = Window & {
    heard: string[]
    loaded: number
    hold(url: string): void
    tell(data: unknown): void
  }
  async function hold(address: string, origin = shop.origin) {
    html = holder
    headers = {}
    const visited = await visit(`${origin}/`)
    await visited.page.evaluate((url) => (window as unknown as Holder).hold(url), address)
    return visited
  }
  const hears = (page: Page, event: string) =>
    page.waitForFunction((name) => (window as unknown as Holder).heard.includes(name), {}, event)

  test('opens what the address names, as earlier scripts write it', async () => {
    const { id } = await openedCheckout(client)
    const { page } = await hold(`${api}/?order=${id}&public_key=${key}&sandbox=true`)
    await step(insideOf(page), 'offers').waitFor()
  })

  test('opens what an earlier script answers', async () => {
    const { id } = await openedCheckout(client)
    const { page, faults } = await hold(`${api}/?iframe=checkout&t=${Date.now()}`)
    await hears(page, 'get-checkout-data')
    const data = { id, public_key: key, sandbox: true }
    await page.evaluate((message) => (window as unknown as Holder).tell(message), {
      ...{ source: 'svc', event: 'checkout-data', data },
    })
    await step(insideOf(page), 'offers').waitFor()
    await hears(page, 'checkout-ready')
    assert.deepEqual(faults, [])
  })

  test('shows the page to the origins that its store names, and to no other', async (context) => {
    const { id } = await openedCheckout(client)
    context.after(() => client('PATCH', '/me', { origins: [] }))
    await client('PATCH', '/me', { origins: [shop.origin] })
    const address = (origin: string) =>
      `${api}/?${new URLSearchParams({ order: id, 'public-key': key, iframe: 'checkout', origin })}`
    const own = await hold(address(shop.origin))
    await hears(own.page, 'get-checkout-data')
    const other = originAs('other.test')
    for (const origin of [other, shop.origin]) {
      const { page } = await hold(address(origin), other)
      await page.waitForFunction(() => (window as unknown as Holder).loaded > 0)
      assert.deepEqual(await page.evaluate(() => (window as unknown as Holder).heard), [])
    }
  })
})

describe('in a tab', () => {
  const tab = (page: Page) => placeIn(async () => page.mainFrame())

  test('a buyer goes the whole way, and a reload still shows what was signed', async () => {
    const { page, faults } = await visit((await openedCheckout(client)).url)
    const place = tab(page)
    await step(place, 'offers').waitFor()
    await signAll(place)
    await result(place, 'success').waitFor()
    await page.reload()
    await result(place, 'success').waitFor()
    assert.deepEqual(faults, [])
  })

  test('a reload keeps the step', async () => {
    const { page } = await visit((await openedCheckout(client)).url)
    const place = tab(page)
    await choose(place)
    await step(place, 'data').waitFor()
    await page.reload()
    await step(place, 'data').waitFor()
  })
})

test('the table shows which features Firefox has and lacks', async (context) => {
  const probing = await probeSite()
  context.after(() => probing.close())
  const { page } = await visit(probing.origin)
  assert.deepEqual(await page.evaluate(probe), tableOf('Firefox'))
})
