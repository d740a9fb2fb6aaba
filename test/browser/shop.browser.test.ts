// The demo's shop by itself: what its pages do, and who can use them.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { clientOf, ownServer, reaches } from '../running-server.ts'
import { until } from '../shop.ts'
import { accessibilityFaults, looks } from './accessibility.ts'
import { desktop, narrow, phone, picture, tablet, visitors } from './browser.ts'
import { action, cards, people, step } from './buyer.ts'
import { layoutShift } from './store-page.ts'

const { visit } = visitors()
const server = ownServer()
const client = clientOf(server)
let shop: string
before(() => {
  shop = server.demo.shop_url
})

const CHECKOUT = '/checkout?city-bicycle=1&helmet=2&pay=instalments'

/** Places the order of the page that is open; answers what the shop's server made of it. */
async function placed(page: Page): Promise<{ number: string; id: string }> {
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.locator('[data-place]').click()
  const reply = await answer
  assert.equal(reply.status(), 201, `${reply.url()} answers ${await reply.text()}`)
  const { number, checkout } = await reply.json()
  return { number, id: checkout.id }
}

async function bought(page: Page): Promise<string> {
  await page.goto(`${shop}${CHECKOUT}`)
  const { number, id } = await placed(page)
  const checkout = page.frameLocator('iframe').locator('[data-step="offers"]')
  await checkout.waitFor()
  const signed = await client('POST', `/sandbox/checkouts/${id}/complete`)
  assert.equal(signed.status, 200, signed.text)
  await reaches(client, id, '')
  // The checkout over the page looks at once, and takes the buyer there.
  await checkout.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.waitForURL(/\/thank-you/)
  return number
}

