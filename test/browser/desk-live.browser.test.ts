// The desk while something happens: one stream for all tabs, which go on where the last one was;
// and everything by its name.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { clientOf, confirmedOrder, ownServer } from '../running-server.ts'
import { accessibilityFaults } from './accessibility.ts'
import { type Visit, visitors } from './browser.ts'

const { visit } = visitors()
const server = ownServer()
const store = clientOf(server)

const at = (path: string) => `${server.demo.base_url}/desk${path}?mode=sandbox`

async function opened(options: BrowserContextOptions = {}): Promise<Visit> {
  const visited = await visit(options)
  await visited.page.goto(server.demo.backoffice_url)
  await visited.page.waitForURL(/\/desk$/)
  return visited
}

/** The requests of a page for the stream, and for the answer of a path. */
function countRequests(page: Page) {
  const counts = { streams: 0, answers: 0 }
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname === '/lender/events/stream') counts.streams++
    if (/^\/lender\/orders\/[0-9a-f]{32}$/.test(pathname)) counts.answers++
  })
  return counts
}

const capture = async (id: string, amount: number) =>
  assert.equal((await store('POST', `/orders/${id}/captures`, { amount })).status, 200)

/** Events of an order, as another tab passes them on. */
const happen = (page: Page, id: string, count: number) =>
  page.evaluate(
    ([of, events]) => {
      const tabs = new BroadcastChannel('desk-live')
      for (let event = 0; event < events; event++) {
        const happening = { place: `${event}`, ids: [of], types: ['order.captured'] }
        tabs.postMessage({ sandbox: true, happening })
      }
      tabs.close()
    },
    [id, count] as const,
  )

const captured = (page: Page, text: string) =>
  page.locator('.strip, .figures, main').getByText(text).first().waitFor()

test('events are shown in every tab, by a stream that another tab takes over', async () => {
  const { page, faults } = await opened()
  const other = await page.context().newPage()
  const { id } = await confirmedOrder(store, 50_000)
  const [own, others] = [countRequests(page), countRequests(other)]
  await page.goto(at(`/orders/${id}`))
  await captured(page, '500,00')
  await other.goto(at(`/orders/${id}`))
  await captured(other, '500,00')
  await page.waitForFunction(async () => (await navigator.locks.query()).pending?.length === 1)
  await capture(id, 12_345)
  await captured(page, '123,45')
  await captured(other, '123,45')
  assert.deepEqual([own.streams, others.streams], [1, 0])
  // Many at once are read a few times, as from a tab that reads the stream.
  const before = others.answers
  await happen(other, id, 50)
  await capture(id, 1_000)
  await captured(other, '133,45')
  assert.ok(others.answers - before <= 8, `${others.answers - before} requests`)
  // The one that reads is closed; what happens meanwhile is not lost.
  await page.close()
  await capture(id, 6_655)
  await captured(other, '200,00')
  assert.equal(others.streams, 1)
  assert.deepEqual(faults, [])
})

test('what is being read is shown, whatever else happens meanwhile', async () => {
  const { page } = await opened()
  const { id } = await confirmedOrder(store, 50_000)
  await page.goto(at(`/orders/${id}`))
  await captured(page, '500,00')
  const path = new RegExp(`/lender/orders/${id}$`)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(path, async (route) => {
    await held
    await route.continue()
  })
  const failed: string[] = []
  page.on('requestfailed', (request) => path.test(request.url()) && failed.push(request.url()))
  const first = page.waitForRequest(path)
  await happen(page, id, 1)
  await first
  const counts = countRequests(page)
  await happen(page, id, 1)
  // In the page this comes after the moment at which it would be read again.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)))
  assert.deepEqual([counts.answers, failed], [0, []])
  release()
  await page.waitForRequest(path)
})

test('a hidden tab reads nothing until it is shown', async () => {
  const { page } = await opened()
  const { id } = await confirmedOrder(store, 50_000)
  await page.goto(at(`/orders/${id}`))
  await captured(page, '500,00')
  const hide = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await hide(true)
  const counts = countRequests(page)
  await capture(id, 12_345)
  await happen(page, id, 50)
  // In the page this comes after the moment at which it would be read again.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)))
  assert.equal(counts.answers, 0)
  await hide(false)
  await captured(page, '123,45')
  assert.equal(counts.answers, 1)
})

test('a list stays as it is and shows that there are changes', async () => {
  const { page } = await opened({ locale: 'en-GB' })
  await page.goto(at('/orders'))
  await page.locator('[data-row]').first().waitFor()
  const rows = await page.locator('[data-row]').count()
  const { mid } = await confirmedOrder(store, 40_000)
  const button = page.getByRole('button', { name: /new items?: reload/ })
  await button.waitFor()
  assert.equal(await page.locator('[data-row]').count(), rows)
  assert.deepEqual(await accessibilityFaults(page), [])
  await button.click()
  await page.locator('[data-row]').getByText(mid).waitFor()
  await button.waitFor({ state: 'detached' })
})

test('where streams are blocked it polls every ten seconds, and says so', async () => {
  const { page } = await opened({ locale: 'en-GB' })
  await page.route('**/lender/events/stream**', (route) => route.abort())
  const { id } = await confirmedOrder(store, 50_000)
  await page.goto(at(`/orders/${id}`))
  await page.getByText('Updating every 10 seconds').waitFor()
  await capture(id, 11_111)
  await captured(page, '111.11')
})

test('everything is found by its name in both languages, by keyboard alone', async () => {
  const { page } = await opened()
  await page.goto(at(''))
  await page.locator('h1').waitFor()
  const find = async (typed: string) => {
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox')
    await box.waitFor()
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await page.keyboard.type(typed)
  }
  for (const [typed, path] of [
    ['presta', '/loans'],
    ['ledger', '/ledger'],
    ['libro may', '/ledger'],
    ['people', '/people'],
  ] as const) {
    await find(typed)
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.keyboard.press('Enter')
    await page.waitForURL(at(path))
  }
  // What one may not is there with its reason, and does nothing.
  const { id } = await confirmedOrder(store, 50_000)
  await page.goto(at(`/loans/${id}`))
  await page.locator('[data-act]').first().waitFor()
  await find('')
  const act = page.getByRole('option', { disabled: true }).first()
  assert.match((await act.textContent()) ?? '', /\S+/)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox').waitFor({ state: 'detached' })
  await find('Zenobia')
  await page.keyboard.press('Enter')
  await page.waitForURL(at('/search'))
  assert.doesNotMatch(page.url(), /Zenobia/)
})
