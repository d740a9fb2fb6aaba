// The way of somebody who has just typed `npm start`: buys, signs, ships, takes something back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Locator, Page } from 'playwright-core'
import { clientOf, ownServer } from '../running-server.ts'
import { desktop, phone, picture, visitors } from './browser.ts'

/** From the window to the refund, with the notification in sight; nothing is typed. */
const CLICKS_MAX = 12
const { visit } = visitors()
const server = ownServer()

type Way = {
  readonly page: Page
  /** A click of the visitor's: each counts. */
  click(what: Locator): Promise<void>
  look(name: string, fullPage?: boolean): Promise<void>
}

const mark = (frame: Frame, name: string): Locator => frame.locator(`[data-action="${name}"]`)

async function sign({ page, click, look }: Way): Promise<void> {
  await page.locator('iframe').first().waitFor({ state: 'attached' })
  const checkout = await frameWith(page, 'iframe=checkout')
  await click(checkout.locator('[data-offer=instalments-3]'))
  await look('4-offers', false)
  await click(mark(checkout, 'next'))
  await checkout.locator('[data-person="accepted"]').waitFor()
  await look('5-data', false)
  await click(checkout.locator('[data-person="accepted"]'))
  await mark(checkout, 'sign').waitFor()
  const card = await frameWith(page, '/sandbox/card-frame')
  await look('6-signature', false)
  await click(card.locator('.picks [data-number="4111111111111111"]'))
  await mark(checkout, 'forget-card').waitFor()
  await click(checkout.locator('[name=consent]'))
  await look('7-card', false)
  await click(mark(checkout, 'sign'))
}

/** The frame whose address has this in it, once it is there. */
async function frameWith(page: Page, part: string): Promise<Frame> {
  const there = () => page.frames().find((frame) => frame.url().includes(part))
  while (there() === undefined) await page.waitForEvent('framenavigated')
  return there() as Frame
}

for (const viewport of [desktop, phone]) {
  test(`a stranger buys, ships and refunds at ${viewport.width} px`, async () => {
    const client = clientOf(server)
    const { page, faults } = await visit({ viewport })
    let clicks = 0
    const way: Way = {
      page,
      async click(what) {
        clicks++
        await what.click()
      },
      look: (name, fullPage) => picture(page, `stranger-${name}`, fullPage),
    }

    await page.goto(server.demo.shop_url)
    const buy = page.getByRole('button', { name: 'Comprar a plazos' })
    await buy.waitFor()
    await way.look('1-window')
    await way.click(buy)
    const place = page.getByRole('button', { name: 'Hacer pedido' })
    await place.waitFor()
    await way.look('3-checkout')
    await way.click(place)
    await sign(way)

    await page.getByRole('heading', { name: 'Gracias, Ada' }).waitFor()
    await way.look('9-thanks')
    await way.click(page.getByRole('main').locator('a.button'))
    await page.getByText('por enviar 0,00 €').waitFor()
    const number = new URL(page.url()).hash.slice(1)
    const order = page.getByRole('article').filter({ hasText: number })
    const sum = (key: string) => order.locator(`[data-sum=${key}]`)
    await way.look('10-staff')
    await way.click(order.getByRole('button', { name: /^Enviar 968,00/ }))
    await sum('captured').getByText('968,00 €').waitFor()
    await order.getByText('devuelto 96,80 €').waitFor()
    await way.look('11-shipped')
    await way.click(order.getByRole('button', { name: /^Devolver 96,80/ }))
    await sum('refunded').getByText('96,80 €').waitFor()
    await way.click(order.locator('.messages summary'))
    await order.getByText('"status_reason": "confirmation_required"').waitFor()
    await way.look('12-refunded')
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    assert.equal(wider, 0)
    assert.ok(clicks <= CLICKS_MAX, `${clicks} clicks`)

    const { body } = await client('GET', `/orders/${number}`)
    assert.equal(body.captured_amount, 96_800)
    assert.equal(body.refunded_amount, 9_680)
    assert.equal(body.financing_status, 'ok')
    await page.goto(`${server.demo.shop_url}/orders?lang=en`)
    assert.equal(await sum('captured').textContent(), '€968.00')
    assert.equal(await sum('refunded').textContent(), '€96.80')
    await way.look('13-my-orders')
    assert.deepEqual(faults, [])
  })
}
