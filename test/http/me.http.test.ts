// A store reads and changes its settings: what is wrong is refused field by field, what is right
// is kept whole, and nothing is lost between two changes.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import {
  type Client,
  checkoutBody,
  clientOf,
  confirmedOrder,
  newMid,
  ownServer,
} from '../running-server.ts'

const server = ownServer()
const client = clientOf(server)
let other: Client

before(() => {
  other = clientOf(server, { key: server.demo.other_store.private_key })
})

const product = {
  type: 'instalments',
  currency: 'EUR',
  min_amount: 100,
  max_amount: 100_000,
  num_instalments: [3, 12],
  nominal_rate: 1_200,
  term_days: null,
  opening_fee_rate: 150,
  opening_fee_fixed: 100,
  downpayment_rate: 2_000,
  late_charge: 500,
  capture: 'manual',
  capture_within: null,
  fee_rate: 250,
  fee_fixed: 30,
}
const settings = {
  name: 'Bicycles & more',
  url: 'https://shop.example/',
  time_zone: 'America/Mexico_City',
  locales: ['es-MX', 'en'],
  currency: 'MXN',
  products: [product],
  capture_policy: 'full',
  capture_within: 30,
  refund_spread: 'last',
  fees_on_refund: 'keep',
  collection: { retry_days: [1, 30], late_after_days: 1, write_off_after_days: 90 },
  payout_schedule: { interval: 'monthly', weekday: null, day: 31, hold_days: 2 },
  lender: {
    name: 'Lender & Co.',
    address: 'Street 1',
    email: 'lender@example.com',
    phone: '+34 900 000 000',
    url: 'https://lender.example/',
    registration: null,
    supervisor: null,
    complaints: null,
  },
  decision: {
    sandbox: 'rules',
    open_amount_max: 1_000_000_000_000,
    attempts_per_day_max: 1_000,
    age_min: 99,
    income_from: 1,
    instalment_share_max: 10_000,
    late_instalments_max: 1_000,
    written_off_max: 1_000_000_000_000,
    history_due_max: 0,
    history_cancelled_share_max: 0,
    check_from: 1_000_000_000_000,
  },
  branding: { name: 'Another', color: '#0c5b46', text_color: '#ffffff', logo_url: null },
  total_check: 'strict',
  origins: ['https://shop.example'],
  notification_url: 'https://shop.example/notifications?a=b',
  notification_auth: 'token',
  browser_checkout: true,
  confirmation_timeout: 10_080,
}
const defaults = {
  url: null,
  time_zone: 'Europe/Madrid',
  locales: ['es', 'en'],
  currency: 'EUR',
  capture_policy: 'partial',
  capture_within: null,
  refund_spread: 'spread',
  fees_on_refund: 'return',
  collection: { retry_days: [2, 5, 10], late_after_days: 3, write_off_after_days: 180 },
  payout_schedule: { interval: 'weekly', weekday: 'monday', day: null, hold_days: 0 },
  lender: null,
  branding: { name: null, color: null, text_color: null, logo_url: null },
  decision: {
    sandbox: 'person',
    open_amount_max: 1_000_000,
    attempts_per_day_max: 10,
    age_min: 18,
    income_from: null,
    instalment_share_max: 3_500,
    late_instalments_max: 0,
    written_off_max: 0,
    history_due_max: null,
    history_cancelled_share_max: null,
    check_from: null,
  },
  total_check: 'lenient',
  origins: [],
  notification_url: null,
  notification_auth: 'signature',
  notification_token_set: false,
  browser_checkout: false,
  confirmation_timeout: 120,
}
const allNull = Object.fromEntries(
  [...Object.keys(settings), 'notification_token']
    .filter((name) => name !== 'name')
    .map((name) => [name, null]),
)

