import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CreateCheckout } from '@svc/api'
import fc from 'fast-check'
import { expectedTotal } from './total.ts'

type Line = Omit<CreateCheckout['order']['articles'][number], 'id' | 'name'>
type Adjustments = Partial<CreateCheckout['order']>

function bodyOf(
  lines: readonly Line[],
  order: Adjustments = {},
  shipping?: CreateCheckout['shipping'],
): CreateCheckout {
  const articles = lines.map((line, index) => ({ id: String(index), name: 'Article', ...line }))
  return {
    order: { id: 'A-1', currency: 'EUR', total_amount: 1, articles, ...order },
    customer: { email: 'ana@example.com' },
    ...(shipping === undefined ? {} : { shipping }),
  }
}

type Case = readonly [name: string, body: CreateCheckout, total: bigint]
const cases: readonly Case[] = [
  ['one article', bodyOf([{ price: 1_250, quantity: 1 }]), 1_250n],
  ['a quantity', bodyOf([{ price: 1_250, quantity: 3 }]), 3_750n],
  ['the tax of the order', bodyOf([{ price: 10_000, quantity: 1 }], { tax_rate: 2_100 }), 12_100n],
  [
    'the tax of an article in place of the order’s',
    bodyOf([{ price: 10_000, quantity: 1, tax_rate: 1_000 }], { tax_rate: 2_100 }),
    11_000n,
  ],
  [
    'an article without tax in an order with tax',
    bodyOf([{ price: 10_000, quantity: 1, tax_rate: 0 }], { tax_rate: 2_100 }),
    10_000n,
  ],
  [
    'a discount on a line, once and not per piece',
    bodyOf([{ price: 1_000, quantity: 3, discount: 500 }], { tax_rate: 2_100 }),
    3_025n,
  ],
  [
    'a discount rate on a line',
    bodyOf([{ price: 1_000, quantity: 3, discount_rate: 1_000 }], { tax_rate: 2_100 }),
    3_267n,
  ],
  [
    'a discount and then a rate on a line',
    bodyOf([{ price: 1_000, quantity: 3, discount: 1_000, discount_rate: 5_000 }]),
    1_000n,
  ],
  [
    'shipping at the tax of the order',
    bodyOf([{ price: 10_000, quantity: 1 }], { tax_rate: 2_100 }, { price: 500 }),
    12_705n,
  ],
  [
    'shipping with its own tax, discount and rate',
    bodyOf(
      [{ price: 10_000, quantity: 1 }],
      { tax_rate: 2_100 },
      { price: 600, discount: 100, discount_rate: 2_000, tax_rate: 1_000 },
    ),
    12_540n,
  ],
  [
    'shipping without a price',
    bodyOf([{ price: 10_000, quantity: 1 }], {}, { discount: 100, discount_rate: 2_000 }),
    10_000n,
  ],
  [
    'both discounts of the order, before tax',
    bodyOf([{ price: 10_000, quantity: 1 }], {
      tax_rate: 2_100,
      discount: 600,
      cart_discount: 400,
    }),
    10_890n,
  ],
  [
    'both discount rates of the order, one after the other',
    bodyOf([{ price: 10_000, quantity: 1 }], { discount_rate: 1_000, cart_discount_rate: 1_000 }),
    8_100n,
  ],
  ['a whole discount', bodyOf([{ price: 10_000, quantity: 1 }], { discount_rate: 10_000 }), 0n],
  // 0.5 and 1.5 cents: half to even, once, on the grand total.
  ['half a cent', bodyOf([{ price: 1, quantity: 1, discount_rate: 5_000 }]), 0n],
  ['a cent and a half', bodyOf([{ price: 3, quantity: 1, discount_rate: 5_000 }]), 2n],
  [
    'two halves of a cent that make one',
    bodyOf([
      { price: 1, quantity: 1, discount_rate: 5_000 },
      { price: 1, quantity: 1, discount_rate: 5_000 },
    ]),
    1n,
  ],
  [
    'three lines of 33.33 at 21 %, rounded once',
    bodyOf([{ price: 3_333, quantity: 3 }], { tax_rate: 2_100 }),
    12_099n,
  ],
  [
    'more than a number can hold',
    bodyOf([{ price: 1_000_000_000_000, quantity: 100_000 }], { tax_rate: 10_000 }),
    200_000_000_000_000_000n,
  ],
  ['more discount than goods', bodyOf([{ price: 100, quantity: 1 }], { discount: 300 }), -200n],
]

for (const [name, body, total] of cases) {
  test(`the expected total counts ${name}`, () => {
    assert.equal(expectedTotal(body), total)
  })
}

const line: fc.Arbitrary<Line> = fc.record({
  price: fc.integer({ min: 0, max: 1_000_000 }),
  quantity: fc.integer({ min: 1, max: 20 }),
})

test('without tax and discounts the total is the sum of price × quantity', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
      const sum = lines.reduce((total, { price, quantity }) => total + price * quantity, 0)
      assert.equal(expectedTotal(bodyOf(lines)), BigInt(sum))
    }),
  )
})

test('neither the order of the lines nor a line split in two changes the total', () => {
  const rates = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 10 }),
      rates,
      rates,
      (lines, tax, off) => {
        const order = { tax_rate: tax, discount_rate: off }
        const total = expectedTotal(bodyOf(lines, order))
        assert.equal(expectedTotal(bodyOf(lines.toReversed(), order)), total)
        const split = lines.flatMap(({ price, quantity }) =>
          Array.from({ length: quantity }, () => ({ price, quantity: 1 })),
        )
        assert.equal(expectedTotal(bodyOf(split, order)), total)
      },
    ),
  )
})
