// The dialog over the store's page: for keyboards, for eyes, for the page that it leaves behind.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from './accessibility.ts'
import { desktop, phone, picture, visitors } from './browser.ts'
import {
  callsAtEnd,
  callsOf,
  heardBy,
  hears,
  openCheckout,
  puppetOf,
  say,
  stageOf,
} from './checkout-stage.ts'

const stage = stageOf(visitors())

const dialogOf = (page: Page) => page.getByRole('dialog')

describe('the dialog', () => {
  test('is modal and labelled, takes the focus and gives it back', async () => {
    const { page, faults } = await stage.visitShop()
    await page.locator('#pay').focus()
    await openCheckout(page, stage.checkout())
    const frame = await puppetOf(page)
    const dialog = page.getByRole('dialog', { name: 'Financiación de su compra' })
    assert.equal(await dialog.getAttribute('aria-modal'), 'true')
    await page.waitForFunction(() => {
      const { activeElement } = document
      return activeElement?.shadowRoot?.activeElement?.tagName === 'IFRAME'
    })
    // Whatever is pressed, the page behind it does not get the focus.
    for (let times = 0; times < 4; times++) {
      await page.keyboard.press('Tab')
      assert.notEqual(await page.evaluate(() => document.activeElement?.id), 'pay')
    }
    await page
      .locator('#pay')
      .click({ force: true, timeout: 1000 })
      .catch(() => {})
    assert.notEqual(await page.evaluate(() => document.activeElement?.id), 'pay')
    await say(frame, { event: 'close', result: 'dismiss' })
    await callsAtEnd(page)
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'pay')
    assert.deepEqual(faults, [])
  })

  test('shows that it is loading, and can be closed by its button or by Escape', async () => {
    const { page } = await stage.visitShop()
    const ways = [
      () => dialogOf(page).getByRole('button', { name: 'Cerrar' }).click(),
      () => page.keyboard.press('Escape'),
    ]
    for (const way of ways) {
      await openCheckout(page, stage.checkout({ frame: 'hanging' }))
      await dialogOf(page).getByRole('status').getByText('Preparando su financiación…').waitFor()
      await way()
      assert.deepEqual(await callsAtEnd(page), [['onClose', 'dismiss'], ['onDismiss']])
    }
  })

  test('leaves a page that has begun to load a second to close itself', async () => {
    const { page } = await stage.visitShop()
    await openCheckout(page, stage.checkout({ frame: 'never ready' }))
    await puppetOf(page, 'spoken to')
    await page.keyboard.press('Escape')
    assert.deepEqual(await callsAtEnd(page), [['onClose', 'dismiss'], ['onDismiss']])
  })

  test('asks a page that can be used, which decides', async () => {
    const { page } = await stage.visitShop()
    await openCheckout(page, stage.checkout())
    const frame = await puppetOf(page)
    await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
    await hears(frame, 'close-request')
    assert.deepEqual(await heardBy(frame), ['checkout-data', 'close-request'])
    assert.deepEqual(await callsOf(page), [['onReady']])
    await say(frame, { event: 'status-change', status: 'pending' })
    await say(frame, { event: 'close', result: 'dismiss' })
    assert.deepEqual(await callsAtEnd(page), [
      ['onReady'],
      ['onStatusChange', 'pending'],
      ['onClose', 'pending'],
      ['onPending'],
    ])
  })
})

describe('a page in the frame that has died', () => {
  for (const [name, answer, result, last] of [
    ['before the signature', {}, 'dismiss', 'onDismiss'],
    ['after it', { status: 'ok', status_reason: '' }, 'success', 'onSuccess'],
  ] as const) {
    test(`does not keep the buyer; the service knows what became of it ${name}`, async () => {
      const { page } = await stage.visitShop()
      await page.clock.install()
      await openCheckout(page, stage.checkout({ answer }))
      await puppetOf(page)
      await page.clock.pauseAt(Date.now() + 60_000)
      const pressEscape = () =>
        page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })))
      await pressEscape()
      await page.clock.runFor(2900)
      await pressEscape()
      assert.deepEqual(await callsOf(page), [['onReady']])
      await page.clock.runFor(200)
      await page.clock.resume()
      await dialogOf(page).getByRole('button', { name: 'Cerrar' }).click()
      assert.deepEqual(await callsAtEnd(page), [['onReady'], ['onClose', result], [last]])
    })
  }
})

