// What people work with at the desk beside its queues: messages sent once more from an order.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import {
  checkoutBody,
  clientOf,
  confirmedOrder,
  type Json,
  type RunningServer,
  startServer,
} from '../running-server.ts'
import { until } from '../shop.ts'
import { desktop, visitors } from './browser.ts'
import { openedAs, settled, sound } from './desk-visit.ts'

const { visit } = visitors()
let server: RunningServer
/** What the store's server answers at the moment. */
let status = 503
const receiver = createServer((request, response) => {
  request.resume()
  response.writeHead(status).end(`{"answer":${status}}`)
})
let order = ''
before(async () => {
  server = await startServer()
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve)
  })
  const { port } = receiver.address() as AddressInfo
  const merchant = { notification_url: `http://127.0.0.1:${port}/` }
  const client = clientOf(server)
  const made = await client('POST', '/checkout', checkoutBody('not-told', 20_000, { merchant }))
  order = made.body.id
  await confirmedOrder(client, 34_567)
  // What only informs can be sent again whatever becomes of it meanwhile.
  const cancelled = await client('POST', `/orders/${order}/cancel`, {})
  assert.equal(cancelled.status, 204, cancelled.text)
})
after(async () => {
  receiver.close()
  receiver.closeAllConnections()
  await server.remove()
})

const at = (path: string) => `${server.demo.base_url}/desk${path}?mode=sandbox`

async function answerTo(path: string): Promise<Json> {
  const lender = clientOf(server, { key: server.demo.lender_key })
  const { status: code, body, text } = await lender('GET', path)
  assert.equal(code, 200, text)
  return body
}

test('home shows the actions since yesterday, and leads to them', async () => {
  const { page, faults } = await openedAs(server, visit, 'auditor')
  const home = page.getByRole('region', { name: 'Since yesterday' })
  const made = async (): Promise<number> => {
    const { news } = await answerTo('/lender/me/today')
    return news.actions.find(({ action }: Json) => action === 'order.cancel')?.count ?? 0
  }
  await until(async () => (await made()) > 0, 'its place in the chain')
  await page.goto(at(''))
  await home.getByRole('link', { name: /^Cancellations/ }).waitFor()
  const confirmed = home.getByRole('link', { name: /^Orders confirmed/ })
  await confirmed.waitFor()
  await settled(page)
  await sound(page, 'desk-home-news')
  await page.setViewportSize(desktop)
  await confirmed.click()
  await page.waitForURL(/orders\?confirmed-gte=/)
  await page.locator('[data-row]').first().waitFor()
  // Of what support cannot list there is the number alone.
  const other = await openedAs(server, visit, 'support')
  await other.page.goto(at(''))
  await other.page.getByRole('region', { name: 'Since yesterday' }).waitFor()
  assert.equal(await other.page.locator('[href*="/log?action="]').count(), 0)
  assert.deepEqual([...faults, ...other.faults], [])
})

test('support sends a message again from the row that shows how it was answered', async () => {
  const { page, faults } = await openedAs(server, visit, 'support')
  await page.goto(at(`/orders/${order}`))
  const row = page.locator('.timeline li', { hasText: 'notification' }).filter({
    has: page.locator('details'),
  })
  await row.locator('summary', { hasText: 'HTTP 503' }).waitFor()
  await row.locator('summary').click()
  await row.getByText('{"answer":503}').waitFor()
  await settled(page)
  await sound(page, 'desk-resend-en')
  status = 200
  await row.getByRole('button', { name: /^Resend/ }).click()
  await row.locator('summary', { hasText: 'HTTP 200' }).waitFor()
  await row.getByText('{"answer":200}').waitFor()
  const { results } = await answerTo('/lender/actions?action=notification.replay')
  assert.deepEqual(
    results.map(({ principal }: Json) => principal.kind),
    ['lender_person'],
  )
  // Finance reads the same, and is told who may.
  const other = await openedAs(server, visit, 'finance')
  await other.page.goto(at(`/orders/${order}`))
  await other.page.locator('.timeline summary', { hasText: 'HTTP 200' }).click()
  await other.page
    .locator('.timeline')
    .getByText('Roles that can do this: support, admin')
    .waitFor()
  assert.deepEqual([...faults, ...other.faults], [])
})

test('an amount finds the orders of it and the loans on which so much is owed', async () => {
  const { page, faults } = await openedAs(server, visit, 'support')
  const box = page.locator('[data-search]')
  for (const typed of ['345,67', '345.67 €']) {
    await page.goto(at(''))
    await box.fill(typed)
    await box.press('Enter')
    const orders = page.getByRole('region', { name: 'Orders', exact: true })
    await orders.getByText('€345.67').waitFor()
    await page.getByRole('region', { name: /^Loans with this amount/ }).waitFor()
    assert.match(page.url(), /\/search\?mode=sandbox$/, 'nothing of it stands in the address')
  }
  await settled(page)
  await sound(page, 'desk-search-amount')
  assert.deepEqual(faults, [])
})

test('the rows of the log are recomputed here, and one that was changed is named', async () => {
  const { page, faults } = await openedAs(server, visit, 'auditor')
  const isPlaced = async () => {
    const { results } = await answerTo('/lender/actions?action=order.confirm')
    return results.every(({ chain }: Json) => chain !== null)
  }
  await until(isPlaced, 'their places')
  await page.goto(`${at('/log')}&action=order.confirm`)
  await page.getByText('The log has').waitFor()
  await page.getByRole('button', { name: 'Verify these rows here' }).click()
  await page.getByText(/^\d+ rows match the log/).waitFor()
  await settled(page)
  await sound(page, 'desk-log-verified')
  let name = ''
  await page.route(/\/lender\/actions\?/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    name = body.results[0].id
    body.results[0].principal.name = 'Somebody else'
    await route.fulfill({ response, json: body })
  })
  await page.reload()
  await page.getByText('Somebody else').first().waitFor()
  await page.getByRole('button', { name: 'Verify these rows here' }).click()
  const wrong = page.getByText('1 row does not match the log:')
  await wrong.filter({ hasText: name }).waitFor()
  assert.deepEqual(faults, [])
})
