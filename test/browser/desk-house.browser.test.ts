// What the house decides, at the desk: terms with their versions, closed days, policies, and lists
// as files.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { closeDay } from '../../packages/server/src/lender/closings/close-day.ts'
import type { Database } from '../../packages/server/src/platform/database/database.ts'
import { openDatabase } from '../../packages/server/src/platform/database/open-database.ts'
import { readCsv } from '../fixtures/read-csv.ts'
import { asReal } from '../fixtures/test-clocks.ts'
import { type Json, ownServer } from '../running-server.ts'
import { until } from '../shop.ts'
import { accessibilityFaults, looks } from './accessibility.ts'
import { desktop, phone, picture, visitors } from './browser.ts'
import { become, openedAs, settled } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()

const at = (path: string) => `${server.demo.base_url}/desk${path}`
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** An amount that is typed. */
const text = (amount: number): string => (amount / 100).toFixed(2)
const reason = { code: 'routine', note: 'As agreed with the store' }

type Question = { readonly path: string; readonly method?: string; readonly body?: object }

/** What the service answers to whoever is signed in, in live mode. */
async function ask(page: Page, { path, method = 'GET', body }: Question): Promise<Json> {
  const text = await page.evaluate(
    async (sent) => {
      const headers = {
        ...{ 'x-desk': '1', accept: 'application/vnd.svc.v1+json' },
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
      }
      const init = { method: sent.method, headers }
      const how = sent.body === undefined ? init : { ...init, body: sent.body }
      return (await fetch(sent.path, how)).text()
    },
    { path, method, body: body && JSON.stringify(body) },
  )
  return JSON.parse(text)
}

/** Requested by the person who is signed in, approved by finance. */
async function approved(page: Page, question: Question): Promise<void> {
  const { approval, ...others } = await ask(page, question)
  assert.ok(approval, JSON.stringify(others))
  await become(page, 'finance')
  const path = `/lender/approvals/${approval.id}`
  const { effects_hash } = await ask(page, { path })
  const body = { effects_hash, note: 'Looks right' }
  const done = await ask(page, { path: `${path}/approve`, method: 'POST', body })
  assert.equal(done.status ?? done.approval?.status, 'executed', JSON.stringify(done))
  await become(page, 'risk')
}

/** Without a fault for whoever cannot see it, on a phone and on a desk. */
async function sound(page: Page, name: string): Promise<void> {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    assert.deepEqual(await accessibilityFaults(page), [], `${name} at ${size.width}`)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wider <= 0, `${name} at ${size.width}: ${wider} px`)
    await picture(page, name)
  }
}

test('terms are a timeline of differences, and a future version can be withdrawn', async () => {
  const { page, faults } = await openedAs(server, visit, 'risk')
  const path = `/lender/stores/${server.demo.store_id}/terms`
  const { results } = await ask(page, { path })
  const [{ version, decision }] = results
  const age_min = decision.age_min + 3
  const body = { version, effective_from: '2031-01-01T00:00:00Z', decision: { age_min }, reason }
  await approved(page, { path, method: 'POST', body })
  await page.goto(at(`/stores/${server.demo.store_id}`))
  await page.getByRole('link', { name: 'Terms', exact: true }).click()
  const coming = page.locator('details.block', { hasText: `Version ${version + 1}` })
  await coming.getByText('coming').waitFor()
  const changes = coming.getByRole('table', { name: `Against version ${version}` })
  const said = (await changes.innerText()).replace(/\s+/g, ' ')
  assert.match(said, new RegExp(`Minimum age ${decision.age_min} ${age_min}$`))
  assert.equal(await changes.locator('del').innerText(), String(decision.age_min))
  await sound(page, 'desk-terms-en')
  await coming.getByRole('button', { name: 'Withdraw', exact: true }).click()
  const panel = page.getByRole('region', { name: `Withdraw version ${version + 1}` })
  await panel.getByLabel('Note for the log').fill('The store has thought better of it')
  await sound(page, 'desk-terms-panel-en')
  await panel.locator('button[type=submit]').click()
  await coming.getByText('withdrawn', { exact: true }).waitFor()
  const after = await ask(page, { path })
  assert.equal(after.results[0].state, 'withdrawn')
  await page.reload()
  await settled(page)
  assert.equal(await page.getByRole('button', { name: 'Withdraw', exact: true }).count(), 0)
  await page.getByRole('link', { name: 'Author and reason' }).click()
  await page.getByText('terms.withdraw', { exact: true }).first().waitFor()
  assert.deepEqual(faults, [])
})

