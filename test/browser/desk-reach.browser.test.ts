// The desk for everybody and everywhere: coming back, read out, with larger text, without colours
// of its own, on paper, on a slow line.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { did } from '../lending.ts'
import { clientOf, confirmedOrder, ownServer } from '../running-server.ts'
import { accessibilityFaults, WITHOUT_CONTRAST } from './accessibility.ts'
import { desktop, picture, visitors } from './browser.ts'
import { cutOff, openedAs, settled } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()
const store = clientOf(server)
let order = ''
before(async () => {
  ;({ id: order } = await confirmedOrder(store, 60_000))
  await did(store, `${order}/captures`, { amount: 60_000 })
})

const at = (path: string, query = '') =>
  `${server.demo.base_url}/desk${path}?${query === '' ? '' : `${query}&`}mode=sandbox`

async function open(page: Page, path: string, query = ''): Promise<void> {
  await page.goto(at(path, query))
  await settled(page)
}

test('going back finds the filter, the place and the row that was opened', async () => {
  const { page, faults } = await openedAs(server, visit, 'auditor')
  await page.setViewportSize({ width: 1280, height: 360 })
  await open(page, '/orders', 'total_amount-gte=10000')
  const rows = page.locator('[data-row]')
  await rows.nth(8).waitFor()
  const [count, address] = [await rows.count(), page.url()]
  const row = rows.nth(8)
  await row.scrollIntoViewIfNeeded()
  const href = await row.getAttribute('href')
  await page.waitForFunction(() => scrollY > 0 && history.state?.y === scrollY)
  const y = await page.evaluate(() => scrollY)
  await row.click()
  await page.waitForURL(/orders\/[0-9a-f]{32}/)
  await page.getByRole('region', { name: 'Timeline' }).waitFor()
  assert.equal(await page.evaluate(() => scrollY), 0)
  await page.goBack()
  await page.waitForFunction(
    ([wanted, there]) =>
      document.activeElement?.getAttribute('href') === wanted && scrollY === there,
    [href, y] as const,
  )
  assert.equal(page.url(), address)
  assert.equal(await rows.count(), count)
  // Forward it is the order once more, read from its heading on.
  await page.goForward()
  await page.waitForURL(/orders\/[0-9a-f]{32}/)
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  assert.deepEqual(faults, [])
})

test('a list, an order, a panel and a chart are read out as what they are', async () => {
  const { page, faults } = await openedAs(server, visit, 'collections')
  const outline = async (): Promise<string> => page.locator('body').ariaSnapshot()
  const assertRead = async (...lines: readonly RegExp[]) => {
    const read = await outline()
    for (const line of lines) assert.match(read, line)
  }
  await open(page, '/orders')
  await page.locator('[data-row]').first().waitFor()
  await assertRead(
    /^\s*- navigation "Menu":/m,
    /^\s*- heading "Orders" \[level=1\]/m,
    /^\s*- table "Totals":/m,
    /^\s*- columnheader "Total"/m,
    /^\s*- row ".*demo-14.*€435\.00.*":/m,
    /^\s*- link "demo-14":/m,
    /^\s*- link "Orders" \[active\]|- link "Orders"/m,
  )
  await open(page, `/orders/${order}`)
  const region = page.getByRole('region', { name: 'Timeline' })
  await region.locator('li').first().waitFor()
  await assertRead(
    /^\s*- heading "Order .*" \[level=1\]/m,
    /^\s*- region "Timeline":/m,
    /^\s*- heading "Timeline" \[level=2\]/m,
    /^\s*- checkbox "Event" \[checked\]/m,
    /^\s*- listitem:/m,
    /^\s*- term: Captured/m,
    /^\s*- definition:/m,
  )
  await open(page, `/loans/${order}`)
  await page.getByRole('button', { name: 'Book a payment' }).click()
  const panel = page.getByRole('region', { name: 'Book a payment' })
  await panel.getByRole('table', { name: 'What changes' }).waitFor()
  await assertRead(
    /^\s*- button "Book a payment" \[expanded\]/m,
    /^\s*- region "Book a payment":/m,
    /^\s*- textbox "Amount \(EUR\)": "?600\.00"?/m,
    /^\s*- table "What changes":/m,
    /^\s*- deletion: "?€600\.00"?/m,
    /^\s*- insertion: "?€0\.00"?/m,
    /^\s*- '?button ".*Book a payment €600\.00" \[disabled\]/m,
  )
  await open(page, '/figures/volume')
  await page.getByRole('slider').first().waitFor()
  await assertRead(/^\s*- slider "[^"]+"/m, /^\s*- button "Table"/m)
  assert.deepEqual(faults, [])
})

