// Jobs of a day at the desk, from home, with no more clicks than they may take. Whatever is pressed
// on any page is counted by the browser; typing counts nothing.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { did } from '../lending.ts'
import {
  type Client,
  checkoutBody,
  clientOf,
  confirmedOrder,
  type Json,
  type RunningServer,
  startServer,
} from '../running-server.ts'
import { until } from '../shop.ts'
import { visitors } from './browser.ts'
import { become, openedAs, settled } from './desk-visit.ts'

const { visit } = visitors()
let server: RunningServer
let store: Client
let lender: Client
/** A store's server that is out of order. */
const receiver = createServer((request, response) => {
  request.resume()
  response.writeHead(503).end()
})

before(async () => {
  server = await startServer()
  store = clientOf(server)
  lender = clientOf(server, { key: server.demo.lender_key })
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve)
  })
})
after(async () => {
  receiver.close()
  receiver.closeAllConnections()
  await server.remove()
})

const at = (path: string) => `${server.demo.base_url}/desk${path}?mode=sandbox`

async function read(path: string): Promise<Json> {
  const { status: code, body, text } = await lender('GET', path)
  assert.equal(code, 200, text)
  return body
}

type Day = { readonly page: Page; readonly faults: readonly string[]; clicks(): number }

/** At home; from now on what is pressed is counted. */
async function homeAs(role: string): Promise<Day> {
  const { page, faults } = await openedAs(server, visit, role)
  let clicks = 0
  await page.exposeFunction('noteClick', () => {
    clicks++
  })
  await page.addInitScript(() => {
    for (const kind of ['pointerdown', 'change']) {
      addEventListener(
        kind,
        ({ isTrusted, target }) => {
          const isChosen = kind === 'pointerdown' || target instanceof HTMLSelectElement
          if (isTrusted && isChosen) Reflect.get(globalThis, 'noteClick')()
        },
        { capture: true },
      )
    }
  })
  await page.goto(at(''))
  await settled(page)
  return { page, faults, clicks: () => clicks }
}

/** In the box over every screen, by its button. */
async function seek({ page }: Day, text: string): Promise<void> {
  await page.locator('[data-search]').fill(text)
  await page.getByRole('search').getByRole('button').click()
}

async function owed(amount: number) {
  const order = await confirmedOrder(store, amount)
  await did(store, `${order.id}/captures`, { amount })
  return order
}

test('a message that did not arrive is sent again in two clicks', async () => {
  const { port } = receiver.address() as AddressInfo
  const merchant = { notification_url: `http://127.0.0.1:${port}/` }
  const { body } = await store('POST', '/checkout', checkoutBody('unheard', 20_000, { merchant }))
  await store('POST', `/sandbox/checkouts/${body.id}/complete`, {})
  await until(async () => {
    const { results } = await read(`/lender/failures?order-id=${body.id}`)
    return results[0]?.cause === 'status_503'
  }, 'a failure')
  // Of what failed, from home.
  const day = await homeAs('support')
  const menu = day.page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Jobs and failures' }).click()
  const row = day.page.getByRole('row', { name: new RegExp(body.id.slice(0, 8)) })
  await row.getByRole('button', { name: 'Retry: status 503' }).click()
  const replays = async () =>
    (await read('/lender/actions?action=notification.replay')).paging.count
  await until(async () => (await replays()) === 1, 'the retry')
  assert.equal(day.clicks(), 2)
  // On the page of its order: the row that says how it was answered, and its button.
  const other = await homeAs('support')
  await other.page.goto(at(`/orders/${body.id}`))
  await settled(other.page)
  const sent = other.page.locator('.timeline summary', { hasText: 'HTTP 503' })
  await sent.first().click()
  await other.page
    .locator('.timeline')
    .getByRole('button', { name: /^Resend/ })
    .first()
    .click()
  await until(async () => (await replays()) === 2, 'once more')
  assert.equal(other.clicks(), 2)
  assert.deepEqual([...day.faults, ...other.faults], [])
})

