// The button of the script (contract §10), on a store's page of its own origin.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { type RunningServer, startServer } from '../running-server.ts'
import { visitors } from './browser.ts'
import { layoutShift, type StorePages, settled, storePages, until } from './store-page.ts'

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

const BUTTON =
  '<button id="pay" data-svc-button data-amount="12050" data-currency="EUR">Pay</button>'
/** More than the demo finances. */
const DEAR = BUTTON.replace('12050', '99999999')

type Look = { state: string | null; visibility: string; disabled: boolean; style: string | null }
const lookOf = (page: Page, selector = '#pay'): Promise<Look> =>
  page.locator(selector).evaluate((element) => ({
    state: element.getAttribute('data-svc-state'),
    visibility: getComputedStyle(element).visibility,
    disabled: (element as HTMLButtonElement).disabled ?? false,
    style: element.getAttribute('style'),
  }))
const ALLOWED: Look = { state: 'allowed', visibility: 'visible', disabled: false, style: null }
const state = (page: Page, wanted: string, selector = '#pay') =>
  page.locator(`${selector}[data-svc-state="${wanted}"]`).waitFor({ state: 'attached' })
const looksOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) => all.map((each) => `${each.id} ${getComputedStyle(each).visibility}`))
const set = (page: Page, name: string, value: string, selector = '#pay') =>
  page.locator(selector).evaluate((each, [n, v]) => each.setAttribute(n, v), [name, value] as const)
/** Holds what the page asks, and what it is about to ask, until it is let go. */
async function holding(page: Page, amount: string) {
  const held: Route[] = []
  let isHolding = true
  const letGo = (route: Route) => route.continue().catch(() => {})
  await page.route(`**/checkout/button?amount=${amount}*`, (route) =>
    isHolding ? void held.push(route) : letGo(route),
  )
  return {
    held,
    release() {
      isHolding = false
      return Promise.all(held.splice(0).map(letGo))
    },
  }
}

test('a button of an amount that is financed is shown and works, and nothing moves', async () => {
  const { page, faults, questions } = await store.show({ body: `${BUTTON}<p>Below</p>` })
  await state(page, 'allowed')
  assert.deepEqual(await lookOf(page), ALLOWED)
  assert.deepEqual(questions, ['?amount=12050&currency=EUR'])
  assert.ok((await layoutShift(page)) <= 0.01)
  assert.deepEqual(faults, [])
})

test('a button of an amount that is not financed is hidden at its place', async () => {
  const { page } = await store.show({ body: `${DEAR}<p>Below</p>` })
  const before = await page.locator('p').boundingBox()
  await state(page, 'refused')
  const { visibility, disabled } = await lookOf(page)
  assert.deepEqual([visibility, disabled], ['hidden', true])
  assert.deepEqual(await page.locator('p').boundingBox(), before)
  assert.ok((await layoutShift(page)) <= 0.01)
})

test('until the answer arrives a button is hidden, whatever the page does to it', async () => {
  let hold: Awaited<ReturnType<typeof holding>> | undefined
  const { page } = await store.show({
    body: BUTTON,
    prepare: async (page) => {
      hold = await holding(page, '12050')
    },
  })
  await state(page, 'checking')
  await page.locator('#pay').evaluate((each) => {
    const button = each as HTMLButtonElement
    button.disabled = false
    button.style.visibility = 'visible'
  })
  await page.waitForFunction(() => document.querySelector<HTMLButtonElement>('#pay')?.disabled)
  assert.equal((await lookOf(page)).visibility, 'hidden')
  await hold?.release()
  await state(page, 'allowed')
  assert.deepEqual(await lookOf(page), { ...ALLOWED, style: 'visibility: visible;' })
})

test('a button is restored as it was: disabled, hidden or styled by the store', async () => {
  const script = `addEventListener('DOMContentLoaded', () => {
    document.querySelector('#styled').style.cssText = 'color: red; visibility: visible'
    document.querySelector('#secret').style.visibility = 'hidden'
  })`
  const of = (id: string, more = '') =>
    `<button id="${id}" ${more} data-svc-button data-amount="100" data-currency="EUR">x</button>`
  const body = of('off', 'disabled') + of('styled') + of('secret')
  const { page } = await store.show({ body, script })
  await settled(page)
  assert.equal((await lookOf(page, '#off')).disabled, true)
  assert.equal((await lookOf(page, '#off')).visibility, 'visible')
  assert.match((await lookOf(page, '#styled')).style ?? '', /color: red; visibility: visible/)
  assert.equal((await lookOf(page, '#secret')).style, 'visibility: hidden;')
})

