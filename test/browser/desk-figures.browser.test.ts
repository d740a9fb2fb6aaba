// Figures at the desk: each chart says what its table says, and both what the API answers.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { definitions } from '../../packages/desk/src/screens/figures/definitions.ts'
import { readCsv } from '../fixtures/read-csv.ts'
import { clientOf, type Json, type RunningServer, startServer } from '../running-server.ts'
import { accessibilityFaults, looks, WITHOUT_CONTRAST } from './accessibility.ts'
import { desktop, narrow, phone, picture, tablet, visitors } from './browser.ts'
import { become, settled } from './desk-visit.ts'

const TRIES_MAX = 8_000
const { visit } = visitors()
let server: RunningServer
before(async () => {
  // Months of four stores, lived by the demo: there are people who pay late.
  server = await startServer({ DEMO_LIFE: 'on' })
  for (let tries = 0; !server.log().includes('the demo is filled'); tries++) {
    assert.ok(tries < TRIES_MAX, server.log().slice(-2_000))
    await pause(50)
  }
})
after(() => server.remove())

const names = Object.keys(definitions)
const at = (path: string) => `${server.demo.base_url}/desk/figures${path}`
/** All that the demo has lived, up to two weeks ago and from then on. */
const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const queryOf = (name: string) => {
  if (name === 'portfolio' || name === 'exposure') return 'mode=sandbox'
  return name === 'vintages'
    ? 'mode=sandbox'
    : `from=${dayBefore(20)}&to=${dayBefore(0)}&mode=sandbox`
}

/** Signed in by the demo's link, as the person with the role. */
async function openedAs(role: string, options: BrowserContextOptions = {}) {
  const visited = await visit({ locale: 'en-GB', ...options })
  await visited.page.goto(server.demo.backoffice_url)
  await visited.page.waitForURL(/\/desk\?mode=sandbox$/)
  await become(visited.page, role)
  return visited
}

/** The service's answer to the person who is signed in, in the sandbox. */
async function ask(page: Page, path: string): Promise<Json> {
  const text = await page.evaluate(async (sent) => {
    const headers = { 'x-desk': '1', accept: 'application/vnd.svc.sandbox.v1+json' }
    return (await fetch(sent, { headers })).text()
  }, path)
  return JSON.parse(text)
}

/** The figure itself: of which there is nothing before it is known who may see it. */
async function drawn(page: Page): Promise<void> {
  await page.locator('.block').waitFor()
  await settled(page)
}

/** The table that is shown: its heads, and the texts of its rows. */
async function tableOf(page: Page) {
  const table = page.locator('table.grid')
  const heads = await table.locator('thead th').allInnerTexts()
  const rows = await table
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    )
  return { heads, rows }
}

/** Of each chart its title, and what it says at each of its points, by the arrow keys alone. */
async function chartsOf(page: Page) {
  const charts: { title: string; said: string[] }[] = []
  for (const slider of await page.getByRole('slider').all()) {
    await slider.focus()
    await page.keyboard.press('Home')
    const most = Number(await slider.getAttribute('aria-valuemax'))
    const said: string[] = []
    for (let point = 0; point <= most; point++) {
      if (point > 0) await page.keyboard.press('ArrowRight')
      await page.waitForFunction(
        ([one, wanted]) => one?.getAttribute('aria-valuenow') === String(wanted),
        [await slider.elementHandle(), point] as const,
      )
      said.push((await slider.getAttribute('aria-valuetext')) ?? '')
    }
    charts.push({ title: (await slider.getAttribute('aria-label')) ?? '', said })
  }
  return charts
}

/** As a number of the wire: an amount has two decimals in every currency. */
const digits = (text: string) => Number(text.replaceAll(/[^0-9-]/g, ''))

