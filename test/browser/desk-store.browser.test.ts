// The desk of a store's people: what is theirs, the money of their orders, and nothing of others.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Page, Route } from 'playwright-core'
import { deskAt, enrolPassword, over } from '../desk.ts'
import { clientOf, confirmedOrder, ended, ownServer, runProgram } from '../running-server.ts'
import { accessibilityFaults, looks } from './accessibility.ts'
import { desktop, visitors } from './browser.ts'
import { askStore, become, openedAs, settled, sound } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()

const at = (path: string) => `${server.demo.base_url}/desk${path}`
const opened = (role: string, options = {}) => openedAs(server, visit, role, options)
const live = () => clientOf(server, { accept: 'application/vnd.svc.v1+json' })

/** By the box over every screen: one press. */
async function openOrder(page: Page, mid: string): Promise<string> {
  await page.locator('[data-search]').fill(mid)
  await page.keyboard.press('Enter')
  await page.waitForURL(/orders\/[0-9a-f]{32}/)
  await page.getByRole('heading', { level: 1, name: new RegExp(`${mid}$`) }).waitFor()
  return /[0-9a-f]{32}/.exec(page.url())?.[0] ?? ''
}

async function panelOf(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click()
  return page.getByRole('region', { name, exact: true })
}

const armed = 'button[type=submit][aria-disabled=false]'

test('each screen is sound for people of a store, and asks for nothing of the lender', async () => {
  const { demo } = server
  const paid = await live()('POST', '/me/payouts', {})
  assert.equal(paid.status, 201, paid.text)
  const payout = `/payouts/${paid.body.results[0].id}`
  for (const [index, [language, colorScheme]] of looks.entries()) {
    const locale = { es: 'es-ES', en: 'en-GB' }[language]
    const role = index % 2 === 0 ? 'store_owner' : 'store_operator'
    const { page, faults } = await opened(role, { locale, colorScheme })
    await page.goto(at('/me'))
    const paths = new Set<string>()
    const answers: string[] = []
    const refused: string[] = []
    page.on('response', async (answer) => {
      const { pathname } = new URL(answer.url())
      if (/^\/desk(\/|$)/.test(pathname)) return
      paths.add(pathname)
      if (answer.status() >= 400) refused.push(`${answer.status()} ${pathname}`)
      answers.push(await answer.text().catch(() => ''))
    })
    const { results } = await askStore(page, server, '/orders?mid=demo-14')
    const screens = ['', '/orders', `/orders/${results[0].id}`, '/payouts', payout]
    screens.push('/statements', '/store')
    screens.push('/search', '/me', '/loans')
    if (role === 'store_owner') screens.push('/members')
    for (const path of screens) {
      await page.goto(at(path))
      await settled(page)
      const name = path.replace(/[0-9a-f]{32}/, 'one').replaceAll('/', '-')
      await sound(page, `desk-own${name}-${language}-${colorScheme}`)
    }
    const menu = await page.locator('.menu a').allInnerTexts()
    assert.equal(menu.length, 13, menu.join())
    assert.deepEqual(
      [...paths].filter((path) => path.startsWith('/lender/')),
      [...paths].filter((path) => /^\/lender\/me(\/|$)/.test(path)),
    )
    assert.deepEqual(refused, [])
    // Nothing of the other store is in any answer.
    const all = answers.join('\n')
    assert.ok(all.includes(demo.store_id) && all.length > 10_000, 'answers were read')
    assert.ok(!all.includes(demo.other_store.store_id))
    assert.deepEqual(faults, [])
  }
})

test('each member reads at home that another bank account was named', async () => {
  const other = { iban: 'ES9121000418450200051332', holder: 'Somebody Else' }
  const named = await live()('PATCH', '/me', { bank_account: other })
  assert.equal(named.status, 200, named.text)
  for (const role of ['store_owner', 'store_operator']) {
    const { page, faults } = await opened(role)
    const hasText = /was set: ES\*+1332 \(Somebody Else\)/
    const notice = page.getByRole('status').filter({ hasText })
    await notice.waitFor()
    assert.match(await notice.innerText(), /If nobody at your store requested this, call/)
    assert.deepEqual(faults, [])
  }
})

