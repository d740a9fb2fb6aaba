// Filters that people of the lender save, prices that are seen before they are sent, and how little
// a first screen that nobody touches reads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { clientOf, confirmedOrder, type Json, ownServer } from '../running-server.ts'
import { accessibilityFaults } from './accessibility.ts'
import { desktop, phone, picture, visitors } from './browser.ts'
import { become, openedAs, settled } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()
const store = clientOf(server)

const at = (path: string) => `${server.demo.base_url}/desk${path}`
const sandbox = (path: string, query = '') => at(`${path}?${query}mode=sandbox`)
const BUCKET = 'bucket=31-60&'

/** On a phone and on a desk. */
async function sound(page: Page, name: string): Promise<void> {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    assert.deepEqual(await accessibilityFaults(page), [], `${name} at ${size.width}`)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wider <= 0, `${name} at ${size.width}: ${wider} px`)
    await picture(page, name)
  }
}

const tabOf = (page: Page, name: string) => page.locator('.tabs a', { hasText: name })

type Saving = { readonly name: string; readonly seenBy?: string }

async function save(page: Page, { name, seenBy }: Saving): Promise<void> {
  await page.getByText('Save this filter', { exact: true }).first().click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  if (seenBy !== undefined) await page.getByLabel('Seen by').selectOption({ label: seenBy })
  await page.getByRole('button', { name: 'Save this filter' }).click()
  await tabOf(page, name).waitFor()
}

/** Somebody else at the same browser, on the same list. */
async function as(page: Page, role: string, path: string): Promise<void> {
  await become(page, role)
  await page.goto(path)
  await page.locator('.list-foot').waitFor()
  await settled(page)
}

test('a filter is saved, found again after a reload, and removed', async () => {
  const { page, faults } = await openedAs(server, visit, 'risk')
  await page.goto(sandbox('/loans'))
  await page.locator('.tabs a').first().waitFor()
  const summary = page.getByText('Save this filter', { exact: true })
  assert.equal(await summary.count(), 0, 'there is nothing to save')
  await page.goto(sandbox('/loans', 'overdue_amount-gte=5000&ordering=-overdue_amount&page=1&'))
  await summary.first().click()
  await page.getByLabel('Name', { exact: true }).fill('Late, above 50')
  await sound(page, 'desk-saved-form-en')
  await page.getByRole('button', { name: 'Save this filter' }).click()
  const tab = tabOf(page, 'Late, above 50')
  await tab.waitFor()
  await page.locator('.tabs [aria-current]', { hasText: 'Late, above 50' }).waitFor()
  assert.ok(!page.url().includes('page='), 'a page is no filter')
  await sound(page, 'desk-saved-tab-en')
  await page.goto(sandbox('/loans'))
  await tab.click()
  await page.waitForURL(/overdue_amount-gte=5000&ordering=-overdue_amount&mode=sandbox$/)
  await page.reload()
  await tab.waitFor()
  await as(page, 'finance', sandbox('/loans'))
  assert.equal(await tab.count(), 0)
  await as(page, 'risk', sandbox('/loans', 'overdue_amount-gte=5000&ordering=-overdue_amount&'))
  await page.getByRole('button', { name: 'Remove: Late, above 50' }).click()
  await page.getByRole('button', { name: /: Late, above 50$/ }).click()
  await tab.waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
})

test('one for a role is found by its name where it is seen, and nowhere else', async () => {
  const { page, faults } = await openedAs(server, visit, 'risk')
  await page.goto(sandbox('/loans', BUCKET))
  await save(page, { name: 'Second month', seenBy: 'risk' })
  await as(page, 'support', sandbox('/loans'))
  assert.equal(await tabOf(page, 'Second month').count(), 0)
  await as(page, 'admin', sandbox('/stores'))
  await page.keyboard.press('Control+k')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await page.keyboard.type('second m')
  const option = page.getByRole('option', { name: /Second month/ })
  await option.waitFor()
  assert.match(await option.innerText(), /saved filter/)
  await sound(page, 'desk-saved-palette-en')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/desk\/loans\?bucket=31-60&mode=sandbox$/)
  await page.locator('.tabs [aria-current]', { hasText: 'Second month' }).waitFor()
  assert.deepEqual(faults, [])
})

