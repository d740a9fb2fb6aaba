// The day's payouts, what differs first; what lists come to.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { readCsv } from '../fixtures/read-csv.ts'
import { advance, did, lendingStore, signedOrder } from '../lending.ts'
import { type Client, ownServer } from '../running-server.ts'
import { visitors } from './browser.ts'
import { openedAs, sound } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()
let store: Client
const mids: string[] = []

before(async () => {
  store = await lendingStore(server, server.demo, {})
  const daily = { interval: 'daily', weekday: null, day: null, hold_days: 30 }
  const changed = await store('PATCH', '/me', { payout_schedule: daily })
  assert.equal(changed.status, 200, changed.text)
  for (const amount of [20_000, 20_000, 20_000, 400_000]) mids.push(await captured(amount))
})

async function captured(amount: number): Promise<string> {
  const { id, mid } = await signedOrder(store, amount, {
    product: 'instalments',
    num_instalments: 3,
  })
  await did(store, `${id}/captures`, { amount })
  await advance(store, 'P2D')
  return mid
}

const at = (path: string, query = '') =>
  `${server.demo.base_url}/desk${path}?${query}${query === '' ? '' : '&'}mode=sandbox`
const opened = (role: string, options = {}) => openedAs(server, visit, role, options)
const rowsOf = (page: Page) => page.locator('table[role=table] tbody tr')

test('the day’s payouts: unusual ones come first, with the reason and the totals', async () => {
  const { page, faults } = await opened('finance')
  await page.goto(at(''))
  await page.getByRole('navigation').getByRole('link', { name: 'Payouts' }).first().click()
  await page.waitForURL(/ordering=-differences/)
  const rows = rowsOf(page)
  // The demo's own orders may add to some of them.
  for (const reason of ['first payout', 'more than 3 × the usual amount']) {
    await rows.filter({ hasText: reason }).first().waitFor()
  }
  const marked = await rows.evaluateAll((all) =>
    all.map((row) => row.querySelector('.warn') !== null),
  )
  assert.deepEqual(
    marked,
    marked.toSorted((one, other) => Number(other) - Number(one)),
  )
  assert.ok(marked.includes(false), 'not all of them differ')
  const totals = page.getByRole('table', { name: 'Totals' })
  assert.match(await totals.innerText(), new RegExp(`proposed\\s+${marked.length}\\s+€`))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await sound(page, `desk-batch-en-${colorScheme}`)
  }
  await rows.filter({ hasText: 'usual amount' }).first().locator('[data-row]').click()
  await page.getByText('Usual amount', { exact: true }).waitFor()
  await page.getByText('more than 3 × the usual amount', { exact: true }).waitFor()
  const lines = page.getByRole('region', { name: 'What it covers' })
  await lines.locator('[data-row]').first().click()
  await page.waitForURL(/\/desk\/orders\//)
  assert.deepEqual(faults, [])
})

test('the heading of the orders shows the totals of the filter', async () => {
  const { page, faults } = await opened('support', { locale: 'es-ES' })
  await page.goto(at('/orders', `mid-in=${mids.join('%2C')}&total_amount-gte=50000`))
  const totals = page.getByRole('table', { name: 'Sumas' })
  await totals.waitFor()
  assert.match(await totals.innerText(), /EUR\s+1\s+4\.000,00\s€\s+4\.000,00\s€\s+0,00\s€/)
  assert.deepEqual(faults, [])
})

test('the effects of a suspension are shown before it is done', async () => {
  const { page, faults } = await opened('risk')
  await page.goto(at(`/stores/${server.demo.store_id}`))
  const state = page.getByRole('region', { name: 'State' })
  await state.getByRole('button', { name: 'Suspend' }).click()
  const panel = page.getByRole('region', { name: 'Suspend' })
  await panel.getByText(/open checkouts? (is|are) refused/).waitFor()
  assert.equal(await panel.getByText('owed to the store').count(), 0)
  await panel.getByLabel('Captures and confirmations').uncheck()
  await panel.getByText(/signed orders? (is|are) not captured/).waitFor()
  await panel.getByLabel('Payouts').uncheck()
  await panel.getByText(/^€[\d,.]+ owed to the store is not paid$/).waitFor()
  const send = panel.locator('button[type=submit]')
  assert.equal(await send.getAttribute('aria-disabled'), 'true', 'nobody said why')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await sound(page, `desk-suspend-en-${colorScheme}`)
  }
  assert.deepEqual(faults, [])
})

