import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProductTerms } from '../../model/financing/terms.ts'
import { newStore, standardSettings } from '../../model/stores/new-store.ts'
import { accept } from '../../platform/refusal.ts'
import { decideTerms, termsIn } from './terms-rules.ts'

const LIVE = { sandbox: false, demo: false }
const [first] = standardSettings.products
assert.ok(first !== undefined)
const instalments: ProductTerms = {
  ...{ ...first, type: 'instalments', currency: 'EUR', min_amount: 5_000, max_amount: 100_000 },
  ...{ num_instalments: [3, 6, 12], nominal_rate: 0, term_days: null, late_charge: 0 },
  ...{ opening_fee_rate: 0, opening_fee_fixed: 0, downpayment_rate: 0 },
  ...{ capture: 'manual', capture_within: null, fee_rate: 290, fee_fixed: 30 },
}
const later: ProductTerms = {
  ...{ ...instalments, type: 'pay_later', num_instalments: [1], term_days: 15 },
}
const dollars: ProductTerms = { ...instalments, currency: 'USD' }
const allowed = [instalments, later]

/** What a store offers that offered `offer` of `allowed`, after `products` became the terms. */
function offerOf(offer: readonly ProductTerms[], products: readonly ProductTerms[]) {
  const { settings, ...store } = newStore({ id: '1', name: 'Store', url: '', products: [] })
  const stored = {
    ...{ ...store, tokenSet: false, sandboxTerms: null, allowedProducts: allowed },
    liveSettings: { ...settings, products: offer },
  }
  const sent = products.map(({ term_days: _, capture_within: __, ...each }) => ({
    ...{ ...each, num_instalments: [...each.num_instalments] },
  }))
  const after = accept(decideTerms(stored, { products: sent }, LIVE))
  assert.deepEqual(
    termsIn(after, LIVE).products.map(({ type, currency }) => `${type} ${currency}`),
    products.map(({ type, currency }) => `${type} ${currency}`),
  )
  return after.liveSettings.products
}

const narrow = (more: Partial<ProductTerms>): ProductTerms => ({ ...instalments, ...more })

test('each bound of a product stays where the store has put it, within the new terms', () => {
  const wider = narrow({ min_amount: 4_000, max_amount: 200_000, num_instalments: [3, 6, 24] })
  for (const [own, offer] of [
    [{}, wider],
    [{ max_amount: 50_000 }, { ...wider, max_amount: 50_000 }],
    [{ min_amount: 6_000 }, { ...wider, min_amount: 6_000 }],
    [{ num_instalments: [6, 12] }, { ...wider, num_instalments: [6] }],
    [{ capture: 'automatic' }, { ...wider, capture: 'automatic' }],
  ] as const) {
    assert.deepEqual(offerOf([narrow(own)], [wider, later]), [offer], JSON.stringify(own))
  }
  const lower = narrow({ max_amount: 40_000 })
  assert.deepEqual(offerOf([narrow({ max_amount: 50_000 })], [lower]), [lower])
})

test('a product of which nothing is left is not offered, nor one that was left out', () => {
  const low = narrow({ max_amount: 50_000, num_instalments: [3] })
  assert.deepEqual(offerOf([narrow({ min_amount: 60_000 })], [low]), [])
  assert.deepEqual(offerOf([narrow({ num_instalments: [12] })], [low]), [])
  const dearer = { ...later, fee_rate: 300 }
  assert.deepEqual(offerOf([instalments], [instalments, dearer]), [instalments])
  assert.deepEqual(offerOf([instalments], [later]), [])
})

test('a product that is new is offered, after those in the order of the store', () => {
  const own = [later, narrow({ max_amount: 50_000 })]
  assert.deepEqual(offerOf(own, [dollars, instalments, later]), [...own, dollars])
})
