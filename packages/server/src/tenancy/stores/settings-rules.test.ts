import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StorePatch } from '@svc/api'
import { onePixel } from '../../../../../test/fixtures/logos.ts'
import { newStore, standardSettings } from '../../model/stores/new-store.ts'
import { accept } from '../../platform/refusal.ts'
import { readLogo } from './logo.ts'
import { decideSettings } from './settings-rules.ts'

const store = newStore({ id: 'store', name: 'Store', url: 'https://a.example', products: [] })

const logo = readLogo(onePixel)
assert.ok(typeof logo === 'object')
const { content: _, ...shownLogo } = logo

function decide(patch: StorePatch, cleared: readonly string[] = [], tokenSet = false) {
  return decideSettings({ store, tokenSet, patch, cleared: new Set(cleared), zoneKnown: true })
}

test('an omitted setting stays as it is', () => {
  assert.deepEqual(decide({}), { plan: { store, token: undefined, logo: undefined } })
  const plan = accept(decide({ total_check: 'strict' }))
  assert.deepEqual(plan.store, {
    ...store,
    settings: { ...store.settings, total_check: 'strict' },
  })
})

test('every setting takes the value that is sent', () => {
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
    branding: { name: 'Shop', color: '#0c5b46', logo: onePixel },
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
    branding: { name: 'Shop', color: '#0c5b46', logo: shownLogo },
  }
  assert.deepEqual(plan.logo?.content, Buffer.from(onePixel, 'base64'))
  assert.deepEqual(plan.store, { ...store, name, timeZone: time_zone, settings })
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

test('a cleared setting goes back to its default', () => {
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
    logo: null,
  })
})

test('branding: absent members stay, null removes, and a logo has the declared type', () => {
  const branding = { name: 'Shop', color: '#0c5b46', logo: shownLogo }
  const branded = { ...store, settings: { ...store.settings, branding } }
  const input = { store: branded, tokenSet: false, cleared: new Set<string>(), zoneKnown: true }
  const after = (patch: StorePatch['branding']) => {
    const { store: changed, logo } = accept(
      decideSettings({ ...input, patch: patch === undefined ? {} : { branding: patch } }),
    )
    return [changed.settings.branding, logo]
  }
  assert.deepEqual(after(undefined), [branding, undefined])
  assert.deepEqual(after({}), [branding, undefined])
  assert.deepEqual(after({ color: null }), [{ ...branding, color: null }, undefined])
  assert.deepEqual(after({ logo: null }), [{ ...branding, logo: null }, null])
  assert.deepEqual(
    decideSettings({ ...input, patch: { branding: { logo: btoa('<svg></svg>') } } }),
    {
      refused: 'body_invalid',
      detail: { fields: { 'branding.logo': ['must be a PNG, JPEG or WebP image as base64'] } },
    },
  )
})