test('an order is found, refunded and seen to be, in three presses', async () => {
  const { mid } = await confirmedOrder(live(), 12_000)
  const { page, faults } = await opened('store_operator')
  const tries: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/refund?dry_run=true')) tries.push(request.postDataJSON().amount)
  })
  const id = await openOrder(page, mid)
  assert.ok(!page.url().includes(mid), 'what was looked for is in no address')
  const panel = await panelOf(page, 'Refund')
  assert.equal(await panel.getByLabel('Amount').inputValue(), '120.00', 'the most that is possible')
  const figures = panel.getByRole('table', { name: 'What changes' })
  await figures.getByText('€120.00').first().waitFor()
  assert.deepEqual(tries, [12_000])
  await panel.getByLabel('Amount').fill('')
  await panel.getByLabel('Amount').pressSequentially('50,5 €', { delay: 10 })
  const send = panel.locator(armed)
  await send.waitFor()
  assert.deepEqual(tries, [12_000, 5_050], 'one question for the whole amount')
  assert.match(await figures.innerText(), /Refunded\s+€0\.00\s+€50\.50/)
  assert.equal(await send.innerText(), 'Refund €50.50 to ada@example.com')
  // The line beside it does the same.
  await panel.getByText('Request', { exact: true }).click()
  const curl = await panel.locator('.curl').innerText()
  assert.match(curl, /-X POST .* -d '\{"amount":5050\}'/)
  // Twice at once is once.
  await send.dblclick()
  await panel.getByText('Done.').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.strip').getByText('€50.50').first().waitFor()
  await page.locator('.timeline').getByText('€50.50').waitFor()
  assert.equal((await askStore(page, server, `/orders/${id}/refund`)).results.length, 1)
  assert.deepEqual(faults, [])
})

test('a part of a timeline that cannot be read says so, and is read once more', async () => {
  const { id } = await confirmedOrder(live(), 12_000)
  const { page } = await opened('store_operator')
  for (const part of ['captures', 'void', 'refund']) {
    const api = `**/orders/*/${part}`
    const error = { type: 'x', code: 'internal_error', message: 'Broken', request_id: part }
    await page.route(api, (route) => route.fulfill({ status: 500, json: { error } }), { times: 1 })
    await page.goto(at(`/orders/${id}`))
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await timeline.locator('.problem').getByText(part, { exact: true }).waitFor()
    await timeline.locator('ol > li').first().waitFor()
    await timeline.getByRole('button', { name: 'Try again' }).click()
    await timeline.locator('.problem').waitFor({ state: 'detached' })
  }
})

test('writes match what was shown: capture, void, change, cancel', async () => {
  const { mid } = await confirmedOrder(live(), 20_000)
  const { page, faults } = await opened('store_owner')
  const id = await openOrder(page, mid)
  const amounts = async () => {
    const order = await askStore(page, server, `/orders/${id}`)
    return [order.total_amount, order.captured_amount, order.voided_amount, order.refunded_amount]
  }
  const capture = await panelOf(page, 'Capture')
  await capture.getByLabel('Amount').fill('80.00')
  await capture.getByRole('button', { name: 'Capture €80.00' }).and(page.locator(armed)).click()
  await capture.getByText('Done.').waitFor()
  await page.keyboard.press('Escape')
  assert.deepEqual(await amounts(), [20_000, 8_000, 0, 0])
  // More than there is, is refused by the trial, and nothing can be sent.
  const again = await panelOf(page, 'Void')
  await again.getByText('At most €120.00.').waitFor()
  await again.getByLabel('Amount').fill('120.01')
  await again.getByText('amount_exceeds_remaining').waitFor()
  assert.equal(await again.locator(armed).count(), 0)
  await again.getByLabel('Amount').fill('20')
  await again.locator(armed).click()
  await again.getByText('Done.').waitFor()
  await page.keyboard.press('Escape')
  assert.deepEqual(await amounts(), [20_000, 8_000, 2_000, 0])
  const edit = await panelOf(page, 'Change the order')
  await edit.getByText('Type an amount to see what changes.').waitFor()
  await edit.getByLabel('Total').fill('150.00')
  await edit.getByLabel('Price').fill('150,00')
  const seen = edit.getByRole('table', { name: 'What changes' })
  await seen.getByText('€150.00').waitFor()
  await sound(page, 'desk-own-edit-en-light', false)
  await page.setViewportSize(desktop)
  await edit.locator(armed).click()
  await edit.getByText('Done.').waitFor()
  await page.keyboard.press('Escape')
  const [total] = await amounts()
  assert.equal(total, 15_000)
  const { articles } = await askStore(page, server, `/orders/${id}`)
  assert.deepEqual([articles.length, articles[0].price], [1, 15_000])
  const cancel = await panelOf(page, 'Cancel the order')
  await cancel.getByRole('table', { name: 'What changes' }).waitFor()
  await cancel
    .getByRole('button', { name: `Cancel order ${mid}` })
    .and(page.locator(armed))
    .click()
  await cancel.getByText('Done.').waitFor()
  await page.keyboard.press('Escape')
  // What is over says so.
  await page.getByText('the order is cancelled').first().waitFor()
  const refund = page.getByRole('button', { name: 'Refund', exact: true })
  assert.equal(await refund.getAttribute('aria-disabled'), 'true')
  assert.deepEqual(await accessibilityFaults(page), [])
  assert.deepEqual(faults, [])
})

