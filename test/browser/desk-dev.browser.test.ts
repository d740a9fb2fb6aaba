// The developers' screens: keys, webhooks, events and the sandbox, for connecting a store.
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { clientOf, type RunningServer, startServer } from '../running-server.ts'
import { until } from '../shop.ts'
import { looks } from './accessibility.ts'
import { desktop, visitors } from './browser.ts'
import { askStore, become, openedAs, settled, sound } from './desk-visit.ts'

const { visit } = visitors()
let server: RunningServer
type Received = { readonly headers: IncomingHttpHeaders; readonly body: string }
const received: Received[] = []
/** What the store's server answers at the moment. */
let status = 200
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    received.push({ headers: request.headers, body })
    response.writeHead(status).end('{"seen":true}')
  })
})
let url = ''
before(async () => {
  server = await startServer()
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve)
  })
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
after(async () => {
  receiver.close()
  receiver.closeAllConnections()
  await server.remove()
})

const at = (path: string) => `${server.demo.base_url}/desk${path}?mode=sandbox`
const opened = (role: string, options = {}) => openedAs(server, visit, role, options)

test('a key is made in sentences, shown once, works, and is revoked', async () => {
  const { page, faults } = await opened('store_owner')
  await page.goto(at('/dev/keys'))
  const form = page.getByRole('region', { name: 'Create a key' })
  await form.getByLabel('Name').fill('Warehouse')
  await form.getByLabel(/^refund money/).check()
  await form.getByRole('button', { name: 'Create a key' }).click()
  const made = page.getByRole('status', { name: 'New key: Warehouse' })
  const key = await made.locator('.secret').innerText()
  assert.match(key, /^sk_/)
  const row = page.getByRole('row', { name: /Warehouse/ })
  await row.getByText('Only read orders, payments and statements, refund money.').waitFor()
  const mine = clientOf(server, { key })
  assert.equal((await mine('GET', '/orders')).status, 200)
  assert.equal((await mine('POST', '/me/webhooks', { url })).status, 403)
  await made.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await row.getByRole('button', { name: 'Rotate: Warehouse' }).click()
  const next = await page.locator('.note .secret').innerText()
  assert.notEqual(next, key)
  assert.equal((await clientOf(server, { key: next })('GET', '/orders')).status, 200)
  await row.nth(1).waitFor()
  const revoke = row.first().getByRole('button', { name: /^Revoke/ })
  await revoke.click()
  await row.first().getByRole('button', { name: 'Revoke: sure?: Warehouse' }).click()
  await row.getByText('revoked').first().waitFor()
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  assert.ok(!stored.includes('sk_'), stored)
  assert.deepEqual(faults, [])
})

test('a delivery is sent again in three presses, its signature checked in the page', async () => {
  const { page, faults } = await opened('store_operator')
  await page.goto(at('/dev/webhooks'))
  await page.getByLabel('URL', { exact: true }).fill(url)
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const secret = await page.locator('.note .secret').innerText()
  assert.match(secret, /^whsec_/)
  await page.locator('[data-row]').first().click()
  await page.waitForURL(/dev\/webhooks\/[0-9a-f]{32}/)
  status = 500
  const example = page.getByRole('region', { name: 'Try with an example' })
  await example.getByLabel('Type').selectOption('order.refunded')
  await page.getByRole('button', { name: 'Send example' }).click()
  await page.getByText('Example on its way: order.refunded').waitFor()
  await until(() => received.length > 0, 'the example')
  status = 200
  await page.reload()
  await page.locator('[data-row]').first().waitFor()
  // A failure waits for its next attempt, or is settled: what is settled can be sent again.
  const id = /[0-9a-f]{32}/.exec(page.url())?.[0] ?? ''
  const list = `/me/webhooks/${id}/deliveries`
  const of = { demo: server.demo, sandbox: true }
  const stateOf = async () => (await askStore(page, of, list)).results[0].state
  await until(async () => (await stateOf()) === 'delivered', 'the next attempt')
  const before = received.length
  await page.goto(at(''))
  let presses = 0
  const press = async (name: string | RegExp, role: 'link' | 'button') => {
    presses++
    await page.getByRole(role, { name }).first().click()
  }
  await press('Webhooks', 'link')
  await press(url, 'link')
  await press('Resend: order.refunded', 'button')
  assert.equal(presses, 3)
  await until(() => received.length > before, 'the delivery')
  await page.locator('[data-row]').first().click()
  await page.getByRole('region', { name: 'Attempts' }).getByText('{"seen":true}').first().waitFor()
  const last = received.at(-1)
  assert.ok(last !== undefined)
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  const timestamp = String(last.headers['webhook-timestamp'])
  await page.getByLabel('webhook-timestamp').fill(timestamp)
  await page.getByText('Signed content').click()
  const base = await page.locator('.form pre').innerText()
  assert.equal(base, `${last.headers['webhook-id']}.${timestamp}.${last.body}`)
  await page.getByLabel('Secret').fill(secret)
  await page.getByText(String(last.headers['webhook-signature'])).waitFor()
  await page.getByLabel('webhook-signature').fill(String(last.headers['webhook-signature']))
  await page.getByText('The signature matches this secret.').waitFor()
  await sound(page, 'desk-dev-delivery-en-light')
  await page.setViewportSize(desktop)
  await page.getByLabel('webhook-timestamp').fill(String(Number(timestamp) + 1))
  await page.getByText('No signature of the header').waitFor()
  await page.getByLabel('Secret').fill(secret.slice(0, -2))
  await page.getByText('This secret is incomplete.').waitFor()
  assert.deepEqual(sent, [], 'nothing of it was sent')
  const mode = await page.locator('.mode').getAttribute('href')
  assert.equal(mode, '/desk/dev/webhooks', 'the other mode has other deliveries')
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  assert.ok(!stored.includes('whsec'), stored)
  assert.deepEqual(faults, [])
})

