// The checkout page in a frame of a store's page, and what the two say to each other.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { type Client, clientOf, type RunningServer, startServer } from '../running-server.ts'
import { until } from '../shop.ts'
import { pageSite, type Site, visitors } from './browser.ts'
import {
  action,
  choose,
  type Opened,
  openedCheckout,
  prepare,
  problem,
  result,
  saveData,
  signAll,
  step,
} from './buyer.ts'

const { visit } = visitors()
let server: RunningServer
let client: Client
let shop: Site

/** Holds one frame, keeps what arrives, and answers when it is told to. */
const store = `<!doctype html><meta charset="utf-8"><title>Shop</title><body><script>
  window.heard = []
  addEventListener('message', ({ data, origin, source }) => {
    if (source === window.frames[0]) heard.push({ ...data, origin })
  })
  window.hold = (url) => {
    const frame = document.createElement('iframe')
    frame.width = '500'
    frame.height = '900'
    frame.src = url
    document.body.append(frame)
  }
  window.tell = (data) => window.frames[0].postMessage(data, '*')
</script>`
type Store = Window & {
  heard: Record<string, unknown>[]
  hold(url: string): void
  tell(data: unknown): void
}

before(async () => {
  server = await startServer()
  client = clientOf(server)
  shop = await pageSite('shop.test', () => store)
})
after(async () => {
  shop.close()
  await server.remove()
})

const addressOf = ({ id }: Pick<Opened, 'id'>, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({
    ...(id === '' ? {} : { order: id }),
    ...{ 'public-key': server.demo.public_key, sandbox: 'true', iframe: 'checkout' },
    ...{ origin: shop.origin, nonce: 'nonce-1' },
    ...more,
  })
  return `${server.demo.base_url}/?${query}`
}

type Held = { readonly page: Page; readonly frame: Frame; readonly faults: readonly string[] }

async function held(address: string): Promise<Held> {
  const { page, faults } = await visit()
  await page.goto(shop.origin)
  await page.evaluate((url) => (window as unknown as Store).hold(url), address)
  const frameOf = () => page.frames().find((frame) => frame.url().startsWith(server.demo.base_url))
  await until(() => frameOf() !== undefined, 'the frame')
  return { page, frame: frameOf() as Frame, faults }
}

/** What arrived in our own envelope, in order, such as `status-change success`. */
async function messages(page: Page): Promise<string[]> {
  const heard = await page.evaluate(() => (window as unknown as Store).heard)
  return heard
    .filter((message) => message.svc === 'checkout')
    .map(({ event, status, result: end }) => [event, status ?? end].filter(Boolean).join(' '))
}

async function hears(page: Page, last: string): Promise<string[]> {
  await until(async () => (await messages(page)).at(-1) === last, last)
  return messages(page)
}

const say = (page: Page, data: unknown) =>
  page.evaluate((message) => (window as unknown as Store).tell(message), data)

/** A store's page with the script as it is served. */
const scripted = () =>
  `<!doctype html><meta charset="utf-8"><title>Shop</title><script async defer
  src="${server.demo.base_url}/svc.js?public-key=${server.demo.public_key}&sandbox=true"></script>
  <script>
    window.messages = []
    const note = (name) => (status) =>
      messages.push(status === undefined ? name : name + ' ' + status)
    const names = ['Ready', 'StatusChange', 'Close', 'Success', 'Pending', 'KO', 'Error', 'Dismiss']
    const callbacks = Object.fromEntries(names.map((name) => ['on' + name, note(name)]))
    window.svc = window.svc || []
    window.openCheckout = (id) => window.svc.push((svc) => svc.checkout(id, callbacks))
  </script>`

type Scripted = Window & { messages: string[]; openCheckout(id: string): void }

