// What goes wrong on the buyer's way: reloads, lost connections, two presses, two tabs, a service
// that is busy or down. Never a dead end, never two signatures.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import {
  auditOf,
  type Client,
  clientOf,
  type Json,
  type RunningServer,
  startServer,
} from '../running-server.ts'
import { openShop, type Saying, type Shop, until } from '../shop.ts'
import { visitors } from './browser.ts'
import {
  action,
  choose,
  consent,
  enterCard,
  notice,
  openAtSignature,
  openedCheckout,
  prepare,
  problem,
  result,
  saveData,
  signatures,
  signNow,
  step,
} from './buyer.ts'

const { visit } = visitors()
let server: RunningServer
let client: Client
let silent: Shop
before(async () => {
  server = await startServer()
  client = clientOf(server)
  silent = await openShop(() => new Promise<Saying>(() => {}))
})
after(async () => {
  silent.close()
  await server.remove()
})

const refusal = (code: string, more: object = {}) => ({
  error: { type: 'x', code, message: code, request_id: 'request-1', ...more },
})

/** Lets the first `times` requests fail in this way, and the others pass; tells how many came. */
async function failing(
  page: Page,
  { path, times, fail }: { path: RegExp; times: number; fail: (route: Route) => Promise<void> },
): Promise<{ readonly keys: (string | undefined)[] }> {
  const keys: (string | undefined)[] = []
  await page.route(path, async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await (keys.length <= times ? fail(route) : route.continue())
  })
  return { keys }
}

/** The service does it, and its answer is lost on the way. */
const losesAnswer = async (route: Route) => {
  await route.fetch()
  await route.abort('connectionreset')
}
const answers = (status: number, body: object) => (route: Route) =>
  route.fulfill({ status, json: body, headers: { 'retry-after': '1' } })

/** Time goes by until something is there. */
async function later(page: Page, holds: () => Promise<boolean>, what: string): Promise<void> {
  await until(async () => {
    await page.clock.fastForward(5_000)
    return holds()
  }, what)
}

describe('a reload', () => {
  test('continues where the buyer was, and the tab stores nothing of theirs', async () => {
    const { page, faults } = await visit()
    const merchant = { notification_url: silent.url }
    const opened = await openedCheckout(client, merchant, 'checked')
    const reloaded = async (name: string) => {
      await step(page, name).waitFor()
      await page.reload()
      await step(page, name).waitFor()
    }
    await page.goto(opened.url)
    await reloaded('offers')
    await choose(page)
    await reloaded('data')
    await saveData(page)
    await reloaded('signature')
    await enterCard(page)
    await consent(page)
    await action(page, 'sign').click()
    await reloaded('challenge')
    await action(page, 'pass').click()
    await reloaded('waiting')
    assert.equal(await signatures(client, opened), 1)
    const storage = await page.evaluate(() =>
      JSON.stringify({ ...sessionStorage, ...localStorage }),
    )
    assert.doesNotMatch(storage, /Ada|Prueba|99999995|600000000|1990|1111|example\.com/)
    assert.match(storage, /instalments-3/)
    assert.equal(await page.evaluate(() => document.cookie), '')
    assert.deepEqual(faults, [])
  })

  test('finds the token in the address where the browser keeps nothing', async () => {
    const { page } = await visit()
    const { url } = await openedCheckout(client)
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      Object.defineProperty(window, 'sessionStorage', { get })
    })
    await page.goto(url)
    await step(page, 'offers').waitFor()
    assert.equal(page.url(), url)
    await page.reload()
    await step(page, 'offers').waitFor()
  })

  test('shows the result of a signature whose answer was lost', async () => {
    const { page } = await visit()
    const opened = await openedCheckout(client)
    await failing(page, { path: /\/accept$/, times: 99, fail: losesAnswer })
    const lost = page.waitForEvent('requestfailed')
    await signNow(page, opened)
    await lost
    await page.reload()
    await result(page, 'success').waitFor()
    assert.equal(await signatures(client, opened), 1)
  })
})

