// What is worked off by keyboard alone: collections case by case, refusals one after the other, the
// day's payouts.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { buyerOf } from '../buyers.ts'
import { advance, did, lendingStore, signedOrder } from '../lending.ts'
import {
  type Client,
  checkoutBody,
  clientOf,
  type Json,
  newMid,
  ownServer,
} from '../running-server.ts'
import { visitors } from './browser.ts'
import { keys, press, type } from './desk-keys.ts'
import { openedAs, settled } from './desk-visit.ts'

const { visit } = visitors()
const NO_FUNDS = '4000000000009995'
const server = ownServer()
let store: Client
let lender: Client
/** In the time of the store, which stands still. */
let today = ''

before(async () => {
  store = await lendingStore(server, server.demo, {})
  lender = clientOf(server, { key: server.demo.lender_key })
  const lent = async (amount: number, more: object = {}) => {
    const wish = { product: 'instalments', num_instalments: 3, ...more }
    const { id } = await signedOrder(store, amount, wish)
    await did(store, `${id}/captures`, { amount })
  }
  for (const amount of [40_000, 90_000]) await lent(amount, { card: NO_FUNDS })
  await advance(store, 'P1M6D')
  const daily = { interval: 'daily', weekday: null, day: null, hold_days: 30 }
  const scheduled = await store('PATCH', '/me', { payout_schedule: daily })
  assert.equal(scheduled.status, 200, scheduled.text)
  await lent(20_000)
  today = await advance(store, 'P2D')
  const decision = { sandbox: 'rules', open_amount_max: 20_000 }
  assert.equal((await store('PATCH', '/me', { decision })).status, 200)
  for (const document of ['40000001B', '40000002N']) await refused(document)
})

async function refused(document: string): Promise<void> {
  const { id } = (await store('POST', '/checkout', checkoutBody(newMid(), 50_000))).body
  const buyer = buyerOf(server, store, id)
  const person = {
    ...{ first_name: 'Zenobia', last_name: 'Prueba', phone: '600999888' },
    ...{ birthday: '1990-01-01', document_id: document },
  }
  assert.equal((await buyer('PUT', `/checkout/${id}/buyer`, person)).status, 204)
  const reply = await buyer('POST', `/checkout/${id}/accept`, { product: 'instalments' })
  assert.equal(reply.body.status_reason, 'ko_generic', reply.text)
}

async function homeAs(role: string): Promise<Page> {
  const { page } = await openedAs(server, visit, role)
  await page.goto(`${server.demo.base_url}/desk?mode=sandbox`)
  await settled(page)
  return page
}

const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function listOf(path: string): Promise<Json[]> {
  const { status, body, text } = await lender('GET', path)
  assert.equal(status, 200, text)
  return body.results
}

/** The next day whose number is its month's: in whatever order a browser has them, it is typed. */
function nextDouble(): string {
  const year = Number(today.slice(0, 4))
  const days = [year, year + 1].flatMap((of) =>
    Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0')).map(
      (number) => `${of}-${number}-${number}`,
    ),
  )
  return days.find((day) => day > today) ?? assert.fail(today)
}

test('collections promise, and the next case opens itself', async () => {
  const page = await homeAs('collections')
  await keys(page, 'g', 'c')
  const title = page.getByRole('heading', { name: /^Loan / })
  await page.getByText('2 cases').waitFor()
  const first = await title.innerText()
  const day = nextDouble()
  const [year, month, number] = day.split('-')
  await type(page, page.getByLabel('Amount promised'), '150,50')
  await page.keyboard.press('Tab')
  await page.keyboard.type(`${number}${month}${year}`)
  assert.equal(await page.getByLabel('Day').inputValue(), day)
  await press(page, buttonOf(page, 'Save promise'))
  const isOther = (before: string) => document.querySelector('.block h2')?.textContent !== before
  await page.waitForFunction(isOther, first)
  await page.locator('h1').focus()
  await keys(page, '[')
  await page.getByRole('heading', { name: first }).waitFor()
  await page.getByText('€150.50').waitFor()
  await keys(page, ']')
  await page.waitForFunction(isOther, first)
  await keys(page, ']')
  const skipping = page.getByRole('region', { name: 'Why it is skipped' })
  await skipping.locator('select:focus').waitFor()
  await press(page, buttonOf(page, 'Skip').last())
  await page.getByRole('heading', { name: 'No cases left' }).waitFor()
})

test('risk decides on the oldest refusal, and on the next one', async () => {
  const page = await homeAs('risk')
  await press(page, page.getByRole('link', { name: /Declined decisions to review/ }))
  await page.getByText('2 declined decisions to review').waitFor()
  await type(page, page.getByLabel('Why'), 'The limit is right for them')
  await press(page, buttonOf(page, 'Confirm the decline'))
  await page.getByText('1 declined decision to review').waitFor()
  await type(page, page.getByLabel('Why'), 'They showed their income today')
  await press(page, buttonOf(page, 'Overturn it'))
  await page.getByRole('heading', { name: 'No declined decision is left to review' }).waitFor()
  for (const outcome of ['confirmed', 'overturned']) {
    const { length } = await listOf(`/lender/decisions?review-outcome=${outcome}`)
    assert.equal(length, 1, outcome)
  }
})

test('finance checks the lines of a payout, and requests its release', async () => {
  const page = await homeAs('finance')
  await keys(page, 'g', 'y')
  await page.waitForURL(/\/payouts/)
  await press(page, page.getByRole('link', { name: 'Release' }).last())
  const panel = page.getByRole('region', { name: 'Release a payout' })
  await panel.getByRole('table', { name: 'What changes' }).getByText('paid').first().waitFor()
  await type(page, panel.getByLabel('Note for the log'), 'The lines are right')
  await press(page, panel.locator('button[type=submit]'))
  await panel.getByText('Nothing has changed yet').waitFor()
  const approvals = await listOf('/lender/approvals?status=pending')
  assert.deepEqual(
    approvals.map(({ action }) => action),
    ['payout_release'],
  )
})