test('a transfer is booked in three clicks, its effects seen', async () => {
  const { id, mid } = await owed(12_000)
  const day = await homeAs('collections')
  const { page } = day
  await seek(day, mid)
  await page.getByRole('link', { name: 'Book a payment' }).click()
  const panel = page.getByRole('region', { name: 'Book a payment' })
  await panel.getByLabel('Amount').fill('20')
  await panel.getByLabel('Reference').fill('C-1')
  await panel.getByLabel('Note for the log').fill('Came in by the bank')
  const effects = panel.getByRole('table', { name: 'What changes' })
  await effects.getByText('€100.00').first().waitFor()
  await panel.locator('button[type=submit][aria-disabled=false]').click()
  await panel.getByText('Done.').waitFor()
  assert.equal(day.clicks(), 3)
  const { manual_payments: booked } = await read(`/lender/loans/${id}`)
  assert.deepEqual(
    booked.map(({ reference }: Json) => reference),
    ['C-1'],
  )
  assert.deepEqual(day.faults, [])
})

test('an approval is decided in two clicks, its effects seen', async () => {
  const { id } = await owed(90_000)
  const reason = { code: 'payment_received', note: 'Came in by the bank' }
  const wish = { amount: 60_000, method: 'bank_transfer', reference: 'C-2', reason }
  const day = await homeAs('collections')
  const { page } = day
  const headers = {
    ...{ 'x-desk': '1', 'content-type': 'application/json' },
    accept: 'application/vnd.svc.sandbox.v1+json',
  }
  const outcome = await page.evaluate(async ([path, init]) => (await fetch(path, init)).status, [
    `/lender/loans/${id}/payments`,
    { method: 'POST', headers, body: JSON.stringify(wish) },
  ] as const)
  assert.equal(outcome, 202)
  // Who has asked is led to the list: nothing of it is theirs to decide.
  await page.goto(at('/inbox/next'))
  await page.waitForURL(/\/inbox\?status=pending&mode=sandbox$/)
  await become(page, 'finance')
  await page.goto(at(''))
  await settled(page)
  await page.getByRole('link', { name: /^Approvals waiting 1/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Book a payment: €600.00' }).waitFor()
  await page.getByRole('table', { name: 'What changes' }).getByText('€300.00').first().waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('approved and done').first().waitFor()
  assert.equal(day.clicks(), 2)
  assert.deepEqual(day.faults, [])
})

test('the books balance, and the entries of a figure are there, in two clicks', async () => {
  await owed(10_000)
  const day = await homeAs('finance')
  const { page } = day
  await page.getByRole('navigation').getByRole('link', { name: 'Ledger', exact: true }).click()
  await page.locator('[data-row]').first().waitFor()
  const account = page.getByRole('link', { name: 'Owed by buyers' }).first()
  await account.click()
  await page.waitForURL(/\/ledger\/buyer_receivable/)
  await page.locator('tbody tr').first().waitFor()
  assert.equal(day.clicks(), 2)
  assert.deepEqual(day.faults, [])
})

test('a store refunds in three clicks, plan and fee after it seen', async () => {
  const { id, mid } = await owed(12_000)
  const day = await homeAs('store_operator')
  const { page } = day
  await seek(day, mid)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Refund', exact: true })
  await panel.getByLabel('Amount').fill('30,25')
  await panel.locator('button[type=submit][aria-disabled=false]').getByText('€30.25').waitFor()
  await panel.getByRole('table', { name: 'What changes' }).getByText('€89.75').first().waitFor()
  await panel.locator('button[type=submit][aria-disabled=false]').click()
  await panel.getByText('Done.').waitFor()
  assert.equal(day.clicks(), 3)
  const { body } = await store('GET', `/orders/${id}/refund`)
  assert.equal(body.results.length, 1)
  assert.deepEqual(day.faults, [])
})
