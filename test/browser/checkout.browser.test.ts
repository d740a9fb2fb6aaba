// A checkout over a store's page: script, page and service as they are, on three origins.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import { type Client, clientOf, type RunningServer, startServer } from '../running-server.ts'
import { ok, openShop, type Shop } from '../shop.ts'
import { phone, picture, visitors } from './browser.ts'
import { action, cards, choose, openedCheckout, result, saveData, signAll, step } from './buyer.ts'
import { callsAtEnd, callsOf, openCheckout } from './checkout-stage.ts'
import { layoutShift, type StorePages, storePages } from './store-page.ts'

const { visit } = visitors()
let server: RunningServer
let client: Client
let pages: StorePages
let store: Shop
before(async () => {
  server = await startServer()
  client = clientOf(server)
  pages = await storePages(server, visit)
  store = await openShop(() => ok)
})
after(async () => {
  store.close()
  pages.close()
  await server.remove()
})

const pay = '<main><h1>Basket</h1><button id="pay">Pay</button></main>'
const merchant = (more: Record<string, unknown> = {}) => ({ notification_url: store.url, ...more })
const frameOf = (page: Page): FrameLocator => page.locator('dialog.ready iframe').contentFrame()
const pressEscape = (page: Page) =>
  page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))

describe('over a page with a strict policy', () => {
  test('a buyer signs, and the store is notified before the buyer closes', async () => {
    const { page, faults, requests } = await pages.show({ body: pay })
    const { id } = await openedCheckout(client, merchant())
    await page.locator('#pay').focus()
    await openCheckout(page, id)
    const frame = frameOf(page)
    await step(frame, 'offers').waitFor()
    await picture(page, 'checkout-real-offers')
    await signAll(frame, cards.good)
    await result(frame, 'success').waitFor()
    assert.deepEqual(await callsOf(page), [['onReady'], ['onStatusChange', 'success']])
    await picture(page, 'checkout-real-success')
    await action(frame, 'leave').click()
    const end = [['onClose', 'success'], ['onSuccess']]
    const calls = await callsAtEnd(page)
    assert.deepEqual(calls, [['onReady'], ['onStatusChange', 'success'], ...end])
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'pay')
    assert.ok((await layoutShift(page)) <= 0.01)
    const { base_url } = server.demo
    const known = [pages.shop.origin, pages.cdn.origin, base_url]
    const foreign = requests.filter(
      (request) => !known.some((each) => request.url().startsWith(each)),
    )
    assert.deepEqual(
      foreign.map((request) => request.url()).filter((url) => !/^(data|blob):/.test(url)),
      [],
    )
    assert.deepEqual(await page.context().cookies(), [])
    assert.deepEqual(faults, [])
  })

  test('close_on_success closes it automatically', async () => {
    const { page, faults } = await pages.show({ body: pay, options: { viewport: phone } })
    const { id } = await openedCheckout(client, merchant({ close_on_success: true }))
    await openCheckout(page, id)
    const frame = frameOf(page)
    await step(frame, 'offers').waitFor()
    await picture(page, 'checkout-real-offers')
    await signAll(frame, cards.good)
    const end = [['onClose', 'success'], ['onSuccess']]
    assert.deepEqual(await callsAtEnd(page), [['onReady'], ['onStatusChange', 'success'], ...end])
    assert.deepEqual(faults, [])
  })

  test('a refused buyer ends with ko', async () => {
    const { page } = await pages.show({ body: pay })
    const { id } = await openedCheckout(client, merchant(), 'refused')
    await openCheckout(page, id)
    const frame = frameOf(page)
    await choose(frame)
    await saveData(frame)
    await result(frame, 'ko').waitFor()
    await action(frame, 'leave').click()
    const calls = [['onReady'], ['onStatusChange', 'ko'], ['onClose', 'ko'], ['onKO']]
    assert.deepEqual(await callsAtEnd(page), calls)
  })

  test('a buyer who leaves the identity check leaves it pending', async () => {
    const { page } = await pages.show({ body: pay })
    const { id } = await openedCheckout(client, merchant(), 'checked')
    await openCheckout(page, id)
    const frame = frameOf(page)
    await signAll(frame)
    await step(frame, 'challenge').waitFor()
    await pressEscape(page)
    const end = [['onClose', 'pending'], ['onPending']]
    assert.deepEqual(await callsAtEnd(page), [['onReady'], ['onStatusChange', 'pending'], ...end])
  })

  for (const [name, way] of [
    ['by Escape in the page behind', pressEscape],
    ['by the back button', (page: Page) => page.evaluate(() => history.back())],
    ['by the button of the page', (page: Page) => action(frameOf(page), 'leave').click()],
  ] as const) {
    test(`a buyer who leaves ${name} has dismissed it`, async () => {
      const { page, faults } = await pages.show({ body: pay })
      const { id } = await openedCheckout(client, merchant())
      await openCheckout(page, id)
      await step(frameOf(page), 'offers').waitFor()
      await way(page)
      assert.deepEqual(await callsAtEnd(page), [['onReady'], ['onClose', 'dismiss'], ['onDismiss']])
      assert.equal(page.url(), `${pages.shop.origin}/`)
      assert.deepEqual(faults, [])
    })
  }
})

describe('a checkout that this page cannot show', () => {
  const error = [['onClose', 'error'], ['onError']]

  test('in the other mode, of another store, or with a wrong key is an error', async () => {
    const { page } = await pages.show({ body: pay })
    const { id } = await openedCheckout(client, merchant())
    await openCheckout(page, 'f'.repeat(32))
    assert.deepEqual(await callsAtEnd(page), error)
    const { other_store: other, public_key: key } = server.demo
    for (const query of [
      `public-key=${key}&sandbox=false`,
      `public-key=${other.public_key}&sandbox=true`,
      'public-key=pk_none&sandbox=true',
    ]) {
      const { page } = await pages.show({ body: pay, query })
      await openCheckout(page, id)
      assert.deepEqual(await callsAtEnd(page), error, query)
    }
  })
})

test('a checkout that was signed elsewhere shows this, and closes with its result', async () => {
  const { page, faults } = await pages.show({ body: pay })
  const { id } = await openedCheckout(client, merchant())
  assert.equal((await client('POST', `/sandbox/checkouts/${id}/complete`, {})).status, 200)
  await openCheckout(page, id)
  await result(frameOf(page), 'success').waitFor()
  await pressEscape(page)
  const calls = await callsAtEnd(page)
  assert.deepEqual(calls.at(0), ['onReady'])
  assert.deepEqual(calls.slice(-3), [
    ['onStatusChange', 'success'],
    ['onClose', 'success'],
    ['onSuccess'],
  ])
  assert.deepEqual(faults, [])
})