test('a lost answer, or a reloaded page, leaves one refund', async () => {
  const { mid } = await confirmedOrder(live(), 30_000)
  const { page } = await opened('store_operator')
  const id = await openOrder(page, mid)
  const isWrite = (url: URL) => url.pathname.endsWith('/refund') && url.search === ''
  const keys: (string | undefined)[] = []
  const lose = async (route: Route) => {
    if (route.request().method() === 'GET') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    await route.fetch()
    await route.abort()
  }
  await page.route(isWrite, lose)
  const panel = await panelOf(page, 'Refund')
  await panel.getByLabel('Amount').fill('10')
  await panel.locator(armed).click()
  await panel.getByText('No answer arrived').waitFor()
  await page.unroute(isWrite)
  await page.reload()
  await panel.getByText('No answer arrived').waitFor()
  assert.equal(await panel.getByLabel('Amount').inputValue(), '10')
  await panel.getByRole('button', { name: 'Send the same again' }).click()
  await panel.getByText('Done.').waitFor()
  assert.equal(new Set(keys).size, 1)
  const { results } = await askStore(page, server, `/orders/${id}/refund`)
  assert.deepEqual(
    results.map(({ amount }: { amount: number }) => amount),
    [1_000],
  )
})

test('people without a right read who has it, and a store not theirs is missing', async () => {
  const { page } = await opened('store_operator')
  await page.goto(at('/members'))
  await page.getByText('People: your role does not allow it').waitFor()
  await page.getByText('Roles that can see it: store owner.').waitFor()
  await page.goto(at('/dev/keys'))
  await page.getByText('Keys: your role does not allow it').waitFor()
  await page.goto(at(`/orders?store=${server.demo.other_store.store_id}`))
  await page.getByText('store_not_found').first().waitFor()
  assert.equal(await page.locator('[data-row]').count(), 0)
  await page.goto(at('/orders'))
  await page.locator('[data-row]').first().waitFor()
  // The owner invites, and withdraws the invitation.
  await become(page, 'store_owner')
  await page.goto(at('/members'))
  const form = page.getByRole('region', { name: 'Invite a person' })
  await form.getByLabel('Name').fill('Vera Viewer')
  await form.getByLabel('E-mail').fill('vera@store.example')
  await form.getByLabel('Role').selectOption('store_viewer')
  await form.getByRole('button', { name: 'Invite a person' }).click()
  await page.getByText(/\/desk\/start#/).waitFor()
  // What another role changes is said before it is sent.
  await page.getByRole('button', { name: 'Change the role: Vera Viewer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the role: Vera Viewer' })
  const send = dialog.locator('button[type=submit]')
  assert.equal(await send.getAttribute('aria-disabled'), 'true', 'it is the role that they have')
  await dialog.getByLabel('Role').selectOption('store_owner')
  await dialog.getByText('change the settings of the store').waitFor()
  assert.equal(await dialog.getByRole('heading', { name: 'Can no longer' }).count(), 0)
  await dialog.getByLabel('Role').selectOption('store_operator')
  const gained = dialog.locator('section', { hasText: 'Can also' })
  assert.deepEqual(await gained.locator('li').allInnerTexts(), [
    ...['send notifications again', 'capture, refund and void orders'],
    ...['change webhooks', 'see what they did themselves'],
  ])
  await sound(page, 'desk-member-role-en-light', false)
  await dialog.getByRole('button', { name: 'Becomes store operator' }).click()
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('row', { name: /Vera Viewer/ })
  await row.getByText('store operator').waitFor()
  // The last owner stays one.
  await page.getByRole('button', { name: 'Change the role: Tomás Tienda' }).click()
  const own = page.getByRole('dialog')
  await own.getByLabel('Role').selectOption('store_viewer')
  await own.locator('section', { hasText: 'Can no longer' }).getByText('remove people').waitFor()
  await own.locator('button[type=submit]').click()
  await own.getByText('staff_last_owner').waitFor()
  await own.getByRole('button', { name: 'Close' }).click()
  const end = page.getByRole('button', { name: 'Remove: Vera Viewer' })
  await end.click()
  await page.getByRole('button', { name: /sure\?: Vera Viewer$/ }).click()
  await page.getByRole('cell', { name: 'Vera Viewer', exact: true }).waitFor({ state: 'detached' })
})

test('a statement, its file and its request say the same', async () => {
  const { page } = await opened('store_owner')
  await page.goto(at('/statements'))
  await page.getByRole('table', { name: 'Statements' }).waitFor()
  const closing = await page.locator('.facts dd').last().innerText()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const file = await saving
  assert.match(file.suggestedFilename(), /^statement-[\d-]+\.csv$/)
  await page.getByText('Request', { exact: true }).click()
  const curl = await page.locator('.curl').innerText()
  const env = { ...process.env, STORE_KEY: server.demo.private_key }
  const { stdout } = await promisify(execFile)('sh', ['-c', curl], { env })
  const { closing_balance: balance } = JSON.parse(stdout)
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' })
  assert.equal(closing, format.format(balance / 100))
})

test('a statement ends today as the store has it', async () => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const { page } = await opened('store_owner')
    await page.route('**/me', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), time_zone: zone } })
    })
    const reading = page.waitForRequest((request) => request.url().includes('/me/statement?'))
    await page.goto(at('/statements'))
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: zone })
    assert.equal(new URL((await reading).url()).searchParams.get('to'), today)
    assert.equal(await page.getByLabel('To (inclusive)').inputValue(), today)
  }
})

