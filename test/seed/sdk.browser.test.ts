// The rows about the script in the store's page and what it reports, in a real browser: the store's
// page, the script and the service have three origins.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FrameLocator, Page } from 'playwright-core'
import { visitors } from '../browser/browser.ts'
import {
  action,
  choose,
  openedCheckout,
  type people,
  result,
  saveData,
  signAll,
  step,
} from '../browser/buyer.ts'
import { callsAtEnd, callsOf, openCheckout } from '../browser/checkout-stage.ts'
import { type StorePages, settled, storePages } from '../browser/store-page.ts'
import { clientOf, type RunningServer, startServer } from '../running-server.ts'

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

const prove = (table: string, row: string, proof: () => Promise<void>) =>
  test(`${table}: ${row}`, proof)

/** Amounts on both sides of what the demo finances. */
const buttons = [12_050, 99_999_999]
  .map((amount) => `<button data-svc-button data-amount="${amount}" data-currency="EUR">B</button>`)
  .join('')
const shown = (page: Page, selector = '[data-svc-button]') =>
  page
    .locator(selector)
    .evaluateAll((all) => all.map((each) => getComputedStyle(each).visibility === 'visible'))

prove('Browser SDK script', 'public-key', async () => {
  const { page, requests } = await store.show({ body: buttons })
  await settled(page)
  assert.deepEqual(await shown(page), [true, false])
  const call = requests.find((request) => request.url().includes('/checkout/button'))
  const sent = new URL(call?.url() ?? '').searchParams.get('public-key')
  assert.equal(sent, server.demo.public_key)
  const wrong = await store.show({ body: buttons, query: 'public-key=pk_wrong&sandbox=true' })
  await settled(wrong.page)
  assert.deepEqual(await shown(wrong.page), [false, false])
})

prove('Browser SDK script', 'sandbox', async () => {
  for (const [sandbox, mode] of [
    ['true', '.sandbox'],
    ['false', ''],
  ] as const) {
    const query = `public-key=${server.demo.public_key}&sandbox=${sandbox}`
    const { page, requests } = await store.show({ body: buttons, query })
    await settled(page)
    const call = requests.find((request) => request.url().includes('/checkout/button'))
    const { accept } = (await call?.allHeaders()) ?? {}
    assert.equal(accept, `application/vnd.svc${mode}.v1+json`)
  }
})

prove('Browser SDK calls', 'button', async () => {
  const body = `<button id="pay">Pay</button><p data-svc-payment-info>Later</p>
    <div><button id="dear">Pay</button><p data-svc-payment-info>Never</p></div>`
  const script = `window.svc = window.svc || []
    window.svc.push((sdk) => {
      const product = { type: 'pay_in_4' }
      sdk.button({ selector: '#pay', amount: 12050, currency: 'EUR', product })
      sdk.button({ selector: '#dear', amount: 99999999, currency: 'EUR' })
    })`
  const { page, questions } = await store.show({ body, script })
  await page.locator('#pay[data-svc-state="allowed"]').waitFor()
  await page.locator('#dear[data-svc-state="refused"]').waitFor({ state: 'attached' })
  assert.deepEqual(await shown(page, '#pay, #dear'), [true, false])
  assert.deepEqual(await shown(page, '[data-svc-payment-info]'), [true, false])
  assert.deepEqual([...questions].sort(), [
    '?amount=12050&currency=EUR&product[type]=pay_in_4',
    '?amount=99999999&currency=EUR',
  ])
})

type Seen = {
  readonly page: Page
  readonly frame: FrameLocator
  readonly id: string
  readonly faults: readonly string[]
}

/** A new checkout, open over the store's page; every callback is kept. */
async function opened(
  person: keyof typeof people = 'accepted',
  merchant: Readonly<Record<string, unknown>> = {},
): Promise<Seen> {
  const { id } = await openedCheckout(clientOf(server), merchant, person)
  const { page, faults } = await store.show({})
  await openCheckout(page, id)
  const frame = page.frameLocator('dialog.ready iframe')
  await step(frame, 'offers').waitFor()
  return { page, frame, id, faults }
}

/** Until the store's page has heard of this status. */
const isShown = ({ page }: Seen, status: string) =>
  page.waitForFunction(
    (status) => JSON.stringify(Reflect.get(globalThis, 'calls')).includes(status),
    status,
  )

async function endsWith(seen: Seen, last: string, status: string, isShown: boolean): Promise<void> {
  const calls = await callsAtEnd(seen.page)
  const changes = isShown ? [['onStatusChange', status]] : []
  assert.deepEqual(calls, [['onReady'], ...changes, ['onClose', status], [last]])
  // With the callback the store's addresses are ignored.
  assert.equal(seen.page.url(), `${store.shop.origin}/`)
  assert.deepEqual(seen.faults, [])
}

prove('Browser SDK calls', 'checkout', async () => {
  const seen = await opened()
  await signAll(seen.frame)
  await result(seen.frame, 'success').waitFor()
  const { body } = await clientOf(server)('GET', `/checkout/${seen.id}/status`)
  assert.deepEqual([body.status, body.status_reason], ['ok', ''])
})

prove('Events', 'onSuccess', async () => {
  const seen = await opened('accepted', { success_url: '/thanks', close_on_success: true })
  await signAll(seen.frame)
  await endsWith(seen, 'onSuccess', 'success', true)
})

prove('Events', 'onPending', async () => {
  const seen = await opened('checked', { pending_url: '/patience' })
  await signAll(seen.frame)
  await isShown(seen, 'pending')
  await action(seen.frame, 'leave').click()
  await endsWith(seen, 'onPending', 'pending', true)
})

prove('Events', 'onKO', async () => {
  const seen = await opened('refused', { ko_url: '/sorry' })
  await choose(seen.frame)
  await saveData(seen.frame)
  await result(seen.frame, 'ko').waitFor()
  await action(seen.frame, 'leave').click()
  await endsWith(seen, 'onKO', 'ko', true)
})

prove('Events', 'onError', async () => {
  const { page, faults } = await store.show({})
  await openCheckout(page, '0'.repeat(32))
  assert.deepEqual(await callsAtEnd(page), [['onClose', 'error'], ['onError']])
  assert.equal(page.url(), `${store.shop.origin}/`)
  assert.deepEqual(faults, [])
})

prove('Events', 'onDismiss', async () => {
  const seen = await opened('accepted', { dismiss_url: '/back' })
  await action(seen.frame, 'leave').click()
  await endsWith(seen, 'onDismiss', 'dismiss', false)
})

prove('Events', 'onStatusChange', async () => {
  const seen = await opened('checked')
  await signAll(seen.frame)
  await isShown(seen, 'pending')
  await action(seen.frame, 'pass').click()
  await isShown(seen, 'success')
  // It stays open until the buyer closes it.
  assert.deepEqual(await callsOf(seen.page), [
    ['onReady'],
    ['onStatusChange', 'pending'],
    ['onStatusChange', 'success'],
  ])
  await result(seen.frame, 'success').waitFor()
})

prove('Events', 'onClose', async () => {
  const seen = await opened()
  await seen.page.keyboard.press('Escape')
  assert.deepEqual((await callsAtEnd(seen.page)).slice(1), [['onClose', 'dismiss'], ['onDismiss']])
  assert.equal(await seen.page.locator('dialog').count(), 0)
  // Another one may be opened.
  const { id } = await openedCheckout(clientOf(server))
  await openCheckout(seen.page, id)
  await step(seen.page.frameLocator('dialog.ready iframe'), 'offers').waitFor()
})
