// The instalment widget, on a store's page of its own origin under a strict policy.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Request, Route } from 'playwright-core'
import { clientOf, type Json, type RunningServer, startServer } from '../running-server.ts'
import { accessibilityFaults, looks } from './accessibility.ts'
import { desktop, narrow, phone, picture, visitors } from './browser.ts'
import { layoutShift, type StorePages, storePages, until } from './store-page.ts'

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

const widget = (attributes: string) =>
  `<div id="w" data-svc-widget-instalments data-currency="EUR" ${attributes}></div>`
const PLAIN = widget('data-amount="40000"')

const state = (page: Page, wanted: string, selector = '#w') =>
  page.locator(`${selector}[data-svc-state="${wanted}"]`).waitFor({ state: 'attached' })
const set = (page: Page, name: string, value: string, selector = '#w') =>
  page.locator(selector).evaluate((each, [n, v]) => each.setAttribute(n, v), [name, value] as const)
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
const textOf = async (page: Page, part: string, within = '#w') =>
  plain(await page.locator(`${within} .card [part=${part}]`).innerText())
const questions = (requests: readonly Request[]) =>
  requests
    .filter((each) => each.url().includes('instalment-plan-simulator') && each.method() === 'GET')
    .map((each) => {
      const { searchParams } = new URL(each.url())
      searchParams.delete('public-key')
      return searchParams
    })
const amountsRequested = (requests: readonly Request[]) =>
  questions(requests).map((query) => query.get('amount'))
/** Waits until the figures are those of a purchase of this amount. */
const shows = (page: Page, price: string) =>
  page.locator('#w[data-svc-state=allowed] .card .example', { hasText: price }).waitFor()
async function simulated(query: string, keys: Keys = server.demo): Promise<Json> {
  const client = clientOf(server, { key: keys.public_key })
  return (await client('GET', `/instalment-plan-simulator?${query}`)).body
}
const euros = (cents: number, tag = 'es-ES') =>
  plain(
    (cents / 100).toLocaleString(tag, { style: 'currency', currency: 'EUR', useGrouping: true }),
  )

test('figures are those of the service, with its example and warning', async () => {
  const { page, faults, requests } = await store.show({ body: PLAIN })
  await state(page, 'allowed')
  assert.equal(await textOf(page, 'headline'), '4 cuotas de 100,00 € sin intereses')
  const figures = await textOf(page, 'figures')
  assert.equal(figures, 'TAE 0,00 % TIN 0,00 % Total a pagar 400,00 €')
  const { options } = await simulated('amount=40000&locale=es')
  const { representative_example: example, warning: sentence } = options.featured
  assert.equal(await textOf(page, 'example'), plain(`${example} ${sentence}`))
  const warning = page.locator('#w .card .warning')
  assert.equal(await warning.innerText(), '¡Atención! Pedir dinero prestado cuesta dinero.')
  const size = await page.locator('#w .card .example').evaluate((e) => getComputedStyle(e).fontSize)
  assert.ok(Number.parseFloat(size) >= 12, size)
  assert.deepEqual(questions(requests).map(String), ['amount=40000&currency=EUR&locale=es'])
  assert.deepEqual(faults, [])
})

test('a widget that is financed draws nothing before its answer and measures nothing', async () => {
  const script = `const { getBoundingClientRect } = Element.prototype
    window.measured = 0
    Element.prototype.getBoundingClientRect = function () {
      measured++
      return getBoundingClientRect.call(this)
    }
    addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
      const { shadowRoot } = document.querySelector('#w')
      window.drawn ??= shadowRoot && [...shadowRoot.querySelectorAll('.head, .law')].map(
        (part) => part.childElementCount)
    }).observe(document.querySelector('#w'), { attributes: true }))`
  const { page } = await store.show({ body: PLAIN, script })
  await state(page, 'allowed')
  const seen = await page.evaluate(() => [
    Reflect.get(window, 'measured'),
    Reflect.get(window, 'drawn'),
  ])
  assert.deepEqual(seen, [0, [0, 0]])
})

type Keys = { readonly public_key: string; readonly private_key: string }

