// The steps of the buyer's way are entries of the history; a reload keeps what was typed; another
// tab sees what became of it.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Client, clientOf, type RunningServer, startServer } from '../running-server.ts'
import { openShop, type Shop } from '../shop.ts'
import { pageSite, type Site, visitors } from './browser.ts'
import {
  action,
  choose,
  consent,
  enterCard,
  type Opened,
  openedCheckout,
  result,
  saveData,
  signAll,
  signatures,
  step,
} from './buyer.ts'

const { visit } = visitors()
let server: RunningServer
let client: Client
let store: Site
let silent: Shop
before(async () => {
  server = await startServer()
  client = clientOf(server)
  store = await pageSite('shop.test', () => '<!doctype html><title>Shop</title>')
  silent = await openShop(() => new Promise(() => {}))
})
after(async () => {
  silent.close()
  store.close()
  await server.remove()
})

const at = (name: string): string => `${store.origin}/${name}`
const storedBy = (page: Page, { id }: Opened): Promise<Record<string, unknown>> =>
  page.evaluate((name) => JSON.parse(sessionStorage.getItem(name) ?? '{}'), `svc-checkout-${id}`)

/** From the basket of a store to the first step of its checkout. */
async function came(merchant: Record<string, unknown> = {}, person?: 'checked') {
  const { page, faults } = await visit()
  const opened = await openedCheckout(client, { success_url: at('thanks'), ...merchant }, person)
  await page.goto(at('basket'))
  await page.goto(opened.url)
  await step(page, 'offers').waitFor()
  return { page, faults, opened }
}

async function cameToSignature(page: Page): Promise<void> {
  await choose(page)
  await saveData(page)
  await step(page, 'signature').waitFor()
}

/** As a button of the browser does it: the page may stay the same document, or be gone at once. */
const goBack = (page: Page) => page.evaluate(() => void setTimeout(() => history.back()))
const goForward = (page: Page) => page.evaluate(() => void setTimeout(() => history.forward()))

describe('the back button', () => {
  test('moves one step back, and forward again, and leaves from the first', async () => {
    const { page, faults } = await came()
    await cameToSignature(page)
    for (const name of ['data', 'offers']) {
      await goBack(page)
      await step(page, name).waitFor()
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'title')
    }
    for (const name of ['data', 'signature']) {
      await goForward(page)
      await step(page, name).waitFor()
    }
    for (const name of ['data', 'offers']) {
      await action(page, 'back').click()
      await step(page, name).waitFor()
    }
    await goBack(page)
    await page.waitForURL(at('basket'))
    assert.deepEqual(faults, [])
  })

  test('does not lead past what was not saved', async () => {
    const { page } = await came()
    await cameToSignature(page)
    await goBack(page)
    await step(page, 'data').waitFor()
    await page.reload()
    await step(page, 'data').waitFor()
    await goForward(page)
    // The data were saved, but in this document the buyer has not confirmed them.
    await step(page, 'data').waitFor()
    await saveData(page)
    await step(page, 'signature').waitFor()
    await goBack(page)
    await step(page, 'data').waitFor()
  })

  test('changes nothing while a signature is on its way', async () => {
    const { page, opened } = await came()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(/\/accept$/, async (route) => {
      await held
      await route.continue()
    })
    await cameToSignature(page)
    await enterCard(page)
    await consent(page)
    const request = page.waitForRequest(/\/accept$/)
    await action(page, 'sign').click()
    await request
    await goBack(page)
    await page.waitForFunction(() => history.state.step === 2)
    await step(page, 'signature').waitFor()
    answer()
    await result(page, 'success').waitFor()
    assert.equal(await signatures(client, opened), 1)
  })

  test('leaves once it is signed, and the way on comes back to the result only', async () => {
    const { page } = await came()
    await signAll(page)
    await result(page, 'success').waitFor()
    await goBack(page)
    await page.waitForURL(at('basket'))
    await goForward(page)
    await result(page, 'success').waitFor()
  })

  test('leads to no page of the checkout before the page of the store', async () => {
    const { page } = await came()
    await signAll(page)
    await result(page, 'success').waitFor()
    await action(page, 'leave').click()
    await page.waitForURL(at('thanks'))
    await goBack(page)
    await page.waitForURL(at('basket'))
  })

  test('leaves an order that waits for its store', async () => {
    const { page } = await came({ notification_url: silent.url })
    await signAll(page)
    await step(page, 'waiting').waitFor()
    await goBack(page)
    await page.waitForURL(at('basket'))
  })
})