test('what may identify a buyer is refused where it is saved', async () => {
  const { page } = await openedAs(server, visit, 'support', { locale: 'es-ES' })
  await page.goto(sandbox('/orders', 'mid-icontains=demo&'))
  await page.getByText('Guardar el filtro', { exact: true }).first().click()
  await page.getByLabel('Nombre', { exact: true }).fill('Pedidos')
  await page.getByRole('button', { name: 'Guardar el filtro' }).click()
  await page.getByText(/mid-icontains: may identify a buyer/).waitFor()
  await sound(page, 'desk-saved-refused-es')
})

test('prices of a store are sent after what they cost by the year was seen', async () => {
  const { page, faults } = await openedAs(server, visit, 'risk')
  await page.goto(at(`/stores/${server.demo.store_id}/terms`))
  await page.getByRole('button', { name: 'Change prices' }).click()
  const panel = page.getByRole('region', { name: 'Change prices' })
  const tables = panel.getByRole('table', { name: /€|EUR/ })
  await tables.first().waitFor()
  const before = await tables.allInnerTexts()
  const price = panel
    .getByRole('group', { name: /^instalments/ })
    .getByLabel(/\(%\)/)
    .first()
  await price.fill('19,50')
  await panel.getByRole('table', { name: 'What changes' }).locator('ins').first().waitFor()
  assert.notDeepEqual(await tables.allInnerTexts(), before)
  await sound(page, 'desk-prices-en')
  await price.fill('much')
  await panel.getByText('Enter each price, such as 1,234.56, to see the APR.').waitFor()
  assert.deepEqual(faults, [])
})

/** What happened before has its place in the stream: it does not come to who begins to read. */
async function placed(type: string, orderId: string): Promise<void> {
  const lender = clientOf(server, { key: server.demo.lender_key })
  for (let tries = 0; tries < 600; tries++) {
    const { body } = await lender('GET', `/lender/events?limit=1000&type=${type}`)
    if (body.results.some((each: Json) => each.order_id === orderId)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.fail(`${type} has no place`)
}

test('the first screen reads once what an event has changed, and nothing for others', async () => {
  const { id } = await confirmedOrder(store, 50_000)
  await placed('order.confirmed', id)
  const { page, faults } = await openedAs(server, visit, 'auditor')
  await page.clock.install()
  const streams = page.waitForResponse((answer) => answer.url().includes('/lender/events/stream'))
  await page.goto(sandbox(''))
  await streams
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settled(page)
  // What the tabs tell each other, as another tab hears it.
  await page.evaluate(() => {
    const heard: string[] = []
    Reflect.set(globalThis, 'heard', heard)
    new BroadcastChannel('desk-live').addEventListener('message', ({ data }) =>
      heard.push(...data.happening.types),
    )
  })
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const happens = async (type: string) => {
    await page.waitForFunction((wanted) => Reflect.get(globalThis, 'heard').includes(wanted), type)
    // The end of what is gathered of a burst.
    await page.clock.runFor(3_000)
  }
  const named = await store('POST', '/me/api-keys', { name: 'Another', kind: 'private' })
  assert.equal(named.status, 201, named.text)
  await happens('api_key.created')
  assert.deepEqual(requests, [])
  const read = page.waitForResponse((answer) => answer.url().endsWith('/lender/me/today'))
  const captured = await store('POST', `/orders/${id}/captures`, { amount: 1_000 })
  assert.equal(captured.status, 200, captured.text)
  await happens('order.captured')
  await read
  assert.deepEqual(requests, ['/lender/me/today'])
  assert.deepEqual(faults, [])
})