test('a store changes every setting, reads it back, and takes everything back', async () => {
  const { body: before } = await other('GET', '/me')
  const changed = await other('PATCH', '/me', { ...settings, notification_token: 'a token' })
  assert.equal(changed.status, 200, changed.text)
  const { id, created, state, terms, offer, bank_account: account, ...others } = changed.body
  const { notification_token_set: tokenSet, ...shown } = others
  const version = before.terms.version + 1
  assert.deepEqual([state, terms.version, offer, account], ['active', version, null, null])
  const [{ warnings }] = shown.products
  assert.deepEqual(shown, { ...settings, products: [{ ...product, warnings }] })
  // For 4.00 the fee is 1.06, while 3.20 are lent.
  const [nothing, extreme] = warnings
  assert.match(nothing, /^nothing is offered for 1\.00/)
  assert.match(extreme, /extreme: \d{4}\.\d\d % for 4\.00 in 3 payments, with fees of 1\.06$/)
  assert.deepEqual([id, created, tokenSet], [before.id, before.created, true])
  assert.deepEqual((await other('GET', '/me')).body, changed.body)
  const live = clientOf(server, {
    key: server.demo.other_store.private_key,
    accept: 'application/vnd.svc.v1+json',
  })
  assert.deepEqual((await live('GET', '/me')).body, changed.body, 'both modes share them')
  assert.notEqual((await client('GET', '/me')).body.name, settings.name, 'other stores keep theirs')

  const taken = await other('PATCH', '/me', allNull)
  assert.equal(taken.status, 200, taken.text)
  const { id: _id, name, created: _created, state: _state, products, ...more } = taken.body
  const { terms: _terms, offer: _offer, bank_account: _account, ...rest } = more
  assert.equal(name, settings.name)
  assert.deepEqual(rest, defaults)
  assert.deepEqual(
    products.map((each: { type: string }) => each.type),
    before.products.map((each: { type: string }) => each.type),
  )
})

test('the answer of GET can be sent back as it is', async () => {
  const { body } = await client('GET', '/me')
  const back = await client('PATCH', '/me', body)
  assert.equal(back.status, 200, back.text)
  assert.deepEqual(back.body, body)
})

test('read-only members of GET are not interpreted', async () => {
  const { body } = await client('GET', '/me')
  const more = { id: 'x', created: 'y', notification_token_set: true }
  const { status, body: after } = await client('PATCH', '/me', more)
  assert.equal(status, 200)
  assert.deepEqual(after, body)
  for (const empty of [{}, []]) {
    assert.deepEqual((await client('PATCH', '/me', empty)).body, body)
  }
})

test('a normalised value is answered as it is stored', async () => {
  const sent = {
    time_zone: 'europe/lisbon',
    locales: ['EN-gb', 'en-GB', 'pt'],
    origins: ['HTTPS://Shop.Example:443/', 'https://shop.example', 'http://localhost:3000'],
    currency: { code: 'gbp' },
  }
  const { body, status } = await other('PATCH', '/me', sent)
  assert.equal(status, 200)
  assert.equal(body.time_zone, 'Europe/Lisbon')
  assert.deepEqual(body.locales, ['en-GB', 'pt'])
  assert.deepEqual(body.origins, ['https://shop.example', 'http://localhost:3000'])
  assert.equal(body.currency, 'GBP')
  await other('PATCH', '/me', allNull)
})

const long = (length: number): string => 'x'.repeat(length)
const url = (length: number): string => `https://shop.example/${long(length - 21)}`
const list = (length: number, text: (index: number) => unknown) =>
  Array.from({ length }, (_, index) => text(index))
const withProduct = (...changes: object[]) => changes.map((change) => ({ ...product, ...change }))
const payIn4 = { type: 'pay_in_4', currency: 'EUR', min_amount: 100, max_amount: 200_000 }
const without = (name: keyof typeof product) => {
  const { [name]: _absent, ...rest } = product
  return rest
}