/** A list, an object, an open panel, a chart. */
async function sights(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  await open(page, '/loans')
  await look('list')
  await open(page, `/orders/${order}`)
  await look('order')
  await open(page, `/loans/${order}`)
  await page.getByRole('button', { name: 'Book a payment' }).click()
  await page.getByRole('table', { name: 'What changes' }).waitFor()
  await look('panel')
  await open(page, '/figures/volume')
  await page.getByRole('slider').first().waitFor()
  await look('chart')
}

test('forced colours, no motion and text of 200 % take nothing away', async () => {
  const { page, faults } = await openedAs(server, visit, 'collections')
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await sights(page, async (name) => {
    // Which colours are forced, the styles of the page do not say.
    assert.deepEqual(await accessibilityFaults(page, WITHOUT_CONTRAST), [], name)
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0, name)
    await picture(page, `desk-forced-${name}`)
  })
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
  await page.setViewportSize(desktop)
  // As somebody has it set in their browser, for all pages.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await sights(page, async (name) => {
    assert.deepEqual(await cutOff(page), [], name)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wider <= 0, `${name}: ${wider} px`)
    await picture(page, `desk-large-${name}`)
  })
  assert.deepEqual(faults, [])
})

test('a statement and a plan are printed whole, without the frame', async () => {
  const { page, faults } = await openedAs(server, visit, 'auditor')
  for (const [name, path, table] of [
    ['statement', `/stores/${server.demo.store_id}/statement`, 'Statements'],
    ['plan', `/loans/${order}`, 'Plan'],
  ] as const) {
    await page.emulateMedia({ media: 'screen' })
    await open(page, path)
    const shown = page.getByRole('table', { name: table })
    await shown.waitFor()
    const rows = await shown.locator('tbody tr').count()
    assert.ok(rows > 1, `${name}: ${rows}`)
    await page.emulateMedia({ media: 'print' })
    for (const part of ['.menu', '.top', 'button', '.filters', '.curl']) {
      const seen = page.locator(`${part}:visible`)
      assert.equal(await seen.count(), 0, `${name} prints ${part}`)
    }
    assert.equal(await shown.locator('tbody tr:visible').count(), rows)
    assert.equal(await page.locator('h1:visible').count(), 1)
    // Of a table nothing is beside the paper.
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wider <= 0, `${name}: ${wider} px`)
    await picture(page, `desk-print-${name}`)
  }
  assert.deepEqual(faults, [])
})

test('on a slow line the heading is there at once, a skeleton, and nothing moves', async () => {
  const { page, faults } = await openedAs(server, visit, 'auditor')
  await page.addInitScript(() => {
    let shift = 0
    Reflect.set(globalThis, 'shift', () => shift)
    new PerformanceObserver((list) => {
      for (const each of list.getEntries().map((entry) => entry.toJSON())) {
        if (!each.hadRecentInput) shift += each.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const held: Route[] = []
  for (const [path, api] of [
    ['/loans', '/lender/loans'],
    [`/orders/${order}`, `/lender/orders/${order}`],
  ] as const) {
    await page.route(
      ({ pathname }) => pathname.startsWith(api),
      (route) => {
        held.push(route)
      },
    )
    await page.goto(at(path))
    await page.locator('h1').waitFor()
    await page.locator('.skeleton').first().waitFor()
    // The menu is to be used meanwhile, and so is what is looked for.
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link').first().waitFor()
    assert.equal(await page.locator('[data-search]').isEditable(), true)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const route of held.splice(0)) await route.continue().catch(() => {})
    await settled(page)
    await page.locator('[data-row], .strip').first().waitFor()
    const shift = await page.evaluate(() => Reflect.get(globalThis, 'shift')())
    assert.ok(shift <= 0.05, `${path} moves by ${shift}`)
  }
  assert.deepEqual(faults, [])
})