/** The demo's owner becomes a viewer of the other store, whose own owner invites them. */
async function joinOther(): Promise<void> {
  const { place, demo } = server
  const who = ['--name', 'Zoe', '--email', 'zoe@other.example', '--as', 'store_owner']
  const args = ['staff', 'invite', ...who, '--store', demo.other_store.store_id]
  const environment = { BASE_URL: demo.base_url }
  const { stdout, stderr } = await ended(runProgram('cli.ts', { place, environment, args }))
  assert.ok(stdout !== '', stderr)
  const token = new URL(JSON.parse(stdout).link).hash.slice(1)
  const zoe = deskAt(over(demo.base_url), demo.base_url)
  assert.equal((await zoe.send('POST', '/lender/start', { token })).status, 200)
  await enrolPassword(zoe, { password: 'correct horse battery', now: Date.now })
  const member = { name: 'Tomás', email: 'store_owner@demo.example', role: 'store_viewer' }
  const at = { 'store-id': demo.other_store.store_id }
  const joined = await zoe.send('POST', '/me/staff', member, at)
  assert.equal(joined.status, 201, JSON.stringify(joined.body))
}

test('somebody of two stores chooses between them, and the address keeps which', async () => {
  const { page, faults } = await opened('store_owner')
  await joinOther()
  const own = server.demo.store_id
  await page.goto(at(`/orders?store=${own}`))
  await page.locator('[data-row]').first().waitFor()
  await page.getByRole('button', { name: 'Mirlo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Which store?' })
  await dialog.getByRole('link').nth(1).waitFor()
  assert.deepEqual(await accessibilityFaults(page), [])
  const other = dialog.getByRole('link', { name: 'store viewer' })
  await other.click()
  const { store_id: id } = server.demo.other_store
  await page.waitForURL(at(`?store=${id}`))
  await page.locator('.who').getByText('store viewer').waitFor()
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await page.waitForURL(at(`/orders?store=${id}`))
  await page.getByText('0 results').waitFor()
  // What stands there of the store of before is gone, and the mode keeps the store.
  assert.equal(await page.locator('[data-row]').count(), 0)
  await page.locator('.mode').click()
  await page.waitForURL(at(`/orders?mode=sandbox&store=${id}`))
  await page.goto(at(`/members?store=${id}`))
  await page.getByText('People: your role does not allow it').waitFor()
  await page.goto(at(`/members?store=${own}`))
  await page.getByRole('cell', { name: 'Tomás Tienda', exact: true }).waitFor()
  assert.deepEqual(faults, [])
})
