// What people work with at the desk beside its queues: messages sent once more from an order.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import {
  checkoutBody,
  clientOf,
  type Json,
  type RunningServer,
  startServer,
} from '../running-server.ts'
import { visitors } from './browser.ts'
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

async function listOf(path: string): Promise<Json[]> {
  const lender = clientOf(server, { key: server.demo.lender_key })
  const { status: code, body, text } = await lender('GET', path)
  assert.equal(code, 200, text)
  return body.results
}

test('support sends a message once more from the row that says how it was answered', async () => {
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
  const actions = await listOf('/lender/actions?action=notification.replay')
  assert.deepEqual(
    actions.map(({ principal }) => principal.kind),
    ['lender_person'],
  )
  // Finance reads the same, and is told who may.
  const other = await openedAs(server, visit, 'finance')
  await other.page.goto(at(`/orders/${order}`))
  await other.page.locator('.timeline summary', { hasText: 'HTTP 200' }).click()
  await other.page.locator('.timeline').getByText('May do it: support, admin').waitFor()
  assert.deepEqual([...faults, ...other.faults], [])
})