test('the lender hears of all stores, and of more, on the same screens', async () => {
  status = 200
  const { page, faults } = await opened('admin')
  await page.goto(at('/dev/webhooks'))
  const adding = page.getByRole('region', { name: 'Add a webhook' })
  await adding.getByLabel('URL', { exact: true }).fill(`${url}/lender`)
  await adding.getByLabel('Name').fill('Our books')
  await adding.getByText('Choose events').click()
  await adding.getByLabel('person.blocked').check()
  await adding.getByLabel('order.confirmed').check()
  await adding.getByRole('button', { name: 'Add a webhook' }).click()
  const secret = await page.locator('.note .secret').innerText()
  assert.match(secret, /^whsec_/)
  await page.getByRole('row', { name: /Our books.*person\.blocked/ }).waitFor()
  await page.reload()
  await page.locator('[data-row]').first().waitFor()
  assert.equal(await page.getByText(secret).count(), 0, 'it is shown once')
  await sound(page, 'desk-lender-webhooks')
  await page.locator('[data-row]').first().click()
  await page.waitForURL(/dev\/webhooks\/[0-9a-f]{32}/)
  const before = received.length
  const newest = () => received.slice(before).map(({ body }) => JSON.parse(body).type)
  await page
    .getByRole('region', { name: 'Try with an example' })
    .getByLabel('Type')
    .selectOption('person.blocked')
  await page.getByRole('button', { name: 'Send example' }).click()
  await page.getByText('Example on its way: person.blocked').waitFor()
  await until(() => newest().includes('person.blocked'), 'the example')
  // Orders of before there was an address: as many as have been confirmed in two days.
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 16)
  await page.getByLabel('Since', { exact: true }).fill(day)
  await page.getByRole('button', { name: 'Send what did not arrive' }).click()
  await page.getByText(/on (its|their) way\./).waitFor()
  await until(() => newest().includes('order.confirmed'), 'what was recovered')
  await page.reload()
  await page.locator('[data-row]').first().waitFor()
  await sound(page, 'desk-lender-webhook')
  await page.setViewportSize(desktop)
  const sent = received.length
  await page.locator('[data-row]', { hasText: 'person.blocked' }).first().click()
  await page.waitForURL(/dev\/webhooks\/[0-9a-f]{32}\/[0-9a-f]{32}/)
  await page.getByRole('region', { name: 'Attempts' }).getByText('{"seen":true}').waitFor()
  await page.getByRole('button', { name: 'Resend: person.blocked' }).click()
  await until(() => received.length > sent, 'the delivery once more')
  const last = received.at(-1)
  assert.ok(last !== undefined)
  await page.getByLabel('webhook-timestamp').fill(String(last.headers['webhook-timestamp']))
  await page.getByLabel('Secret').fill(secret)
  await page.getByLabel('webhook-signature').fill(String(last.headers['webhook-signature']))
  await page.getByText('The signature matches this secret.').waitFor()
  await sound(page, 'desk-lender-delivery')
  await page.setViewportSize(desktop)
  // Support sends again, and is told who may change where.
  await become(page, 'support')
  await page.goto(at('/dev/webhooks'))
  await adding.getByText('Roles that can do this: admin').waitFor()
  await page.locator('[data-row]').first().click()
  await page.getByRole('button', { name: 'Resend: person.blocked' }).first().waitFor()
  const change = page.getByRole('region', { name: 'Change', exact: true })
  await change.getByText('Roles that can do this: admin').waitFor()
  assert.deepEqual(faults, [])
})

