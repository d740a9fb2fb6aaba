import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProductTermsWish, StorePatch } from '@svc/api'
import type { ProductTerms } from '../../model/financing/terms.ts'
import { newStore, standardSettings } from '../../model/stores/new-store.ts'
import type { Store } from '../../model/stores/store-account.ts'
import { accept } from '../../platform/refusal.ts'
import { decideNarrowing } from './narrowing.ts'
import { decideSettings } from './settings-rules.ts'

const standard = newStore({ id: 'store', name: 'Store', url: 'https://a.example', products: [] })
const [first] = standardSettings.products
assert.ok(first !== undefined)
const instalments: ProductTerms = {
  ...{ ...first, type: 'instalments', currency: 'EUR', min_amount: 5_000, max_amount: 100_000 },
  ...{ num_instalments: [3, 6, 12], nominal_rate: 1_000, term_days: null, late_charge: 500 },
  ...{ opening_fee_rate: 0, opening_fee_fixed: 0, downpayment_rate: 0 },
  ...{ capture: 'manual', capture_within: null, fee_rate: 290, fee_fixed: 30 },
}
const later: ProductTerms = {
  ...{ ...instalments, type: 'pay_later', num_instalments: [1], nominal_rate: 0, term_days: 15 },
}
const store: Store = {
  ...standard,
  settings: { ...standard.settings, products: [instalments, later] },
}

const offered = store.settings.products

/** What is refused, by path; empty: nothing is. */
function faultsOf(patch: StorePatch, cleared: readonly string[] = [], allowed = offered) {
  const input = { store, tokenSet: false, patch, cleared: new Set(cleared), zoneKnown: true }
  const { store: after } = accept(decideSettings(input))
  const decision = decideNarrowing({
    before: store,
    allowed,
    after,
    patch,
    cleared: input.cleared,
    account: undefined,
  })
  if (decision.refused === undefined) return {}
  assert.equal(decision.refused, 'lender_only')
  return decision.detail?.fields ?? {}
}

/** As it is sent: without what stands for a default. */
const wish = ({ term_days, capture_within, ...terms }: ProductTerms, more = {}): ProductTermsWish =>
  JSON.parse(
    JSON.stringify({
      ...terms,
      ...{ term_days: term_days ?? undefined, capture_within: capture_within ?? undefined },
      ...more,
    }),
  )

test('the payout delay is the lender’s, also where there is none yet', () => {
  const named = (patch: StorePatch) => Object.keys(faultsOf(patch))
  assert.deepEqual(named({ payout_schedule: { hold_days: 3 } }), ['payout_schedule.hold_days'])
  assert.deepEqual(named({ payout_schedule: { hold_days: 0 } }), [])
  assert.deepEqual(named({ payout_schedule: { hold_days: null } }), [])
  const { payout_schedule: schedule } = store.settings
  const waiting = { ...store.settings, payout_schedule: { ...schedule, hold_days: 3 } }
  for (const [days, isRefused] of [
    ...([
      [3, false],
      [0, true],
      [4, true],
      [null, true],
    ] as const),
  ]) {
    const patch = { payout_schedule: { hold_days: days } }
    const before = { ...store, settings: waiting }
    const input = { store: before, tokenSet: false, patch, cleared: new Set<string>() }
    const { store: after } = accept(decideSettings({ ...input, zoneKnown: true }))
    const narrowing = { before, allowed: offered, after, patch, cleared: input.cleared }
    assert.equal(
      decideNarrowing({ ...narrowing, account: undefined }).refused !== undefined,
      isRefused,
      String(days),
    )
  }
})

test('the store’s own settings change, current values may be sent back', () => {
  for (const patch of [
    {},
    { url: 'https://b.example', capture_policy: 'full', capture_within: 7, currency: 'USD' },
    { name: 'Store', refund_spread: store.settings.refund_spread },
    { collection: store.settings.collection, payout_schedule: store.settings.payout_schedule },
    { decision: store.settings.decision },
    { products: [wish(instalments), wish(later)] },
  ] as StorePatch[]) {
    assert.deepEqual(faultsOf(patch), {}, JSON.stringify(patch))
  }
})

