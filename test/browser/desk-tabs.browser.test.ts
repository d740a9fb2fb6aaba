// Several tabs of the desk at once: who signs out leaves all of them, who is signed out by others
// loses nothing that was typed, and a mode is that of its tab.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { clientOf, confirmedOrder, ownServer } from '../running-server.ts'
import { visitors } from './browser.ts'
import { become, openedAs, settled } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()
const store = clientOf(server)

const at = (path: string, mode = '?mode=sandbox') => `${server.demo.base_url}/desk${path}${mode}`

/** A captured order, so that something is owed. */
async function order(): Promise<{ id: string; mid: string }> {
  const { id, mid } = await confirmedOrder(store, 12_000)
  const { status, text } = await store('POST', `/orders/${id}/captures`, { amount: 12_000 })
  assert.equal(status, 200, text)
  return { id, mid }
}

async function tabOf(page: Page, path: string, mode?: string): Promise<Page> {
  const tab = await page.context().newPage()
  await tab.goto(at(path, mode))
  await settled(tab)
  return tab
}

const signInPage = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign in' })
const ended = (page: Page) => page.getByRole('dialog', { name: 'The session has ended' })
const textOf = (page: Page) => page.locator('body').innerText()

/** Half filled in: what is typed here shall stay. */
async function paymentPanel(page: Page, amount: string) {
  await page.getByRole('button', { name: 'Book a payment' }).click()
  const panel = page.getByRole('region', { name: 'Book a payment' })
  await panel.getByLabel('Amount').fill(amount)
  await panel.getByLabel('Note for the log').fill('Half a sen')
  await panel.getByRole('table', { name: 'What changes' }).waitFor()
  return panel
}

test('signing out in one tab signs out all of them, also those that sleep', async () => {
  const { id, mid } = await order()
  const { page } = await openedAs(server, visit, 'collections')
  const { cookies } = await page.context().storageState()
  const list = await tabOf(page, '/orders')
  const form = await tabOf(page, `/loans/${id}`)
  await paymentPanel(form, '12,34')
  const asleep = await tabOf(page, `/orders/${id}`)
  assert.ok((await textOf(asleep)).includes(mid))
  const devtools = await page.context().newCDPSession(asleep)
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })

  await page.goto(at('/me'))
  await page.getByRole('button', { name: 'Sign out' }).click()
  for (const tab of [page, list, form]) {
    await signInPage(tab).waitFor()
    const shown = await textOf(tab)
    for (const text of [mid, 'collections', 'Half a sen']) assert.ok(!shown.includes(text), shown)
    assert.equal(await tab.locator('input[value*="12,34"], .frame').count(), 0)
  }
  await devtools.send('Page.setWebLifecycleState', { state: 'active' })
  await signInPage(asleep).waitFor()
  assert.ok(!(await textOf(asleep)).includes(mid))
  // The session itself is over: a copy of its cookie is worth nothing.
  await page.context().addCookies(cookies)
  const status = () => page.evaluate(async () => (await fetch('/lender/me')).status)
  assert.equal(await status(), 401)
  await page.reload()
  await signInPage(page).waitFor()
})

test('a tab that has missed it looks when it wakes', async () => {
  const { id, mid } = await order()
  const { page } = await openedAs(server, visit, 'collections')
  const asleep = await page.context().newPage()
  // What others say while a browser has put a tab away may be lost.
  await asleep.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => {}
  })
  await asleep.clock.install()
  await asleep.goto(at(`/orders/${id}`))
  await settled(asleep)
  await page.goto(at('/me'))
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signInPage(page).waitFor()
  assert.ok((await textOf(asleep)).includes(mid), 'it does not know yet')
  await asleep.clock.fastForward('10:00')
  await signInPage(asleep).waitFor()
  assert.ok(!(await textOf(asleep)).includes(mid))
})

test('a session that others end covers the page, and keeps its input', async () => {
  const { id } = await order()
  const { page, faults } = await openedAs(server, visit, 'collections')
  await page.goto(at(`/loans/${id}`))
  const panel = await paymentPanel(page, '12,34')
  // The same person, elsewhere.
  const { page: elsewhere } = await openedAs(server, visit, 'collections')
  const status = await elsewhere.evaluate(async () => {
    const init = { method: 'POST', headers: { 'x-desk': '1' } }
    return (await fetch('/lender/me/sessions/end-others', init)).status
  })
  assert.equal(status, 204)
  // Nobody has touched the page: the stream has ended with the session.
  const dialog = ended(page)
  await dialog.waitFor()
  const behind = await dialog.evaluate((it) => getComputedStyle(it, '::backdrop').backgroundColor)
  assert.match(behind, /^rgb\(/, 'nothing shows through')
  const tab = await page.context().newPage()
  await tab.goto(server.demo.backoffice_url)
  await tab.waitForURL(/\/desk$/)
  // Another person has signed in: nothing of this one stays, also of what was typed.
  await signedInAs(page, 'admin')
  assert.equal(await panel.count(), 0)

  await become(tab, 'collections')
  await page.reload()
  await settled(page)
  const again = await paymentPanel(page, '20')
  await page.context().clearCookies()
  await page.locator('h1').focus()
  await page.keyboard.press('r')
  await dialog.waitFor()
  await page.context().addCookies((await elsewhere.context().storageState()).cookies)
  await tab.goto(at(''))
  await tab.evaluate(() => new BroadcastChannel('desk').postMessage('in'))
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await again.getByLabel('Amount').inputValue(), '20')
  await again.getByLabel('Reference').fill('TABS-1')
  await again.locator('button[type=submit][aria-disabled=false]').click()
  await again.getByText('Done.').waitFor()
  assert.deepEqual(faults, [])
})

/** Drawn anew, for them. */
async function signedInAs(page: Page, role: string): Promise<void> {
  await page.locator('.who small', { hasText: role }).waitFor()
}

test('another mode in one tab changes nothing of a form that is open in the other', async () => {
  const { id } = await order()
  const { page, faults } = await openedAs(server, visit, 'collections')
  await page.goto(at(`/loans/${id}`))
  const panel = await paymentPanel(page, '12,34')
  const accepts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') accepts.push(request.headers().accept ?? '')
  })
  const other = await tabOf(page, `/loans/${id}`)
  await other.locator('a.mode').click()
  await other.waitForURL(at('/loans', ''))
  await settled(other)
  await other.reload()
  await settled(other)
  assert.equal(await panel.getByLabel('Amount').inputValue(), '12,34')
  assert.equal(await panel.getByLabel('Note for the log').inputValue(), 'Half a sen')
  await panel.getByLabel('Reference').fill('TABS-2')
  await panel.locator('button[type=submit][aria-disabled=false]').click()
  await panel.getByText('Done.').waitFor()
  assert.equal(page.url(), at(`/loans/${id}`))
  assert.ok(accepts.length > 1)
  assert.deepEqual([...new Set(accepts)], ['application/vnd.svc.sandbox.v1+json'])
  assert.deepEqual(faults, [])
  // In its own tab a mode never takes an open form along.
  await page.keyboard.press('Escape')
  await paymentPanel(page, '5')
  await page.locator('a.mode').click()
  await page.waitForURL(at('/loans', ''))
  assert.equal(await page.getByRole('region', { name: 'Book a payment' }).count(), 0)
})
