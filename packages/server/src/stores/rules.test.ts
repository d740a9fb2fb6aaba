import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProductTermsWish, StorePatch } from '@svc/api'
import { accept } from '../refusal.ts'
import { newStore, standardSettings } from './new-store.ts'
import { decideSettings, productFaults, productListFaults, productTerms } from './rules.ts'

const instalments: ProductTermsWish = {
  type: 'instalments',
  currency: 'EUR',
  min_amount: 100,
  max_amount: 5_000,
  num_instalments: [3, 6],
  nominal_rate: 1_200,
}
const payIn4: ProductTermsWish = {
  type: 'pay_in_4',
  currency: 'EUR',
  min_amount: 100,
  max_amount: 5_000,
}
const payLater: ProductTermsWish = { ...payIn4, type: 'pay_later' }

type Case = readonly [name: string, terms: ProductTermsWish, faultyPaths: readonly string[]]

const cases: readonly Case[] = [
  ['instalments as a store sets them', instalments, []],
  ['a range of one amount', { ...instalments, max_amount: 100 }, []],
  ['a range the wrong way round', { ...instalments, max_amount: 99 }, ['max_amount']],
  ['one count', { ...instalments, num_instalments: [1] }, []],
  ['no counts', { ...instalments, num_instalments: [] }, ['num_instalments']],
  ['a count twice', { ...instalments, num_instalments: [3, 6, 3] }, ['num_instalments.2']],
  ['instalments with a term in days', { ...instalments, term_days: 30 }, ['term_days']],
  ['instalments without interest', { ...instalments, nominal_rate: 0 }, []],
  ['pay_in_4 as it is', payIn4, []],
  ['pay_in_4 with its count', { ...payIn4, num_instalments: [4] }, []],
  ['pay_in_4 in three', { ...payIn4, num_instalments: [3] }, ['num_instalments']],
  ['pay_in_4 in four or five', { ...payIn4, num_instalments: [4, 5] }, ['num_instalments']],
  ['pay_in_4 in none', { ...payIn4, num_instalments: [] }, ['num_instalments']],
  ['pay_in_4 every 14 days', { ...payIn4, term_days: 14 }, []],
  ['pay_in_4 with interest', { ...payIn4, nominal_rate: 1 }, ['nominal_rate']],
  ['pay_in_4 with a rate of 0', { ...payIn4, nominal_rate: 0 }, []],
  ['pay_later with its count', { ...payLater, num_instalments: [1] }, []],
  ['pay_later in two', { ...payLater, num_instalments: [2] }, ['num_instalments']],
  ['pay_later with interest', { ...payLater, nominal_rate: 1_200 }, ['nominal_rate']],
  [
    'all faults at once',
    { ...payLater, max_amount: 1, num_instalments: [4], nominal_rate: 1 },
    ['max_amount', 'num_instalments', 'nominal_rate'],
  ],
]

for (const [name, terms, faultyPaths] of cases) {
  test(`${name}: ${faultyPaths.length === 0 ? 'is taken' : 'is refused'}`, () => {
    assert.deepEqual(
      productFaults(terms).map(([path]) => path),
      faultyPaths,
    )
  })
}

test('instalments without counts are refused', () => {
  const { num_instalments: _absent, ...terms } = instalments
  assert.deepEqual(productFaults(terms), [['num_instalments', 'must have at least 1 item']])
})

test('a product may stand in several currencies, but once in each', () => {
  const pounds = { ...instalments, currency: 'GBP' }
  assert.deepEqual(productListFaults([instalments, payIn4, pounds, payLater]), [])
  const faults = productListFaults([instalments, pounds, instalments, pounds])
  assert.deepEqual(
    faults.map(([path]) => path),
    ['2', '3'],
  )
})

test('what a product leaves out is its default', () => {
  const free = {
    ...{ opening_fee_rate: 0, opening_fee_fixed: 0, downpayment_rate: 0, late_charge: 0 },
    ...{ fee_rate: 0, fee_fixed: 0 },
  }
  const kept = { ...free, capture: 'manual', capture_within: null, currency: 'EUR' }
  const range = { min_amount: 100, max_amount: 5_000 }
  assert.deepEqual(productTerms(payIn4), {
    ...{ type: 'pay_in_4', num_instalments: [4], nominal_rate: 0, term_days: 30 },
    ...kept,
    ...range,
  })
  assert.deepEqual(productTerms(payLater), {
    ...{ type: 'pay_later', num_instalments: [1], nominal_rate: 0, term_days: 15 },
    ...kept,
    ...range,
  })
  const automatic = { ...instalments, capture: 'automatic', capture_within: 7 } as const
  assert.deepEqual(productTerms(automatic), { ...automatic, ...free, term_days: null })
  const costly = {
    ...{ ...automatic, fee_rate: 250, fee_fixed: 30, late_charge: 500 },
    ...{ opening_fee_rate: 150, opening_fee_fixed: 100, downpayment_rate: 2_000 },
  }
  assert.deepEqual(productTerms(costly), { ...costly, term_days: null })
})

const store = newStore({ id: 'store', name: 'Store', url: 'https://a.example', products: [] })

