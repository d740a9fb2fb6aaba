import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CreateCheckoutBody } from '@svc/api'
import { publicTransaction } from './public-view.ts'

type Node = {
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly 'x-synonyms'?: Readonly<Record<string, string>>
}

let count = 0
const canary = (path: string) => `canary-${count++} ${path}`

/** A value of its own for every member that the schema names, and unknown ones on every level. */
function canariesOf(node: Node, path: string): unknown {
  if (node.items !== undefined) return [canariesOf(node.items, `${path}.0`)]
  if (node.properties === undefined) return canary(path)
  const names = [
    ...Object.keys(node.properties),
    ...Object.keys(node['x-synonyms'] ?? {}),
    ...['unknown', '__unknown', 'notification_token', 'toc'],
  ]
  return Object.fromEntries(
    names.map((name) => [name, canariesOf(node.properties?.[name] ?? {}, `${path}.${name}`)]),
  )
}

const used = { notification_url: 'https://shop.example/hook', dismiss_url: '/cart' }

/** Paths of the canaries in an answer. */
const seen = (answer: unknown): string[] =>
  [...JSON.stringify(answer).matchAll(/canary-\d+ \.([\w.]+)/g)].map(([, path = '']) => path).sort()

const article = ['id', 'name', 'description', 'category', 'sku', 'url', 'image_url', 'quantity']
const SHOWN = [
  ...['merchant.close_on_success', 'merchant.timeout_checkout', 'merchant.timeout_extra'],
  ...['order.currency', 'order.total_amount', 'order.tax_rate', 'order.discount'],
  ...['order.discount_rate', 'order.cart_discount', 'order.cart_discount_rate'],
  'order.options.event_date',
  ...[...article, 'price', 'tax_rate', 'discount', 'discount_rate'].map(
    (name) => `order.articles.0.${name}`,
  ),
].sort()

test('shows only the listed members of a body with every possible one', () => {
  const body = canariesOf(CreateCheckoutBody as unknown as Node, '') as Record<string, unknown>
  const answer = publicTransaction(body, used)
  assert.deepEqual(seen(answer), SHOWN)
  assert.deepEqual(Object.keys(answer), ['merchant', 'order', 'customer'])
  assert.deepEqual(answer.customer, {})
  assert.equal(answer.merchant.dismiss_url, '/cart')
  assert.doesNotMatch(JSON.stringify(answer), /hook/)
})

test('where a value belongs, an object or a list hides nothing', () => {
  const hidden = { inner: 'secret' }
  const order = {
    ...{ total_amount: 1, tax_rate: hidden, discount: [hidden], options: 'now' },
    currency: { code: 'EUR', name: hidden, rate: 'secret' },
    articles: [{ id: 'a', name: [['secret']], description: hidden }, 'b', [hidden]],
  }
  const merchant = { timeout_extra: hidden, success_url: hidden, close_on_success: true }
  const answer = publicTransaction({ merchant, order }, used)
  assert.doesNotMatch(JSON.stringify(answer), /secret/)
  assert.deepEqual(answer.order, {
    ...{ currency: { code: 'EUR' }, total_amount: 1 },
    articles: [{ id: 'a' }, undefined, undefined],
  })
  assert.deepEqual(answer.merchant, { close_on_success: true })
  for (const absent of [undefined, null, '', false, []]) {
    const empty = publicTransaction({ merchant: absent, order: absent }, used)
    assert.deepEqual(empty, { merchant: {}, order: {}, customer: {} })
  }
})