test('the back button goes through the steps in the dialog, then closes it', async () => {
  const own = await pageSite('own-shop.test', scripted)
  const { page, faults } = await visit()
  await page.goto(own.origin)
  const opened = await openedCheckout(client)
  const inside = page.locator('iframe').first().contentFrame()
  const goBack = () => page.evaluate(() => history.back())
  const open = () =>
    page.evaluate((named) => (window as unknown as Scripted).openCheckout(named), opened.id)
  await open()
  await choose(inside)
  await saveData(inside)
  await step(inside, 'signature').waitFor()
  for (const name of ['data', 'offers']) {
    await goBack()
    await step(inside, name).waitFor()
  }
  await goBack()
  await page.locator('iframe').waitFor({ state: 'detached' })
  assert.equal(page.url(), `${own.origin}/`)
  // Closed from a later step the dialog leaves no step of its own behind.
  await open()
  await choose(inside)
  await step(inside, 'data').waitFor()
  await action(inside, 'leave').click()
  await page.locator('iframe').waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => history.state), null)
  assert.deepEqual(faults, [])
  own.close()
})

test('the script, the page and its card frame take a buyer from end to end', async () => {
  const own = await pageSite('own-shop.test', scripted)
  const { page, faults } = await visit()
  await page.goto(own.origin)
  const open = ({ id }: Opened) =>
    page.evaluate((named) => (window as unknown as Scripted).openCheckout(named), id)
  const heard = () =>
    page.evaluate(() => (window as unknown as Scripted).messages.splice(0).join(', '))
  const inside = page.locator('iframe').first().contentFrame()

  await open(await openedCheckout(client))
  await signAll(inside)
  await result(inside, 'success').waitFor()
  await action(inside, 'leave').click()
  await page.locator('iframe').waitFor({ state: 'detached' })
  assert.equal(await heard(), 'Ready, StatusChange success, Close success, Success')

  await open(await openedCheckout(client))
  await action(inside, 'leave').press('Escape')
  await page.locator('iframe').waitFor({ state: 'detached' })
  assert.equal(await heard(), 'Ready, Close dismiss, Dismiss')
  assert.deepEqual(faults, [])
  own.close()
})

