import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CreateCheckout } from '@svc/api'
import { decideCreation } from './creation.ts'

type Terms = Parameters<typeof decideCreation>[1]
const terms: Terms = {
  url: 'https://shop.example',
  origins: [],
  notification_url: 'https://hooks.example/default',
  total_check: 'lenient',
  fromPage: false,
  timeZone: 'Europe/Madrid',
  at: new Date('2026-11-21T22:30:00Z'),
}

function bodyOf(merchant?: CreateCheckout['merchant'], total = 1_000): CreateCheckout {
  const articles = [{ id: '1', name: 'Article', quantity: 1, price: 1_000 }]
  return {
    order: { id: 'A-1', currency: 'EUR', total_amount: total, articles },
    customer: { email: 'ada@example.com' },
    ...(merchant === undefined ? {} : { merchant }),
  }
}

function planOf(body: CreateCheckout, more: Partial<Terms> = {}) {
  const decision = decideCreation(body, { ...terms, ...more })
  assert.ok(decision.refused === undefined)
  return decision.plan
}

function faultsOf(body: CreateCheckout, more: Partial<Terms> = {}) {
  const decision = decideCreation(body, { ...terms, ...more })
  assert.equal(decision.refused, 'body_invalid')
  return decision.refused === undefined ? undefined : decision.detail?.fields
}

const address = (url: string) => bodyOf({ notification_url: url })

test('the address of the body is used, else the store’s default', () => {
  const elsewhere = 'https://elsewhere.example/n?a=1'
  assert.equal(planOf(address(elsewhere)).merchant.notification_url, elsewhere)
  assert.equal(planOf(bodyOf()).merchant.notification_url, terms.notification_url)
  assert.equal(planOf(address(elsewhere), { notification_url: null }).warnings.length, 0)
})

test('a missing address is a fault', () => {
  const fields = { 'merchant.notification_url': ['is required: the store has no default'] }
  assert.deepEqual(faultsOf(bodyOf(), { notification_url: null }), fields)
})

test('dismissing leads to the root of the site unless the body names another page', () => {
  assert.equal(planOf(bodyOf({ ko_url: '/ko' })).merchant.dismiss_url, '/')
  assert.equal(planOf(bodyOf({ dismiss_url: '/cart' })).merchant.dismiss_url, '/cart')
})

for (const own of ['https://shop.example/hooks?x=1', 'https://hooks.example:443/other']) {
  test(`a page may name ${own}, which is the store's`, () => {
    const { merchant, warnings } = planOf(address(own), { fromPage: true })
    assert.equal(merchant.notification_url, own)
    assert.deepEqual(warnings, [])
  })
}

const foreign = [
  'https://evil.example/n',
  'http://shop.example/n',
  'https://shop.example:8443/n',
  'https://shop.example.evil.example/n',
  'https://shop.example@evil.example/n',
]
for (const url of foreign) {
  test(`a page may not have the store's notifications sent to ${url}`, () => {
    const { merchant, warnings } = planOf(address(url), { fromPage: true })
    assert.equal(merchant.notification_url, terms.notification_url)
    assert.match(warnings.join(), /notification_url/)
    const fields = faultsOf(address(url), { fromPage: true, notification_url: null })
    assert.deepEqual(Object.keys(fields ?? {}), ['merchant.notification_url'])
  })
}

test('a page may lead the buyer to the site and the other pages of the store only', () => {
  const origins = ['https://m.shop.example']
  const fromPage = (merchant: object, more: object = {}) => {
    const plan = planOf({ ...bodyOf(), merchant }, { fromPage: true, origins, ...more })
    const { notification_url: _message, ...urls } = plan.merchant
    return { urls, warnings: plan.warnings }
  }
  const own = {
    ...{ success_url: '/thanks', pending_url: 'wait', ko_url: 'https://shop.example/no' },
    ...{ error_url: 'https://m.shop.example/', dismiss_url: '/cart', close_on_success: true },
  }
  assert.deepEqual(fromPage(own), { urls: own, warnings: [] })
  const evil = 'https://shop.example@evil.example/'
  const all = { success_url: evil, pending_url: evil, ko_url: evil, error_url: evil }
  const dropped = fromPage({ ...all, dismiss_url: 'http://shop.example/', timeout_checkout: 5 })
  assert.deepEqual(dropped.urls, { dismiss_url: '/', timeout_checkout: 5 })
  assert.equal(dropped.warnings.length, 5)
  assert.match(dropped.warnings.join(), /success_url is not on the site of the store/)
  const siteless = fromPage({ success_url: 'https://shop.example/' }, { url: '', origins: [] })
  assert.deepEqual(siteless.urls, { dismiss_url: '/' })
  const byServer = planOf({ ...bodyOf(), merchant: all }, { origins })
  assert.equal(byServer.merchant.success_url, evil, 'a server may')
})

test('lines that do not add up are a warning, and a fault for a strict store', () => {
  const odd = bodyOf(undefined, 1_001)
  assert.match(planOf(odd).warnings.join(), /1001.*1000/)
  const fields = { 'order.total_amount': ['must be 1000, what the lines add up to'] }
  assert.deepEqual(faultsOf(odd, { total_check: 'strict' }), fields)
  assert.deepEqual(planOf(bodyOf(), { total_check: 'strict' }).warnings, [])
})

test('all faults are reported together', () => {
  const fields = faultsOf(bodyOf(undefined, 1_001), {
    total_check: 'strict',
    notification_url: null,
  })
  const names = ['merchant.notification_url', 'order.total_amount']
  assert.deepEqual(Object.keys(fields ?? {}), names)
})

const eventOn = (event_date: string) => {
  const body = bodyOf()
  return { ...body, order: { ...body.order, options: { event_date } } }
}

// The checkout is made on 21 November at 23:30 in Madrid.
type Event = readonly [sent: string, stored: string | null]
const events: readonly Event[] = [
  ['2026-11-22', '2026-11-22'],
  ['2026-11-21T23:30:00.001', '2026-11-21'],
  ['2026-11-21T23:30:00', null],
  ['2026-11-21', null],
  ['0001-01-01T00:00:00Z', null],
  ['2027-03-27T23:30:00Z', '2027-03-28'],
  ['2027-03-28T21:59:59Z', '2027-03-28'],
  ['2027-03-28T22:00:00Z', '2027-03-29'],
  ['2027-10-31T22:59:59Z', '2027-10-31'],
  ['2027-10-31T23:00:00Z', '2027-11-01'],
  ['2027-03-28T00:30:00-1200', '2027-03-28'],
  ['2028-02-29', '2028-02-29'],
  ['2031-11-21', '2031-11-21'],
]
for (const [sent, stored] of events) {
  test(`an event at ${sent} is on ${stored ?? 'a day that moves nothing'}`, () => {
    assert.equal(planOf(eventOn(sent)).eventDate, stored)
  })
}

test('no event, no day; and one that is more than five years ahead is a mistake', () => {
  assert.equal(planOf(bodyOf()).eventDate, null)
  for (const late of ['2031-11-22', '2031-11-21T00:00:01', '9999-12-31T23:59:59Z']) {
    assert.deepEqual(faultsOf(eventOn(late)), {
      'order.options.event_date': ['must be 2031-11-21 or earlier'],
    })
  }
})