test('a refused radio button is no longer selected, and the page is notified', async () => {
  const option = (id: string, amount: string) => `<li id="${id}" data-svc-button
    data-amount="${amount}" data-currency="EUR"><input type="radio" name="way" checked></li>`
  const script = `addEventListener('change', ({ target }) => (window.changed = [
    ...(window.changed ?? []), target.closest('li').id]))`
  const body = `<form>${option('dear', '99999999')}</form><form>${option('fine', '100')}</form>`
  const { page } = await store.show({ body, script })
  await settled(page)
  const checked = await page
    .locator('input')
    .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).checked))
  assert.deepEqual(checked, [false, true])
  assert.deepEqual(await page.evaluate(() => (window as never as { changed: string }).changed), [
    'dear',
  ])
})

test('amount, currency and product are followed, also where the product is of no use', async () => {
  const { page, questions } = await store.show({ body: BUTTON })
  await state(page, 'allowed')
  await set(page, 'data-product-type', 'pay_later')
  await until(() => questions.length === 2)
  await state(page, 'allowed')
  await set(page, 'data-amount', '150000')
  await state(page, 'refused')
  await set(page, 'data-product-type', 'instalments')
  await state(page, 'allowed')
  await set(page, 'data-currency', 'USD')
  await state(page, 'refused')
  assert.deepEqual(questions, [
    '?amount=12050&currency=EUR',
    '?amount=12050&currency=EUR&product[type]=pay_later',
    '?amount=150000&currency=EUR&product[type]=pay_later',
    '?amount=150000&currency=EUR&product[type]=instalments',
    '?amount=150000&currency=USD&product[type]=instalments',
  ])
})

test('an old answer never wins over a newer one', async () => {
  let hold: Awaited<ReturnType<typeof holding>> | undefined
  const { page, requests } = await store.show({
    body: BUTTON,
    prepare: async (page) => {
      hold = await holding(page, '12050')
    },
  })
  await until(() => hold?.held.length === 1)
  await set(page, 'data-amount', '99999999')
  await state(page, 'refused')
  const first = requests.find((each) => each.url().includes('amount=12050'))
  await until(() => first?.failure()?.errorText === 'net::ERR_ABORTED')
  await hold?.release()
  await set(page, 'data-amount', '88888888')
  await state(page, 'refused')
  assert.equal((await lookOf(page)).visibility, 'hidden')
})

test('fifty equal buttons make one request', async () => {
  const { page, questions } = await store.show({ body: BUTTON.repeat(50) + DEAR.repeat(2) })
  await settled(page)
  assert.equal(await page.locator('[data-svc-state=allowed]').count(), 50)
  assert.deepEqual(questions, ['?amounts=12050,99999999&currency=EUR'])
})

test('sixty prices are one request without a preflight, two hundred are two', async () => {
  const priced = (amount: number) =>
    BUTTON.replace('12050', `${amount}`).replace('"pay"', `"a${amount}"`)
  const amounts = Array.from({ length: 60 }, (_, index) => 50 + index)
  const { page, questions, requests } = await store.show({ body: amounts.map(priced).join('') })
  await settled(page)
  assert.deepEqual(questions, [`?amounts=${amounts}&currency=EUR`])
  // The demo finances from 1.00 on.
  const allowed = await page
    .locator('[data-svc-state=allowed]')
    .evaluateAll((all) => all.map(({ id }) => id))
  assert.deepEqual(
    allowed,
    amounts.filter((amount) => amount >= 100).map((amount) => `a${amount}`),
  )
  assert.deepEqual(
    requests.filter((each) => each.method() === 'OPTIONS').map((each) => each.url()),
    [],
  )
  const more = Array.from({ length: 200 }, (_, index) => 1_000 + index)
  await page.evaluate((html) => {
    document.body.append(document.createRange().createContextualFragment(html))
  }, more.map(priced).join(''))
  await settled(page)
  assert.deepEqual(questions.slice(1), [
    `?amounts=${more.slice(0, 100)}&currency=EUR`,
    `?amounts=${more.slice(100)}&currency=EUR`,
  ])
})

test('prices that got no answer are requested again together', async () => {
  let answers = 0
  const { page, questions } = await store.show({
    body: `${BUTTON}${BUTTON.replace('12050', '20000')}`,
    prepare: async (page) => {
      await page.clock.install()
      await page.route('**/checkout/buttons?*', (route) =>
        answers++ ? route.continue() : route.abort(),
      )
    },
  })
  await settled(page)
  assert.equal(await page.locator('[data-svc-state=failed]').count(), 2)
  await page.clock.runFor(1_000)
  await until(() => answers === 2)
  await page.clock.runFor(1_000)
  // Until it is answered again the state is that of the first answer.
  await page.locator('[data-svc-state=allowed]').nth(1).waitFor()
  assert.deepEqual(questions, Array(2).fill('?amounts=12050,20000&currency=EUR'))
})