test('instalments can be ordered while it is still checked whether they are possible', async () => {
  const { page } = await visit()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/checkout/button?*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${shop}${CHECKOUT}`)
  await page.locator('.way.financing[data-svc-state="checking"]').waitFor({ state: 'attached' })
  const { id } = await placed(page)
  assert.match(id, /^[0-9a-f]{32}$/)
  release()
})

test('totals, instalments and address follow the cart immediately, and it is kept', async () => {
  const { page, faults } = await visit()
  await page.goto(`${shop}/articles/city-bicycle?lang=en`)
  const button = page.locator('[data-svc-button]')
  await page.getByLabel('Quantity').fill('2')
  assert.equal(await button.getAttribute('data-amount'), '193600')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.goto(`${shop}/articles/helmet?lang=en`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('link', { name: 'Cart 3' }).click()
  const totals = (sum: string) => page.locator('[data-total]', { hasText: sum }).waitFor()
  await totals('€1,996.50')
  await page.getByLabel('Quantity Paseo').fill('1')
  await totals('€1,028.50')
  const widget = page.locator('[data-svc-widget-instalments]')
  assert.equal(await widget.getAttribute('data-amount'), '102850')
  await page.waitForURL(/city-bicycle=1&helmet=1/)
  await page.reload()
  await totals('€1,028.50')
  await page.getByRole('button', { name: 'Remove Cúpula' }).click()
  await totals('€968.00')
  await page.goto(`${shop}/cart`)
  await page.getByText('968,00 €').first().waitFor()
  assert.equal(await page.evaluate(() => document.cookie), '')
  assert.deepEqual(faults, [])
})

test('nothing moves though the script comes after the first paint', async () => {
  for (const viewport of [phone, desktop]) {
    const { page } = await visit({ viewport })
    await page.route('**/svc.js?*', async (route) => {
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 1)
      await route.continue()
    })
    for (const path of ['/articles/city-bicycle', '/cart?city-bicycle=1']) {
      await page.goto(`${shop}${path}`)
      await page.locator('.widget[data-svc-state=allowed]').waitFor()
      assert.ok((await layoutShift(page)) <= 0.01, `${path} at ${viewport.width}`)
    }
  }
})

test('two clicks on "place order" are one order, which opens over the page', async () => {
  const { page, faults } = await visit()
  await page.goto(`${shop}${CHECKOUT}`)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/orders')) sent.push(request.url())
  })
  await page.locator('[data-place]').dblclick()
  await page.locator('iframe').first().waitFor({ state: 'attached' })
  assert.equal(sent.length, 1)
  assert.deepEqual(faults, [])
})

/** Presses Tab until the element has the focus; a keyboard has no other way to it. */
async function tabTo(page: Page, place: Page | Frame, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const there = await place.evaluate((to) => document.activeElement?.matches(to), selector)
    if (there) return
  }
  assert.fail(`no way by keyboard to ${selector}`)
}

test('from the cart to the thanks everything is done by keyboard', async () => {
  const { page, faults } = await visit({ viewport: phone })
  const frameOf = async (path: RegExp): Promise<Frame> => {
    await until(async () => page.frames().some((each) => path.test(each.url())), `${path}`)
    return page.frames().find((each) => path.test(each.url())) as Frame
  }
  await page.goto(`${shop}/cart?helmet=2`)
  await tabTo(page, page, '.cart-form button.button')
  await page.keyboard.press('Enter')
  await page.locator('[data-place]').waitFor()
  await page.locator('.way.financing').waitFor()
  await tabTo(page, page, '[name="payment"]')
  await page.keyboard.press('ArrowUp')
  assert.ok(await page.locator('[value="instalments"]').isChecked())
  await tabTo(page, page, '[data-place]')
  await page.keyboard.press('Enter')
  const checkout = await frameOf(/iframe=checkout/)
  await step(checkout, 'offers').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('iframe').waitFor({ state: 'detached' })
  assert.ok(await page.locator('[data-place]').evaluate((it) => it.matches(':focus')))
  await page.keyboard.press('Enter')
  const again = await frameOf(/iframe=checkout/)
  await step(again, 'offers').waitFor()
  await tabTo(page, again, '[data-offer]')
  await page.keyboard.press('Space')
  await tabTo(page, again, '[data-action="next"]')
  await page.keyboard.press('Enter')
  await step(again, 'data').waitFor()
  for (const [name, answer] of Object.entries({
    birthday: '17051990',
    document_id: people.accepted,
  })) {
    await tabTo(page, again, `[name="${name}"]`)
    await page.keyboard.type(answer)
  }
  await page.keyboard.press('Enter')
  await again.locator('.card-frame.open').waitFor()
  const card = await frameOf(/card-frame/)
  for (const [name, answer] of Object.entries({ number: cards.good, expiry: '1240', cvc: '123' })) {
    await tabTo(page, card, `#${name}`)
    await page.keyboard.type(answer)
  }
  await page.keyboard.press('Enter')
  await action(again, 'forget-card').waitFor()
  const focused = await again.evaluate(() => document.activeElement?.textContent)
  assert.match(focused ?? '', /1111/)
  await tabTo(page, again, '[name="consent"]')
  await page.keyboard.press('Space')
  await tabTo(page, again, '[data-action="sign"]')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/thank-you/)
  assert.deepEqual(faults, [])
})

test('if the script is blocked the checkout is a separate page', async () => {
  const { page } = await visit()
  await page.route('**/svc.js*', (route) => route.abort())
  await page.goto(`${shop}${CHECKOUT}`)
  await page.locator('[data-place]').click()
  await page.waitForURL((url) => url.origin === server.demo.base_url)
})

test('an amount that cannot be financed leaves another way to pay', async () => {
  const { page } = await visit()
  await page.goto(`${shop}/checkout?cargo-bicycle-long=5&pay=instalments&lang=en`)
  await page.locator('.way.financing[data-svc-state="refused"]').waitFor({ state: 'attached' })
  assert.equal(await page.getByRole('radio', { name: /In instalments/ }).isVisible(), false)
  await page.getByRole('radio', { name: /Bank transfer/ }).check()
  await page.locator('[data-place]').click()
  await page.getByRole('heading', { name: 'Thank you, Ada' }).waitFor()
})