/** The other store, which wants a fee and a down payment. */
async function dearStore(): Promise<Keys> {
  const { other_store: keys } = server.demo
  const client = clientOf(server, { key: keys.private_key })
  const { products } = (await client('GET', '/me')).body
  const terms = { opening_fee_rate: 100, opening_fee_fixed: 50, downpayment_rate: 2_000 }
  const changed = products.map((each: Json) =>
    each.type === 'instalments' ? { ...each, ...terms } : each,
  )
  assert.equal((await client('PATCH', '/me', { products: changed })).status, 200)
  const fees = async () => {
    const { choices } = await simulated('amount=33333', keys)
    return choices[0].instalments[0].total_fees
  }
  while ((await fees()) === 0);
  return keys
}

for (const [name, keysOf] of [
  ['every plan', async () => server.demo],
  ['every plan with a fee and a down payment', dearStore],
] as const) {
  test(`${name} shows its costs and payments to the cent`, async () => {
    const keys: Keys = await keysOf()
    const { page } = await store.show({
      query: `public-key=${keys.public_key}&sandbox=true`,
      body: widget('data-amount="33333"'),
      options: { viewport: phone },
    })
    await state(page, 'allowed')
    await page.locator('#w .card summary').click()
    const { choices } = await simulated('amount=33333', keys)
    const plans = choices.flatMap(({ instalments }: Json) => instalments)
    const select = page.locator('#w .card select')
    await select.waitFor()
    assert.equal(await select.locator('option').count(), plans.length)
    for (const [index, plan] of plans.entries()) {
      await select.selectOption({ index })
      const rows = await page.locator('#w .card .choice tr').allInnerTexts()
      const { total_amount, total_interest, total_fees, downpayment_amount } = plan
      const sums = [total_amount, total_interest, total_fees, downpayment_amount]
      const [total, interest, fees, down] = sums.map((sum) => euros(sum))
      const costs = `Total a pagar ${total} Intereses ${interest} Comisiones ${fees}`
      assert.ok((await textOf(page, 'costs')).endsWith(`${costs} Entrada ${down}`), costs)
      const payments = plan.schedule.map((each: Json) => {
        const day = new Date(each.due_date)
        const date = day.toLocaleDateString('es', { dateStyle: 'medium', timeZone: 'UTC' })
        const cents = [each.interest, ...(total_fees > 0 ? [each.fee] : []), each.amount]
        return plain([date, ...cents.map((sum) => euros(sum))].join(' '))
      })
      assert.deepEqual(rows.slice(1).map(plain), payments)
    }
    await picture(page, `widget-${keys === server.demo ? 'plain' : 'dear'}`)
  })
}

test('without a plan free of cost the lowest instalment leads', async () => {
  const { page } = await store.show({ body: widget('data-amount="250000"') })
  await state(page, 'allowed')
  assert.equal(await textOf(page, 'headline'), 'Desde 222,12 € al mes en 12 cuotas')
  assert.match(await textOf(page, 'figures'), /^TAE 12,68 % TIN 12,00 % Total a pagar 2\.665,/)
})

test('pay_in_4 and pay_later are described as what they are', async () => {
  const { page, requests } = await store.show({
    body: widget('data-amount="40000" data-product-type="pay_in_4" data-locale="en"'),
  })
  await state(page, 'allowed')
  assert.equal(await textOf(page, 'headline'), '4 instalments of €100.00, interest-free')
  await set(page, 'data-product-type', 'pay_later')
  await page.locator('#w .card .headline', { hasText: 'Pay €400.00 on' }).waitFor()
  assert.match(await textOf(page, 'example'), /after 15 days/)
  assert.deepEqual(
    questions(requests).map((query) => query.get('product[type]')),
    ['pay_in_4', 'pay_later'],
  )
})

test('the price of the page is followed: text, element, field and quantity', async () => {
  const { page, requests } = await store.show({
    body: `<p class="price" hidden>1,00 €</p>
      <p class="price"><del>500,00 €</del> <ins>400,00 €</ins></p>
      <input id="qty" value="1">${widget('data-price=".price" data-qty="#qty"')}`,
  })
  await shows(page, '400,00')
  await page.locator('#qty').fill('2')
  await shows(page, '800,00')
  await page.locator('.price ins').evaluate((each) => {
    each.firstChild?.replaceWith('450,00 €')
  })
  await shows(page, '900,00')
  await page.locator('.price:not([hidden])').evaluate((each) => {
    const other = document.createElement('meta')
    other.className = 'price'
    other.content = '123.45'
    each.replaceWith(other)
    document.querySelector('.price')?.remove()
  })
  await shows(page, '246,90')
  await set(page, 'data-price', '#field')
  await page.evaluate(() => {
    const field = document.createElement('input')
    field.id = 'field'
    field.value = '1.000,00'
    document.body.append(field)
  })
  await shows(page, '2.000,00')
  await page.locator('#field').fill('150,5')
  await shows(page, '301,00')
  assert.deepEqual([...new Set(amountsRequested(requests))], amountsRequested(requests))
})

