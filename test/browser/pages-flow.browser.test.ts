// The buyer's way through the checkout pages in a tab, and how each result leads to the store.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Client, clientOf, type RunningServer, startServer } from '../running-server.ts'
import { openShop, type Saying, type Shop } from '../shop.ts'
import { type Site, site, visitors } from './browser.ts'
import {
  action,
  cards,
  choose,
  consent,
  enterCard,
  notice,
  type Opened,
  openAtSignature,
  openedCheckout,
  problem,
  result,
  saveData,
  signAll,
  signatures,
  signNow,
  step,
} from './buyer.ts'

const { visit } = visitors()
let server: RunningServer
let client: Client
let shop: Site
before(async () => {
  server = await startServer()
  client = clientOf(server)
  shop = await site('shop.test', (request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><title>${request.url}</title>`)
  })
})
const stores: Shop[] = []
after(async () => {
  shop.close()
  for (const store of stores) store.close()
  await server.remove()
})

const at = (name: string) => `${shop.origin}/${name}`
const urls = (more: Record<string, unknown> = {}) => {
  const names = ['success', 'pending', 'ko', 'error', 'dismiss'] as const
  return { ...Object.fromEntries(names.map((name) => [`${name}_url`, at(name)])), ...more }
}

/** The address of a store that says this of a confirmation, or nothing for now. */
async function storeSaying(text: string | null): Promise<Record<string, unknown>> {
  const silent = new Promise<Saying>(() => {})
  const store = await openShop(() => (text === null ? silent : { text }))
  stores.push(store)
  return urls({ notification_url: store.url })
}

/** Presses the button of the result, and arrives. */
async function arrives(page: Page, name: string): Promise<void> {
  await action(page, 'leave').click()
  await page.waitForURL(at(name))
}

describe('a result leads to the store', () => {
  test('the whole way ends with success, and the order is there once', async () => {
    const { page, faults } = await visit()
    const opened = await openedCheckout(client, urls())
    await page.goto(opened.url)
    await step(page, 'offers').waitFor()
    assert.doesNotMatch(page.url(), /#/)
    await signAll(page)
    await result(page, 'success').waitFor()
    await arrives(page, 'success')
    assert.deepEqual(faults, [])
    const { body } = await client('GET', `/orders?mid=${opened.mid}`)
    assert.deepEqual([body.paging.count, body.results[0].id], [1, opened.id])
    assert.equal(await signatures(client, opened), 1)
  })

  test('a success returns to the store automatically, unless the buyer stays', async () => {
    const { page } = await visit()
    await page.clock.install()
    await signNow(page, await openedCheckout(client, urls()))
    await result(page, 'success').waitFor()
    // Without the mouse, which would scroll to it.
    await action(page, 'stay').dispatchEvent('click')
    await action(page, 'stay').waitFor({ state: 'detached' })
    await page.clock.fastForward(60_000)
    await result(page, 'success').waitFor()

    await page.reload()
    await result(page, 'success').waitFor()
    await page.clock.fastForward(29_000)
    await result(page, 'success').waitFor()
    await page.clock.fastForward(1_500)
    await page.waitForURL(at('success'))
  })

  for (const sign of ['key', 'wheel', 'touch'] as const) {
    test(`a ${sign} ends the countdown for good`, async () => {
      const { page } = await visit()
      await page.clock.install()
      await signNow(page, await openedCheckout(client, urls()))
      await action(page, 'stay').waitFor()
      if (sign === 'key') await page.keyboard.press('Shift')
      else if (sign === 'wheel') await page.mouse.wheel(0, 200)
      else await page.locator('#title').click()
      await action(page, 'stay').waitFor({ state: 'detached' })
      await page.clock.fastForward(600_000)
      await result(page, 'success').waitFor()
    })
  }

  test('a checkout that closes on success does so immediately', async () => {
    const { page } = await visit()
    await signNow(page, await openedCheckout(client, urls({ close_on_success: true })))
    await page.waitForURL(at('success'))
  })

  test('a refusal is explained and leads to the store’s page for refused buyers', async () => {
    const { page } = await visit()
    const explained = page.waitForResponse(/\/decision$/)
    // Before a card is asked for.
    await page.goto((await openedCheckout(client, urls(), 'refused')).url)
    await choose(page)
    await saveData(page)
    await result(page, 'ko').waitFor()
    assert.equal((await explained).status(), 200)
    await arrives(page, 'ko')
  })

  test('a store that does not confirm leaves it pending, and may still confirm', async () => {
    const { page } = await visit()
    await page.clock.install()
    const opened = await openedCheckout(client, await storeSaying(null))
    await signNow(page, opened)
    await step(page, 'waiting').waitFor()
    await page.clock.fastForward(15_000)
    await result(page, 'pending').waitFor()
    await action(page, 'stay').dispatchEvent('click')
    assert.equal((await client('POST', `/orders/${opened.id}/cancel`)).status, 204)
    await page.clock.fastForward(5_000)
    await result(page, 'ko').waitFor()
    await arrives(page, 'ko')
  })

  test('a buyer who does not wait for the store leaves with the result pending', async () => {
    const { page } = await visit()
    await signNow(page, await openedCheckout(client, await storeSaying(null)))
    await step(page, 'waiting').waitFor()
    await arrives(page, 'pending')
  })

  test('an order that its store rejects is ko', async () => {
    const { page } = await visit()
    await signNow(page, await openedCheckout(client, await storeSaying('{"status":"ko"}')))
    await result(page, 'ko').waitFor()
    await arrives(page, 'ko')
  })

  test('an identity check is passed, failed or left', async () => {
    const checked = async (): Promise<Page> => {
      const { page } = await visit()
      await signNow(page, await openedCheckout(client, urls(), 'checked'))
      await step(page, 'challenge').waitFor()
      return page
    }
    const [passed, failed, left] = await Promise.all([checked(), checked(), checked()])
    await action(passed, 'pass').click()
    await result(passed, 'success').waitFor()
    await action(failed, 'fail').click()
    await result(failed, 'ko').waitFor()
    await arrives(failed, 'ko')
    await arrives(left, 'pending')
  })

  test('a buyer who leaves before they sign goes to the store’s page for that', async () => {
    const { page } = await visit()
    const opened = await openedCheckout(client, urls())
    await page.goto(opened.url)
    await step(page, 'offers').waitFor()
    await arrives(page, 'dismiss')
    const { body } = await client('GET', `/checkout/${opened.id}/status`)
    assert.equal(body.status_reason, 'in_process')
  })

  test('an error leads to the store’s page for errors', async () => {
    const { page } = await visit()
    const opened = await openedCheckout(client, urls())
    await page.route(/\/offers$/, (route) => route.fulfill({ json: { offers: [] } }))
    await page.goto(opened.url)
    await problem(page, 'nothing_offered').waitFor()
    await arrives(page, 'error')
  })

  test('an address that runs a script is never gone to', async () => {
    const { page, faults } = await visit()
    const opened = await openedCheckout(client, urls())
    await page.route('**/progress', async (route) => {
      const response = await route.fetch()
      const evil = "javascript:document.title='evil'"
      const body = { ...(await response.json()), close_on_success: true }
      for (const name of Object.keys(body.urls)) body.urls[name] = evil
      await route.fulfill({ response, json: body })
    })
    await signNow(page, opened)
    await result(page, 'success').waitFor()
    assert.match(page.url(), /\/page$/)
    assert.notEqual(await page.title(), 'evil')
    assert.deepEqual(faults, [])
  })
})

describe('with the public key in the address', () => {
  const address = ({ id }: Opened, key = server.demo.public_key, more = '&sandbox=true') =>
    `${server.demo.base_url}/?order=${id}&public-key=${key}${more}`

  test('the same way leads to the same end, and another tab sees the result', async () => {
    const { page } = await visit()
    const opened = await openedCheckout(client, urls())
    await page.goto(address(opened))
    await signAll(page)
    await result(page, 'success').waitFor()
    const { page: later, faults } = await visit()
    await later.goto(address(opened))
    await result(later, 'success').waitFor()
    await arrives(later, 'success')
    assert.deepEqual(faults, [])
  })

  test('another tab waits for the store as the first one does', async () => {
    const { page } = await visit()
    const opened = await openedCheckout(client, await storeSaying(null))
    await signNow(page, opened)
    await step(page, 'waiting').waitFor()
    const { page: later } = await visit()
    await later.goto(address(opened))
    await step(later, 'waiting').waitFor()
    assert.equal((await client('POST', `/orders/${opened.id}/cancel`)).status, 204)
    await result(later, 'ko').waitFor()
    await arrives(later, 'ko')
  })

  const wrong: readonly (readonly [string, (opened: Opened) => string, string])[] = [
    ['an unknown checkout', () => address({ id: '0'.repeat(32), url: '', mid: '' }), 'not_found'],
    ['a key of the other mode', (opened) => address(opened, undefined, ''), 'not_found'],
    ["another store's key", (o) => address(o, server.demo.other_store.public_key), 'not_found'],
    ['a wrong key', (opened) => address(opened, 'pk_wrong'), 'key'],
    ['no checkout', () => server.demo.base_url, 'nothing_named'],
    ['a token cut off', ({ url }) => url.slice(0, -1), 'not_found'],
    ['no token', ({ url }) => url.replace(/#.*/, ''), 'not_found'],
  ]
  test('a wrong address is reported, with a way on', async () => {
    const opened = await openedCheckout(client, urls())
    const { page } = await visit()
    for (const [name, addressOf, kind] of wrong) {
      await page.goto('about:blank')
      await page.goto(addressOf(opened))
      await problem(page, kind)
        .waitFor({ timeout: 5_000 })
        .catch(() => assert.fail(name))
      const ways = await page.locator('[data-action="retry"], [data-action="leave"]').count()
      assert.ok(ways > 0, name)
    }
  })
})

describe('cards', () => {
  test('after a declined card another one is requested, and signs', async () => {
    const { page } = await visit()
    const opened = await openedCheckout(client, urls())
    await signNow(page, opened, cards.declined)
    await notice(page, 'card_declined').waitFor()
    await enterCard(page)
    await action(page, 'sign').click()
    await result(page, 'success').waitFor()
    assert.equal(await signatures(client, opened), 1)
  })

  test('without a card nothing is signed', async () => {
    const { page } = await visit()
    const opened = await openedCheckout(client, urls())
    await openAtSignature(page, opened)
    await consent(page)
    await action(page, 'sign').click()
    await enterCard(page)
    assert.equal(await signatures(client, opened), 0)
  })
})