test('the result page shows the state of the order, not what its address claims', async () => {
  const { page } = await visit()
  await page.goto(`${shop}${CHECKOUT}`)
  const { number, id } = await placed(page)
  const titles = async () => {
    const all: (string | null)[] = []
    for (const path of ['thank-you', 'waiting', 'refused']) {
      await page.goto(`${shop}/${path}?order=${number}&lang=en`)
      all.push(await page.getByRole('heading', { level: 1 }).textContent())
    }
    return new Set(all)
  }
  assert.deepEqual(await titles(), new Set([`Your order ${number} waits for your signature`]))
  const refused = { document_id: '99999998T' }
  assert.equal((await client('POST', `/sandbox/checkouts/${id}/complete`, refused)).status, 200)
  assert.deepEqual(await titles(), new Set(['Financing was not granted']))
})

test('the staff ships in parts and refunds by keyboard alone, and sees it before', async () => {
  const { page, faults } = await visit({ viewport: phone })
  const number = await bought(page)
  await page.goto(`${shop}/staff?lang=en#${number}`)
  const order = page.getByRole('article').filter({ hasText: number })
  const sum = (key: string) => order.locator(`[data-sum=${key}]`)
  const write = async (action: string, amount: string) => {
    const form = order.locator(`[data-action=${action}]`)
    await form.getByLabel('Amount').focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(amount)
    return form.locator('.preview')
  }
  const fault = await write('ship', 'much')
  await fault.getByText('Enter an amount such as 12.50').waitFor()
  await (await write('ship', '2000')).and(page.locator('.fault')).waitFor()
  await (await write('ship', '968,00')).getByText('left to ship €121.00').waitFor()
  assert.equal(await sum('captured').textContent(), '€0.00')
  await page.keyboard.press('Enter')
  await sum('captured').getByText('€968.00').waitFor()
  await (await write('return', '60.50')).getByText('returned €60.50').waitFor()
  await page.keyboard.press('Enter')
  await sum('refunded').getByText('€60.50').waitFor()
  const { body } = await client('GET', `/orders/${number}`)
  assert.deepEqual([body.captured_amount, body.refunded_amount], [96_800, 6_050])
  await picture(page, 'shop-staff')
  assert.deepEqual(faults, [])
})

test('anybody can read and use every page: both languages, light and dark, narrow', async () => {
  const paths = ['/', '/articles/helmet', '/cart?helmet=2', CHECKOUT, '/orders', '/staff', '/none']
  const { page } = await visit()
  const number = await bought(page)
  paths.push(`/thank-you?order=${number}`)
  for (const [lang, colorScheme] of looks) {
    await page.emulateMedia({ colorScheme })
    for (const path of paths) {
      const url = `${shop}${path}${path.includes('?') ? '&' : '?'}lang=${lang}`
      await page.setViewportSize(narrow)
      await page.goto(url)
      assert.equal(await page.locator('html').getAttribute('lang'), lang)
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      assert.equal(wider, 0, `${url} scrolls sideways`)
      assert.deepEqual(await accessibilityFaults(page), [], url)
    }
  }
})

// For people who look at them.
if (process.env.SCREENSHOTS !== undefined) {
  test('every page is pictured on a phone, a tablet and a desk, light and dark', async () => {
    const { page } = await visit()
    const number = await bought(page)
    const pages = {
      home: '/?',
      article: '/articles/city-bicycle?',
      accessory: '/articles/helmet?',
      cart: '/cart?city-bicycle=1&helmet=2',
      checkout: `${CHECKOUT}`,
      thanks: `/thank-you?order=${number}`,
      orders: '/orders?',
      staff: '/staff?',
    }
    for (const [lang, colorScheme] of looks) {
      await page.emulateMedia({ colorScheme })
      for (const viewport of [phone, tablet, desktop]) {
        await page.setViewportSize(viewport)
        for (const [name, path] of Object.entries(pages)) {
          await page.goto(`${shop}${path}&lang=${lang}`, { waitUntil: 'networkidle' })
          await picture(page, `shop-${name}-${lang}-${colorScheme}`)
        }
      }
    }
  })
}