test('typed amounts are requested once, known ones not at all', async () => {
  const { page, requests } = await store.show({
    body: `<input id="field" value="100,00">${widget('data-price="#field"')}
      ${widget('data-amount="10000"').replace('id="w"', 'id="other"')}`,
  })
  await shows(page, '100,00')
  const type = (text: string) =>
    page.locator('#field').evaluate((each, whole) => {
      const field = each as HTMLInputElement
      for (const length of whole.split('').keys()) {
        field.value = whole.slice(0, length + 1)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      }
    }, text)
  await type('2345,67')
  await shows(page, '2.345,67')
  await type('100,00')
  await shows(page, '100,00')
  assert.deepEqual(amountsRequested(requests), ['10000', '234567'])
})

test('an answer that comes late never replaces a newer one', async () => {
  const held: Route[] = []
  const { page } = await store.show({
    body: PLAIN,
    prepare: (page) =>
      page.route('**/instalment-plan-simulator?amount=40000*', (route) => void held.push(route)),
  })
  await until(() => held.length > 0)
  await set(page, 'data-amount', '50000')
  await shows(page, '500,00')
  const drawn = await page.locator('#w').evaluateHandle((host) => {
    const texts: string[] = []
    const law = host.shadowRoot?.querySelector('.card > .law') as Element
    new MutationObserver(() => texts.push(law.textContent)).observe(law, { childList: true })
    return texts
  })
  await Promise.all(held.map((route) => route.continue().catch(() => {})))
  // Asked after it was let go, answered after it.
  await set(page, 'data-amount', '60000')
  await shows(page, '600,00')
  const texts = await drawn.jsonValue()
  assert.deepEqual([texts.length, texts[0]?.includes('600,00')], [1, true], texts.join())
})

const dressed = (scheme: string) => `const sheet = new CSSStyleSheet()
  sheet.replaceSync(\`:root{color-scheme:${scheme}}
  body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:24px;background:Canvas;color:CanvasText}
  main{max-width:420px}#w{min-height:288px}.price{font-size:28px;margin:0 0 12px}\`)
  document.adoptedStyleSheets = [sheet]`

const late = '<script src="SRC?public-key=KEY&amp;sandbox=true"></script>'
test('nothing moves when the answer comes, nor when there is no financing', async () => {
  const cases = ['data-amount="40000"', 'data-amount="99999999"', 'data-price="#no"']
  for (const [index, attributes] of cases.entries()) {
    const held: Route[] = []
    const { page } = await store.show({
      tag: late.replace('KEY', server.demo.public_key),
      body: `<main>${widget(attributes)}<p>Below</p></main>`,
      options: { viewport: index === 1 ? phone : desktop },
      prepare: (page) =>
        page.route('**/instalment-plan-simulator*', (route) => void held.push(route)),
    })
    await state(page, index === 2 ? 'refused' : 'checking')
    const place = await page.locator('main > p').boundingBox()
    assert.ok((place?.y ?? 0) > 100)
    if (index < 2) await until(() => held.length > 0)
    await Promise.all(held.map((route) => route.continue()))
    await state(page, index === 0 ? 'allowed' : 'refused')
    const now = (await page.locator('main > p').boundingBox())?.y ?? 0
    assert.ok(Math.abs(now - (place?.y ?? 0)) < 1, `${place?.y} ${now}`)
    assert.ok((await layoutShift(page)) <= 0.01)
    await page.context().close()
  }
})

test('a script that comes late moves nothing where the store has reserved the place', async () => {
  const { page } = await store.show({
    tag: '',
    body: `<main>${PLAIN}<p>Below</p></main>`,
    script: dressed('light'),
    options: { viewport: phone },
  })
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 1)
  const source = `${store.cdn.origin}/svc.js?public-key=${server.demo.public_key}&sandbox=true`
  await page.evaluate((src) => {
    document.head.append(Object.assign(document.createElement('script'), { src }))
  }, source)
  await state(page, 'allowed')
  assert.ok((await layoutShift(page)) <= 0.01)
})

