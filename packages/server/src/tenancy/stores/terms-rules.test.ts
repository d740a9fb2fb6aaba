import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '@svc/api'
import type { ProductTerms } from '../../model/financing/terms.ts'
import { newStore, standardSettings } from '../../model/stores/new-store.ts'
import {
  type ComingTerms,
  lendersSettings,
  type StoredStore,
  storeIn,
  underTerms,
  withTerms,
} from '../../model/stores/store-terms.ts'
import { accept } from '../../platform/refusal.ts'
import { decideBeginning, decideTerms } from './terms-rules.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
const LIVE = { sandbox: false, at: NOW }
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

/** That is allowed `allowed`, and offers `offer` of it. */
function storeWith(offer: readonly ProductTerms[]): StoredStore {
  const { settings, terms: _, ...store } = newStore({ id: '1', name: 'Store', products: [] })
  return {
    ...{ ...store, sandboxTerms: null, allowedProducts: allowed, comingTerms: [] },
    ...{ termsVersion: 1, termsSince: null, sandboxTermsVersion: null, sandboxTermsSince: null },
    liveSettings: { ...settings, products: offer },
  }
}

/** What a store offers that offered `offer` of `allowed`, after `products` became the terms. */
function offerOf(offer: readonly ProductTerms[], products: readonly ProductTerms[]) {
  const stored = storeWith(offer)
  const sent = products.map(({ term_days: _, capture_within: __, ...each }) => ({
    ...{ ...each, num_instalments: [...each.num_instalments] },
  }))
  const before = storeIn(stored, LIVE)
  const terms = accept(decideTerms({ ...before, tokenSet: false }, { products: sent }))
  const coming = { sandbox: false, version: 2, from: NOW.getTime(), terms }
  const after = storeIn(withTerms(stored, coming), LIVE)
  // What waits until then, and what a checkout was made under, comes to the same.
  assert.deepEqual(storeIn({ ...stored, comingTerms: [coming] }, LIVE), after)
  assert.deepEqual(underTerms(before, { version: 2, since: NOW, terms }), after)
  assert.deepEqual(
    after.terms.allowed.map(({ type, currency }) => `${type} ${currency}`),
    products.map(({ type, currency }) => `${type} ${currency}`),
  )
  return after.settings.products
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

const comingAt = (from: Date, version: number, sandbox = false): ComingTerms => ({
  ...{ sandbox, version, from: from.getTime() },
  terms: { ...lendersSettings(standardSettings), fees_on_refund: version % 2 ? 'keep' : 'return' },
})
const after = (ms: number) => new Date(NOW.getTime() + ms)

test('terms apply from their millisecond on, in their mode', () => {
  const coming = [comingAt(after(1_000), 3), comingAt(after(2_000), 2)]
  const store = { ...storeWith(allowed), comingTerms: coming }
  const versionAt = (at: Date | null, sandbox = false) => storeIn(store, { sandbox, at }).terms
  for (const [at, version] of [
    [null, 1],
    [after(999), 1],
    [after(1_000), 3],
    [after(1_999), 3],
    [after(2_000), 2],
  ] as const) {
    assert.equal(versionAt(at).version, version, String(at))
    assert.equal(versionAt(at, true).version, version, 'the sandbox goes by live mode')
  }
  assert.deepEqual(versionAt(after(5_000)).since, after(2_000))
  const { name } = store
  const own = { name, ...lendersSettings(standardSettings) }
  const apart = { ...store, sandboxTerms: own, sandboxTermsVersion: 4 }
  assert.equal(storeIn(apart, { sandbox: true, at: after(5_000) }).terms.version, 4)
  assert.equal(storeIn(apart, { sandbox: false, at: after(5_000) }).terms.version, 2)
})

test('terms begin neither in the past, nor with others, nor in a far time', () => {
  const coming = [comingAt(after(1_000), 7)]
  const decide = (wanted?: Date) => decideBeginning({ wanted, now: NOW, coming })
  assert.deepEqual(decide(), { plan: NOW })
  assert.deepEqual(decide(NOW), { plan: NOW })
  const latest = new Date(NOW)
  latest.setUTCFullYear(NOW.getUTCFullYear() + limits.termsYearsMax)
  assert.deepEqual(decide(latest), { plan: latest })
  for (const [wanted, sentence] of [
    [after(-1), 'past'],
    [after(1_000), 'version 7'],
    [new Date(latest.getTime() + 1), 'years ahead'],
    [new Date('9999-12-31T23:59:59Z'), 'years ahead'],
  ] as const) {
    const text = JSON.stringify(decide(wanted))
    assert.ok(text.includes('body_invalid') && text.includes(sentence), text)
  }
})