describe('a reload', () => {
  const typed = { last_name: 'García Pérez', phone: '600 111 2', birthday: '17/05/19' }

  test('keeps the input, as typed, until it is saved', async () => {
    const { page, opened } = await came()
    await choose(page)
    for (const [name, text] of Object.entries(typed)) await page.fill(`[name="${name}"]`, text)
    await page.reload()
    await step(page, 'data').waitFor()
    for (const [name, text] of Object.entries(typed)) {
      assert.equal(await page.inputValue(`[name="${name}"]`), text)
    }
    await page.fill('[name="phone"]', '600 111 222')
    await page.fill('[name="birthday"]', '17/05/1991')
    await saveData(page)
    await step(page, 'signature').waitFor()
    assert.equal((await storedBy(page, opened)).typed, undefined)
    await page.reload()
    await step(page, 'signature').waitFor()
    await action(page, 'back').click()
    assert.equal(await page.inputValue('[name="last_name"]'), 'García Pérez')
    assert.equal(await page.inputValue('[name="phone"]'), '••••••••222')
  })

  test('keeps a card that was entered, and never its number; both end with it', async () => {
    const { page, opened } = await came()
    await cameToSignature(page)
    await enterCard(page)
    await page.reload()
    await action(page, 'forget-card').waitFor()
    await page.getByText('•••• 1111').waitFor()
    const everything = await page.evaluate(() =>
      JSON.stringify({ ...sessionStorage, ...localStorage }),
    )
    assert.doesNotMatch(everything, /4111|\b123\b|12\/40/)
    await consent(page)
    await action(page, 'sign').click()
    await result(page, 'success').waitFor()
    const { typed: typedNow, card } = await storedBy(page, opened)
    assert.deepEqual([typedNow, card], [undefined, undefined])
    await page.reload()
    await result(page, 'success').waitFor()
  })

  test('forgets a card that was removed, and all that a leaving buyer has typed', async () => {
    const { page, opened } = await came({ dismiss_url: at('left') })
    await cameToSignature(page)
    await enterCard(page)
    await action(page, 'forget-card').click()
    await page.reload()
    await step(page, 'signature').waitFor()
    await page.locator('.card-frame.open').waitFor()
    await action(page, 'back').click()
    await page.fill('[name="last_name"]', 'Otra')
    await action(page, 'leave').click()
    await page.waitForURL(at('left'))
    await page.goto(`${new URL(opened.url).origin}/`)
    const { typed: typedNow, card } = await storedBy(page, opened)
    assert.deepEqual([typedNow, card], [undefined, undefined])
  })

  test('of a pending order shows that it is pending', async () => {
    const { page } = await came({ notification_url: silent.url })
    await signAll(page)
    await step(page, 'waiting').waitFor()
    await page.reload()
    await step(page, 'waiting').waitFor()
    await goBack(page)
    await page.waitForURL(at('basket'))
  })
})

describe('a second tab', () => {
  const second = async ({ url }: Opened): Promise<Page> => {
    const { page } = await visit()
    await page.goto(url)
    return page
  }

  test('begins at the first step, whatever the other one does, and knows no secrets', async () => {
    const { page, opened } = await came()
    await choose(page)
    await page.fill('[name="last_name"]', 'García Pérez')
    const early = await second(opened)
    await choose(early)
    assert.equal(await early.inputValue('[name="last_name"]'), 'Prueba')
    await saveData(page)
    await enterCard(page)
    const late = await second(opened)
    await choose(late)
    assert.equal(await late.inputValue('[name="last_name"]'), 'García Pérez')
    assert.equal(await late.inputValue('[name="document_id"]'), '•••••678Z')
    await saveData(late)
    await late.locator('.card-frame').waitFor()
    assert.equal(await action(late, 'forget-card').isVisible(), false)
    await consent(page)
    await action(page, 'sign').click()
    await result(page, 'success').waitFor()
    for (const other of [early, late]) {
      await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await result(other, 'success').waitFor()
    }
    assert.equal(await signatures(client, opened), 1)
    const after = await second(opened)
    await result(after, 'success').waitFor()
  })

  test('shows that the order is pending', async () => {
    const { page, opened } = await came({ notification_url: silent.url })
    await signAll(page)
    await step(page, 'waiting').waitFor()
    const other = await second(opened)
    await step(other, 'waiting').waitFor()
  })
})
