// What single parts of the checkout pages do: the provider's frame, time, documents, the way back.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phone, type Site, visitors } from './browser.ts'
import { serveGallery } from './gallery/serve-gallery.ts'
import { said, show } from './gallery/show.ts'
import { progress, states } from './gallery/states.ts'

const { visit } = visitors()
let gallery: Site
let page: Page
before(async () => {
  gallery = await serveGallery()
})
after(() => gallery.close())
beforeEach(async () => {
  page = (await visit({ viewport: phone })).page
  await page.goto(gallery.origin)
})

test('a card is taken from the frame of the provider and from nobody else', async () => {
  await show(page, 'signature')
  const message = { source: 'svc-payments', event: 'card', token: 'card_9', brand: '', last4: '1' }
  await page.evaluate(() => {
    const other = document.createElement('iframe')
    other.src = '/card-frame?other'
    document.body.append(other)
  })
  await page.locator('iframe[src$="other"]').contentFrame().locator('button').waitFor()
  const other = page.frames().find((frame) => frame.url().endsWith('other'))
  await other?.evaluate((forged) => window.parent.postMessage(forged, '*'), message)
  await page.evaluate(async (forged) => {
    const heard = new Promise((resolve) => {
      addEventListener('message', ({ data }) => data === 'last' && resolve(undefined))
    })
    window.postMessage(forged, '*')
    window.postMessage('last', '*')
    await heard
  }, message)
  assert.deepEqual(await said(page), [])
  await page.locator('.card-frame iframe').contentFrame().locator('button').click()
  await page.locator('[data-action="forget-card"]').waitFor()
  assert.deepEqual(await said(page), [['card', { token: 'card_2', brand: 'visa', last4: '1111' }]])
  await page.click('[data-action="forget-card"]')
  await page.locator('.card-frame.open').waitFor()
})

test('a card form that does not open shows this, and is opened again on demand', async () => {
  const { page: slow } = await visit({ viewport: phone })
  await slow.clock.install()
  await slow.route('**/card-frame', (route) => route.abort())
  await slow.goto(gallery.origin)
  await slow.evaluate(() => {
    const { gallery } = window as unknown as { gallery: { show(name: string): void } }
    gallery.show('signature')
  })
  await slow.locator('.card-frame.opening').waitFor()
  await slow.clock.fastForward(21_000)
  await slow.getByText('El formulario de la tarjeta no se abre.').waitFor()
  await slow.unroute('**/card-frame')
  await slow.click('[data-action="card-again"]')
  await slow.locator('.card-frame.open').waitFor()
})

test('a card form that is ready before the page is drawn is recognised', async () => {
  const { page: busy } = await visit({ viewport: phone })
  await busy.addInitScript(() => {
    // What waits for the next picture waits as it does on a machine that has no time to draw.
    const later = window.setTimeout.bind(window)
    window.requestAnimationFrame = (draw) => later(() => draw(performance.now()), 2_000)
    Object.assign(window, {
      setTimeout: (work: () => void, ms = 0) => later(work, ms < 100 ? 2_000 : ms),
    })
  })
  await busy.goto(gallery.origin)
  await show(busy, 'signature')
  await busy.locator('.card-frame.open').waitFor()
})

test('where no card is required there is no form, and the signature needs none', async () => {
  await show(page, 'signature', { progress: { ...progress, card_frame: null } })
  assert.equal(await page.locator('iframe').count(), 0)
  await page.check('[name="consent"]')
  await page.click('[data-action="sign"]')
  assert.deepEqual(await said(page), [['sign']])
})

test('a buyer who continues without a choice is warned, and is at the offers', async () => {
  await show(page, 'offers', { chosen: null })
  await page.click('[data-action="next"]')
  await page.getByText('Elija primero una forma de pago.').waitFor()
  assert.equal(
    await page.evaluate(() => (document.activeElement as HTMLInputElement).name),
    'offer',
  )
  await page.click('[data-offer="pay_later-1"]')
  await page.click('[data-action="next"]')
  await page.locator('[data-step="data"]').waitFor()
})

test('the button that signs shows the amount to pay today', async () => {
  const texts = { 0: 'Firmar: hoy no paga nada', 2: /pagar 62,00\s€ hoy/, 3: /pagar 121,50\s€ hoy/ }
  for (const [at, text] of Object.entries(texts)) {
    await show(page, 'signature-card', { chosen: states.offers.offers[Number(at)] ?? null })
    await page.locator('[data-action="sign"]').filter({ hasText: text }).waitFor()
  }
})

test('the end of the time is announced once, when little is left', async () => {
  await show(page, 'offers', { secondsLeft: 301 })
  const spoken = page.locator('main > [role="status"].unseen')
  assert.equal(await spoken.textContent(), '')
  const change = (secondsLeft: number) =>
    page.evaluate((left) => {
      const { gallery } = window as unknown as {
        gallery: { show(name: string, change: object): void }
      }
      gallery.show('offers', { secondsLeft: left })
    }, secondsLeft)
  await change(300)
  assert.match((await spoken.textContent()) ?? '', /Quedan 5 minutos/)
  await change(110)
  assert.match((await spoken.textContent()) ?? '', /Quedan 5 minutos/)
  await page.locator('.expiry.soon', { hasText: 'Quedan 2 minutos' }).waitFor()
})

test('the time is shown in the last ten minutes only', async () => {
  for (const name of ['offers', 'data', 'signature'] as const) {
    await show(page, name, { secondsLeft: 601 })
    await page.locator('[data-step]').waitFor()
    assert.equal(await page.locator('.expiry').count(), 0, name)
    await show(page, name, { secondsLeft: 600 })
    await page.locator('.expiry').waitFor()
  }
})

test('the way to the store can be stopped, and is announced once', async () => {
  await show(page, 'success')
  await page.getByText('Volverá a la tienda en 8 segundos, salvo que toque la página.').waitFor()
  assert.equal(await page.locator('.leaving').getAttribute('aria-hidden'), 'true')
  await page.click('[data-action="stay"]')
  await page.locator('.leaving').waitFor({ state: 'detached' })
  await page.click('[data-action="leave"]')
  assert.deepEqual(await said(page), [['leave']])
})

test('a store to which nothing leads back is not promised', async () => {
  for (const name of ['success', 'refused', 'offers'] as const) {
    await show(page, name, { canLeave: false })
    assert.equal(await page.locator('[data-action="leave"]').count(), 0, name)
  }
})

test('a refusal is shown with its reasons, and with the way to a person', async () => {
  await show(page, 'refused')
  await page.getByText('El importe abierto en otros créditos').waitFor()
  await page.getByText('indique el pedido A-1004').waitFor()
})

test('after too many cards the only way is back to the store', async () => {
  await show(page, 'signature-used-up')
  assert.equal(await page.locator('[data-action="sign"], [name="consent"], iframe').count(), 0)
  await page.locator('.way [data-action="leave"]').click()
  assert.deepEqual(await said(page), [['leave']])
})

test('nothing that comes from the store becomes markup', async () => {
  const name = '<img src=x onerror="document.title=1"><b>Bike</b>'
  await show(page, 'offers', {
    progress: {
      ...progress,
      store: { ...progress.store, name, lender: name },
      articles: [{ name, quantity: 1, price: 48_600 }],
    },
  })
  await page.locator('.basket summary').click()
  assert.equal(await page.locator('img, b').count(), 0)
  await page.locator('.articles').getByText('<b>Bike</b>').waitFor()
})