/** A setting, a value that is refused, and where the fault is, if not on the setting itself. */
const refused: readonly (readonly [setting: string, value: unknown, path?: string])[] = [
  ['name', null],
  ['name', ''],
  ['name', '   '],
  ['name', 5],
  ['name', long(256)],
  ['url', 'shop.example'],
  ['url', 'ftp://shop.example'],
  ['url', 'javascript:alert(1)'],
  ['url', url(2_049)],
  ['time_zone', 'Mars/Olympus'],
  ['time_zone', '+02:00'],
  ['time_zone', 1],
  ['time_zone', long(256)],
  ['locales', []],
  ['locales', 'es'],
  ['locales', ['es', 'es_ES'], 'locales.1'],
  ['locales', ['es', 5], 'locales.1'],
  ['locales', list(21, (index) => `es-x-${index}`)],
  ['currency', 'XXX'],
  ['currency', 978],
  ['currency', { name: 'Euro' }],
  ['products', 'instalments'],
  ['products', [5], 'products.0'],
  ['products', list(101, () => product)],
  ['products', withProduct({ type: 'credit' }), 'products.0.type'],
  ['products', [without('type')], 'products.0.type'],
  ['products', [without('currency')], 'products.0.currency'],
  ['products', [without('min_amount')], 'products.0.min_amount'],
  ['products', [without('max_amount')], 'products.0.max_amount'],
  ['products', [without('num_instalments')], 'products.0.num_instalments'],
  ['products', withProduct({}, {}), 'products.1'],
  ['products', withProduct({ min_amount: 0 }), 'products.0.min_amount'],
  ['products', withProduct({ min_amount: -1 }), 'products.0.min_amount'],
  ['products', withProduct({ min_amount: 1.5 }), 'products.0.min_amount'],
  ['products', withProduct({ min_amount: '100' }), 'products.0.min_amount'],
  ['products', withProduct({ max_amount: 1_000_000_000_001 }), 'products.0.max_amount'],
  ['products', withProduct({ min_amount: 100_001 }), 'products.0.max_amount'],
  ['products', withProduct({ num_instalments: [] }), 'products.0.num_instalments'],
  ['products', withProduct({ num_instalments: [0] }), 'products.0.num_instalments.0'],
  ['products', withProduct({ num_instalments: [61] }), 'products.0.num_instalments.0'],
  ['products', withProduct({ num_instalments: [3, 3] }), 'products.0.num_instalments.1'],
  ['products', withProduct({ num_instalments: list(61, () => 3) }), 'products.0.num_instalments'],
  ['products', withProduct({ nominal_rate: 10_001 }), 'products.0.nominal_rate'],
  ['products', withProduct({ nominal_rate: -1 }), 'products.0.nominal_rate'],
  ['products', withProduct({ nominal_rate: 12.5 }), 'products.0.nominal_rate'],
  ['products', withProduct({ term_days: 30 }), 'products.0.term_days'],
  ['products', withProduct({ opening_fee_rate: 10_001 }), 'products.0.opening_fee_rate'],
  ['products', withProduct({ opening_fee_rate: 1.5 }), 'products.0.opening_fee_rate'],
  ['products', withProduct({ opening_fee_rate: 10_000 }), 'products.0.opening_fee_fixed'],
  ['products', withProduct({ opening_fee_fixed: -1 }), 'products.0.opening_fee_fixed'],
  ['products', withProduct({ opening_fee_fixed: 100_000_001 }), 'products.0.opening_fee_fixed'],
  ['products', withProduct({ opening_fee_fixed: 100_000 }), 'products.0.opening_fee_fixed'],
  ['products', withProduct({ downpayment_rate: 10_000 }), 'products.0.downpayment_rate'],
  ['products', withProduct({ downpayment_rate: '2000' }), 'products.0.downpayment_rate'],
  ['products', withProduct({ late_charge: 100_001 }), 'products.0.late_charge'],
  ['products', withProduct({ late_charge: -1 }), 'products.0.late_charge'],
  [
    'products',
    withProduct({ max_amount: 600, num_instalments: [60, 3], nominal_rate: 10_000 }),
    'products.0.num_instalments.0',
  ],
  ['products', [{ ...payIn4, downpayment_rate: 1 }], 'products.0.downpayment_rate'],
  ['products', [{ ...payIn4, min_amount: 3, max_amount: 3 }], 'products.0.num_instalments.0'],
  ['collection', 'never'],
  ['collection', { retry_days: 5 }, 'collection.retry_days'],
  ['collection', { retry_days: {} }, 'collection.retry_days'],
  ['collection', { retry_days: [0] }, 'collection.retry_days.0'],
  ['collection', { retry_days: [366] }, 'collection.retry_days.0'],
  ['collection', { retry_days: [1, '2'] }, 'collection.retry_days.1'],
  ['collection', { retry_days: [5, 2] }, 'collection.retry_days.1'],
  ['collection', { retry_days: [2, 5, 5] }, 'collection.retry_days.2'],
  ['collection', { retry_days: list(21, (index) => index + 1) }, 'collection.retry_days'],
  ['collection', { retry_days: [180] }, 'collection.write_off_after_days'],
  ['collection', { late_after_days: 0 }, 'collection.late_after_days'],
  ['collection', { late_after_days: 180 }, 'collection.write_off_after_days'],
  ['collection', { late_after_days: 366 }, 'collection.late_after_days'],
  ['collection', { write_off_after_days: 0 }, 'collection.write_off_after_days'],
  ['collection', { write_off_after_days: 10 }, 'collection.write_off_after_days'],
  ['collection', { write_off_after_days: 3_651 }, 'collection.write_off_after_days'],
  ['products', withProduct({ capture: 'never' }), 'products.0.capture'],
  ['products', withProduct({ capture_within: 0 }), 'products.0.capture_within'],
  ['products', withProduct({ capture_within: 366 }), 'products.0.capture_within'],
  ['products', withProduct({ fee_rate: -1 }), 'products.0.fee_rate'],
  ['products', withProduct({ fee_rate: 10_001 }), 'products.0.fee_rate'],
  ['products', withProduct({ fee_rate: 2.5 }), 'products.0.fee_rate'],
  ['products', withProduct({ fee_rate: '250' }), 'products.0.fee_rate'],
  ['products', withProduct({ fee_fixed: -1 }), 'products.0.fee_fixed'],
  ['products', withProduct({ fee_fixed: 100_000_001 }), 'products.0.fee_fixed'],
  ['products', withProduct({ fee_fixed: 0.3 }), 'products.0.fee_fixed'],
  ['products', withProduct({ fee_fixed: true }), 'products.0.fee_fixed'],
  ['products', withProduct({ type: 'pay_in_4' }), 'products.0.num_instalments'],
  ['products', withProduct({ type: 'pay_later' }), 'products.0.nominal_rate'],
  ['capture_policy', 'all'],
  ['capture_within', 0],
  ['capture_within', 366],
  ['capture_within', 1.5],
  ['capture_within', '30'],
  ['refund_spread', 'first'],
  ['fees_on_refund', true],
  ['lender', 'a name'],
  ['lender', { name: null }, 'lender.name'],
  ['lender', { name: 'Lender', email: 'nobody' }, 'lender.email'],
  ['lender', { name: 'Lender', url: 'lender.example' }, 'lender.url'],
  ['lender', { name: 'Lender', address: 'x'.repeat(256) }, 'lender.address'],
  ['lender', { name: 'Lender', supervisor: 1 }, 'lender.supervisor'],
  ['payout_schedule', 'daily'],
  ['payout_schedule', { interval: 'hourly' }, 'payout_schedule.interval'],
  ['payout_schedule', { interval: 'weekly', weekday: 'Montag' }, 'payout_schedule.weekday'],
  ['payout_schedule', { interval: 'weekly', day: 1 }, 'payout_schedule.day'],
  ['payout_schedule', { interval: 'monthly', day: 0 }, 'payout_schedule.day'],
  ['payout_schedule', { interval: 'monthly', day: 32 }, 'payout_schedule.day'],
  ['payout_schedule', { interval: 'monthly', day: '31' }, 'payout_schedule.day'],
  ['payout_schedule', { interval: 'monthly', weekday: 'monday' }, 'payout_schedule.weekday'],
  ['payout_schedule', { interval: 'manual', weekday: 'monday' }, 'payout_schedule.weekday'],
  ['decision', 'strict'],
  ['decision', { sandbox: 'nobody' }, 'decision.sandbox'],
  ['decision', { open_amount_max: 0 }, 'decision.open_amount_max'],
  ['decision', { open_amount_max: 1_000_000_000_001 }, 'decision.open_amount_max'],
  ['decision', { open_amount_max: 100.5 }, 'decision.open_amount_max'],
  ['decision', { attempts_per_day_max: 0 }, 'decision.attempts_per_day_max'],
  ['decision', { attempts_per_day_max: 1_001 }, 'decision.attempts_per_day_max'],
  ['decision', { age_min: 17 }, 'decision.age_min'],
  ['decision', { age_min: 100 }, 'decision.age_min'],
  ['decision', { income_from: -1 }, 'decision.income_from'],
  ['decision', { income_from: 1_000_001 }, 'decision.income_from'],
  ['decision', { open_amount_max: 5, check_from: 6 }, 'decision.check_from'],
  ['decision', { instalment_share_max: 10_001 }, 'decision.instalment_share_max'],
  ['decision', { late_instalments_max: 1_001 }, 'decision.late_instalments_max'],
  ['decision', { written_off_max: '1' }, 'decision.written_off_max'],
  ['decision', { history_due_max: {} }, 'decision.history_due_max'],
  ['decision', { history_cancelled_share_max: 10_001 }, 'decision.history_cancelled_share_max'],
  ['total_check', 'off'],
  ['origins', 'https://shop.example'],
  ['origins', ['https://shop.example/path'], 'origins.0'],
  ['origins', ['*'], 'origins.0'],
  ['origins', ['https://*.shop.example'], 'origins.0'],
  ['origins', [`https://${long(260)}`], 'origins.0'],
  ['origins', list(101, (index) => `https://shop${index}.example`)],
  ['notification_url', '/notifications'],
  ['notification_url', url(2_049)],
  ['notification_auth', 'none'],
  ['notification_auth', 'token', 'notification_token'],
  ['notification_token', long(256)],
  ['notification_token', 'a\r\nX-Header: b'],
  ['notification_token', 'ñ'],
  ['notification_token', 5],
  ['browser_checkout', 'yes'],
  ['browser_checkout', 1],
  ['confirmation_timeout', 0],
  ['confirmation_timeout', 10_081],
  ['confirmation_timeout', '120'],
]

