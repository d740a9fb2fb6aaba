// The desk as people use it: from the link of the demo over every screen, by mouse and by keyboard,
// in the states that a screen can be in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { ownServer } from '../running-server.ts'
import { accessibilityFaults, looks } from './accessibility.ts'
import { desktop, narrow, phone, picture, type Visit, visitors } from './browser.ts'
import { become, settled } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()

const at = (path: string) => `${server.demo.base_url}/desk${path}`

/** Signed in by the link, as the person who sees most. */
async function opened(options: BrowserContextOptions = {}, role = 'auditor'): Promise<Visit> {
  const visited = await visit(options)
  await visited.page.goto(server.demo.backoffice_url)
  await visited.page.waitForURL(at(''))
  await become(visited.page, role)
  return visited
}

/** The path of the first row of a list. */
async function firstOf(page: Page, list: string): Promise<string> {
  await page.goto(at(list))
  const row = page.locator('[data-row]').first()
  await row.waitFor()
  return ((await row.getAttribute('href')) ?? '').replace('/desk', '')
}

/** Paths of the API's description, as they are asked for. */
async function described(): Promise<(path: string) => boolean> {
  const answer = await fetch(`${server.demo.base_url}/openapi.json`)
  const { paths } = (await answer.json()) as { paths: Record<string, object> }
  const forms = Object.keys(paths).map((path) => path.replace(/\{\w+\}/g, '[^/]+'))
  return (path) => forms.some((form) => new RegExp(`^${form}$`).test(path))
}

test('every screen is sound in both languages and themes, and nothing goes sideways', async () => {
  const isDescribed = await described()
  for (const [language, colorScheme] of looks) {
    const locale = { es: 'es-ES', en: 'en-GB' }[language]
    const { page, faults } = await opened({ locale, colorScheme })
    const unknown = new Set<string>()
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (!/^\/desk(\/|$)/.test(pathname) && !isDescribed(pathname)) unknown.add(pathname)
    })
    const objects = ['/orders', '/loans', '/decisions', '/people', '/stores', '/ledger']
    const paths = ['', '/orders', '/loans', '/decisions', '/payouts', '/ledger', '/stores']
    paths.push('/people', '/collections', '/search', '/decisions/next')
    paths.push('/staff', '/log', '/me', '/none/of/these')
    for (const list of objects) paths.push(await firstOf(page, list))
    for (const path of paths) {
      await page.goto(at(path))
      await settled(page)
      assert.deepEqual(await accessibilityFaults(page), [], path)
      const name = `desk${path.replace(/[0-9a-f]{32}/, 'one').replaceAll('/', '-')}`
      for (const size of [narrow, phone, desktop]) {
        await page.setViewportSize(size)
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert.ok(wider <= 0, `${path} at ${size.width}: ${wider} px`)
        await picture(page, `${name}-${language}-${colorScheme}`)
      }
    }
    assert.deepEqual(faults, [])
    assert.deepEqual([...unknown], [], 'the desk asks for what others can ask for')
  }
})

test('the address of a list is the query of the API, and its faults are shown there', async () => {
  const { page, faults } = await opened({ permissions: ['clipboard-read', 'clipboard-write'] })
  const queries: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/lender/orders') queries.push(search)
  })
  await page.goto(at('/orders?mode=sandbox'))
  await page.locator('[data-row]').first().waitFor()
  assert.equal(await page.locator('.top.sandbox').count(), 1)
  await page.getByText('Añadir filtro').click()
  await page.getByLabel('Dato').selectOption('total_amount')
  await page.getByLabel('Condición').selectOption('gte')
  await page.getByLabel('Valor').fill('1.000,00')
  await page.getByRole('button', { name: 'Añadir', exact: true }).click()
  await page.locator('.chip').filter({ hasText: 'Total desde 1.000,00' }).waitFor()
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 3)
  assert.equal(queries.at(-1), '?total_amount-gte=100000&summary=true')
  assert.ok(page.url().endsWith('/desk/orders?total_amount-gte=100000&mode=sandbox'), page.url())
  await page.getByRole('link', { name: 'Total', exact: true }).click()
  await page.waitForURL(/ordering=-total_amount/)
  await page.locator('[data-row]').first().getByText('demo-3').waitFor()
  // The line that is copied answers the same to a program.
  await page.getByText('Petición').click()
  await page.getByRole('button', { name: 'Copiar como curl' }).click()
  await page.getByText('Copiado').waitFor()
  const curl = await page.evaluate(() => navigator.clipboard.readText())
  const [, accept = '', address = ''] = /Accept: ([^']+)' '([^']+)'/.exec(curl) ?? []
  const authorization = `Bearer ${server.demo.lender_key}`
  const answer = await fetch(address, { headers: { accept, authorization } })
  assert.equal(((await answer.json()) as { results: [] }).results.length, 3, curl)
  // Back is the list as it was.
  await page.locator('[data-row]').first().click()
  await page.waitForURL(/orders\/[0-9a-f]{32}\?mode=sandbox/)
  await page.goBack()
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 3)
  // What nobody knows is refused by the API, and shown at the filter.
  await page.goto(at('/orders?nonsense=1&mode=sandbox'))
  await page.locator('.chip.wrong').filter({ hasText: 'nonsense' }).waitFor()
  await page.getByRole('link', { name: /Quitar el filtro: nonsense/ }).click()
  await page.locator('[data-row]').first().waitFor()
  await page.goto(at('/orders?mid=nothing&mode=sandbox'))
  await page.getByRole('link', { name: 'Quitar los filtros' }).click()
  await page.locator('[data-row]').first().waitFor()
  assert.deepEqual(faults, [])
})

