import assert from 'node:assert/strict'
import { test } from 'node:test'
import ipaddr from 'ipaddr.js'
import { isBlocked } from '../platform/network/address-guard.ts'
import type { SettingTexts } from './setting-table.ts'
import { readSettings } from './settings.ts'

const RING_KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64')
const SIGNING_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

function settingsOf(texts: SettingTexts) {
  const read = readSettings(texts)
  if (read.faults !== undefined) throw new Error(read.faults.join('; '))
  return read.settings
}

test('needs nothing: a demo on loopback', () => {
  const { allow, ...settings } = settingsOf({})
  assert.deepEqual(settings, {
    port: 8080,
    shopPort: 8081,
    host: '127.0.0.1',
    baseUrl: undefined,
    dataDir: './data',
    databaseUrl: undefined,
    databaseSettings: {
      connectionsMax: 24,
      waitMs: 60_000,
      poolerUrl: undefined,
      migrateUrl: undefined,
      readUrl: undefined,
      unsafe: false,
    },
    role: 'all',
    brand: 'svc',
    demo: true,
    demoLife: true,
    desk: 'all',
    deskAt: undefined,
    nameServers: [],
    secretKey: undefined,
    trustedProxies: [],
    drainMs: 0,
    rings: { secretKeys: undefined, tokenKeys: undefined },
    limits: {
      privateKeys: undefined,
      publicKeys: undefined,
      checkouts: undefined,
      failures: undefined,
      storeRequestsMax: 16,
      connectionsMax: undefined,
    },
    scorecard: undefined,
    oidc: undefined,
    observing: { logLevel: 'warn', traces: undefined, metrics: undefined, requestLog: true },
  })
  assert.equal(isBlocked('127.0.0.1', allow), false)
})

test('takes what is set', () => {
  const { allow, ...settings } = settingsOf({
    PORT: '0',
    SHOP_PORT: '8090',
    HOST: '0.0.0.0',
    BASE_URL: 'https://pay.example.com/financing/',
    DATA_DIR: '/var/lib/financing',
    DATABASE_URL: 'postgres://user@db.example.com/financing',
    BRAND: 'pay2',
    DEMO: 'No',
    DEMO_LIFE: 'on',
    DESK: 'off',
    REQUEST_LOG: 'off',
    WEBHOOK_ALLOW: '10.0.0.0/8',
    WEBHOOK_DNS: '9.9.9.9, 127.0.0.1:5353,[2620:fe::fe], [::1]:53',
    SECRET_KEY: 'a secret of sixteen or more',
    TRUSTED_PROXIES: '10.0.0.0/8, loopback',
    DRAIN_SECONDS: '12',
    SECRET_KEYS: `a ${RING_KEY}\n`,
    DECISION_URL: 'https://score.example.com/decide?v=1',
    DECISION_SECRET: SIGNING_SECRET,
    DECISION_FALLBACK: 'refused',
    OIDC_ISSUER: 'https://login.example.com/realms/lender',
    OIDC_CLIENT_ID: 'desk',
    OIDC_CLIENT_SECRET: 'of the desk',
    OIDC_ROLES_CLAIM: 'https://example.com/roles',
    OIDC_ONLY: 'yes',
    LOG_LEVEL: 'error',
    ROLE: 'api',
    METRICS_HOST: '0.0.0.0',
    METRICS_PORT: '9090',
    TRACES_URL: 'http://127.0.0.1:4318/v1/traces',
    TRACES_SHARE: '50',
  })
  assert.deepEqual(settings, {
    port: 0,
    shopPort: 8090,
    host: '0.0.0.0',
    baseUrl: 'https://pay.example.com/financing',
    dataDir: '/var/lib/financing',
    databaseUrl: 'postgres://user@db.example.com/financing',
    databaseSettings: {
      connectionsMax: 24,
      waitMs: 60_000,
      poolerUrl: undefined,
      migrateUrl: undefined,
      readUrl: undefined,
      unsafe: false,
    },
    role: 'api',
    brand: 'pay2',
    demo: false,
    demoLife: false,
    desk: 'off',
    deskAt: undefined,
    trustedProxies: [
      [ipaddr.parse('10.0.0.0'), 8],
      [ipaddr.parse('127.0.0.0'), 8],
      [ipaddr.parse('::1'), 128],
    ],
    drainMs: 12_000,
    nameServers: ['9.9.9.9', '127.0.0.1:5353', '[2620:fe::fe]', '[::1]:53'],
    secretKey: 'a secret of sixteen or more',
    rings: {
      secretKeys: [{ kid: 'a', material: Buffer.from(RING_KEY, 'base64') }],
      tokenKeys: undefined,
    },
    limits: {
      privateKeys: { perSecond: 100, burst: 200 },
      publicKeys: { perSecond: 50, burst: 300 },
      checkouts: { perSecond: 10, burst: 20 },
      failures: { perSecond: 10, burst: 10 },
      storeRequestsMax: 16,
      connectionsMax: 500,
    },
    observing: {
      logLevel: 'error',
      traces: { url: 'http://127.0.0.1:4318/v1/traces', share: 0.5 },
      metrics: { host: '0.0.0.0', port: 9_090 },
      requestLog: false,
    },
    oidc: {
      issuer: 'https://login.example.com/realms/lender',
      clientId: 'desk',
      clientSecret: 'of the desk',
      rolesClaim: 'https://example.com/roles',
      isOnlyWay: true,
    },
    scorecard: {
      url: 'https://score.example.com/decide?v=1',
      secret: SIGNING_SECRET,
      fallback: 'refused',
    },
  })
  assert.equal(isBlocked('10.1.1.1', allow), false)
  assert.equal(isBlocked('127.0.0.1', allow), true)
})