test('each setting is refused at its own place, and nothing changes', async () => {
  const { body: before } = await client('GET', '/me')
  for (const [setting, value, path = setting] of refused) {
    const what = `${setting}: ${JSON.stringify(value)?.slice(0, 80)}`
    const { status, body } = await client('PATCH', '/me', {
      total_check: 'strict',
      [setting]: value,
    })
    assert.equal(status, 400, what)
    assert.ok(Object.keys(body.error.fields).includes(path), `${what}: ${JSON.stringify(body)}`)
  }
  assert.deepEqual((await client('GET', '/me')).body, before)
})

test('all faults are reported together, those between two fields too', async () => {
  const { status, body } = await client('PATCH', '/me', {
    name: 5,
    time_zone: 'Mars/Olympus',
    products: [
      ...withProduct({ min_amount: 200_000, num_instalments: [3, 3] }),
      ...withProduct({ type: 'x', max_amount: null }),
    ],
    origins: ['https://a.example', 'b'],
    confirmation_timeout: 0,
  })
  assert.equal(status, 400)
  assert.deepEqual(Object.keys(body.error.fields).sort(), [
    'confirmation_timeout',
    'name',
    'origins.1',
    'products.0.max_amount',
    'products.0.num_instalments.1',
    'products.1.max_amount',
    'products.1.type',
    'time_zone',
  ])
})