test('by keyboard: help, a list, its rows, an order; and no key while one types', async () => {
  const { page } = await opened({ locale: 'en-GB' })
  await page.goto(at(''))
  await settled(page)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await help.getByText('Go to Loans').waitFor()
  assert.deepEqual(await accessibilityFaults(page), [])
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.waitForURL(at('/orders'))
  await page.locator('[data-row]').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('gl?')
  assert.equal(await page.locator('[data-search]').inputValue(), 'gl?')
  assert.equal(page.url(), at('/orders'))
  await page.locator('[data-search]').fill('')
  await page.locator('h1').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await page.waitForURL(/orders\/[0-9a-f]{32}$/)
  await page.getByRole('heading', { level: 1, name: /Order demo-14/ }).waitFor()
})

test('an order shows its figures, its plan and its timeline', async () => {
  const { page, faults } = await opened({ locale: 'en-GB' })
  await page.goto(at(await firstOf(page, '/orders?mid=demo-14')))
  const strip = page.locator('.strip')
  await strip.getByText('€385.00').waitFor()
  const shown = await strip.locator('dd').allInnerTexts()
  const expected = ['€435.00', '€435.00', '€0.00', '€50.00', '€385.00', '€0.00', '€0.00']
  assert.deepEqual(shown, expected)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await timeline.getByText('order.refunded', { exact: true }).waitFor()
  await timeline.getByLabel('Event', { exact: true }).uncheck()
  await timeline.getByText('order.refunded', { exact: true }).waitFor({ state: 'detached' })
  await timeline.getByText('As JSON').click()
  const json = JSON.parse(await timeline.locator('pre').last().innerText())
  assert.ok(json.length > 5 && json.every(({ kind }: { kind: string }) => kind !== 'event'))
  // A figure leads to the entries that make it.
  await strip.getByRole('link', { name: '€50.00' }).click()
  await page.waitForURL(/ledger\/store_payable\?order-id=[0-9a-f]{32}&kind=refund/)
  await page.getByText('1 result').waitFor()
  await page.locator('.grid').getByText('€50.00').waitFor()
  assert.deepEqual(faults, [])
})

