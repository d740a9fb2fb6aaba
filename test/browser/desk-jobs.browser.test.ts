// What the service does by itself and was asked, at the desk: lanes, failures, the log of requests.
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
import { until } from '../shop.ts'
import { visitors } from './browser.ts'
import { openedAs, settled, sound } from './desk-visit.ts'

const { visit } = visitors()
let server: RunningServer
/** A store's server that is out of order. */
const receiver = createServer((request, response) => {
  request.resume()
  response.writeHead(503).end()
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
  const made = await client('POST', '/checkout', checkoutBody('failing', 20_000, { merchant }))
  order = made.body.id
  await client('POST', `/sandbox/checkouts/${order}/complete`, {})
})
after(async () => {
  receiver.close()
  receiver.closeAllConnections()
  await server.remove()
})

const at = (path: string) => `${server.demo.base_url}/desk${path}?mode=sandbox`

async function lender(path: string): Promise<Json> {
  const reply = await fetch(`${server.demo.base_url}${path}`, {
    headers: {
      accept: 'application/vnd.svc.sandbox.v1+json',
      authorization: `Bearer ${server.demo.lender_key}`,
    },
  })
  return reply.json()
}

test('an administrator stops a lane with a reason, and resumes it', async () => {
  const { page, faults } = await openedAs(server, visit, 'admin')
  await page.goto(at('/jobs'))
  await settled(page)
  const row = page.getByRole('row', { name: /Closings/ })
  const act = async (button: string) => {
    await row.locator('summary').click()
    await row.getByText('Days are closed later.').waitFor()
    await row.getByLabel('Explanation').fill('The books are compared by hand')
    await row.getByRole('button', { name: button }).click()
  }
  await act('Pause')
  await row.getByText('paused', { exact: true }).waitFor()
  await row.getByText(/: The books are compared by hand$/).waitFor()
  const paused = await lender('/lender/jobs?state=paused')
  assert.deepEqual(
    paused.results.map(({ name }: Json) => name),
    ['closings'],
  )
  await sound(page, 'desk-jobs-en')
  await page.goto(at('/jobs'))
  await act('Resume')
  await row.getByText('in progress', { exact: true }).waitFor()
  assert.equal((await lender('/lender/jobs?state=paused')).paging.count, 0)
  const seals = page.getByRole('row', { name: /Seals/ })
  await seals.locator('summary').click()
  assert.equal(await seals.getByRole('button', { name: 'Pause' }).count(), 0)
  assert.deepEqual(faults, [])
})

test('a failed delivery is found by its cause, and sent again', async () => {
  const failing = async () => {
    const { results } = await lender(`/lender/failures?order-id=${order}`)
    return results[0]?.cause === 'status_503'
  }
  await until(failing, 'a failure')
  const { page, faults } = await openedAs(server, visit, 'support')
  await page.goto(at('/jobs'))
  await page.getByRole('link', { name: 'status 503' }).first().click()
  await page.waitForURL(/cause=status_503/)
  const row = page.getByRole('row', { name: new RegExp(order.slice(0, 8)) })
  await row.getByRole('button', { name: 'Retry: status 503' }).click()
  const sent = async () => {
    const { results } = await lender('/lender/actions?action=notification.replay')
    return results.length > 0
  }
  await until(sent, 'the retry')
  await settled(page)
  await sound(page, 'desk-failures-en')
  const lanes = page.getByRole('row', { name: /Closings/ })
  await lanes.locator('summary').click()
  await lanes.getByText(/admin/).waitFor()
  assert.deepEqual(faults, [])
})

test('a developer finds a request of theirs, its order, and how it is sent again', async () => {
  const client = clientOf(server)
  const refused = await client('POST', `/orders/${order}/captures`, { amount: 1 })
  const id = String(refused.headers.get('x-request-id'))
  const isKept = async () => (await lender(`/lender/requests?id=${id}`)).paging.count === 1
  await until(isKept, 'the request')
  const { page, faults } = await openedAs(server, visit, 'store_owner')
  await page.goto(at('/dev/requests'))
  await settled(page)
  const failed = page.getByRole('link', { name: 'failed' }).first()
  await failed.and(page.locator('[href*="status-gte=400"]')).waitFor()
  await page.goto(`${at('/dev/requests')}&status-gte=400`)
  await settled(page)
  await sound(page, 'desk-requests-en')
  await page.goto(at(`/dev/requests/${id}`))
  await page.getByText('POST /orders/:orderId/captures').waitFor()
  await page.getByText(refused.body.error.code).waitFor()
  assert.match(
    (await page.getByRole('link', { name: order }).getAttribute('href')) ?? '',
    new RegExp(`/orders/${order}`),
  )
  await page.locator('summary').last().click()
  const curl = await page.locator('code.curl').innerText()
  assert.ok(curl.includes('-X POST') && curl.includes(`/orders/${order}/captures`), curl)
  assert.match(curl, /\$STORE_KEY/)
  await sound(page, 'desk-request-en')
  const missing = at(`/dev/requests/${'0'.repeat(32)}`)
  await page.goto(missing)
  await page.getByText(/^Not found/).waitFor()
  assert.deepEqual(faults, [])
})

