// What the example's shop keeps, as a store that copies it would rely on.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Orders, openOrders, type ShopOrder } from '../examples/shop/orders.ts'

const folder = mkdtempSync(join(tmpdir(), 'shop-orders-'))
after(() => rmSync(folder, { recursive: true }))

const order = (key: string, more: Partial<ShopOrder> = {}): Parameters<Orders['add']>[0] => ({
  ...{ key, placed: '2026-11-21T10:00:00Z', language: 'es', lines: [], total: 1, currency: 'EUR' },
  ...{ payment: 'instalments', state: 'placed', checkout: null, answers: {} },
  customer: {
    ...{ email: 'ada@example.com', firstName: 'Ada', lastName: 'Prueba', phone: '600000000' },
    ...{ street: 'Calle', postcode: '28012', city: 'Madrid' },
  },
  ...more,
})

test('a thousand orders that nobody signs push out no order that was sold', () => {
  const file = join(folder, 'many.json')
  const sold = Array.from({ length: 999 }, (_, index) => ({
    ...order(`sold-${index}`, { state: 'paid' }),
    number: `M-${100_000 + index}`,
  }))
  writeFileSync(file, JSON.stringify(sold))
  const orders = openOrders(file)
  for (let count = 0; count < 5; count++) orders.add(order(`open-${count}`))
  assert.ok(sold.every(({ number }) => orders.find(number) !== undefined))
  assert.ok(orders.findByKey('open-4') !== undefined, 'the newest is kept')
  assert.equal(orders.findByKey('open-3'), undefined)
})

test('damaged orders are left as they are, and the file is named', () => {
  const file = join(folder, 'damaged.json')
  for (const text of ['', '{"number":', '{}', 'null']) {
    writeFileSync(file, text)
    assert.throws(() => openOrders(file), { message: new RegExp(`${file} cannot be read`) })
    assert.equal(readFileSync(file, 'utf8'), text)
  }
})

test('an order that cannot be written does not appear either', () => {
  const orders = openOrders(join(folder, 'missing/orders.json'))
  assert.throws(() => orders.add(order('lost')))
  assert.deepEqual(orders.list(), [])
})