describe('the page behind it', () => {
  test('is as it was before, with no listener and no element more', async () => {
    const { page } = await stage.visitShop()
    await page.waitForFunction(() => 'checkout' in ((globalThis as { svc?: object }).svc ?? {}))
    const client = await page.context().newCDPSession(page)
    const state = async () => {
      const listeners: string[] = []
      for (const expression of ['window', 'document', 'document.documentElement']) {
        const { result } = await client.send('Runtime.evaluate', { expression })
        const { objectId = '' } = result
        const actual = await client.send('DOMDebugger.getEventListeners', { objectId })
        listeners.push(...actual.listeners.map(({ type }) => `${expression} ${type}`))
      }
      const html = await page.evaluate(() => document.documentElement.outerHTML)
      const entry = await page.evaluate(() => JSON.stringify([history.state, location.href]))
      return { listeners: listeners.sort(), html, entry }
    }
    const before = await state()
    await openCheckout(page, stage.checkout())
    const frame = await puppetOf(page)
    assert.ok((await state()).listeners.includes('window message'))
    await say(frame, { event: 'close', result: 'dismiss' })
    await callsAtEnd(page)
    assert.deepEqual(await state(), before)
    assert.equal(page.frames().length, 1)
    assert.deepEqual(await page.context().cookies(), [])
  })

  test('reaches it with none of its styles', async () => {
    const { page } = await stage.visitShop({
      head: `<style>*,*::before,::backdrop{display:none!important;opacity:0!important;
        visibility:hidden!important;pointer-events:none!important;width:1px!important}
        html,body,main,button,h1{display:block!important}
        html{transform:rotate(9deg)!important;filter:blur(4px);overflow:clip!important}</style>`,
      policy: "default-src * 'unsafe-inline'",
    })
    await openCheckout(page, stage.checkout())
    const frame = await puppetOf(page)
    const box = await dialogOf(page).boundingBox()
    assert.deepEqual(box, { x: 400, y: 24, width: 480, height: 752 })
    await frame.getByRole('button', { name: 'Sign' }).click()
    await picture(page, 'checkout-hostile-style')
  })
})

describe('a second call', () => {
  test('while one is open is refused, and is a new checkout afterwards', async () => {
    const { page } = await stage.visitShop()
    const warnings: string[] = []
    page.on('console', (message) => warnings.push(message.text()))
    const id = stage.checkout()
    await openCheckout(page, id)
    await puppetOf(page)
    await page.evaluate(
      ([id, other]) => {
        const { svc } = globalThis as unknown as { svc: { checkout(...values: unknown[]): void } }
        const never = { onReady: () => Object.assign(globalThis, { second: true }) }
        svc.checkout(id, never)
        svc.checkout(other, never)
      },
      [id, stage.checkout()],
    )
    assert.equal(page.frames().length, 2)
    assert.equal(warnings.filter((text) => text.includes('a checkout is open')).length, 1)
    const [, frame] = page.frames()
    if (frame) await say(frame, { event: 'close', result: 'ko' })
    assert.deepEqual(await callsAtEnd(page), [['onReady'], ['onClose', 'ko'], ['onKO']])
    await openCheckout(page, id)
    await say(await puppetOf(page), { event: 'close', result: 'dismiss' })
    assert.deepEqual(await callsAtEnd(page), [['onReady'], ['onClose', 'dismiss'], ['onDismiss']])
    assert.equal(await page.evaluate(() => 'second' in globalThis), false)
  })
})

describe('the dialog looks', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [phone, desktop]) {
      const { width } = viewport
      test(`well ${width} px wide, ${colorScheme}, and axe finds no fault in it`, async () => {
        const { page, faults } = await stage.visitShop({ context: { colorScheme, viewport } })
        const loading = stage.checkout({ frame: 'never ready' })
        await openCheckout(page, loading)
        await puppetOf(page, 'spoken to')
        await picture(page, `checkout-loading-${colorScheme}`)
        assert.deepEqual(await accessibilityFaults(page), [])
        await page.keyboard.press('Escape')
        await callsAtEnd(page)
        await openCheckout(page, stage.checkout())
        await puppetOf(page)
        const box = await dialogOf(page).boundingBox()
        const whole = { x: 0, y: 0, ...phone }
        assert.deepEqual(
          box,
          width === phone.width ? whole : { x: 400, y: 24, width: 480, height: 752 },
        )
        await picture(page, `checkout-open-${colorScheme}`)
        assert.deepEqual(await accessibilityFaults(page), [])
        assert.deepEqual(faults, [])
      })
    }
  }
})
