// The buyer's whole way by keyboard alone, over the real flow and with the provider's own frame.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { clientOf, ownServer } from '../running-server.ts'
import { desktop, phone, visitors } from './browser.ts'
import { cards, openedCheckout, result, step } from './buyer.ts'

const { visit } = visitors()
const server = ownServer()
const client = clientOf(server)

/** What has the focus, in a place that can be seen, with something that shows that it has it. */
type Focus = { readonly name: string; readonly top: number; readonly isShown: boolean }

const focusIn = (place: Page | Frame): Promise<Focus> =>
  place.evaluate(() => {
    const it = document.activeElement
    if (!(it instanceof HTMLElement) || it === document.body) {
      return { name: '', top: 0, isShown: true }
    }
    const marks = [it, ...[it.parentElement, it.closest('label')].filter((each) => each !== null)]
    const styles = marks.map((each) => getComputedStyle(each))
    const shown = (style: CSSStyleDeclaration) =>
      (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) ||
      style.boxShadow !== 'none'
    const { top, bottom } = it.getBoundingClientRect()
    const action = it.dataset.document ?? it.dataset.action ?? it.dataset.person
    return {
      name: it.getAttribute('name') ?? action ?? (it.id || it.tagName.toLowerCase()),
      top: top + scrollY,
      isShown: styles.some(shown) && bottom > 0 && top < innerHeight,
    }
  })

/** Presses Tab until it is there; each stop on the way shows the focus. Answers the stops. */
async function tabTo(page: Page, name: string, place: Page | Frame = page): Promise<Focus[]> {
  const stops: Focus[] = []
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    const stop = await focusIn(place)
    if (stop.name !== '' && stop.name !== 'iframe') {
      assert.ok(stop.isShown, `the focus on ${stop.name} is not to be seen`)
      stops.push(stop)
    }
    if (stop.name === name) return stops
  }
  return assert.fail(`no way by keyboard to ${name}, only ${stops.map((each) => each.name)}`)
}

const titleHasFocus = async (page: Page) => assert.equal((await focusIn(page)).name, 'title')

for (const viewport of [desktop, phone]) {
  test(`from the offers to the result by keyboard alone at ${viewport.width} px`, async () => {
    const { page, faults } = await visit({ viewport })
    const opened = await openedCheckout(client)
    await page.goto(opened.url)
    await step(page, 'offers').waitFor()
    await tabTo(page, 'offer')
    await page.keyboard.press('Space')
    await tabTo(page, 'next')
    await page.keyboard.press('Enter')

    await step(page, 'data').waitFor()
    await titleHasFocus(page)
    const fields = await tabTo(page, 'email')
    const order = fields
      .map((each) => each.name)
      .filter((name) => !/^(accepted|refused|checked)$/.test(name))
    assert.deepEqual(order, [
      ...['first_name', 'last_name', 'phone', 'birthday', 'document_id', 'email'],
    ])
    const tops = fields.map((each) => each.top)
    assert.deepEqual(
      tops,
      tops.toSorted((a, b) => a - b),
      'the focus goes from top to bottom',
    )
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type('12345678A')
    await page.keyboard.press('Enter')
    assert.equal((await focusIn(page)).name, 'document_id')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('12345678Z')
    await page.keyboard.press('Enter')

    await step(page, 'signature').waitFor()
    await titleHasFocus(page)
    await page.locator('.card-frame.open').waitFor()
    await tabTo(page, 'agreement')
    const frame = page.frames().find((each) => each.url().includes('card-frame'))
    assert.ok(frame)
    await tabTo(page, 'number', frame)
    await page.keyboard.type(cards.good)
    await tabTo(page, 'expiry', frame)
    await page.keyboard.type('1240')
    await tabTo(page, 'cvc', frame)
    await page.keyboard.type('123')
    await tabTo(page, 'consent')
    await page.keyboard.press('Space')
    await tabTo(page, 'sign')
    await page.keyboard.press('Enter')
    await result(page, 'success').waitFor()
    await titleHasFocus(page)
    assert.deepEqual(faults, [])
  })
}

test('faults of the card are shown in its frame, and signing does not go on', async () => {
  const { page } = await visit()
  await page.goto((await openedCheckout(client)).url)
  await page.locator('[data-offer="instalments-3"]').press('Space')
  await page.locator('[data-action="next"]').press('Enter')
  await page.locator('[data-action="save"]').press('Enter')
  const frame = page.locator('.card-frame.open iframe').contentFrame()
  await frame.locator('#number').fill('4111 1111 1111 1112')
  await frame.locator('#expiry').fill('12/40')
  await frame.locator('#cvc').fill('123')
  await page.locator('[name="consent"]').press('Space')
  await page.locator('[data-action="sign"]').press('Enter')
  await frame.locator('#number[aria-invalid="true"]').waitFor()
  await page.locator('#card-fault').waitFor()
  await frame.locator('#number').fill(cards.good)
  // The frame's own button takes the card; the signature is pressed again by the buyer.
  await frame.locator('button').press('Enter')
  await page.locator('[data-action="forget-card"]').waitFor()
  assert.equal(await page.locator('[data-step="signature"]').count(), 1)
  await page.locator('[data-action="sign"]').press('Enter')
  await result(page, 'success').waitFor()
})
