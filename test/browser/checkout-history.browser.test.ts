// The back button while a checkout is open, and what the store's own router sees of it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { visitors } from './browser.ts'
import {
  callsAtEnd,
  callsOf,
  hears,
  openCheckout,
  puppetOf,
  say,
  stageOf,
} from './checkout-stage.ts'

const stage = stageOf(visitors())

/** A page whose router has come to the basket by itself and notes each step of its history. */
async function visitSinglePage(): Promise<Page> {
  const { page } = await stage.visitShop()
  await page.evaluate(() => {
    const steps: unknown[] = []
    Object.assign(globalThis, { steps })
    addEventListener('popstate', ({ state }) => steps.push([state, location.pathname]))
    history.pushState({ key: 'one' }, '', '/basket/pay')
  })
  return page
}

const routerOf = (page: Page) =>
  page.evaluate(() => ({
    steps: (globalThis as unknown as { steps: unknown[] }).steps,
    state: history.state as unknown,
    path: location.pathname,
  }))

/** Where it was, by its own state, if it has been told of anything. */
const here = [{ key: 'one' }, '/basket/pay']
async function assertHere(page: Page): Promise<void> {
  const { steps, state, path } = await routerOf(page)
  assert.deepEqual([state, path], here)
  for (const step of steps) assert.deepEqual(step, here)
}

const goBack = (page: Page) => page.evaluate(() => history.back())

describe('the back button', () => {
  test('closes a checkout that loads, and only that', async () => {
    const page = await visitSinglePage()
    await openCheckout(page, stage.checkout({ frame: 'hanging' }))
    await page.getByRole('dialog').waitFor()
    await goBack(page)
    assert.deepEqual(await callsAtEnd(page), [['onClose', 'dismiss'], ['onDismiss']])
    await assertHere(page)
    // The next step back is the store's own again.
    await page.goBack()
    const { steps, path } = await routerOf(page)
    assert.deepEqual([path, steps.at(-1)], ['/basket', [null, '/basket']])
  })

  test('asks a checkout that can be used, each time', async () => {
    const page = await visitSinglePage()
    await openCheckout(page, stage.checkout())
    const frame = await puppetOf(page)
    for (let times = 0; times < 2; times++) {
      await frame.evaluate(() => {
        const { heard } = globalThis as unknown as { heard: unknown[] }
        heard.length = 0
      })
      await goBack(page)
      await hears(frame, 'close-request')
      assert.deepEqual(await callsOf(page), [['onReady']])
    }
    await say(frame, { event: 'close', result: 'ko' })
    assert.deepEqual(await callsAtEnd(page), [['onReady'], ['onClose', 'ko'], ['onKO']])
    await assertHere(page)
  })
})

describe('the router of the store', () => {
  test('is where it was when a checkout is opened and closed', async () => {
    const page = await visitSinglePage()
    for (let times = 0; times < 2; times++) {
      await openCheckout(page, stage.checkout())
      await say(await puppetOf(page), { event: 'close', result: 'dismiss' })
      await callsAtEnd(page)
      await assertHere(page)
    }
  })

  test('may go on in a callback, and stays there', async () => {
    const page = await visitSinglePage()
    const id = stage.checkout()
    await page.waitForFunction(() => 'checkout' in ((globalThis as { svc?: object }).svc ?? {}))
    await page.evaluate((id) => {
      const { svc } = globalThis as unknown as { svc: { checkout(...values: unknown[]): void } }
      svc.checkout(id, { onSuccess: () => history.pushState({ key: 'two' }, '', '/thanks') })
    }, id)
    await say(await puppetOf(page), { event: 'close', result: 'success' })
    await page.waitForURL(`${stage.shop()}/thanks`)
    await goBack(page)
    await page.waitForURL(`${stage.shop()}/basket/pay`)
    await assertHere(page)
  })

  test('may have gone on meanwhile: that step is not taken back', async () => {
    const page = await visitSinglePage()
    await openCheckout(page, stage.checkout())
    const frame = await puppetOf(page)
    await page.evaluate(() => history.pushState({ key: 'two' }, '', '/basket/paid'))
    await say(frame, { event: 'close', result: 'success' })
    await callsAtEnd(page)
    const { path, state } = await routerOf(page)
    assert.deepEqual({ path, state }, { path: '/basket/paid', state: { key: 'two' } })
  })

  test('is where it was when the frame has its own steps', async () => {
    const page = await visitSinglePage()
    await openCheckout(page, stage.checkout())
    const frame = await puppetOf(page)
    await frame.evaluate(() => {
      history.pushState(null, '', '#one')
      history.pushState(null, '', '#two')
    })
    await say(frame, { event: 'close', result: 'success' })
    await callsAtEnd(page)
    await assertHere(page)
  })

  test('finds the page where a store address led away from, one step back', async () => {
    const page = await visitSinglePage()
    await openCheckout(page, stage.checkout({ merchant: { success_url: '/thanks' } }), [])
    await say(await puppetOf(page), { event: 'close', result: 'success' })
    await page.waitForURL(`${stage.shop()}/thanks`)
    await page.goBack()
    assert.equal(page.url(), `${stage.shop()}/basket/pay`)
    assert.equal(await page.getByRole('dialog').count(), 0)
  })
})