test('an amount outside the limits shows the limits instead of the plans', async () => {
  for (const [language, scheme] of looks) {
    const viewport = { es: phone, en: narrow }[language]
    const { page } = await store.show({
      body: `<main><h1>Bike</h1>${widget(
        `data-amount="99999999" data-locale="${language}"`,
      )}<p>Below</p></main>`,
      script: dressed(scheme),
      options: { viewport },
    })
    await state(page, 'refused')
    const notice = page.locator('#w [role=status]')
    assert.match(
      plain(await notice.innerText()),
      {
        es: /^Se financian compras de 1,00 € a 10\.000,00 €\. ¡Atención! Pedir/,
        en: /^Purchases from €1\.00 to €10,000\.00 can be financed\. Caution!/,
      }[language],
    )
    const [place, said] = [await page.locator('#w').boundingBox(), await notice.boundingBox()]
    assert.ok(place && said && said.y >= place.y && said.height > 40)
    assert.ok(said.y + said.height <= place.y + place.height && said.width <= place.width)
    assert.ok((await layoutShift(page)) <= 0.01)
    assert.deepEqual(await accessibilityFaults(page), [])
    await picture(page, `widget-notice-${language}-${scheme}`)
  }
})

test('a reserved place is given up when the buyer changes what is bought', async () => {
  const { page } = await store.show({
    script: dressed('light'),
    body: `<input id="qty" type="number" value="1">${widget(
      'data-amount="40000" data-qty="#qty"',
    )}<p>Below</p>`,
  })
  await shows(page, '400,00')
  const before = (await page.locator('body > p').boundingBox())?.y ?? 0
  await page.locator('#qty').fill('900')
  await state(page, 'refused')
  assert.match(await page.locator('#w [role=status]').innerText(), /Se financian compras/)
  assert.equal((await page.locator('body > p').boundingBox())?.y, before)
  await set(page, 'data-currency', 'USD')
  await page.waitForFunction(() => !document.querySelector('#w')?.getClientRects().length)
  assert.equal(await page.locator('#w [role=status]').innerText(), '')
  await set(page, 'data-currency', 'EUR')
  await page.locator('#qty').fill('2')
  await shows(page, '800,00')
  assert.equal((await page.locator('body > p').boundingBox())?.y, before)
  assert.match(
    await page.locator('#w [role=status]').innerText(),
    /4 cuotas de 200,00\s€ sin intereses.*800,00/,
  )
})

test('a wrong key, amount, selector or currency is shown to developers only', async () => {
  const { page, said, faults } = await store.show({
    query: 'public-key=pk_wrong&sandbox=true',
    body: `${PLAIN}${widget('data-amount="120.50"')}${widget('data-price="p["')}
      ${PLAIN.replace('EUR', 'euro')}`,
  })
  await until(() => said.length >= 4)
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-svc-widget-instalments]')].every(
      (each) => each.getAttribute('data-svc-state') === 'refused',
    ),
  )
  for (const part of [/key is malformed/, /120\.50 is written 12050/, /"p\["/, /euro/]) {
    assert.ok(
      said.some((line) => part.test(line)),
      `${part}: ${said}`,
    )
  }
  assert.equal(await page.locator('#w .card').first().isVisible(), false)
  assert.deepEqual(faults, [])
})

test('a currency that the store does not sell in leaves the other widgets alone', async () => {
  const { page, said } = await store.show({
    body: PLAIN.replace('EUR', 'USD').replace('id="w"', 'id="usd"'),
  })
  await state(page, 'refused', '#usd')
  await page.evaluate((html) => {
    document.body.append(document.createRange().createContextualFragment(html))
  }, PLAIN)
  await shows(page, '400,00')
  assert.ok(!said.some((line) => line.includes('[svc]')), `${said}`)
})

test('a connection that was lost is found again', async () => {
  const { page } = await store.show({
    body: PLAIN,
    prepare: (page) => page.route('**/instalment-plan-simulator*', (route) => route.abort()),
  })
  await state(page, 'failed')
  await page.unroute('**/instalment-plan-simulator*')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await shows(page, '400,00')
})