test('a loan lives by click: signed, captured, charged, seen in the events', async () => {
  const { page, faults } = await opened('store_owner')
  let presses = 0
  const press = async (name: string) => {
    presses++
    await page.getByRole('button', { name, exact: true }).click()
  }
  await page.goto(at('/dev/sandbox'))
  await press('Sign as Ana (accepted)')
  const order = page.getByRole('link', { name: 'Open the order' })
  await order.waitFor()
  presses++
  await order.click()
  await page.waitForURL(/orders\/[0-9a-f]{32}/)
  const id = /[0-9a-f]{32}/.exec(page.url())?.[0] ?? ''
  const path = `/orders/${id}`
  const of = { demo: server.demo, sandbox: true }
  const isConfirmed = async () => (await askStore(page, of, path)).confirmed !== null
  await until(isConfirmed, 'the confirmation')
  await page.keyboard.press('r')
  const panel = page.getByRole('region', { name: 'Capture', exact: true })
  await page.locator('button[aria-disabled=false]', { hasText: /^Capture$/ }).waitFor()
  await press('Capture')
  await panel.locator('button[type=submit][aria-disabled=false]').click()
  presses++
  await panel.getByText('Done.').waitFor()
  await page.goto(at('/dev/sandbox'))
  const before = (await askStore(page, of, '/me/test-clock')).now
  const loanNow = async () => (await askStore(page, of, path)).instalment_plan.loan
  const passed = async (name: string) => {
    await press(name)
    await page.locator('button[aria-disabled=true]').first().waitFor({ state: 'detached' })
  }
  await passed('To the next due date')
  while ((await loanNow()).open_amount > 0 && presses < 12) await passed('+1 month')
  assert.ok((await askStore(page, of, '/me/test-clock')).now > before)
  const loan = await loanNow()
  assert.ok(loan.paid_amount > 0)
  assert.equal(loan.open_amount, 0, `open after ${presses} presses`)
  assert.ok(presses <= 12, String(presses))
  await page.goto(at('/dev/events'))
  await page.getByLabel('Type').selectOption('instalment.paid')
  await page.waitForURL(/type=instalment\.paid/)
  await page.locator('summary', { hasText: 'instalment.paid' }).first().click()
  const json = JSON.parse(await page.locator('.rows details[open] pre').innerText())
  assert.deepEqual([json.type, typeof json.order_id], ['instalment.paid', 'string'])
  // A refused person sees why.
  await page.goto(at('/dev/sandbox'))
  await press('Sign as Ana (refused)')
  await page.getByText('refused', { exact: true }).waitFor()
  assert.deepEqual(faults, [])
})

test('each screen of it is sound in both languages and looks', async () => {
  for (const [language, colorScheme] of looks) {
    const locale = { es: 'es-ES', en: 'en-GB' }[language]
    const { page, faults } = await opened('store_owner', { locale, colorScheme })
    const webhooks = (await askStore(page, { demo: server.demo, sandbox: true }, '/me/webhooks'))
      .results
    const paths = ['keys', 'webhooks', 'events', 'sandbox']
    if (webhooks.length > 0) paths.push(`webhooks/${webhooks[0].id}`)
    for (const path of paths) {
      await page.goto(at(`/dev/${path}`))
      await settled(page)
      const name = path.replace(/\/.*/, '-one')
      await sound(page, `desk-dev-${name}-${language}-${colorScheme}`)
    }
    await become(page, 'store_operator')
    await page.goto(at('/dev/sandbox'))
    await page
      .getByText(/(Roles that can do this|Lo pueden hacer)/)
      .first()
      .waitFor()
    assert.deepEqual(faults, [])
  }
})
