import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CreateCheckout, CreateCheckoutBody } from '@svc/api'
import { withPlausibleBirthday } from '../../checkout/checkouts/creation.ts'
import { alteredWarnings } from '../altered.ts'
import { dayOf } from '../time/calendar.ts'
import { compile } from './checker.ts'
import { cutText } from './checker-lenient.ts'
import { parseJson } from './json.ts'

const cuts: readonly (readonly [name: string, text: string, maximum: number, cut: string])[] = [
  ['what fits stays', 'a bicycle', 9, 'a bicycle'],
  ['a blank within the last 20', `${'x'.repeat(85)} ${'y'.repeat(40)}`, 100, 'x'.repeat(85)],
  [
    'the last of several blanks',
    `${'x'.repeat(85)} y z${'y'.repeat(40)}`,
    100,
    `${'x'.repeat(85)} y`,
  ],
  [
    'a blank further back',
    `${'x'.repeat(79)} ${'y'.repeat(40)}`,
    100,
    `${'x'.repeat(79)} ${'y'.repeat(20)}`,
  ],
  ['a blank 20 before the end', `${'x'.repeat(80)} ${'y'.repeat(40)}`, 100, 'x'.repeat(80)],
  ['a blank just behind the end', `${'x'.repeat(100)} y`, 100, 'x'.repeat(100)],
  ['no blank', 'x'.repeat(101), 100, 'x'.repeat(100)],
  ['a leading blank only', ` ${'x'.repeat(30)}`, 15, ` ${'x'.repeat(14)}`],
  ['code points, no halves', '\u{1f6b2}'.repeat(11), 10, '\u{1f6b2}'.repeat(10)],
  ['a line break', `${'x'.repeat(90)}\n${'y'.repeat(40)}`, 100, 'x'.repeat(90)],
]
for (const [name, text, maximum, cut] of cuts) {
  test(`a text is cut: ${name}`, () => assert.equal(cutText(text, maximum), cut))
}

const check = compile(CreateCheckoutBody)
const order = {
  id: 'order-1',
  currency: 'EUR',
  total_amount: 100,
  articles: [{ id: 'a', name: 'A', quantity: 1, price: 100 }],
}

/** What a plugin sends, through the reader of bodies. */
function checked(body: object) {
  return check(parseJson(Buffer.from(JSON.stringify(body))))
}

test('accepts what shop plugins send, and names each field that it changed', () => {
  const html = `<html><body>${'<p>A bicycle</p>\n'.repeat(500)}</body></html>`
  const result = checked({
    order: {
      ...order,
      articles: [{ id: 'a', name: {}, quantity: 0, price: 100, description: html, url: '/a' }],
      options: { event_date: '0000-00-00' },
    },
    customer: {
      ...{ email: 'ada@example.com', birthday: '0000-00-00', gender: 'F', type: 'vip' },
      ...{ language: 'x'.repeat(40), date_joined: '0000-00-00 00:00:00', last_login: 'never' },
      document_id: { type: 'NIF', number: '12345678Z', country: 'ESP' },
      address: 'Street 1',
    },
    billing: { country: 'Spain', phone: '6'.repeat(40), postcode: { code: 1 } },
  })
  assert.ok(result.fields === undefined)
  const { value, altered } = result
  assert.deepEqual(altered.toSorted(), [
    ...['billing.country', 'billing.phone', 'billing.postcode', 'customer.address'],
    ...['customer.birthday', 'customer.date_joined', 'customer.document_id.country'],
    ...['customer.gender', 'customer.language', 'customer.last_login', 'customer.type'],
    ...['order.articles.0.description', 'order.articles.0.name', 'order.articles.0.quantity'],
    ...['order.articles.0.url', 'order.options.event_date'],
  ])
  const [article] = value.order.articles ?? []
  assert.deepEqual([article?.name, article?.quantity, article?.url], ['—', 1, undefined])
  assert.ok(
    (article?.description ?? '').length <= 2_000 && html.startsWith(article?.description ?? ''),
  )
  assert.deepEqual(value.billing, { phone: '6'.repeat(32) })
  assert.deepEqual(value.customer.document_id, { type: 'NIF', number: '12345678Z' })
})

test('a field that is computed with, called or searched for stays strict', () => {
  const { fields } = checked({
    merchant: { notification_url: 'x', success_url: 'ftp://x' },
    order: {
      ...order,
      id: 'x'.repeat(129),
      articles: [{ id: [], name: '', quantity: -1, price: '1', sku: {}, tax_rate: 1.5 }],
    },
    customer: { email: 'nobody', id: {} },
    shipping: { price: 1.5, method: 'drone' },
  })
  assert.deepEqual(Object.keys(fields ?? {}).sort(), [
    ...['customer.email', 'customer.id', 'merchant.notification_url', 'merchant.success_url'],
    ...['order.articles.0.id', 'order.articles.0.name', 'order.articles.0.price'],
    ...['order.articles.0.quantity', 'order.articles.0.sku', 'order.articles.0.tax_rate'],
    ...['order.id', 'shipping.method', 'shipping.price'],
  ])
})

const today = dayOf(new Date('2026-11-22T12:00:00Z'), 'Europe/Madrid')
const birthdays: readonly (readonly [birthday: string, plausible: boolean])[] = [
  ['2026-11-22', false],
  ['2008-11-23', false],
  ['2008-11-22', true],
  ['1906-11-22', true],
  ['1905-11-22', false],
  ['1900-01-01', false],
]
for (const [birthday, plausible] of birthdays) {
  test(`a birthday of ${birthday} is ${plausible ? 'stored' : 'left out'}`, () => {
    const body: CreateCheckout = { order, customer: { email: 'ada@example.com', birthday } }
    const { body: read, cut } = withPlausibleBirthday(body, today)
    assert.deepEqual(cut, plausible ? [] : ['customer.birthday'])
    assert.equal(read.customer.birthday, plausible ? birthday : undefined)
  })
}

test('one warning names the first ten fields, and how many there are more', () => {
  const cut = Array.from({ length: 13 }, (_, index) => `order.articles.${index}.name`)
  const [warning, ...more] = alteredWarnings({ masked: [], cut })
  assert.deepEqual(more, [])
  assert.match(warning ?? '', /^order\.articles\.0\.name, .*articles\.9\.name and 3 more: /)
})