test('later buttons are hidden before they are seen, removed ones are forgotten', async () => {
  const { page, questions } = await store.show({ body: '<main></main>' })
  const put = (html: string) =>
    page.evaluate((text) => {
      const main = document.querySelector('main') as HTMLElement
      main.innerHTML = text
      return new Promise((resolve) =>
        queueMicrotask(() => resolve(main.firstElementChild?.getAttribute('data-svc-state'))),
      )
    }, html)
  await page.waitForFunction(() => 'svc' in window && !Array.isArray(window.svc))
  assert.deepEqual(questions, [])
  assert.equal(await put(BUTTON), 'checking')
  await state(page, 'allowed')
  const old = await page.locator('#pay').elementHandle()
  assert.equal(await put(DEAR), 'checking')
  await state(page, 'refused')
  assert.equal(await old?.getAttribute('data-svc-state'), null)
  assert.equal(await put(BUTTON.replaceAll('"pay"', '"other"')), 'checking')
  await state(page, 'allowed', '#other')
  assert.deepEqual(questions, ['?amount=12050&currency=EUR', '?amount=99999999&currency=EUR'])
})

test('an element that loses the attribute is restored', async () => {
  const { page } = await store.show({ body: DEAR })
  await state(page, 'refused')
  await page.locator('#pay').evaluate((each) => each.removeAttribute('data-svc-button'))
  await page.waitForFunction(() => !document.querySelector<HTMLButtonElement>('#pay')?.disabled)
  assert.deepEqual(await lookOf(page), { ...ALLOWED, state: null })
})

test('an invalid amount is refused without a request, and the developer reads how', async () => {
  const amounts = ['120.50', '', '-1', '1e3', '012', 'NaN', '120,50']
  const body = amounts.map((amount) => BUTTON.replace('12050', amount)).join('')
  const { page, questions, said } = await store.show({ body })
  await settled(page)
  assert.equal(await page.locator('[data-svc-state=refused]').count(), amounts.length)
  assert.deepEqual(questions, [])
  assert.equal(said.length, amounts.length, said.join('\n'))
  for (const line of said) {
    assert.match(line, /^warning: \[svc\] .*120\.50 is written 12050/)
  }
})

test('a missing amount is reported only when no call has brought it', async () => {
  const without = BUTTON.replace('data-amount="12050"', '')
  const { page, said, questions } = await store.show({
    body: without + without.replace('data-svc', 'class="called" data-svc'),
    script: `window.svc = [(svc) => setTimeout(() => svc.button(
      { selector: '.called', amount: 100, currency: 'EUR' }))]`,
    prepare: (page) => page.clock.install(),
  })
  await until(() => questions.length === 1)
  assert.deepEqual(said, [])
  await page.clock.runFor(2_000)
  await until(() => said.length === 1)
  assert.match(said[0] ?? '', /^warning: \[svc\] a button has no data-amount/)
})

test('a missing or invalid currency is reported, and the button stays hidden', async () => {
  const missing = await store.show({ body: BUTTON.replace('data-currency="EUR"', '') })
  await state(missing.page, 'refused')
  assert.deepEqual(missing.questions, [])
  assert.match(missing.said.join(), /^warning: \[svc\] .*data-currency/)
  const wrong = await store.show({ body: BUTTON.replace('EUR', 'EURO') })
  await state(wrong.page, 'refused')
  assert.match(wrong.said.join('\n'), /warning: \[svc\] .*ISO 4217/)
})

test('a call sets the amount for any selector, and a later call counts', async () => {
  const body = `<ul><li id="wrapper"><input type="radio" id="svc-way"><span>Pay later</span></li>
    <li id="other"><input type="radio" id="card"></li></ul><button id="plain" class="pay"></button>`
  const { page, questions, said } = await store.show({ body })
  const call = (options: object) =>
    page.evaluate((given) => {
      const svc = (window as never as { svc: { push(f: (sdk: never) => void): void } }).svc
      svc.push((sdk: { button(o: object): void }) => sdk.button(given))
    }, options)
  await page.waitForFunction(() => 'svc' in window)
  await call({ selector: 'li:has(#svc-way)', amount: 50_000, currency: 'EUR' })
  await state(page, 'allowed', '#wrapper')
  await call({
    selector: 'li:has(#svc-way)',
    amount: 50_000,
    currency: 'EUR',
    product: { type: 'pay_in_4' },
  })
  await call({ selector: '.pay', amount: '99999999', currency: 'EUR' })
  await state(page, 'refused', '#plain')
  await state(page, 'allowed', '#wrapper')
  await call({ selector: 'li:has(#svc-way)', amount: 250_000, currency: 'EUR' })
  await state(page, 'allowed', '#wrapper')
  await call({
    selector: '#wrapper',
    amount: 250_000,
    currency: 'EUR',
    product: { type: 'pay_in_4' },
  })
  await state(page, 'refused', '#wrapper')
  assert.deepEqual(await looksOf(page, '#wrapper, #wrapper *'), [
    'wrapper hidden',
    'svc-way hidden',
    ' hidden',
  ])
  assert.equal((await lookOf(page, '#svc-way')).disabled, true)
  assert.equal(await page.locator('#other').getAttribute('data-svc-state'), null)
  assert.equal(questions.length, 5)
  await call({ selector: 'li:::has(', amount: 1, currency: 'EUR' })
  assert.match(said.join('\n'), /error: \[svc\] "li:::has\(" is no selector/)
})