/** Its id, once the log has it. */
async function logged(method: string, path: string, body?: object): Promise<string> {
  const reply = await clientOf(server)(method, path, body)
  const id = String(reply.headers.get('x-request-id'))
  const isKept = async () => (await lender(`/lender/requests?id=${id}`)).paging.count === 1
  await until(isKept, 'the request')
  return id
}

test('the log is followed, and no row moves under the pointer', async () => {
  const { page, faults } = await openedAs(server, visit, 'store_owner')
  await logged('GET', `/orders/${order}`)
  let polls = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/me/api-log') polls++
  })
  await page.goto(at('/dev/requests'))
  await settled(page)
  await page.setViewportSize({ width: 1280, height: 2_000 })
  const follow = page.getByRole('button', { name: 'Follow' })
  await follow.click()
  await page.getByText('New requests appear at the top.').waitFor()
  const rowOf = (id: string) => page.locator(`[data-row][href*="${id}"]`)
  await rowOf(await logged('GET', `/orders/${order}`)).waitFor()
  await page.locator('tbody tr').last().hover()
  await page.getByText('Paused while you look at the rows.').waitFor()
  const held = polls
  const id = await logged('GET', `/orders/${order}`)
  assert.deepEqual([polls, await rowOf(id).count()], [held, 0])
  await sound(page, 'desk-follow-en', false)
  await page.setViewportSize({ width: 1280, height: 2_000 })
  await page.mouse.move(0, 0)
  await rowOf(id).waitFor()
  await follow.click()
  assert.equal(await page.getByText('New requests appear').count(), 0)
  // In another order nothing new comes in at the top.
  await page.goto(`${at('/dev/requests')}&ordering=ms`)
  await settled(page)
  assert.equal(await follow.count(), 0)
  assert.deepEqual(faults, [])
})

test('a request that only read is run again in the sandbox', async () => {
  const { page, faults } = await openedAs(server, visit, 'store_owner')
  await page.goto(at(`/dev/requests/${await logged('GET', `/orders/${order}`)}`))
  await page.getByRole('link', { name: 'Run it again in the sandbox' }).click()
  await page.waitForURL(/\/dev\/try\?/)
  const name = page.getByRole('textbox', { name: 'orderId' })
  await name.waitFor()
  assert.equal(await name.inputValue(), order)
  await page.getByRole('button', { name: 'Send in the sandbox' }).click()
  const answer = page.getByRole('region', { name: 'Answer' })
  assert.equal(JSON.parse(await answer.locator('pre').innerText()).id, order)
  await page.goto(at(`/dev/requests/${await logged('GET', '/me/api-keys')}`))
  await page.getByRole('link', { name: 'Run it again in the sandbox' }).click()
  await page.getByText('/me/api-keys cannot be tried here').waitFor()
  await page.goto(at(`/dev/requests/${await logged('POST', `/orders/${order}/cancel`, {})}`))
  await page.getByText('/orders/:orderId/cancel').first().waitFor()
  assert.equal(await page.getByRole('link', { name: 'Run it again' }).count(), 0)
  assert.deepEqual(faults, [])
})

test('the lender sees those of all stores, in Spanish as well', async () => {
  const { page, faults } = await openedAs(server, visit, 'support', { locale: 'es-ES' })
  await page.goto(at('/dev/requests'))
  await settled(page)
  await page.getByRole('heading', { name: 'Peticiones', level: 1 }).waitFor()
  await page.getByRole('columnheader', { name: 'Tienda' }).waitFor()
  await sound(page, 'desk-requests-es')
  await page.goto(at('/jobs'))
  await page.getByRole('row', { name: /Cierres/ }).waitFor()
  await settled(page)
  await sound(page, 'desk-jobs-es')
  assert.deepEqual(faults, [])
})