const taken: Readonly<Record<string, readonly unknown[]>> = {
  name: ['x', long(255), 'Ñandú 🚲'],
  url: ['http://localhost:3000', url(2_048)],
  time_zone: ['UTC', 'Asia/Kolkata'],
  locales: [list(20, (index) => `es-x-a${index}`)],
  products: [
    [],
    withProduct({ num_instalments: list(60, (index) => index + 1) }),
    withProduct({ fee_rate: 0, fee_fixed: 0 }),
    withProduct({ opening_fee_rate: 0, opening_fee_fixed: 0, downpayment_rate: 9_900 }),
    withProduct({ opening_fee_fixed: 0, late_charge: 100_000 }),
    withProduct({ fee_rate: 10_000, fee_fixed: 100_000_000 }),
  ],
  origins: [[], list(100, (index) => `https://shop${index}.example`)],
  capture_within: [1, 365],
  confirmation_timeout: [1, 10_080],
  collection: [
    { retry_days: [], late_after_days: 1, write_off_after_days: 2 },
    {
      retry_days: list(20, (index) => index + 1),
      late_after_days: 365,
      write_off_after_days: 3_650,
    },
  ],
  notification_token: ['x', long(255)],
}

test('each setting is taken at its bounds', async () => {
  for (const [setting, values] of Object.entries(taken)) {
    for (const value of values) {
      const { status, body, text } = await other('PATCH', '/me', { [setting]: value })
      assert.equal(status, 200, text)
      if (setting === 'notification_token') continue
      const withoutWarnings = ({ warnings: _warnings, ...rest }: { warnings: string[] }) => rest
      const stored = setting === 'products' ? body.products.map(withoutWarnings) : body[setting]
      assert.deepEqual(stored, value)
    }
  }
  const name = 'Other demo store'
  assert.equal((await other('PATCH', '/me', { ...allNull, name })).status, 200)
})

test('a notification token is stored and never returned', async () => {
  const token = `a-token-${randomUUID()}`
  const given = await other('PATCH', '/me', {
    notification_auth: 'token',
    notification_token: token,
  })
  const { text } = await other('GET', '/me')
  for (const answer of [given.text, text]) {
    assert.ok(!answer.includes(token))
    assert.equal(JSON.parse(answer).notification_token_set, true)
  }
  const lost = await other('PATCH', '/me', { notification_token: null })
  assert.equal(lost.status, 400, 'the mode needs one')
  const replaced = await other('PATCH', '/me', { notification_token: 'another' })
  assert.equal(replaced.status, 200)
  const back = await other('PATCH', '/me', { notification_token: null, notification_auth: null })
  assert.equal(back.body.notification_token_set, false)
})