test('each chart agrees with its table, and the table with the API’s answer', async () => {
  const { page, faults } = await openedAs('auditor')
  let met = 0
  for (const [name, definition] of Object.entries(definitions)) {
    const query = queryOf(name)
    await page.goto(at(`/${name}?${query}`))
    await drawn(page)
    const { results } = await ask(page, `/lender/figures/${name}?${query.replace(/&?mode=.*/, '')}`)
    if (results.length > 0) await page.locator('[role=slider], table.heat').first().waitFor()
    const charts = await chartsOf(page)
    const heat = await page
      .locator('table.heat tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? '')),
      )
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    if (results.length === 0) {
      await page.getByText('There is nothing in these days.').waitFor()
      continue
    }
    const { heads, rows } = await tableOf(page)
    const called = await page.locator('.tabs [aria-current]').innerText()
    const members = Object.entries(definition.members)
    assert.equal(rows.length, results.length, name)
    for (const [index, row] of rows.entries()) {
      for (const [place, [member, unit]] of members.entries()) {
        const [value, text = ''] = [results[index][member], row[place]]
        const where = `${name} ${index} ${member}: ${text}`
        if (value === null) assert.equal(text, '–', where)
        else if (unit === 'store') assert.equal(text, value.name, where)
        else if (unit === 'text') assert.equal(text, value, where)
        else if (unit === 'day') assert.equal(new Date(`${text} UTC`).toJSON().slice(0, 10), value)
        else if (/money|count|rate/.test(unit)) assert.equal(digits(text), value, where)
      }
    }
    // The same cells, put together as a chart says them.
    const cell = (row: readonly string[], member: string) =>
      row[members.findIndex(([each]) => each === member)] ?? ''
    const head = (member: string) => heads[members.findIndex(([each]) => each === member)] ?? ''
    const expected: { title: string; said: string[] }[] = []
    for (const [currency, all] of Map.groupBy(rows, (row) => cell(row, 'currency'))) {
      for (const { draw, of } of definition.drawings) {
        if (draw === 'heat') continue
        const [only = '', ...others] = of
        const shownAs = others.length > 0 ? called : head(only)
        const title = `${shownAs}${currency === '' ? '' : `, ${currency}`}`
        const shown = draw === 'rows' || draw === 'stack' ? all.slice(0, 20) : all
        const said = shown.map((row) => {
          const [from, below] = [cell(row, definition.point), cell(row, 'below')]
          const band = below === '–' ? `from ${from}` : `${from} to ${below}`
          const point = definition.point === 'at_least' ? band : from
          const values = of.map((member) => `${head(member)} ${cell(row, member)}`)
          return `${point}: ${values.join(', ')}`
        })
        expected.push({ title, said })
      }
    }
    assert.deepEqual(charts, expected, name)
    if (expected.length === 0) {
      const cells = heat.flatMap(([, ...values]) => values.filter((each) => each !== ''))
      const loans = rows.map((row) => cell(row, 'loans'))
      assert.deepEqual(cells.sort(), loans.sort(), name)
    }
    met++
    await page.getByRole('button', { name: 'Chart', exact: true }).click()
  }
  assert.ok(met >= 9, `${met} figures have something`)
  assert.deepEqual(faults, [])
})

test('the address is the query, its file has its rows, and its line asks the same', async () => {
  const options = { permissions: ['clipboard-read', 'clipboard-write'] }
  const { page, faults } = await openedAs('finance', options)
  await page.goto(at('?mode=sandbox'))
  await page.locator('[name=from]').fill(dayBefore(9))
  await page.locator('[name=to]').fill(dayBefore(1))
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const query = `from=${dayBefore(9)}&to=${dayBefore(1)}`
  await page.waitForURL(at(`/volume?${query}&mode=sandbox`))
  await page.getByRole('link', { name: 'Fees and interest', exact: true }).click()
  await page.waitForURL(at(`/income?${query}&mode=sandbox`))
  await settled(page)
  const { results } = await ask(page, `/lender/figures/income?${query}`)
  assert.ok(results.length >= 9)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const chunks = await (await (await saving).createReadStream()).toArray()
  const [columns = [], ...lines] = readCsv(Buffer.concat(chunks).toString('utf8'))
  assert.deepEqual(
    lines,
    results.map((row: Json) => columns.map((column) => String(row[column]))),
  )
  await page.getByText('Request', { exact: true }).click()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  const curl = await page.evaluate(() => navigator.clipboard.readText())
  const [, address = ''] = / '(http[^']+)'$/.exec(curl) ?? []
  const { pathname, search } = new URL(address)
  const lender = clientOf(server, { key: server.demo.lender_key })
  const { body } = await lender('GET', pathname + search, undefined, {
    accept: 'application/vnd.svc.sandbox.v1+json',
  })
  assert.deepEqual(body.results, results)
  // A figure of now has no days; a fault of the query is said, and the form is still there.
  await page.getByRole('link', { name: 'Portfolio by bucket', exact: true }).click()
  await page.waitForURL(at('/portfolio?mode=sandbox'))
  assert.equal(await page.locator('[name=from]').count(), 0)
  await page.goto(at('/cash?from=2026-01-02&to=2026-01-01&mode=sandbox'))
  await page.getByText('must not be before from').waitFor()
  await page.locator('[name=from]').waitFor()
  assert.deepEqual(faults, [])
})