test('a product is narrowed, left out, captured otherwise, and the list re-ordered', () => {
  for (const products of [
    [wish(later), wish(instalments)],
    [wish(later)],
    [],
    [wish(instalments, { min_amount: 5_001, max_amount: 99_999, num_instalments: [12, 3] })],
    [wish(instalments, { capture: 'automatic', capture_within: 5 })],
  ]) {
    assert.deepEqual(faultsOf({ products }), {})
  }
})

test('anything wider or of another price is named with the current value', () => {
  const cases: [object, string, unknown][] = [
    [{ min_amount: 4_999 }, 'min_amount', 5_000],
    [{ max_amount: 100_001 }, 'max_amount', 100_000],
    [{ num_instalments: [3, 4] }, 'num_instalments', [3, 6, 12]],
    [{ nominal_rate: 999 }, 'nominal_rate', 1_000],
    [{ opening_fee_rate: 1 }, 'opening_fee_rate', 0],
    [{ opening_fee_fixed: 1 }, 'opening_fee_fixed', 0],
    [{ downpayment_rate: 1 }, 'downpayment_rate', 0],
    [{ late_charge: 499 }, 'late_charge', 500],
    [{ fee_rate: undefined }, 'fee_rate', 290],
    [{ fee_fixed: 0 }, 'fee_fixed', 30],
  ]
  for (const [more, name, present] of cases) {
    const products = [wish(later), wish(instalments, more)]
    assert.deepEqual(faultsOf({ products }), {
      [`products.1.${name}`]: [`is decided by the lender: ${JSON.stringify(present)}`],
    })
  }
  assert.deepEqual(Object.keys(faultsOf({ products: [wish(later, { term_days: 16 })] })), [
    'products.0.term_days',
  ])
  for (const other of [{ currency: 'USD' }, { type: 'pay_in_4', num_instalments: [4] }]) {
    const products = [wish(instalments, { ...other, nominal_rate: 0 })]
    assert.deepEqual(Object.keys(faultsOf({ products })), ['products.0'])
  }
})

test('a restriction is lifted again, up to what the lender allows', () => {
  const allowed = [
    { ...instalments, min_amount: 1_000, max_amount: 200_000, num_instalments: [3, 6, 12, 24] },
    later,
    { ...later, currency: 'USD' },
  ]
  for (const products of [
    allowed.map((each) => wish(each)),
    [wish(instalments, { max_amount: 200_000 })],
    [wish(instalments, { num_instalments: [24] }), wish(later, { currency: 'USD' })],
  ]) {
    assert.deepEqual(faultsOf({ products }, [], allowed), {})
  }
  const products = [wish(instalments, { min_amount: 999, max_amount: 200_001, fee_rate: 289 })]
  assert.deepEqual(faultsOf({ products }, [], allowed), {
    'products.0.min_amount': ['is decided by the lender: 1000'],
    'products.0.max_amount': ['is decided by the lender: 200000'],
    'products.0.fee_rate': ['is decided by the lender: 290'],
  })
})

test('the settings of the lender are refused member by member, all together', () => {
  const fields = faultsOf({
    ...{ name: 'Another', refund_spread: 'last', fees_on_refund: 'keep', url: 'https://b.example' },
    collection: { late_after_days: 9 },
    decision: { age_min: 40, open_amount_max: null },
    payout_schedule: { interval: 'manual' },
    lender: { name: 'A bank' },
    products: [wish(instalments, { max_amount: 1_000_000 })],
  })
  assert.deepEqual(Object.keys(fields).sort(), [
    'collection.late_after_days',
    'decision.age_min',
    'decision.open_amount_max',
    'fees_on_refund',
    'lender',
    'name',
    ...Object.keys(faultsOf({ payout_schedule: { interval: 'manual' } })),
    'products.0.max_amount',
    'refund_spread',
  ])
})

test('null is a change, except where the value is null already', () => {
  for (const key of ['refund_spread', 'fees_on_refund', 'collection', 'decision', 'products']) {
    assert.deepEqual(Object.keys(faultsOf({}, [key])), [key])
  }
  assert.deepEqual(faultsOf({}, ['lender']), {})
  const { income_from } = store.settings.decision
  assert.equal(income_from, null)
  assert.deepEqual(faultsOf({ decision: { income_from: null } }), {})
})