describe('a lost connection', () => {
  test('keeps nobody from signing, once and under one key', async () => {
    const { page } = await visit()
    const opened = await openedCheckout(client)
    const { keys } = await failing(page, { path: /\/accept$/, times: 2, fail: losesAnswer })
    await openAtSignature(page, opened)
    await enterCard(page)
    await consent(page)
    // What the page reads meanwhile would show it, too.
    await page.route(/\/progress$/, async (route) => {
      if (keys.length > 2) await route.continue()
      else await route.abort()
    })
    await action(page, 'sign').click()
    await result(page, 'success').waitFor()
    assert.equal(await signatures(client, opened), 1)
    assert.equal(new Set(keys).size, 1)
    assert.match(keys[0] ?? '', /^[0-9a-f]{32}$/)
  })

  test('that loses every answer to a signature does not hide its result', async () => {
    const { page } = await visit()
    const opened = await openedCheckout(client)
    await failing(page, { path: /\/accept$/, times: 99, fail: losesAnswer })
    await signNow(page, opened)
    await result(page, 'success').waitFor({ timeout: 10_000 })
    assert.equal(await signatures(client, opened), 1)
  })

  test('in any request on the way is survived', async () => {
    const { page } = await visit()
    const opened = await openedCheckout(client)
    const fail = (route: Route) => route.abort('internetdisconnected')
    for (const path of [/\/token$/, /\/progress$/, /\/buyer$/]) {
      await failing(page, { path, times: 1, fail })
    }
    const portal = (route: Route) => route.fulfill({ status: 200, body: '<h1>Hotel</h1>' })
    await failing(page, { path: /\/offers$/, times: 1, fail: portal })
    const key = server.demo.public_key
    await page.goto(`${server.demo.base_url}/?order=${opened.id}&public-key=${key}&sandbox=true`)
    await choose(page)
    await saveData(page)
    await step(page, 'signature').waitFor()
  })

  test('of the whole page is shown, and the page continues when it is back', async () => {
    const { page } = await visit()
    await page.clock.install()
    const { url } = await openedCheckout(client)
    const lost = /\/(progress|offers)$/
    await page.route(lost, (route) => route.abort('internetdisconnected'))
    await page.goto(url)
    const shown = problem(page, 'unreachable')
    await later(page, () => shown.isVisible(), 'a page that tells it')
    assert.ok(await action(page, 'retry').isVisible())
    await page.unroute(lost)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await step(page, 'offers').waitFor()
  })

  test('does not keep a buyer who leaves', async () => {
    const { page } = await visit()
    const { url } = await openedCheckout(client, { dismiss_url: `${server.demo.base_url}/docs` })
    await page.goto(url)
    await step(page, 'offers').waitFor()
    await page.route(/\/dismiss$/, (route) => route.abort('internetdisconnected'))
    await action(page, 'leave').click()
    await page.waitForURL(/\/docs$/)
  })
})