test('prices from a later day on change the terms of then, fixed fees included', async () => {
  const { page, faults } = await openedAs(server, visit, 'risk')
  const path = `/lender/stores/${server.demo.store_id}/terms`
  const { results } = await ask(page, { path: `${path}?state=in_force` })
  const [{ version, products }] = results
  const [{ type, fee_fixed: fee }] = products
  const later = products.map((each: Json) => ({ ...each, fee_fixed: fee + 150 }))
  const body = { version, effective_from: '2030-01-01T00:00:00Z', products: later, reason }
  await approved(page, { path, method: 'POST', body })
  const coming = (await ask(page, { path: `${path}?state=coming` })).results[0].version
  await page.goto(at(`/stores/${server.demo.store_id}/terms`))
  await page.getByRole('button', { name: 'Change prices' }).click()
  const panel = page.getByRole('region', { name: 'Change prices' })
  const product = panel.getByRole('group', { name: new RegExp(`^${type.replace('_', '.')}`) })
  const field = product.getByLabel('Fixed fee', { exact: true })
  const shows = (amount: number) =>
    until(async () => (await field.inputValue()) === text(amount), 'it')
  await shows(fee)
  await panel.getByLabel('Effective from').fill('2030-06-01T00:00')
  await shows(fee + 150)
  await field.fill(text(fee + 275))
  const changes = panel.getByRole('table', { name: 'What changes' })
  await changes.getByRole('row', { name: /Effective from/ }).waitFor()
  await panel.getByLabel('Note for the log').fill('Prices of the new contract')
  await sound(page, 'desk-prices-later-en')
  const button = panel.locator('button[type=submit]:not([aria-disabled=true])')
  await button.waitFor()
  assert.match(await button.innerText(), /Change prices: 1 Jun 2030, 00:00$/)
  const sending = page.waitForRequest((request) => request.url().endsWith('/terms'))
  await button.click()
  const sent = (await sending).postDataJSON()
  assert.deepEqual([sent.version, sent.products[0].fee_fixed], [coming, fee + 275])
  assert.equal(
    Date.parse(sent.effective_from),
    await page.evaluate(() => Date.parse('2030-06-01T00:00')),
  )
  const requested = await panel.getByRole('link', { name: 'See the approval' }).getAttribute('href')
  const [id] = /[0-9a-f]{32}/.exec(requested ?? '') ?? []
  const { status } = await ask(page, { path: `/lender/approvals/${id}/withdraw`, method: 'POST' })
  assert.equal(status, 'withdrawn')
  await ask(page, { path: `${path}/${coming}/withdraw`, method: 'POST', body: { reason } })
  assert.deepEqual(faults, [])
})

test('a person without permission to change terms sees who has it', async () => {
  const { page } = await openedAs(server, visit, 'risk')
  const path = `/lender/stores/${server.demo.store_id}/terms`
  const { results } = await ask(page, { path })
  const { version, decision } = results.find(({ state }: Json) => state === 'in_force')
  const change = { decision: { age_min: decision.age_min + 1 }, reason }
  const body = { version, effective_from: '2031-02-01T00:00:00Z', ...change }
  await approved(page, { path, method: 'POST', body })
  await become(page, 'support')
  await page.goto(at(`/stores/${server.demo.store_id}/terms`))
  const button = page.getByRole('button', { name: 'Withdraw', exact: true })
  await button.waitFor()
  assert.equal(await button.getAttribute('aria-disabled'), 'true')
  await page.getByText('risk, finance').first().waitFor()
})

/** In a panel: what it says is seen, asked for by risk, and approved by finance. */
async function agreed(page: Page, panel: Locator): Promise<void> {
  await panel.getByRole('table', { name: 'What changes' }).waitFor()
  await panel.getByLabel('Note for the log').fill('As the register has it')
  await panel.locator('button[type=submit][aria-disabled=false]').click()
  await panel.getByRole('link', { name: 'See the approval' }).click()
  await page.waitForURL(/inbox\/[0-9a-f]{32}/)
  const address = page.url()
  await become(page, 'finance')
  await page.goto(address)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('approved and done').first().waitFor()
  await become(page, 'risk')
}

