// What a stranger does at the desk: clicks twice, holds a key, presses Escape, loses an answer.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ownServer } from '../running-server.ts'
import { visitors } from './browser.ts'
import { furnish } from './desk-screens.ts'
import { openedAs, settled, sound } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()
const at = (path: string, query = 'mode=sandbox') => `${server.demo.base_url}/desk${path}?${query}`

before(async () => {
  const { page } = await openedAs(server, visit, 'collections')
  await furnish(server, page)
  await page.context().close()
})

/** The service fails for addresses that match, until the returned function is called. */
async function failing(page: Page, path: RegExp): Promise<() => Promise<void>> {
  const error = { type: 'x', code: 'internal_error', message: 'Broken', request_id: 'abc123' }
  await page.route(path, (route) => route.fulfill({ status: 500, json: { error } }))
  return () => page.unrouteAll({ behavior: 'wait' })
}

const alert = (page: Page, title: string) =>
  page.getByRole('alert').filter({ has: page.getByRole('heading', { name: title }) })

async function mended(page: Page, title: string, mend: () => Promise<void>): Promise<void> {
  await mend()
  await alert(page, title).getByRole('button', { name: 'Try again' }).click()
  await alert(page, title).waitFor({ state: 'detached' })
  await settled(page)
}

test('neither a double click nor a key that is held confirms what cannot be undone', async () => {
  const { page, faults } = await openedAs(server, visit, 'admin')
  await page.goto(at('/staff'))
  const written: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') written.push(request.url())
  })
  const row = page.getByRole('row', { name: /Ada Admin/ })
  const ask = row.getByRole('button', { name: /^Disable:/ })
  const sure = row.getByRole('button', { name: /^Disable: sure\?/ })
  await ask.dblclick()
  await sure.waitFor()
  await page.keyboard.press('Tab')
  await sure.waitFor({ state: 'detached' })
  await ask.focus()
  for (let times = 0; times < 3; times++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await sure.waitFor()
  assert.deepEqual([written, faults], [[], []])
  // One more time is an answer: they may not disable themselves.
  await page.keyboard.press('Enter')
  await row.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
  assert.equal(written.length, 1)
})

test('Escape does not close the dialog of a session that has ended', async () => {
  const { page } = await openedAs(server, visit, 'auditor')
  await page.goto(at('/orders'))
  await settled(page)
  await page.getByText('Add filter').click()
  await page.getByLabel('Value').fill('half a word')
  await page.context().clearCookies()
  await page.locator('h1').focus()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'The session has ended' })
  await dialog.waitFor()
  for (let times = 0; times < 4; times++) await page.keyboard.press('Escape')
  await dialog.waitFor()
  // Modal still: what is behind it cannot be used.
  assert.equal(await page.locator('dialog:modal').count(), 1)
  assert.equal(await page.getByLabel('Value').inputValue(), 'half a word')
})

test('home says that what a role allows could not be read, and shows all after that', async () => {
  const { page, faults } = await openedAs(server, visit, 'auditor')
  const title = 'What your role allows could not be read'
  const mend = await failing(page, /\/lender\/roles$/)
  await page.goto(at(''))
  await alert(page, title).waitFor()
  await settled(page)
  await sound(page, 'desk-roles-failed-en')
  assert.equal(await page.getByRole('link', { name: /^Accepted orders/ }).count(), 0)
  await mended(page, title, mend)
  await page.getByRole('link', { name: /^Accepted orders/ }).waitFor()
  assert.deepEqual(faults, [])
})

test('one figure of home that fails leaves the others, also while it is asked again', async () => {
  const { page } = await openedAs(server, visit, 'auditor')
  const mend = await failing(page, /\/lender\/trial-balance$/)
  await page.goto(at(''))
  const block = page.getByRole('region', { name: 'Figures' })
  await block.getByRole('link', { name: 'The ledger balances –' }).waitFor()
  await mend()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/lender\/trial-balance$/, async (route) => {
    await held
    await route.continue()
  })
  const request = page.waitForRequest(/\/lender\/trial-balance$/)
  await block.getByRole('button', { name: 'Try again' }).click()
  await request
  await block.getByRole('link', { name: /^Accepted orders \d/ }).waitFor()
  release()
  await block.getByRole('link', { name: 'The ledger balances ✓' }).waitFor()
})

test('an approval whose deciders are unknown says so, everywhere it could be decided', async () => {
  const { page, faults } = await openedAs(server, visit, 'finance')
  const title = 'Who may decide could not be read'
  const mend = await failing(page, /\/lender\/approval-policy$/)
  await page.goto(at('/inbox/next'))
  await alert(page, title).waitFor()
  await page.goto(at('/inbox', 'mode=sandbox&status=pending'))
  await alert(page, title).waitFor()
  const tick = page.locator('[data-pick]').first()
  assert.equal(await tick.isDisabled(), true)
  assert.match((await tick.getAttribute('aria-label')) ?? '', /Something went wrong$/)
  await page.locator('[data-row]').first().click()
  await alert(page, title).waitFor()
  const approve = page.getByRole('button', { name: 'Approve' })
  assert.equal(await approve.getAttribute('aria-disabled'), 'true')
  await sound(page, 'desk-policy-failed-en')
  await mended(page, title, mend)
  await page.locator('button[aria-disabled=false]', { hasText: /^Approve$/ }).waitFor()
  assert.deepEqual(faults, [])
})

test('the notes of the day and the decisions of two people say that they are missing', async () => {
  const { page } = await openedAs(server, visit, 'finance')
  const today = 'Your notes and promises of today could not be counted'
  const mendToday = await failing(page, /\/lender\/actions\?/)
  await page.goto(at('/collections'))
  await alert(page, today).waitFor()
  await sound(page, 'desk-own-day-failed-en')
  await mended(page, today, mendToday)
  await page.getByText(/0 notes and promises by you today/).waitFor()
  const between = 'Decisions between these two people could not be counted'
  const mendBetween = await failing(page, /\/lender\/approvals\?maker-id=/)
  await page.goto(at('/inbox', 'mode=sandbox&status=pending'))
  await page.locator('[data-row]').first().click()
  await alert(page, between).waitFor()
  await mended(page, between, mendBetween)
  await page.getByText(/Decisions between these two people in 30 days: \d/).waitFor()
})

test('the entries of today are those since midnight where the person is', async () => {
  const far = { timezoneId: 'Pacific/Kiritimati' }
  const { page, faults } = await openedAs(server, visit, 'collections', far)
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.url().includes('at-gte=')),
    page.goto(at('/collections')),
  ])
  const since = new Date(new URL(request.url()).searchParams.get('at-gte') ?? '')
  // Fourteen hours before Greenwich.
  assert.equal((since.getTime() + 14 * 3_600_000) % 86_400_000, 0)
  const age = Date.now() - since.getTime()
  assert.ok(age >= 0 && age < 2 * 86_400_000, since.toISOString())
  await page.getByText('notes and promises by you today').waitFor()
  assert.deepEqual(faults, [])
})