test('no concurrent change is lost', async () => {
  const changes: Record<string, unknown> = {
    name: 'At once',
    url: 'https://once.example',
    time_zone: 'Europe/Lisbon',
    locales: ['pt'],
    currency: 'GBP',
    capture_policy: 'full',
    capture_within: 5,
    refund_spread: 'next',
    fees_on_refund: 'keep',
    total_check: 'strict',
    origins: ['https://once.example'],
    notification_url: 'https://once.example/n',
    browser_checkout: true,
    confirmation_timeout: 7,
  }
  const replies = await Promise.all(
    Object.entries(changes).map(([name, value]) => other('PATCH', '/me', { [name]: value })),
  )
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  const { body } = await other('GET', '/me')
  for (const [name, value] of Object.entries(changes)) assert.deepEqual(body[name], value, name)
  const name = 'Other demo store'
  await other('PATCH', '/me', { ...allNull, name })
})

test('a repeated change gets the stored answer, and changes nothing again', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const first = await other('PATCH', '/me', { confirmation_timeout: 60 }, key)
  await other('PATCH', '/me', { confirmation_timeout: 61 })
  const again = await other('PATCH', '/me', { confirmation_timeout: 60 }, key)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.text, first.text)
  assert.equal((await other('GET', '/me')).body.confirmation_timeout, 61)
})

test('another time zone shows the same moments otherwise', async () => {
  const { id } = await confirmedOrder(client, 40_000)
  await client('POST', `/orders/${id}/captures`, { amount: 1_000 })
  const read = async () => {
    const order = await client('GET', `/orders/${id}`)
    const { created } = (await client('GET', `/orders/${id}/captures`)).body.results[0]
    return { created: order.body.created, confirmed: order.body.confirmed, capture: created }
  }
  const before = await read()
  assert.match(before.capture, /\+0[12]:00$/)
  await client('PATCH', '/me', { time_zone: 'America/Mexico_City' })
  const limit = Date.now() + 10_000
  let after = await read()
  while (after.capture === before.capture && Date.now() < limit) after = await read()
  assert.match(after.capture, /-0[56]:00$/)
  const moment = (text: string): number => Date.parse(text.replace(/(\d{3})\d{3}/, '$1'))
  assert.equal(moment(after.capture), moment(before.capture))
  assert.deepEqual([after.created, after.confirmed], [before.created, before.confirmed])
  await client('PATCH', '/me', { time_zone: null })
})

test('a private key reads the settings, one with settings:write changes them', async () => {
  const make = await client('POST', '/me/api-keys', {
    name: 'Reader',
    kind: 'private',
    scopes: ['orders:read'],
  })
  const reader = clientOf(server, { key: make.body.key })
  assert.equal((await reader('GET', '/me')).status, 200)
  const refusal = await reader('PATCH', '/me', { name: 'Mine' })
  assert.deepEqual([refusal.status, refusal.body.error.code], [403, 'scope_missing'])
  const page = clientOf(server, { key: server.demo.public_key })
  for (const method of ['GET', 'PATCH']) {
    const { status, body } = await page(method, '/me', method === 'PATCH' ? {} : undefined)
    assert.deepEqual([status, body.error.code], [403, 'key_public'])
  }
  assert.equal((await clientOf(server, { key: '' })('GET', '/me')).status, 401)
})

test('a page may create checkouts once its store allows it', async () => {
  const page = clientOf(server, { key: server.demo.public_key })
  const create = () => page('POST', '/checkout', checkoutBody(newMid(), 40_000))
  assert.equal((await create()).body.error.code, 'key_public')
  await client('PATCH', '/me', { browser_checkout: true })
  const limit = Date.now() + 10_000
  let reply = await create()
  while (reply.status === 403 && Date.now() < limit) reply = await create()
  assert.equal(reply.status, 201)
  const merchant = { success_url: 'https://evil.example/', ko_url: '/ko', dismiss_url: '/' }
  const wish = { ...checkoutBody(newMid(), 40_000), merchant }
  const { body } = await page('POST', '/checkout', wish)
  const seen = await page('GET', `/checkout/${body.id}`)
  const stored = { ko_url: '/ko', dismiss_url: '/' }
  assert.deepEqual(seen.body.transaction.merchant, stored, 'what was dropped is led to by nobody')
  await client('PATCH', '/me', { browser_checkout: false })
})