function decide(patch: StorePatch, cleared: readonly string[] = [], tokenSet = false) {
  return decideSettings({ store, tokenSet, patch, cleared: new Set(cleared), zoneKnown: true })
}

test('what is not sent stays as it is', () => {
  assert.deepEqual(decide({}), { plan: { store, token: undefined } })
  const plan = accept(decide({ total_check: 'strict' }))
  assert.deepEqual(plan.store, {
    ...store,
    settings: { ...store.settings, total_check: 'strict' },
  })
})

test('every setting takes what is sent', () => {
  const patch: StorePatch = {
    name: 'Another name',
    time_zone: 'America/Mexico_City',
    url: 'https://b.example',
    locales: ['fr'],
    currency: 'GBP',
    products: [],
    capture_policy: 'full',
    capture_within: 7,
    collection: { retry_days: [1, 2], late_after_days: 1, write_off_after_days: 90 },
    refund_spread: 'last',
    fees_on_refund: 'keep',
    payout_schedule: { interval: 'monthly', day: 31 },
    lender: { name: 'Lender', address: 'Street 1' },
    decision: { age_min: 21 },
    total_check: 'strict',
    origins: ['https://b.example'],
    notification_url: 'https://b.example/notifications',
    notification_auth: 'token',
    notification_token: 'a token',
    browser_checkout: true,
    confirmation_timeout: 5,
  }
  const plan = accept(decide(patch))
  const { name, time_zone, notification_token, ...sent } = patch
  const settings = {
    ...sent,
    payout_schedule: { interval: 'monthly', weekday: null, day: 31 },
    decision: { ...standardSettings.decision, age_min: 21 },
    lender: {
      ...{ name: 'Lender', address: 'Street 1', email: null, phone: null, url: null },
      ...{ registration: null, supervisor: null, complaints: null },
    },
  }
  assert.deepEqual(plan.store, { id: 'store', name, timeZone: time_zone, settings })
  assert.equal(plan.token, notification_token)
  const missing = Object.keys(standardSettings).filter((each) => !Object.hasOwn(patch, each))
  assert.deepEqual(missing, [], 'the list above names every setting')
})

test('a browser checkout can be switched off again', () => {
  const on = { ...store, settings: { ...store.settings, browser_checkout: true } }
  const input = { store: on, tokenSet: false, zoneKnown: true, patch: { browser_checkout: false } }
  const plan = accept(decideSettings({ ...input, cleared: new Set() }))
  assert.equal(plan.store.settings.browser_checkout, false)
})

test('what is cleared goes back to its default', () => {
  const changed = {
    ...store,
    timeZone: 'America/Mexico_City',
    settings: { ...store.settings, origins: ['https://b.example'], capture_within: 3 },
  }
  const cleared = new Set(['time_zone', ...Object.keys(standardSettings)])
  const plan = accept(
    decideSettings({ store: changed, tokenSet: true, patch: {}, cleared, zoneKnown: true }),
  )
  assert.deepEqual(plan, {
    store: { ...changed, timeZone: 'Europe/Madrid', settings: standardSettings },
    token: undefined,
  })
})

test('a language or an origin that is named twice is kept once', () => {
  const origins = ['https://a.example', 'https://b.example', 'https://a.example']
  const plan = accept(decide({ locales: ['es', 'en', 'es'], origins }))
  assert.deepEqual(plan.store.settings.locales, ['es', 'en'])
  assert.deepEqual(plan.store.settings.origins, ['https://a.example', 'https://b.example'])
})

const tokenCases: readonly (readonly [
  name: string,
  input: { patch: StorePatch; cleared?: readonly string[]; tokenSet: boolean },
  taken: boolean,
])[] = [
  ['mode token, none anywhere', { patch: { notification_auth: 'token' }, tokenSet: false }, false],
  ['mode token, one kept', { patch: { notification_auth: 'token' }, tokenSet: true }, true],
  [
    'mode token with a token',
    { patch: { notification_auth: 'token', notification_token: 'a' }, tokenSet: false },
    true,
  ],
  [
    'mode token while the token is cleared',
    { patch: { notification_auth: 'token' }, cleared: ['notification_token'], tokenSet: true },
    false,
  ],
  ['a token alone', { patch: { notification_token: 'a' }, tokenSet: false }, true],
  ['no token, no mode', { patch: {}, cleared: ['notification_token'], tokenSet: true }, true],
]

for (const [name, { patch, cleared, tokenSet }, taken] of tokenCases) {
  test(`${name}: ${taken ? 'is taken' : 'is refused'}`, () => {
    const { refused, detail } = { detail: undefined, ...decide(patch, cleared, tokenSet) }
    assert.equal(refused, taken ? undefined : 'body_invalid')
    const paths = taken ? [] : ['notification_token']
    assert.deepEqual(Object.keys(detail?.fields ?? {}), paths)
  })
}

test('a store must have a name, and all that is wrong is told at once', () => {
  const decision = decide({ notification_auth: 'token' }, ['name'])
  assert.equal(decision.refused, 'body_invalid')
  assert.deepEqual(decision.refused && decision.detail?.fields, {
    name: ['name is required'],
    notification_token: ['is required while notification_auth is token'],
  })
})