test('terms show their annual rates, for each of their amounts', async () => {
  const { page, faults } = await opened('risk')
  await page.goto(at(`/stores/${server.demo.store_id}/terms`))
  const version = page.locator('details.block').first()
  const isOpen = await version.evaluate((each) => (each as HTMLDetailsElement).open)
  if (!isOpen) await version.locator('summary').first().click()
  await version.getByText('APR by amount and instalments', { exact: true }).click()
  const rates = version.getByRole('table', { name: 'instalments · EUR' })
  await rates.waitFor()
  assert.match(await rates.innerText(), /12\s.*\d+\.\d\d%/)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await sound(page, `desk-rates-en-${colorScheme}`)
  }
  assert.deepEqual(faults, [])
})

test('orders, people and decisions are files too; one is cancelled in the middle', async () => {
  const { page, faults } = await opened('auditor')
  for (const list of ['orders', 'people', 'decisions']) {
    await page.goto(at(`/${list}`))
    await rowsOf(page).first().waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const file = await saving
    assert.equal(file.suggestedFilename(), `${list}.csv`)
    const [, ...rows] = readCsv(readFileSync(await file.path(), 'utf8'))
    assert.ok(rows.length >= (await rowsOf(page).count()), list)
  }
  let downloads = 0
  page.on('download', () => downloads++)
  const network = await page.context().newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, uploadThroughput: -1, downloadThroughput: 200 },
  })
  const isFile = (request: Request) => request.url().includes('.csv')
  const begun = page.waitForEvent('response', (response) => isFile(response.request()))
  const ended = page.waitForEvent('requestfailed', isFile)
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  await begun
  await page.getByRole('button', { name: 'Cancel' }).click()
  assert.match((await ended).failure()?.errorText ?? '', /ABORTED/)
  await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' })
  assert.equal(await page.locator('.list-foot .fault').count(), 0)
  assert.equal(downloads, 0)
  assert.deepEqual(faults, [])
})

test('two people change the limits of one person with a form, after a dry run', async () => {
  const { page, faults } = await opened('admin')
  await page.goto(at('/policies'))
  const block = page.getByRole('region', { name: 'What one person may do alone', exact: true })
  await block.getByRole('button', { name: 'Change the rules' }).click()
  const panel = page.getByRole('region', { name: 'Change the policy' })
  await panel.getByText('Always two people:').waitFor()
  const row = panel.getByRole('group', { name: 'Rule 1' })
  await panel
    .getByRole('group', { name: 'Another rule' })
    .getByLabel('Action')
    .selectOption('payment')
  await row.getByLabel('Role').selectOption('collections')
  await row.getByLabel('Currency').fill('EUR')
  await row.getByLabel('Alone, up to').fill('12,3,4')
  await row.getByText('Type an amount, such as 1,234.56').waitFor()
  await row.getByLabel('Alone, up to').fill('1.234,50')
  const effects = panel.getByRole('table', { name: 'What changes' })
  await effects.getByText('€1,234.50').waitFor()
  assert.match(await effects.innerText(), /collections · EUR\s+limit of the role\s+€1,234.50/)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await sound(page, `desk-approval-policy-en-${colorScheme}`)
  }
  await panel.getByLabel('Note for the log').fill('As the board decided')
  await panel.locator('button[type=submit]').click()
  // The demo has one administrator: nobody else could approve it.
  await panel.getByText(/Done\.|Nothing has changed yet/).waitFor()
  assert.deepEqual(faults, [])
})

test('a missing closing is reported in the language of the page', async () => {
  const { page, faults } = await opened('auditor', { locale: 'es-ES' })
  await page.goto(`${server.demo.base_url}/desk/closings/2001-01-01`)
  await page.getByText('No se ha encontrado el cierre').first().waitFor()
  assert.equal(await page.getByText('Closing not found').count(), 0)
  assert.deepEqual(
    faults.filter((each) => !each.includes('404')),
    [],
  )
})