describe('two presses', () => {
  test('of any button count once', async () => {
    const { page } = await visit()
    const opened = await openedCheckout(client, {}, 'checked')
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET')
        requests.push(new URL(request.url()).pathname.split('/').pop() ?? '')
    })
    const twice = (name: string) =>
      action(page, name).evaluate((button: HTMLElement) => {
        button.click()
        button.click()
      })
    await page.goto(opened.url)
    await page.locator('[data-offer="instalments-3"]').click()
    await twice('next')
    await step(page, 'data').waitFor()
    await twice('save')
    await step(page, 'signature').waitFor()
    await enterCard(page)
    await consent(page)
    await twice('sign')
    await step(page, 'challenge').waitFor()
    await twice('pass')
    await result(page, 'success').waitFor()
    assert.deepEqual(requests, ['buyer', 'cards', 'accept', 'challenge'])
    assert.equal(await signatures(client, opened), 1)
  })

  test('in two tabs sign once, and both tabs show it', async () => {
    const [one, two] = [(await visit()).page, (await visit()).page]
    const opened = await openedCheckout(client)
    for (const page of [one, two]) {
      await openAtSignature(page, opened)
      await enterCard(page)
      await consent(page)
    }
    await Promise.all([action(one, 'sign').click(), action(two, 'sign').click()])
    await Promise.all([result(one, 'success').waitFor(), result(two, 'success').waitFor()])
    assert.equal(await signatures(client, opened), 1)
  })

  test('in a tab and its duplicate sign one of two offers', async () => {
    const [one, two] = [(await visit()).page, (await visit()).page]
    const opened = await openedCheckout(client)
    await openAtSignature(one, opened)
    // A browser that doubles a tab copies what it keeps, the key of the signature as well.
    const name = `svc-checkout-${opened.id}`
    const signatureKey = 'a'.repeat(32)
    const doubled = async (page: Page, chosen: string) => {
      const storage = { place: 'signature', chosen, signatureKey }
      await page.addInitScript(
        ([key, text]) => {
          if (window.parent === window) sessionStorage.setItem(key, text)
        },
        [name, JSON.stringify(storage)] as const,
      )
      await page.goto(`${opened.url.replace('#', '?again#')}`)
      await enterCard(page)
      await consent(page)
    }
    await doubled(one, 'pay_in_4-4')
    await doubled(two, 'instalments-3')
    await Promise.all([action(one, 'sign').click(), action(two, 'sign').click()])
    await Promise.all([result(one, 'success').waitFor(), result(two, 'success').waitFor()])
    assert.equal(await signatures(client, opened), 1)
    const { body } = await client('GET', `/orders?mid=${opened.mid}`)
    assert.equal(body.paging.count, 1)
    const { code, findings } = await auditOf(server)
    assert.deepEqual([code, findings], [0, []])
  })

  test('a tab that is looked at again shows what the other one did', async () => {
    const [{ page }, { page: other }] = [await visit(), await visit()]
    const opened = await openedCheckout(client)
    await other.clock.install()
    await other.goto(opened.url)
    await step(other, 'offers').waitFor()
    // By itself it does nothing any more: neither looks again nor goes to the store.
    await other.clock.pauseAt(Date.now() + 1_000)
    await signNow(page, opened)
    await result(page, 'success').waitFor()
    await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await result(other, 'success').waitFor()
  })
})

