// The jobs of a day by keyboard alone, and the keys that the help names.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { clientOf, confirmedOrder, ownServer } from '../running-server.ts'
import { visitors } from './browser.ts'
import { keys, press, type } from './desk-keys.ts'
import { furnish } from './desk-screens.ts'
import { become, openedAs, settled } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()
const store = clientOf(server)

const at = (path: string) => `${server.demo.base_url}/desk${path}?mode=sandbox`

/** In the sandbox, at home; whatever would press the mouse fails the test. */
async function homeAs(role: string): Promise<Page> {
  const { page } = await openedAs(server, visit, role)
  await page.goto(at(''))
  await settled(page)
  return page
}

async function seek(page: Page, text: string): Promise<void> {
  await keys(page, '/')
  await page.keyboard.type(text)
  await keys(page, 'Enter')
}

const armed = (panel: Locator) => panel.locator('button[type=submit][aria-disabled=false]')
const { effectsOf, buttonOf } = {
  effectsOf: (panel: Locator) => panel.getByRole('table', { name: 'What changes' }),
  buttonOf: (page: Page, name: string) => page.getByRole('button', { name, exact: true }),
}

test('support finds a caller by their document', async () => {
  const page = await homeAs('support')
  await seek(page, '12345678Z')
  await page.locator('[data-row]').first().waitFor()
  await keys(page, 'j', 'Enter')
  await page.waitForURL(/people\/[0-9a-f]{32}/)
  await page.getByRole('region', { name: 'Loans' }).locator('tbody tr').first().waitFor()
})

test('a store refunds an order, having seen plan and fee after it', async () => {
  const { id, mid } = await confirmedOrder(store, 12_000)
  const page = await homeAs('store_operator')
  await seek(page, mid)
  await page.getByRole('heading', { level: 1, name: new RegExp(`${mid}$`) }).waitFor()
  await press(page, buttonOf(page, 'Refund'))
  const panel = page.getByRole('region', { name: 'Refund', exact: true })
  await type(page, panel.getByLabel('Amount'), '30,25')
  await armed(panel).getByText('€30.25').waitFor()
  await effectsOf(panel).getByText('€89.75').first().waitFor()
  // Where one types, Enter sends.
  await keys(page, 'Enter')
  await panel.getByText('Done.').waitFor()
  await keys(page, 'Escape')
  await panel.waitFor({ state: 'detached' })
  const { results } = (await store('GET', `/orders/${id}/refund`)).body
  assert.deepEqual(
    results.map(({ amount }: { amount: number }) => amount),
    [3_025],
  )
})

test('a store gets a message of an order again', async () => {
  const { id, mid } = await confirmedOrder(store, 12_000)
  const page = await homeAs('store_operator')
  await seek(page, mid)
  const attemptCount = async () => {
    const { body } = await store('GET', `/orders/${id}/notifications`)
    return body.results.flatMap(({ attempts }: { attempts: object[] }) => attempts).length
  }
  const before = await attemptCount()
  await press(page, buttonOf(page, 'Send again'))
  // It is read again by itself once it has been sent.
  await page.waitForFunction(
    (rows) => document.querySelectorAll('[aria-label="Attempts"] tbody tr').length > rows,
    before,
  )
  assert.ok((await attemptCount()) > before)
})

test('a transfer is booked, and finance decides on amounts above the limit', async () => {
  const { id, mid } = await confirmedOrder(store, 12_000)
  assert.equal((await store('POST', `/orders/${id}/captures`, { amount: 12_000 })).status, 200)
  const page = await homeAs('collections')
  await seek(page, mid)
  await page.locator('[data-row]').first().waitFor()
  await keys(page, 'j', 'Enter')
  await page.getByRole('heading', { level: 1, name: new RegExp(`${mid}$`) }).waitFor()
  if (page.url().includes('/orders/')) {
    await press(page, page.getByRole('link', { name: 'Open the loan' }))
  }
  await press(page, buttonOf(page, 'Book a payment'))
  const panel = page.getByRole('region', { name: 'Book a payment' })
  await type(page, panel.getByLabel('Amount'), '20')
  await type(page, panel.getByLabel('Reference'), 'K-1')
  await type(page, panel.getByLabel('Note for the log'), 'Came in by the bank')
  await effectsOf(panel).getByText('€100.00').first().waitFor()
  await press(page, armed(panel))
  await panel.getByText('Done.').waitFor()

  await furnish(server, page)
  await become(page, 'finance')
  await page.goto(at(''))
  await settled(page)
  await keys(page, 'g', 'i')
  // Other things wait as well, which are not for finance to decide.
  await press(page, page.locator('[data-row]', { hasText: 'Book a payment' }))
  await type(page, page.getByLabel('Note'), 'Looks right')
  await press(page, buttonOf(page, 'Approve'))
  await page.getByText('approved and done').first().waitFor()
})

test('finance sees that the books balance, and which entries make a figure', async () => {
  const page = await homeAs('finance')
  await keys(page, 'g', 'b')
  await page.waitForURL(at('/ledger'))
  await page.locator('[data-row]').first().waitFor()
  await keys(page, 'j', 'Enter')
  await page.waitForURL(/ledger\/\w+/)
  await page.locator('tbody tr').first().waitFor()
})

for (const role of ['auditor', 'store_owner']) {
  test(`each key that the help names does what it says, for a ${role}`, async () => {
    const page = await homeAs(role)
    await keys(page, '?')
    const rows = page.locator('.keys > div')
    await rows.first().waitFor()
    const named = await rows.evaluateAll((all) =>
      all.map((row) => ({
        keys: [...row.querySelectorAll('kbd')].map((key) => key.textContent ?? ''),
        what: row.querySelector('dd')?.textContent ?? '',
      })),
    )
    await keys(page, 'Escape')
    const jumps = named.filter(({ keys: [first] }) => first === 'g')
    assert.ok(jumps.length > 8, String(jumps.length))
    assert.equal(new Set(named.map((each) => each.keys.join(' '))).size, named.length)
    const menu = new Map(
      (await page
        .locator('.menu a')
        .evaluateAll((links) =>
          links.map((link) => [link.textContent, (link as HTMLAnchorElement).pathname] as const),
        )) as readonly (readonly [string, string])[],
    )
    for (const jump of jumps) {
      await keys(page, ...jump.keys)
      const screen = jump.what.replace(/^Go to /, '')
      const path = menu.get(screen) ?? '/desk/me'
      await page.waitForFunction((wanted) => location.pathname === wanted, path)
      await settled(page)
    }
    // Nothing that the menu has lacks a key, but for staff.
    const without = [...menu.keys()].filter(
      (name) => !jumps.some(({ what }) => what.endsWith(name)),
    )
    assert.ok(without.length <= 1, without.join())
  })
}