test('refusals, failures and outages are shown, and known data stay', async () => {
  const { page } = await opened({ locale: 'en-GB' }, 'admin')
  const refusals: string[] = []
  page.on('response', (answer) => answer.status() === 403 && refusals.push(answer.url()))
  await page.goto(at(''))
  await page.getByRole('link', { name: 'Accepted orders 14' }).waitFor()
  assert.deepEqual(refusals, [], 'home asks for nothing that one may not read')
  await page.goto(at('/ledger'))
  await page.getByRole('heading', { name: 'Ledger: your role does not allow it' }).waitFor()
  const allowed = 'Your roles: admin. Roles that can see it: risk, finance, auditor.'
  await page.getByText(allowed).waitFor()
  assert.deepEqual(await accessibilityFaults(page), [])
  const order = await firstOf(page, '/orders')
  for (const [path, api] of [
    ['/orders', '**/lender/orders*'],
    [order, `**/lender${order}`],
  ] as const) {
    await page.goto(at(path))
    await settled(page)
    await page.route(api, (route) => route.abort())
    await page.keyboard.press('r')
    await page.getByRole('heading', { name: 'No connection to the service' }).waitFor()
    await page.getByText('demo-14').first().waitFor()
    assert.deepEqual(await accessibilityFaults(page), [], path)
    await page.unroute(api)
    const error = { type: 'x', code: 'internal_error', message: 'Broken', request_id: 'abc123' }
    const json = { error }
    await page.route(api, (route) => route.fulfill({ status: 500, json }), { times: 1 })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('abc123').waitFor()
    await page.getByText('internal_error').waitFor()
    const busy = { error: { ...error, code: 'service_busy' } }
    const headers = { 'retry-after': '1' }
    await page.route(api, (route) => route.fulfill({ status: 503, headers, json: busy }), {
      times: 1,
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    // It goes away by itself: what is busy is asked again when it said so.
    await page.locator('.problem').waitFor({ state: 'detached' })
  }
})

test('the end of a session keeps the page and its input', async () => {
  const { page } = await opened({ locale: 'en-GB' })
  await page.goto(at('/orders'))
  await page.locator('[data-row]').first().waitFor()
  await page.getByText('Add filter').click()
  await page.getByLabel('Value').fill('half a word')
  const { cookies } = await page.context().storageState()
  await page.context().clearCookies()
  await page.locator('h1').focus()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'The session has ended' })
  await dialog.waitFor()
  assert.deepEqual(await accessibilityFaults(page), [])
  // They sign in again, in another tab of the browser.
  await page.context().addCookies(cookies)
  const tab = await page.context().newPage()
  await tab.goto(at(''))
  await tab.getByRole('button', { name: 'Who am I?' }).click()
  await tab.getByRole('button', { name: 'auditor' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Value').inputValue(), 'half a word')
})

/** The service was upgraded: until the page is loaded again this file of the old one is missing. */
async function upgraded(page: Page, file: string): Promise<void> {
  let isOld = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isOld = false
  })
  await page.route(`**/desk/assets/${file}-*`, (route) =>
    isOld ? route.fulfill({ status: 404 }) : route.fallback(),
  )
  await page.route(at(''), (route) => {
    if (route.request().resourceType() !== 'fetch') return route.fallback()
    const shell = '<!doctype html><script type="module" src="/desk/assets/index-newer.js"></script>'
    return route.fulfill({ contentType: 'text/html', body: shell })
  })
}

test('an old page whose files are gone loads the new version by itself', async () => {
  const { page } = await opened({ locale: 'en-GB' })
  await page.goto(at(''))
  await settled(page)
  // However slow the machine: it is within the same minute.
  await page.clock.setFixedTime(Date.now())
  await upgraded(page, 'house')
  const loads = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Log' }).click()
  await loads
  await page.getByRole('heading', { level: 1, name: 'Log' }).waitFor()
  // Not again and again: two versions may be served in turns.
  await upgraded(page, 'lists')
  await page.getByRole('link', { name: 'Loans' }).click()
  await page.getByRole('heading', { name: 'There is a new version of the desk' }).waitFor()
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await page.getByRole('heading', { level: 1, name: 'Loans' }).waitFor()
})

test('an old page keeps what is typed in it, and a page without a line says so', async () => {
  const { page } = await opened({ locale: 'en-GB' })
  await page.goto(at('/staff'))
  await settled(page)
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  // What came before is of the same page, and not loaded.
  await page.reload()
  await settled(page)
  await page.getByText('Add filter').click()
  await page.getByLabel('Value').fill('half a word')
  await upgraded(page, 'house')
  const dialog = page.getByRole('dialog', { name: 'There is a new version of the desk' })
  for (const leave of [
    () => page.getByRole('link', { name: 'Log' }).click(),
    () => page.goBack({ waitUntil: 'commit' }).catch(() => {}),
  ]) {
    await leave()
    await dialog.waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await picture(page, 'desk-new-version')
    await dialog.getByRole('button', { name: 'Close' }).click()
    assert.equal(await page.getByLabel('Value').inputValue(), 'half a word')
    assert.equal(new URL(page.url()).pathname, '/desk/orders')
  }
  await page.unrouteAll()
  await page.route('**/desk/assets/house-*', (route) => route.abort(), { times: 1 })
  await page.getByRole('link', { name: 'Log' }).click()
  await page.getByRole('dialog', { name: 'No connection to the service' }).waitFor()
  assert.equal(await page.getByLabel('Value').inputValue(), 'half a word')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Log' }).waitFor()
})
