// What is seen stays where it is while the answers of a screen come, whichever is the last.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { ownServer } from '../running-server.ts'
import { desktop, phone, visitors } from './browser.ts'
import { furnish } from './desk-screens.ts'
import { openedAs, settled } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()
const AT_MOST = 0.02

before(async () => {
  const { page } = await openedAs(server, visit, 'collections')
  await furnish(server, page)
  await page.context().close()
})

type Held = { readonly route: Route; readonly name: string }
/** Which of those that wait is answered next. */
const orders: Readonly<Record<string, (held: Held[]) => Held | undefined>> = {
  'first to last': (held) => held.shift(),
  'last to first': (held) => held.pop(),
}

const isAsked = ({ pathname }: URL) =>
  !/^\/(desk|demo|assets)(\/|$)|\/events\/stream$/.test(pathname)

/** For `addInitScript`: adds up what moves. */
function noteShifts(): void {
  const moved: { value: number; what: string[] }[] = []
  Reflect.set(globalThis, 'moved', moved)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as unknown as { value: number; sources: { node: Node }[] }
      const what = sources.map(({ node }) => (node as HTMLElement | null)?.textContent ?? '')
      moved.push({ value, what: what.map((text) => text.slice(0, 40)) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Two frames, so that what an answer changes is drawn, and noted. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  })

/** Opens a screen and answers what it asks one by one; what has moved meanwhile. */
async function moves(page: Page, path: string, next: (held: Held[]) => Held | undefined) {
  const held: Held[] = []
  await page.route(isAsked, (route) => {
    held.push({ route, name: new URL(route.request().url()).pathname })
  })
  await page.goto(`${server.demo.base_url}/desk${path}?mode=sandbox`, { waitUntil: 'load' })
  const answered: string[] = []
  const isSettled = () =>
    page.evaluate(
      () =>
        document.querySelector('h1') !== null &&
        document.querySelector('.skeleton, [aria-busy=true]') === null,
    )
  while (held.length > 0 || !(await isSettled())) {
    await drawn(page)
    const each = next(held)
    if (each === undefined) continue
    const coming = page.waitForEvent(
      'requestfinished',
      (request) => request === each.route.request(),
    )
    await each.route.continue()
    await coming
    await drawn(page)
    answered.push(each.name)
  }
  await settled(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const moved: { value: number; what: string[] }[] = await page.evaluate(() =>
    Reflect.get(globalThis, 'moved'),
  )
  return { moved, answered }
}

const lenders = ['support', 'collections', 'risk', 'finance', 'admin', 'auditor']
const stores = ['store_owner', 'store_operator']
const screens: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries([...lenders, ...stores].map((role) => [role, ['']])),
  auditor: ['', '/orders', '/loans', '/collections', '/inbox', '/payouts', '/dev/webhooks'],
  store_owner: ['', '/orders', '/payouts', '/dev/webhooks'],
}

for (const [role, paths] of Object.entries(screens)) {
  for (const path of paths) {
    test(`${role}: nothing moves at /desk${path}, whichever answer is late`, async () => {
      const { page, faults } = await openedAs(server, visit, role)
      await page.addInitScript(noteShifts)
      const wrong: string[] = []
      for (const size of [phone, desktop]) {
        await page.setViewportSize(size)
        for (const [order, next] of Object.entries(orders)) {
          const { moved, answered } = await moves(page, path, next)
          assert.ok(answered.length > 2, answered.join())
          const shift = moved.reduce((sum, { value }) => sum + value, 0)
          if (shift <= AT_MOST) continue
          const why = `${JSON.stringify(moved)}, answered: ${answered.join(' ')}`
          wrong.push(`${size.width} px, ${order}: ${shift.toFixed(3)}, ${why}`)
        }
      }
      assert.deepEqual(wrong, [])
      assert.deepEqual(faults, [])
    })
  }
}