test('a creditor is made, changed and named by terms, each time by two', async () => {
  const { page, faults } = await openedAs(server, visit, 'risk')
  await page.goto(at('/creditors'))
  await settled(page)
  await page.getByRole('button', { name: 'Create a creditor' }).click()
  const making = page.getByRole('region', { name: 'Create a creditor', exact: true })
  await making.getByText('Type the name and the address').waitFor()
  await making.getByLabel('Name').fill('Banco Ejemplo')
  await making.getByLabel('Address').fill('Calle Mayor 1')
  await making.getByLabel('Tax number').fill('A12345678')
  await sound(page, 'desk-creditor-panel-en-light')
  await agreed(page, making)
  await page.goto(at('/creditors'))
  await page.locator('[data-row]', { hasText: 'Banco Ejemplo' }).click()
  await page.waitForURL(/creditors\/[0-9a-f]{32}/)
  await page.getByRole('heading', { level: 1, name: 'Banco Ejemplo' }).waitFor()
  const address = page.url()
  await page.getByRole('button', { name: 'Create a version' }).click()
  const changing = page.getByRole('region', { name: 'Create a version', exact: true })
  assert.equal(await changing.getByLabel('Tax number').inputValue(), 'A12345678')
  await changing.getByLabel('Address').fill('Calle Menor 2')
  await agreed(page, changing)
  await page.goto(address)
  const versions = page.getByRole('table', { name: 'Against version 1' })
  const said = (await versions.innerText()).replace(/\s+/g, ' ')
  assert.match(said, /Address Calle Mayor 1 Calle Menor 2$/)
  await sound(page, 'desk-creditor-en-light')
  const [id = ''] = /[0-9a-f]{32}/.exec(address) ?? []
  await page.goto(at(`/stores/${server.demo.store_id}/terms`))
  const creditors = ({ pathname }: URL) => pathname === '/lender/creditors'
  await page.route(creditors, (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Name the creditor' }).click()
  const naming = page.getByRole('region', { name: 'Name the creditor', exact: true })
  // Without the list there would be none to choose.
  await naming.getByRole('heading', { name: 'No connection to the service' }).waitFor()
  await naming.getByRole('button', { name: 'Try again' }).click()
  await naming.getByText('Choose a creditor').waitFor()
  await naming.getByLabel('Creditor').selectOption(id)
  await naming.getByText('Calle Menor 2').first().waitFor()
  await sound(page, 'desk-naming-en-light')
  await agreed(page, naming)
  const { results } = await ask(page, { path: `/lender/stores/${server.demo.store_id}/terms` })
  const held = results.find(({ state }: Json) => state === 'in_force')
  assert.deepEqual(held.creditor, { id, version: 2, name: 'Banco Ejemplo' })
  await become(page, 'support')
  await page.goto(address)
  await page.getByText('Roles that do: risk, finance.').waitFor()
  assert.deepEqual(faults, [])
})

test('a store is closed in two steps, each seen before it is taken', async () => {
  const { page, faults } = await openedAs(server, visit, 'risk')
  const { store_id: id } = server.demo.other_store
  const path = `/lender/stores/${id}`
  const close = page.getByRole('button', { name: 'Close the store' })
  const panel = page.getByRole('region', { name: 'Close the store', exact: true })
  const send = async () => {
    await panel.getByLabel('Note for the log').fill('They give up their shop')
    await panel.locator('button[type=submit][aria-disabled=false]').click()
    await panel.getByText('Done.').waitFor()
  }
  await page.goto(at(`/stores/${id}`))
  await close.click()
  const effects = panel.getByRole('table', { name: 'What changes' })
  await effects.getByText('closing', { exact: true }).waitFor()
  await sound(page, 'desk-close-en-light')
  assert.equal((await ask(page, { path })).state, 'active', 'seen, and not done')
  await send()
  const after = await ask(page, { path })
  assert.deepEqual([after.state, after.switches.captures], ['closing', true])
  await page.reload()
  await settled(page)
  // What waits keeps it open, and is said.
  const { allowed_actions: allowed } = after
  if (allowed.close.allowed) {
    await close.click()
    await effects.getByText('closed', { exact: true }).waitFor()
    await send()
    assert.equal((await ask(page, { path })).state, 'closed')
  } else {
    assert.equal(allowed.close.reason, 'store_not_settled')
    await page.getByText('Open orders or unpaid amounts remain').waitFor()
    assert.equal(await close.getAttribute('aria-disabled'), 'true')
  }
  assert.deepEqual(faults, [])
})

test('a file has the rows of its list, by the same filters', async () => {
  const { page, faults } = await openedAs(server, visit, 'finance')
  const query = 'bucket=current&ordering=created'
  const { results, paging } = await ask(page, { path: `/lender/loans?${query}&page_size=100` })
  assert.ok(paging.count > 1 && paging.count === results.length, `${paging.count}`)
  await page.goto(at(`/loans?${query}&page_size=1&page=2`))
  await settled(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const file = await saving
  assert.equal(file.suggestedFilename(), 'loans.csv')
  const [columns = [], ...rows] = readCsv(readFileSync(await file.path(), 'utf8'))
  const ids = rows.map((row) => row[columns.indexOf('id')])
  assert.deepEqual(
    ids,
    results.map(({ id }: Json) => id),
  )
  // What is refused stands at the button, and the list stays.
  const fields = { rows: ['are 1001 by these filters, and a file holds 1000'] }
  const error = { type: 'x', code: 'query_invalid', message: 'Too many', fields, request_id: 'r' }
  await page.route(/\.csv/, (route) => route.fulfill({ status: 400, json: { error } }))
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  await page.getByText('a file holds 1000').waitFor()
  assert.ok((await page.locator('[data-row]').count()) > 0)
  await page.unroute(/\.csv/)
  for (const path of ['/payouts', `/ledger/cash`, `/stores/${server.demo.store_id}/statement`]) {
    await page.goto(at(path))
    await settled(page)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const { length } = readCsv(readFileSync(await (await saved).path(), 'utf8'))
    assert.ok(length > 0, path)
  }
  await become(page, 'support')
  await page.goto(at('/loans'))
  assert.ok(await page.getByRole('button', { name: 'Save as CSV' }).isDisabled())
  assert.deepEqual(faults, [])
})

test('the screens are sound in both languages, light and dark', async () => {
  for (const [language, colorScheme] of looks) {
    const locale = { es: 'es-ES', en: 'en-GB' }[language]
    const { page, faults } = await openedAs(server, visit, 'auditor', { locale, colorScheme })
    const store = `/stores/${server.demo.store_id}`
    for (const path of [
      `${store}/terms`,
      `${store}/statement`,
      '/closings',
      '/policies',
      '/creditors',
    ]) {
      await page.goto(at(path))
      await settled(page)
      const name = path.replace(/\/stores\/\w+/, '').slice(1)
      await sound(page, `desk-${name}-${language}-${colorScheme}`)
    }
    assert.deepEqual(faults, [])
  }
})

/** What no request does: on the data of the service, while it stands still. */
async function meanwhile(work: (database: Database) => Promise<unknown>): Promise<void> {
  const { databaseUrl, folder } = server.place
  assert.equal(await server.stop(), 0)
  const database = await openDatabase({
    ...{ databaseUrl, folder: join(folder, 'database') },
    ...{ fraction: Math.random, print: () => {} },
  })
  try {
    await work(database)
  } finally {
    await database.close()
  }
  await server.restart()
}

/** As the service does an hour after the end of each day: what was booked today, and the next. */
async function closeTwoDays(database: Database): Promise<void> {
  for (const days of [1, 2]) {
    const clock = asReal({ now: () => new Date(Date.now() + days * DAY_MS + 2 * HOUR_MS) })
    assert.ok(await closeDay({ database, clock }), `day ${days}`)
  }
}

test('each closed day leads to its balances and to the day before', async () => {
  const empty = await openedAs(server, visit, 'auditor')
  await empty.page.goto(at('/closings'))
  await empty.page.getByText('Nothing here yet').waitFor()
  await meanwhile(closeTwoDays)
  const { page, faults } = await openedAs(server, visit, 'auditor')
  const { results } = await ask(page, { path: '/lender/closings' })
  const [last, first] = results
  assert.deepEqual([results.length, last.previous_hash], [2, first.hash])
  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await page.waitForURL(at('/closings'))
  const rows = page.locator('tbody tr')
  await rows.nth(1).waitFor()
  for (const [index, { hash, previous_hash }] of results.entries()) {
    const hashes = await rows.nth(index).locator('code').allInnerTexts()
    const expected = [hash, previous_hash].filter((each) => each !== '')
    assert.deepEqual(
      hashes,
      expected.map((each) => each.slice(0, 12)),
    )
  }
  await sound(page, 'desk-closings-en')
  await page.locator('[data-row]').first().click()
  await page.getByText(last.hash, { exact: true }).waitFor()
  const { balances } = await ask(page, { path: `/lender/closings/${last.day}` })
  const table = page.getByRole('table', { name: 'Balances since the beginning' })
  assert.ok(balances.length > 1)
  assert.equal(await table.locator('tbody tr').count(), balances.length)
  await sound(page, 'desk-closing-en')
  // What it hangs on is the day before, which hangs on nothing.
  await page.getByRole('link', { name: first.hash.slice(0, 12) }).click()
  await page.locator('[data-row]').first().click()
  await page.getByText('none: it is the first closing').waitFor()
  await page.goto(at('/closings/2020-01-01'))
  await page.getByText('closing_not_found').waitFor()
  assert.deepEqual(faults, [])
})

test('a policy is requested after its effects were seen', async () => {
  const { page: first } = await openedAs(server, visit, 'collections')
  await become(first, 'admin')
  const { results } = await ask(first, { path: '/lender/staff' })
  const { id } = results.find(({ email }: Json) => email === 'collections@demo.example')
  const wish = { roles: ['admin'], reason }
  const changed = await ask(first, { path: `/lender/staff/${id}`, method: 'PATCH', body: wish })
  assert.deepEqual(changed.roles, ['admin'], JSON.stringify(changed))
  // Two who could sign in without the demo: from now on a policy takes two people.
  const provided = `UPDATE staff SET issuer = 'https://people.example', subject = id`
  await meanwhile((database) => database.query(provided, []))
  const { page, faults } = await openedAs(server, visit, 'risk')
  await page.goto(at('/policies'))
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Change the policy' })
  await panel.getByLabel('Currency of the total').fill('eur')
  await panel.getByLabel('Limit').fill('0,01')
  await panel.getByLabel('Rates, one per line').fill('USD')
  await panel.getByText('Each line: three letters').waitFor()
  await panel.getByLabel('Rates, one per line').fill('usd 0,92')
  await panel.getByText(/^Of \d+ decisions since .*, \d+ would .* outcome\.$/).waitFor()
  const changes = panel.getByRole('table', { name: 'What changes' })
  assert.match(
    (await changes.innerText()).replace(/\s+/g, ' '),
    /Currency – EUR Limit – €0\.01 USD · Rate – 0\.92/,
  )
  const path = '/lender/exposure-policy?dry_run=true'
  const body = { version: 0, currency: 'EUR', exposure_max: 1, reason }
  const { replay } = await ask(page, { path, method: 'PATCH', body })
  assert.ok(replay.decisions > 1, JSON.stringify(replay))
  const many = replay.changed.reduce((all: number, { count }: Json) => all + count, 0)
  const words = new RegExp(`^Of ${replay.decisions} decisions since .*, ${many} would have a`)
  await panel.getByText(words).waitFor()
  // The people of the demo decide for themselves: others would have been refused.
  const others = { changed: [{ from: 'accepted', to: 'refused', count: 3 }], unknown: 2 }
  await page.route(/dry_run/, async (route) => {
    const response = await route.fetch()
    const said = await response.json()
    await route.fulfill({ response, json: { ...said, replay: { ...said.replay, ...others } } })
  })
  await panel.getByLabel('Limit').fill('0,02')
  await panel.getByText(/, 3 would have a different outcome\.$/).waitFor()
  await panel.getByText('accepted → refused: 3').waitFor()
  await panel.getByText('2 cannot be re-evaluated').waitFor()
  await page.unroute(/dry_run/)
  await panel.getByLabel('Note for the log').fill('As the committee decided')
  await sound(page, 'desk-policies-en')
  await panel.getByRole('button', { name: 'Request: Change the policy' }).click()
  await panel.getByText('Nothing has changed yet').waitFor()
  assert.equal((await ask(page, { path: '/lender/exposure-policy' })).version, 0)
  await page.reload()
  await page.getByRole('link', { name: /^Waits for a second person/ }).waitFor()
  assert.deepEqual(faults, [])
})