test('names every fault at once', () => {
  const read = readSettings({
    PORT: '70000',
    HOST: 'not a host',
    BASE_URL: 'pay.example.com',
    DATABASE_URL: 'mysql://db',
    BRAND: 'A-B',
    DEMO: 'perhaps',
    DEMO_LIFE: 'months',
    DESK: 'some',
    DESK_HOST: 'inside',
    DESK_URL: 'desk.example.com',
    REQUEST_LOG: 'some',
    WEBHOOK_ALLOW: '10.0.0.0/99',
    WEBHOOK_DNS: 'dns.example.com',
    SECRET_KEY: 'short',
    TOKEN_KEYS: 'no key',
    RATE_LIMIT: '1.5',
    RATE_BURST: '-1',
    STORE_REQUESTS_MAX: '0',
    TRUSTED_PROXIES: 'proxy.example.com',
    DRAIN_SECONDS: '601',
    DECISION_URL: 'http://score.example.com',
    DECISION_SECRET: 'whsec_short',
    OIDC_ONLY: 'maybe',
    LOG_LEVEL: 'loud',
    METRICS_HOST: 'metrics',
    METRICS_PORT: '70000',
  })
  const named = read.faults?.map((fault) => fault.split(' ')[0])
  assert.deepEqual(named, [
    ...['PORT', 'HOST', 'BASE_URL', 'DATABASE_URL', 'BRAND', 'DEMO', 'DEMO_LIFE', 'DESK'],
    ...['DESK_HOST', 'DESK_URL', 'DESK_PORT'],
    ...['SECRET_KEY', 'TOKEN_KEYS', 'DECISION_URL', 'DECISION_SECRET', 'OIDC_ONLY'],
    ...['RATE_LIMIT', 'RATE_BURST', 'STORE_REQUESTS_MAX'],
    ...['LOG_LEVEL', 'METRICS_HOST', 'METRICS_PORT', 'REQUEST_LOG'],
    ...['WEBHOOK_ALLOW', 'WEBHOOK_DNS', 'TRUSTED_PROXIES', 'DRAIN_SECONDS'],
  ])
})

test('the desk is for all people, for those of the lender, or for nobody', () => {
  const desks = ['all', 'staff', 'off', 'on', 'no'].map((DESK) => settingsOf({ DESK }).desk)
  assert.deepEqual(desks, ['all', 'staff', 'off', 'all', 'off'])
})

test('the desk has a separate port if one is set', () => {
  const alone = { host: '127.0.0.1', port: 8443, url: undefined }
  assert.deepEqual(settingsOf({ DESK_PORT: '8443' }).deskAt, alone)
  const texts = { DESK_PORT: '0', DESK_HOST: '10.0.0.5', DESK_URL: 'https://desk.example.com/x/' }
  const inside = { host: '10.0.0.5', port: 0, url: 'https://desk.example.com/x' }
  assert.deepEqual(settingsOf(texts).deskAt, inside)
  assert.deepEqual(readSettings({ DESK: 'off', DESK_PORT: '8443' }).faults, [
    'DESK_PORT must not be set with DESK=off',
  ])
  assert.deepEqual(readSettings({ DESK_PORT: '-1' }).faults, [
    'DESK_PORT must be a whole number from 0 to 65535',
  ])
})

const demos: readonly (readonly [SettingTexts, boolean])[] = [
  [{ HOST: 'localhost' }, true],
  [{ HOST: '127.0.0.2' }, true],
  [{ HOST: '::1' }, true],
  [{ HOST: '0.0.0.0', SECRET_KEY: 'x'.repeat(16) }, false],
  [{ HOST: '0.0.0.0', DEMO: 'true' }, true],
  [{ DEMO: '0', SECRET_KEY: 'x'.repeat(16) }, false],
]
for (const [texts, demo] of demos) {
  test(`${JSON.stringify(texts)} makes the demo ${demo}`, () => {
    assert.equal(settingsOf(texts).demo, demo)
  })
}

test('without the demo a secret key is required', () => {
  const fault = 'SECRET_KEY is required without the demo, or SECRET_KEYS'
  assert.deepEqual(readSettings({ DEMO: 'no' }).faults, [fault])
  assert.equal(settingsOf({ DEMO: 'no', SECRET_KEYS: `a ${RING_KEY}` }).secretKey, undefined)
})