describe('in a frame', () => {
  test('the whole way is reported in order, in both envelopes, to the store alone', async () => {
    const opened = await openedCheckout(client)
    const { page, frame, faults } = await held(addressOf(opened))
    await signAll(frame)
    await result(frame, 'success').waitFor()
    await action(frame, 'leave').click()
    const events = await hears(page, 'close success')
    const expected = ['get-checkout-data', 'checkout-ready', 'status-change success']
    assert.deepEqual(events, [...expected, 'close success'])
    const heard = await page.evaluate(() => (window as unknown as Store).heard)
    const own = heard.filter((message) => message.svc === 'checkout')
    const others = heard.filter((message) => message.source === 'svc')
    assert.equal(own.length, others.length)
    assert.deepEqual(others.at(-1), {
      ...{ source: 'svc', event: 'close', nonce: 'nonce-1', origin: server.demo.base_url },
      payload: { status: 'success', statusReason: '' },
    })
    assert.ok(heard.every(({ nonce }) => nonce === 'nonce-1'))
    assert.deepEqual(faults, [])
  })

  test('a checkout that the address does not name is named by the store', async () => {
    const { id } = await openedCheckout(client)
    const fields = { id, transaction: {} }
    const event = 'checkout-data'
    for (const answer of [
      { source: 'svc', event, payload: fields },
      // As scripts of an earlier service say it.
      { source: 'svc', event, data: fields },
      { svc: 'checkout', event, data: fields },
    ]) {
      const { page, frame } = await held(addressOf({ id: '' }))
      await hears(page, 'get-checkout-data')
      await say(page, answer)
      await step(frame, 'offers').waitFor()
      await hears(page, 'checkout-ready')
    }
  })

  test('an earlier script’s address opens in a frame, with the key from either', async () => {
    const { id } = await openedCheckout(client)
    const { base_url: base, public_key: key } = server.demo
    const asAddress = await held(`${base}/?order=${id}&public_key=${key}&sandbox=true`)
    await step(asAddress.frame, 'offers').waitFor()
    for (const data of [
      { id, public_key: key, sandbox: true },
      { id, transaction: { merchant: { public_api_key: key } }, sandbox: 'true' },
    ]) {
      const { page, frame } = await held(`${base}/?iframe=checkout&t=${Date.now()}`)
      await until(async () => (await messages(page)).at(-1) === 'get-checkout-data', 'a question')
      await say(page, { source: 'svc', event: 'checkout-data', data })
      await step(frame, 'offers').waitFor()
      await until(async () => (await messages(page)).at(-1) === 'checkout-ready', 'ready')
    }
  })

  test('a success closes it immediately if the store has set that', async () => {
    const opened = await openedCheckout(client, { close_on_success: true })
    const { page, frame } = await held(addressOf(opened))
    await signAll(frame)
    const events = await hears(page, 'close success')
    assert.deepEqual(events.slice(-2), ['status-change success', 'close success'])
  })

  test('an identity check is pending, and its result is reported as well', async () => {
    const opened = await openedCheckout(client, {}, 'checked')
    const { page, frame } = await held(addressOf(opened))
    await signAll(frame)
    await hears(page, 'status-change pending')
    await action(frame, 'fail').click()
    await hears(page, 'status-change ko')
    await action(frame, 'leave').click()
    await hears(page, 'close ko')
  })

  test('a buyer leaves by the button, by Escape and because the store asks', async () => {
    const opened = await openedCheckout(client)
    const ways: ((page: Page, frame: Frame) => Promise<unknown>)[] = [
      (_page, frame) => action(frame, 'leave').click(),
      (_page, frame) => action(frame, 'leave').press('Escape'),
      (page) => say(page, { svc: 'checkout', event: 'close-request' }),
    ]
    for (const way of ways) {
      const { page, frame } = await held(addressOf(opened))
      await step(frame, 'offers').waitFor()
      await way(page, frame)
      const events = await hears(page, 'close dismiss')
      assert.equal(events.filter((event) => event.startsWith('close')).length, 1)
    }
  })

  test('it does not close during a signature, but reports that it is alive', async () => {
    const opened = await openedCheckout(client)
    const { page, frame } = await held(addressOf(opened))
    await prepare(frame)
    let release = () => {}
    const signed = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/accept', async (route) => {
      await signed
      await route.continue()
    })
    const sent = page.waitForRequest('**/accept')
    await action(frame, 'sign').click()
    await sent
    await say(page, { svc: 'checkout', event: 'close-request' })
    await until(async () => (await messages(page)).length === 3, 'a sign of life')
    release()
    const events = await hears(page, 'status-change success')
    assert.deepEqual(events.slice(1, -1), ['checkout-ready', 'checkout-ready'])
  })

  test('a missing checkout is an error immediately', async () => {
    const { page } = await held(addressOf({ id: '0'.repeat(32) }))
    assert.deepEqual(await hears(page, 'close error'), ['get-checkout-data', 'close error'])
  })

  test('nobody but the store is listened to', async () => {
    const { id } = await openedCheckout(client)
    const { page, frame } = await held(addressOf({ id }))
    await step(frame, 'offers').waitFor()
    const request = { svc: 'checkout', event: 'close-request' }
    // A sibling frame of the store's own origin has the right origin, but is not the parent.
    await page.evaluate((data) => {
      const sibling = document.createElement('iframe')
      sibling.srcdoc = `<script>parent.frames[0].postMessage(${data}, '*')</script>`
      document.body.append(sibling)
    }, JSON.stringify(request))
    for (const data of [
      null,
      1,
      'close-request',
      [],
      { svc: 'x' },
      { source: 'svc' },
      request.event,
    ]) {
      await say(page, data)
    }
    await say(page, { svc: 'checkout', event: 'checkout-data', id: '../../me', transaction: {} })
    await page.frames().at(-1)?.waitForLoadState()
    await action(frame, 'leave').waitFor()
    // What was meant is heard after all of that, and once.
    await say(page, request)
    const answers = ['get-checkout-data', 'checkout-ready', 'checkout-ready', 'close dismiss']
    assert.deepEqual(await hears(page, 'close dismiss'), answers)
  })

  test('a page that no store may embed says so in a tab', async () => {
    const { page } = await visit()
    await page.goto(addressOf({ id: '' }))
    await problem(page, 'nothing_named').waitFor()
  })
})