test('elements come, go and come back; one that is gone asks nothing', async () => {
  const { page, requests } = await store.show({ body: '<main></main>' })
  await page.waitForFunction(() => 'svc' in window)
  await page.evaluate((html) => {
    const main = document.querySelector('main')
    main?.append(document.createRange().createContextualFragment(html))
  }, PLAIN)
  await shows(page, '400,00')
  const handle = await page.evaluateHandle(() => {
    const element = document.querySelector('#w')
    element?.remove()
    return element
  })
  await handle.evaluate((element) => element?.setAttribute('data-amount', '70000'))
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)))
  assert.deepEqual(amountsRequested(requests), ['40000'])
  await handle.evaluate((element) => document.body.append(element as Element))
  await shows(page, '700,00')
  assert.equal(await page.locator('#w .card').count(), 1)
})

test('an element has one widget, though the script is loaded twice', async () => {
  const source = `SRC?public-key=${server.demo.public_key}&amp;sandbox=true`
  const { page, requests, faults } = await store.show({
    tag: `<script async src="${source}"></script><script async src="${source}"></script>`,
    body: `${PLAIN}<section data-amount="30000" data-currency="EUR"></section><br><img id="image">`,
    script: `(window.svc = window.svc || []).push((svc) => {
      svc.widget('section'); svc.widget('#w'); svc.widget('img')
    })`,
  })
  await shows(page, '400,00')
  await state(page, 'allowed', 'section')
  assert.equal(await page.locator('#w .card').count(), 1)
  assert.deepEqual(amountsRequested(requests).sort(), ['30000', '40000'])
  assert.deepEqual(faults, [])
})

test("a store's legal text is filled in as text, beside the example", async () => {
  const legal =
    '&lt;b&gt;TAE {annual_equivalent}, {num_instalments} de {instalment}, ' +
    'última {last_instalment}, ' +
    'compra {amount}, total {total_amount}, intereses {total_interest}, ' +
    '{total_fees}, {downpayment}, ' +
    '{nominal_rate} {constructor} {nothing}'
  const { page, said } = await store.show({
    body: widget(`data-amount="40000" data-product-type="instalments" data-legal-text="${legal}"`),
  })
  await shows(page, '400,00')
  assert.equal(
    await textOf(page, 'legal-text'),
    '<b>TAE 12,68 %, 12 de 35,54 €, última 35,53 €, compra 400,00 €, total 426,47 €, ' +
      'intereses 26,47 €, 0,00 €, 0,00 €, 12,00 % {constructor} {nothing}',
  )
  assert.match(await textOf(page, 'example'), /¡Atención!/)
  const warnings = said.flatMap((line) => line.match(/no \{\w+\}/g) ?? [])
  assert.deepEqual(warnings, ['no {constructor}', 'no {nothing}'])
})

test('a buyer opens the plans and chooses one with the keyboard', async () => {
  const { page } = await store.show({ body: PLAIN })
  await state(page, 'allowed')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const select = page.locator('#w .card select')
  await select.waitFor()
  await page.keyboard.press('Tab')
  const chosen = () => select.evaluate((each) => (each as HTMLSelectElement).selectedIndex)
  assert.equal(await chosen(), 4)
  await page.keyboard.press('Home')
  assert.equal(await chosen(), 0)
  await page.keyboard.press('ArrowDown')
  assert.equal(await chosen(), 1)
  await page.keyboard.press('End')
  assert.equal(await chosen(), 5)
  assert.match(await page.locator('#w .card .choice').innerText(), /400,00/)
})

test('axe finds nothing in any language, scheme or state; it fits 320 px', async () => {
  for (const [language, scheme] of looks) {
    const viewport = { es: { light: phone, dark: narrow }, en: { light: narrow, dark: desktop } }
    const { page } = await store.show({
      body: `<main><h1>Bike</h1><p class="price">400,00 €</p>${widget(
        `data-price=".price" data-locale="${language}"`,
      )}<p>Below</p></main>`,
      script: dressed(scheme),
      options: { viewport: viewport[language][scheme] },
    })
    await state(page, 'allowed')
    await picture(page, `widget-${language}-${scheme}`)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.locator('#w .card summary').click()
    await page.locator('#w .card select').waitFor()
    await picture(page, `widget-${language}-${scheme}-open`)
    assert.deepEqual(await accessibilityFaults(page), [])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wide <= 0, `${wide}`)
  }
})