test('a person without permission for a figure sees who has it', async () => {
  const { page } = await openedAs('support')
  await page.goto(at('/income?mode=sandbox'))
  await page.getByText('risk, finance, auditor').first().waitFor()
  assert.equal(await page.getByRole('slider').count(), 0)
  await become(page, 'finance')
  await page.reload()
  await page.getByRole('slider').first().waitFor()
})

test('home shows five of them, each with its table and for itself', async () => {
  const { page, faults } = await openedAs('auditor')
  const home = `${server.demo.base_url}/desk?mode=sandbox`
  await page.goto(home)
  const shown = {
    volume: 'Volume and orders',
    decisions: 'Decisions',
    settlements: 'Captured and refunded',
    payouts: 'Payouts',
    income: 'Fees and interest',
  }
  for (const [name, title] of Object.entries(shown)) {
    const block = page.getByRole('region', { name: title, exact: true })
    await block.getByRole('slider').first().waitFor()
    await block.getByText('Table', { exact: true }).click()
    const { results } = await ask(page, `/lender/figures/${name}`)
    const rows = block.locator('tbody tr')
    await rows.first().waitFor()
    assert.equal(await rows.count(), results.length, name)
    const link = block.getByRole('link', { name: `See details: ${title}`, exact: true })
    const to = new URL((await link.getAttribute('href')) ?? '', home)
    assert.equal(to.pathname, `/desk/figures/${name}`)
  }
  assert.deepEqual(await accessibilityFaults(page), [])
  // One that fails says so; what waits and the others are there.
  const broken = '**/lender/figures/decisions'
  const error = { type: 'x', message: 'Broken on purpose', request_id: 'abc', code: 'x' }
  await page.route(broken, (route) => route.fulfill({ status: 500, json: { error } }))
  await page.goto(home)
  const { decisions: title, ...others } = shown
  const decisions = page.getByRole('region', { name: title, exact: true })
  await decisions.getByRole('alert').getByText('abc').waitFor()
  for (const name of Object.values(others)) {
    const block = page.getByRole('region', { name, exact: true })
    await block.getByRole('slider').first().waitFor()
  }
  assert.equal(await page.getByRole('alert').count(), 1)
  await page.unroute(broken)
  await decisions.getByRole('button', { name: 'Try again' }).click()
  await decisions.getByRole('slider').first().waitFor()
  // Who may read one of them has that one, and asks for no other.
  await become(page, 'support')
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.reload()
  await page.getByRole('region', { name: 'Volume and orders' }).getByRole('slider').waitFor()
  await settled(page)
  assert.deepEqual(
    requests.filter((path) => path.startsWith('/lender/figures/')),
    ['/lender/figures/volume'],
  )
  await become(page, 'auditor')
  for (const size of [desktop, phone, narrow]) {
    await page.setViewportSize(size)
    await page.goto(home)
    await page.getByRole('region', { name: 'Fees and interest' }).getByRole('slider').waitFor()
    await settled(page)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wider <= 0, `at ${size.width}: ${wider} px`)
    await picture(page, 'desk-home-figures', true)
  }
  assert.deepEqual(faults, [])
})

test('every figure is sound in both languages and themes, at every width', async () => {
  for (const [language, colorScheme] of looks) {
    const locale = { es: 'es-ES', en: 'en-GB' }[language]
    const { page, faults } = await openedAs('auditor', { locale, colorScheme })
    for (const name of names) {
      await page.goto(at(`/${name}?${queryOf(name)}`))
      await drawn(page)
      assert.deepEqual(await accessibilityFaults(page), [], name)
      for (const size of [narrow, phone, tablet, desktop]) {
        await page.setViewportSize(size)
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert.ok(wider <= 0, `${name} at ${size.width}: ${wider} px`)
        const isInSight = () => {
          const { left = -1, right = -1 } =
            document.querySelector('.tabs [aria-current]')?.getBoundingClientRect() ?? {}
          return left >= 0 && right <= innerWidth
        }
        await page.waitForFunction(isInSight)
        await picture(page, `desk-figures-${name}-${language}-${colorScheme}`)
      }
    }
    await page.getByRole('button', { name: /^(Tabla|Table)$/ }).click()
    assert.deepEqual(await accessibilityFaults(page), [], 'a table')
    await page.emulateMedia({ forcedColors: 'active' })
    await page.goto(at(`/income?${queryOf('income')}`))
    await drawn(page)
    // Which colours are forced, the styles of the page do not say.
    assert.deepEqual(await accessibilityFaults(page, WITHOUT_CONTRAST), [], 'forced colours')
    await picture(page, `desk-figures-forced-${language}-${colorScheme}`)
    assert.deepEqual(faults, [])
  }
})
