// Who may hold the page of the checkout, and the card's frame in it, as a browser sees to it: the
// store, the service and a stranger are three sites.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { until } from '../shop.ts'
import { type Site, visitors } from './browser.ts'
import { type HeldPage, heldBy, openHeldPage } from './held-page.ts'

const { visit } = visitors()
let held: HeldPage
let server: HeldPage['server']
let shop: Site
let stranger: Site
let service: string
let id: string
let token: string
before(async () => {
  held = await openHeldPage('stranger.test')
  ;({ server, shop, other: stranger, service, id, token } = held)
})
after(() => held.close())

type Query = Readonly<Record<string, string>>
const byKey = (query: Query = {}) => {
  const named = { order: id, 'public-key': server.demo.public_key }
  return `${service}/?${new URLSearchParams({ ...named, ...query })}`
}
const byId = (query: Query = {}) =>
  `${service}/checkout/${id}/page?${new URLSearchParams(query)}#${token}`
const framed = (query: Query = {}): Query => ({ iframe: 'checkout', ...query })

async function refuses(holder: Page | Frame, address: string): Promise<void> {
  // No frame may get into a comparison: to tell the difference Node would walk the whole browser.
  const held = (await heldBy(holder, address)) !== undefined
  assert.equal(held, false, address)
}

async function pageOf(site: Site) {
  const visited = await visit()
  await visited.page.goto(site.origin)
  return visited
}

const originIn = (frame: Frame) => frame.evaluate(() => document.documentElement.dataset.origin)

/** The card's frame in the page, and what it says to it. */
async function cardIn(frame: Frame, query: Query): Promise<string> {
  const all = new URLSearchParams({ checkout: id, ...query })
  const said = frame.evaluate(
    () =>
      new Promise<string>((resolve) => {
        addEventListener('message', ({ data }) => resolve(`${data.source} ${data.event}`))
      }),
  )
  const card = await heldBy(frame, `${service}/sandbox/card-frame?${all}#${token}`)
  if (card !== undefined) return said
  // Nobody will say anything until the page is closed.
  said.catch(() => {})
  return 'nothing'
}

test('a page of the store frames the page, and that one the frame of the card', async () => {
  const { page, faults } = await pageOf(shop)
  for (const address of [
    byKey(framed({ origin: shop.origin })),
    byId(framed({ origin: shop.origin })),
    byKey(framed()),
  ]) {
    const held = await heldBy(page, address)
    assert.ok(held !== undefined, address)
    assert.equal(await originIn(held), shop.origin)
    const card = await cardIn(held, { origin: service, top: shop.origin })
    assert.equal(card, 'svc-payments ready', address)
  }
  assert.deepEqual(faults, [])
  const held = await heldBy(page, byKey(framed({ origin: shop.origin })))
  assert.ok(held !== undefined)
  assert.equal(await cardIn(held, { origin: service }), 'nothing', 'the top is not named')
})

test('the page gets a card’s token, and the page of the store nothing', async () => {
  const { page } = await pageOf(shop)
  const hear = (frame: Page | Frame) =>
    frame.evaluate(() => {
      const heard: unknown[] = []
      Object.assign(globalThis, { heard })
      addEventListener('message', ({ data }) => heard.push(data))
    })
  const heardBy = (frame: Page | Frame) =>
    frame.evaluate(() => (globalThis as unknown as { heard: { event: string }[] }).heard)
  await hear(page)
  const held = await heldBy(page, byKey(framed({ origin: shop.origin })))
  assert.ok(held !== undefined)
  await hear(held)
  const query = new URLSearchParams({ checkout: id, origin: service, top: shop.origin })
  const card = await heldBy(held, `${service}/sandbox/card-frame?${query}#${token}`)
  assert.ok(card !== undefined)
  await card.fill('#number', '4111111111111111')
  await card.fill('#expiry', '12/49')
  await card.fill('#cvc', '123')
  await card.click('button')
  await until(async () => (await heardBy(held)).some(({ event }) => event === 'card'), 'the card')
  assert.match(JSON.stringify(await heardBy(held)), /"token":"card_[0-9a-f]{32}".*"last4":"1111"/)
  const said = JSON.stringify(await heardBy(page))
  assert.match(said, /get-checkout-data/, 'of the checkout it does hear')
  for (const text of [said, JSON.stringify(await heardBy(held))]) {
    assert.doesNotMatch(text, /4111111111111111|4111 1111/)
  }
  assert.doesNotMatch(said, /card_|1111/)
})

test('a page of another site embeds neither, whatever it claims', async () => {
  const { page } = await pageOf(stranger)
  for (const address of [
    byKey(framed({ origin: stranger.origin })),
    byKey(framed({ origin: shop.origin })),
    byId(framed({ origin: shop.origin })),
    byKey(framed()),
    byId(),
    `${service}/sandbox/card-frame?checkout=${id}&origin=${service}&top=${shop.origin}#${token}`,
  ]) {
    await refuses(page, address)
  }
})

test('nor does it by way of a page of the store', async () => {
  const { page } = await pageOf(stranger)
  const between = await heldBy(page, shop.origin)
  assert.ok(between !== undefined)
  await refuses(between, byKey(framed({ origin: shop.origin })))
  const card = `${service}/sandbox/card-frame?checkout=${id}&origin=${service}&top=${shop.origin}`
  await refuses(between, card)
})

test('the store’s page frames no page that is meant for a tab', async () => {
  const { page } = await pageOf(shop)
  // Under http a browser does not say that it opens a frame.
  for (const address of [byKey(), byId(), byId({ origin: shop.origin })]) {
    await refuses(page, address)
  }
})

test('in a tab the page holds the frame of the card and shows documents as they look', async () => {
  const { page, faults } = await visit()
  await page.goto(byId())
  assert.equal(await cardIn(page.mainFrame(), { origin: service }), 'svc-payments ready')
  const path = `/checkout/${id}/documents/pre_contract.html?product=pay_in_4&language=es`
  const address = await page.evaluate(
    async ({ path, token }) => {
      const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.svc.v1+json' }
      const response = await fetch(path, { headers })
      return URL.createObjectURL(await response.blob())
    },
    { path, token },
  )
  const document = await heldBy(page, address)
  assert.ok(document !== undefined)
  const width = await document.evaluate(() => getComputedStyle(globalThis.document.body).maxWidth)
  assert.equal(width, '864px', 'its style counts')
  assert.deepEqual(faults, [])
})