test('a duplicate language or origin is stored once', () => {
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

test('a token alone chooses the mode in which it is compared, unless the mode is named', () => {
  const modeOf = (patch: StorePatch) => accept(decide(patch)).store.settings.notification_auth
  assert.equal(modeOf({ notification_token: 'a' }), 'token')
  assert.equal(modeOf({ notification_token: 'a', notification_auth: 'signature' }), 'signature')
})

test('a name that comes back without the signs that nobody sees is the same name', () => {
  const before = { ...store, name: 'Sto\u202ere' }
  for (const [name, after] of [
    ['Store', 'Sto\u202ere'],
    ['Other', 'Other'],
  ] as const) {
    const input = { store: before, tokenSet: false, zoneKnown: true, patch: { name } }
    const { plan } = { plan: undefined, ...decideSettings({ ...input, cleared: new Set() }) }
    assert.equal(plan?.store.name, after)
  }
})

test('a store must have a name, and all faults are reported together', () => {
  const decision = decide({ notification_auth: 'token' }, ['name'])
  assert.equal(decision.refused, 'body_invalid')
  assert.deepEqual(decision.refused && decision.detail?.fields, {
    name: ['name is required'],
    notification_token: ['is required while notification_auth is token'],
  })
})

const lender = {
  ...{ name: 'Lender', address: 'Street 1', email: null, phone: null, url: null },
  ...{ registration: '123', supervisor: null, complaints: null },
}
const { collection, decision } = standardSettings
const daily = { interval: 'daily', weekday: null, day: null } as const

type Merge = readonly [stored: object, patch: StorePatch, after: object]
const merges: readonly Merge[] = [
  [{}, { collection: {} }, {}],
  [
    {},
    { collection: { late_after_days: 9 } },
    { collection: { ...collection, late_after_days: 9 } },
  ],
  [
    { collection: { retry_days: [1], late_after_days: 9, write_off_after_days: 20 } },
    { collection: { late_after_days: null, retry_days: [] } },
    { collection: { retry_days: [], late_after_days: 3, write_off_after_days: 20 } },
  ],
  [
    { decision: { ...decision, check_from: 100, age_min: 30 } },
    { decision: { check_from: null, late_instalments_max: 2 } },
    { decision: { ...decision, age_min: 30, late_instalments_max: 2 } },
  ],
  [{ lender }, { lender: { address: null } }, { lender: { ...lender, address: null } }],
  [{ lender }, { lender: { name: 'Other' } }, { lender: { ...lender, name: 'Other' } }],
  // As it comes back where what was stored before had signs that nobody sees.
  [
    { lender: { ...lender, name: 'Len\u200bder', address: '\u202eStreet\n1', phone: ' ' } },
    { lender: { ...lender, name: 'Lender', address: 'Street\n1', phone: '—' } },
    { lender: { ...lender, name: 'Len\u200bder', address: '\u202eStreet\n1', phone: ' ' } },
  ],
  [{ lender: null }, { lender: {} }, { lender: null }],
  [{ lender: null }, { lender: { phone: null } }, { lender: null }],
  [
    {},
    { payout_schedule: { weekday: 'friday' } },
    { payout_schedule: schedule('weekly', 'friday') },
  ],
  [
    {},
    { payout_schedule: { interval: 'monthly' } },
    { payout_schedule: schedule('monthly', null, 1) },
  ],
  [
    { payout_schedule: schedule('monthly', null, 9) },
    { payout_schedule: { interval: 'weekly' } },
    { payout_schedule: schedule('weekly', 'monday') },
  ],
  [
    { payout_schedule: schedule('weekly', 'friday') },
    { payout_schedule: { weekday: null } },
    { payout_schedule: schedule('weekly', 'monday') },
  ],
  [{ payout_schedule: daily }, { payout_schedule: { interval: null } }, {}],
  [{ payout_schedule: daily }, { payout_schedule: daily }, { payout_schedule: daily }],
]

function schedule(interval: string, weekday: string | null, day: number | null = null) {
  return { interval, weekday, day }
}

for (const [stored, patch, after] of merges) {
  test(`an object merges member by member: ${JSON.stringify(patch)}`, () => {
    const settings = { ...store.settings, ...stored }
    const input = { store: { ...store, settings }, tokenSet: false, zoneKnown: true, patch }
    const { plan } = { plan: undefined, ...decideSettings({ ...input, cleared: new Set() }) }
    assert.deepEqual(plan?.store.settings, { ...store.settings, ...after })
  })
}

test('the whole result of a patch is checked, not only what it names', () => {
  const long = { retry_days: [1], late_after_days: 200, write_off_after_days: 300 }
  const settings = { ...store.settings, collection: long, lender: null }
  const patch: StorePatch = {
    collection: { write_off_after_days: null },
    decision: { check_from: 5_000_000 },
    lender: { address: 'Street 1' },
    payout_schedule: { day: 5 },
  }
  const input = { store: { ...store, settings }, tokenSet: false, zoneKnown: true, patch }
  const decided = decideSettings({ ...input, cleared: new Set() })
  assert.deepEqual(Object.keys(decided.refused ? (decided.detail?.fields ?? {}) : {}), [
    'collection.write_off_after_days',
    'payout_schedule.day',
    'decision.check_from',
    'lender.name',
  ])
})
