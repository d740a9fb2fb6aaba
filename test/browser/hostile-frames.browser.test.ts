// Pages that hold or open the buyer's page to take something from it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { until } from '../shop.ts'
import { type Site, visitors } from './browser.ts'
import { step } from './buyer.ts'
import { type HeldPage, openHeldPage } from './held-page.ts'

const { visit } = visitors()
let held: HeldPage
let server: HeldPage['server']
let shop: Site
/** Of the service's own site, so that browsers keep their storages together. */
let neighbour: Site
let service: string
let id: string
let token: string
before(async () => {
  held = await openHeldPage('neighbour.service.test')
  ;({ server, shop, other: neighbour, service, id, token } = held)
})
after(() => held.close())

const byKey = (query: Readonly<Record<string, string>>) => {
  const named = { 'public-key': server.demo.public_key, sandbox: 'true', iframe: 'checkout' }
  return `${service}/?${new URLSearchParams({ ...named, ...query })}`
}

/** A frame of the page with these attributes, and what has become of it. */
async function framed(page: Page, attributes: Readonly<Record<string, string>>): Promise<Frame> {
  const element = await page.evaluateHandle((given) => {
    const frame = document.createElement('iframe')
    for (const [name, value] of Object.entries(given)) frame.setAttribute(name, value)
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    return loaded.then(() => frame)
  }, attributes)
  const frame = await element.contentFrame()
  assert.ok(frame !== null)
  return frame
}

/** What the page has heard, as long as it lasts. */
const hear = (page: Page) =>
  page.evaluate(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)))
  })
const heardBy = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.join())

test('a checkout opened in a tab is not open for another page of the tab', async () => {
  const { page } = await visit()
  await page.goto(`${service}/checkout/${id}/page#${token}`)
  await step(page, 'offers').waitFor()
  await page.goto(neighbour.origin)
  await hear(page)
  // With a key of its own a store may hold the page, and it names the checkout that it likes.
  const key = server.demo.other_store.public_key
  const query = { 'public-key': key, origin: neighbour.origin, order: id }
  const frame = await framed(page, { src: byKey(query) })
  await until(async () => (await heardBy(page)).includes('"result":"error"'), 'the end')
  assert.equal(await step(frame, 'offers').count(), 0)
  assert.doesNotMatch(await heardBy(page), /checkout-ready/)
})

test('a page without an origin frames nothing, whatever it claims to be', async () => {
  const { page } = await visit()
  await page.goto(shop.origin)
  for (const origin of ['null', shop.origin]) {
    const source = byKey({ order: id, origin })
    const inner = `<!doctype html><iframe src="${source.replaceAll('&', '&amp;')}"></iframe>`
    const ways = [
      { sandbox: 'allow-scripts', srcdoc: inner },
      { src: `data:text/html,${encodeURIComponent(inner)}` },
    ]
    for (const way of ways) {
      const between = await framed(page, way)
      const held = () => between.childFrames()[0]?.url() ?? ''
      await until(() => held().startsWith('chrome-error:'), `${Object.keys(way)} ${origin}`)
    }
  }
})

test('the opener of a tab neither receives messages from the page nor navigates it', async () => {
  const { page } = await visit()
  await page.goto(shop.origin)
  await hear(page)
  const opened = page.waitForEvent('popup')
  const address = byKey({ order: id, origin: shop.origin, nonce: 'n' })
  await page.evaluate((url) => {
    const tab = window.open(url)
    const said = [
      { svc: 'checkout', event: 'close-request', nonce: 'n' },
      { source: 'svc', event: 'close-request', payload: {}, nonce: 'n' },
      { svc: 'checkout', event: 'checkout-data', id: 'f'.repeat(32), nonce: 'n' },
    ]
    setInterval(() => {
      for (const message of said) tab?.postMessage(message, '*')
    }, 50)
  }, address)
  const tab = await opened
  await step(tab, 'offers').waitFor()
  await tab.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
  assert.ok(await step(tab, 'offers').isVisible())
  assert.equal(await heardBy(page), '')
})