test('a call without a selector is about the elements with the attribute', async () => {
  const { page, questions, faults } = await store.show({
    body: '<div id="pay" data-svc-button>Pay</div>',
    script: `window.svc = [(svc) => svc.button({ amount: 12050, currency: 'EUR',
      product: { type: 'pay_later' } })]`,
  })
  await state(page, 'allowed')
  assert.deepEqual(questions, ['?amount=12050&currency=EUR&product[type]=pay_later'])
  assert.deepEqual(faults, [])
})

test('payment information is shown and hidden together with its button', async () => {
  const info = (id: string) => `<i id="${id}" data-svc-payment-info>3 x</i>`
  const { page } = await store.show({
    body: `<section>${BUTTON.repeat(1)}${info('fine')}</section>
      <section><div>${DEAR}</div><p>${info('dear')}</p></section>
      <section>${DEAR}${BUTTON}${info('first')}${info('second')}</section>
      <section>${DEAR}${BUTTON}${info('any')}</section>
      <section>${DEAR}${DEAR}${info('none')}</section>`,
  })
  await settled(page)
  assert.deepEqual(await looksOf(page, 'i'), [
    'fine visible',
    'dear hidden',
    'first hidden',
    'second visible',
    'any visible',
    'none hidden',
  ])
  await page
    .locator('section')
    .nth(3)
    .locator('button')
    .nth(1)
    .evaluate((each) => each.remove())
  await state(page, 'refused', '#any')
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('button')) each.remove()
  })
  await state(page, 'refused', '#fine')
  assert.deepEqual(
    new Set((await looksOf(page, 'i')).map((each) => each.split(' ')[1])),
    new Set(['hidden']),
  )
})

test('a page without the script’s attributes is left alone', async () => {
  const { page } = await store.show({
    body: `<div>${DEAR}<p data-svc-payment-info>3 x</p></div>${BUTTON.replace('pay', 'fine')}`,
    prepare: (page) => page.clock.install(),
  })
  await state(page, 'refused')
  await state(page, 'allowed', '#fine')
  await page.clock.runFor(1_000)
  await page.evaluate(() => {
    const counting = window as never as { changes: number }
    counting.changes = 0
    new MutationObserver((records) => {
      counting.changes += records.length
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
  await page.clock.runFor(1_000)
  assert.equal(await page.evaluate(() => (window as never as { changes: number }).changes), 0)
})

test('the element that had the focus gets it back', async () => {
  const { page } = await store.show({ body: `${BUTTON}<button id="last">x</button>` })
  await state(page, 'allowed')
  await page.locator('#pay').focus()
  const hold = await holding(page, '20000')
  await set(page, 'data-amount', '20000')
  await state(page, 'checking')
  await page.waitForFunction(() => document.activeElement === document.body)
  await hold.release()
  await state(page, 'allowed')
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'pay')
})

test('without an answer a button fails, and is retried automatically', async () => {
  let answers = 0
  const { page, questions } = await store.show({
    body: BUTTON,
    prepare: async (page) => {
      await page.clock.install()
      await page.route('**/checkout/button?*', (route) => {
        answers++
        if (answers === 1) return route.abort()
        if (answers === 2)
          return route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } })
        return route.continue()
      })
    },
  })
  await state(page, 'failed')
  assert.equal((await lookOf(page)).visibility, 'hidden')
  await page.clock.runFor(1_000)
  await until(() => answers === 2)
  await state(page, 'failed')
  await page.clock.runFor(4_000)
  await state(page, 'allowed')
  assert.equal(questions.length, 3)
})

test('three times at most, and again when the connection is back', async () => {
  const { page, questions } = await store.show({
    body: BUTTON,
    prepare: async (page) => {
      await page.clock.install()
      await page.route('**/checkout/button?*', (route) => route.abort())
    },
  })
  await state(page, 'failed')
  // An answer may still be under way when the clock moves on.
  const limit = Date.now() + 20_000
  while (questions.length < 4 && Date.now() < limit) await page.clock.runFor(16_000)
  await page.clock.runFor(600_000)
  assert.equal(questions.length, 4)
  await page.unroute('**/checkout/button?*')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await state(page, 'allowed')
})