test('with a ring SECRET_KEY may be short: it only decrypts earlier secrets', () => {
  const texts = { DEMO: 'no', SECRET_KEY: 'short' }
  assert.equal(settingsOf({ ...texts, SECRET_KEYS: `a ${RING_KEY}` }).secretKey, 'short')
  assert.equal(readSettings(texts).faults?.length, 1)
})

const limits: readonly (readonly [SettingTexts, object | undefined])[] = [
  [{}, undefined],
  [{ RATE_LIMIT: '5' }, { perSecond: 5, burst: 10 }],
  [
    { RATE_LIMIT: '5', RATE_BURST: '7' },
    { perSecond: 5, burst: 7 },
  ],
  [
    { DEMO: 'no', SECRET_KEY: 'x'.repeat(16) },
    { perSecond: 100, burst: 200 },
  ],
  [{ DEMO: 'no', SECRET_KEY: 'x'.repeat(16), RATE_LIMIT: '0' }, undefined],
]
for (const [texts, limit] of limits) {
  test(`${JSON.stringify(texts)} limits requests to ${JSON.stringify(limit)}`, () => {
    assert.deepEqual(settingsOf(texts).limits.privateKeys, limit)
  })
}

test('each limit can be set separately, also in the demo', () => {
  const { limits } = settingsOf({
    PUBLIC_RATE_LIMIT: '5',
    PUBLIC_RATE_BURST: '9',
    CHECKOUT_RATE_LIMIT: '3',
    FAILED_AUTH_LIMIT: '2',
    STORE_REQUESTS_MAX: '4',
    CONNECTIONS_MAX: '7',
  })
  assert.deepEqual(limits, {
    privateKeys: undefined,
    publicKeys: { perSecond: 5, burst: 9 },
    checkouts: { perSecond: 3, burst: 6 },
    failures: { perSecond: 2, burst: 2 },
    storeRequestsMax: 4,
    connectionsMax: 7,
  })
})

test('an empty text counts as absent', () => {
  assert.equal(settingsOf({ PORT: '', BRAND: ' ' }).port, 8080)
})

const scorecards: readonly (readonly [SettingTexts, fault: string | undefined])[] = [
  [{ DECISION_URL: 'https://score.example', DECISION_SECRET: SIGNING_SECRET }, undefined],
  [{ DECISION_URL: 'http://127.0.0.1:99/x', DECISION_SECRET: SIGNING_SECRET }, undefined],
  [{ DECISION_URL: 'http://[::1]:99', DECISION_SECRET: SIGNING_SECRET }, undefined],
  [{ DECISION_URL: 'http://127.example', DECISION_SECRET: SIGNING_SECRET }, 'DECISION_URL'],
  [{ DECISION_URL: 'ftp://score.example', DECISION_SECRET: SIGNING_SECRET }, 'DECISION_URL'],
  [{ DECISION_URL: 'https://a:b@score.example', DECISION_SECRET: SIGNING_SECRET }, 'DECISION_URL'],
  [{ DECISION_URL: 'https://score.example' }, 'DECISION_SECRET'],
  [{ DECISION_SECRET: SIGNING_SECRET }, 'DECISION_URL'],
  [{ DECISION_FALLBACK: 'accepted' }, 'DECISION_FALLBACK'],
]
for (const [texts, fault] of scorecards) {
  const answer = fault === undefined ? 'taken' : 'refused'
  test(`the scorecard ${Object.values(texts)} is ${answer}`, () => {
    const { faults } = readSettings(texts)
    assert.deepEqual(
      faults?.map((each) => each.split(' ')[0]),
      fault && [fault],
    )
  })
}

const OIDC = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
const providers: readonly (readonly [SettingTexts, faults?: readonly string[]])[] = [
  [OIDC],
  [{ ...OIDC, OIDC_ISSUER: 'http://127.0.0.1:99/realm' }],
  [{ ...OIDC, OIDC_ISSUER: 'http://id.example' }, ['OIDC_ISSUER']],
  [{ ...OIDC, OIDC_ISSUER: 'https://a:b@id.example' }, ['OIDC_ISSUER']],
  [{ ...OIDC, OIDC_ISSUER: 'https://id.example/?a=1' }, ['OIDC_ISSUER']],
  [
    { ...OIDC, OIDC_ISSUER: 'https://id.example/.well-known/openid-configuration' },
    ['OIDC_ISSUER'],
  ],
  [{ OIDC_ISSUER: OIDC.OIDC_ISSUER }, ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']],
  [{ OIDC_CLIENT_SECRET: 'b' }, ['OIDC_ISSUER', 'OIDC_CLIENT_ID']],
  [{ OIDC_ONLY: 'yes' }, ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']],
  [{ ...OIDC, OIDC_ROLES_CLAIM: 'two claims' }, ['OIDC_ROLES_CLAIM']],
  [{ OIDC_ONLY: 'no' }],
]
for (const [texts, named] of providers) {
  const answer = named === undefined ? 'taken' : 'refused'
  test(`the provider ${Object.values(texts)} is ${answer}`, () => {
    const { faults } = readSettings(texts)
    assert.deepEqual(
      faults?.map((each) => each.split(' ')[0]),
      named,
    )
  })
}