describe('a service', () => {
  test('that is busy for a moment is retried automatically, with the same key', async () => {
    const { page } = await visit()
    const opened = await openedCheckout(client)
    const fail = answers(503, refusal('service_stopping'))
    const { keys } = await failing(page, { path: /\/accept$/, times: 1, fail })
    await failing(page, {
      path: /\/offers$/,
      times: 1,
      fail: answers(429, refusal('rate_limited')),
    })
    await signNow(page, opened)
    await result(page, 'success').waitFor()
    assert.equal(new Set(keys).size, 1)
    assert.equal(keys.length, 2)
  })

  test('that stays down gives the button back, which then signs once', async () => {
    const { page } = await visit()
    await page.clock.install()
    const opened = await openedCheckout(client)
    const fail = answers(500, refusal('internal_error'))
    const { keys } = await failing(page, { path: /\/accept$/, times: 5, fail })
    await signNow(page, opened)
    await later(page, () => notice(page, 'try_again').isVisible(), 'the notice')
    await action(page, 'sign').click()
    await result(page, 'success').waitFor()
    assert.equal(new Set(keys).size, 1)
    assert.equal(await signatures(client, opened), 1)
  })

  test('whose bank is slow is waited for with the same card', async () => {
    const { page } = await visit()
    await page.clock.install()
    const fail = answers(409, refusal('authorisation_pending'))
    await failing(page, { path: /\/accept$/, times: 2, fail })
    let isSigned = false
    page.on('response', (response) => {
      isSigned ||= /\/accept$/.test(response.url()) && response.status() === 200
    })
    await signNow(page, await openedCheckout(client))
    await notice(page, 'bank_slow').waitFor()
    // No further: a page whose order waits for half a minute goes to its store.
    await later(page, async () => isSigned, 'the signature')
    await result(page, 'success').waitFor()
  })

  test('that refuses the data leads back to them', async () => {
    const { page } = await visit()
    const { url } = await openedCheckout(client)
    const wrong = refusal('body_invalid', { fields: { document_id: ['is wrong'] } })
    await failing(page, { path: /\/buyer$/, times: 1, fail: answers(400, wrong) })
    await page.goto(url)
    await choose(page)
    await saveData(page)
    await page.locator('[name="document_id"][aria-invalid="true"]').waitFor()
    await action(page, 'save').click()
    await step(page, 'signature').waitFor()
  })

  test('that has raised its rate since keeps its earlier offer', async () => {
    const other = clientOf({ demo: { ...server.demo, ...server.demo.other_store } })
    const { page } = await visit()
    const opened = await openedCheckout(other)
    await page.goto(opened.url)
    await prepare(page)
    const { products, terms } = (await other('GET', '/me')).body
    const dearer = products.map((each: Json) =>
      each.type === 'instalments' ? { ...each, nominal_rate: 1_900 } : each,
    )
    assert.equal((await other('PATCH', '/me', { products: dearer })).status, 200)
    await action(page, 'sign').click()
    await result(page, 'success').waitFor()
    const lender = clientOf(server, { key: server.demo.lender_key })
    const { body } = await lender('GET', `/lender/orders/${opened.id}`)
    assert.equal(body.terms_version, terms.version)
    assert.notEqual((await other('GET', '/me')).body.terms.version, terms.version)
  })

  test('whose offer is gone leads back to those there are, and nothing is signed', async () => {
    const { page } = await visit()
    const gone = refusal('body_invalid', { fields: { product: ['is not offered'] } })
    await failing(page, { path: /\/accept$/, times: 1, fail: answers(400, gone) })
    const opened = await openedCheckout(client)
    await signNow(page, opened)
    await notice(page, 'offer_gone').waitFor()
    await step(page, 'offers').waitFor()
    const { body } = await client('GET', `/checkout/${opened.id}/status`)
    assert.equal(body.status_reason, 'in_process')
  })
})

describe('time', () => {
  test('that is over is shown, for a checkout and for an identity check', async () => {
    const other = clientOf({ demo: { ...server.demo, ...server.demo.other_store } })
    const merchant = { timeout_checkout: 1, timeout_extra: 1 }
    for (const name of ['offers', 'challenge'] as const) {
      const { page } = await visit()
      await page.clock.install()
      const opened = await openedCheckout(other, merchant, 'checked')
      if (name === 'offers') await page.goto(opened.url)
      else await signNow(page, opened)
      await step(page, name).waitFor()
      const moved = await other('POST', '/me/test-clock', { advance: 'PT2M' })
      assert.equal(moved.status, 200, moved.text)
      await page.clock.fastForward(61_000)
      await result(page, 'ko').waitFor()
      assert.ok(await action(page, 'leave').isVisible())
    }
  })

  test("is the service's: the clock of the buyer may show anything", async () => {
    for (const year of [2001, 2099]) {
      const { page } = await visit()
      await page.clock.install({ time: new Date(`${year}-01-01`) })
      await page.goto((await openedCheckout(client)).url)
      await step(page, 'offers').waitFor()
      await action(page, 'next').waitFor()
      assert.equal(await result(page, 'ko').count(), 0)
    }
  })
})

test('documents can be read before the signature, in the page and as made', async () => {
  const { page, faults } = await visit()
  await openAtSignature(page, await openedCheckout(client))
  await action(page, 'read').click()
  const sheet = page.locator('dialog iframe').contentFrame()
  const table = sheet.locator('table').first()
  await table.waitFor()
  // Its own style, which the policy of the page has to let pass.
  const style = await table.evaluate((element) => getComputedStyle(element).borderCollapse)
  assert.equal(style, 'collapse')
  assert.deepEqual(faults, [])
})
