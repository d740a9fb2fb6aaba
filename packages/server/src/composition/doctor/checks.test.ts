import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createCertificate } from '../../../../../test/fixtures/certificate.ts'
import { CLIENT, startOidcProvider } from '../../../../../test/oidc-provider.ts'
import { portOf } from '../../platform/network/port-of.ts'
import { placeOf } from '../../platform/secrets/sealed-columns.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { writeAuditFigures } from '../commands/audit-figures.ts'
import type { SettingTexts } from '../setting-table.ts'
import { readSettings, type Settings } from '../settings.ts'
import { certificateChecks, judgeValidity } from './certificate-checks.ts'
import { type Check, inWords, sizeInWords } from './check.ts'
import { diskCheck, judgeSpace } from './disk-check.ts'
import { lastAuditCheck } from './last-audit-check.ts'
import { providerChecks } from './provider-check.ts'
import { secretFileChecks, secretKeyCheck, storedSecretChecks } from './secret-checks.ts'

const folder = mkdtempSync(join(tmpdir(), 'svc-doctor-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const KEY = 'q7Zk2mVb9tRwX4cHnL8pYd'
const DAY_MS = 86_400_000
const now = new Date()
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)

const brief = ({ status, message }: Check) => `${status}: ${message}`

function settingsWith(texts: SettingTexts): Settings {
  const read = readSettings({ DEMO: 'no', SECRET_KEY: KEY, DATA_DIR: folder, ...texts })
  assert.ok(read.faults === undefined, read.faults?.join())
  return read.settings
}

function fileWith(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

test('durations and sizes have about two digits', () => {
  const seconds = [0, 59, 119, 120, 7_199, 7_200, 172_799, 172_800].map((each) => each * 1_000)
  assert.deepEqual(seconds.map(inWords), [
    ...['0 seconds', '59 seconds', '119 seconds', '2 minutes', '119 minutes'],
    ...['2 hours', '47 hours', '2 days'],
  ])
  assert.deepEqual([0, 12_345_678, 5.5e9, 2e12].map(sizeInWords), [
    ...['0.0 KB', '12 MB', '5.5 GB', '2.0 TB'],
  ])
})

test('a disk that fills up', async () => {
  const of = (free: number, total: number) => judgeSpace('/data', { free, total })
  assert.equal(brief(of(50e9, 100e9)), 'ok: 50 GB (50 %) free at /data')
  assert.equal(brief(of(9e9, 100e9)), 'warning: 9.0 GB (9 %) free at /data')
  assert.equal(of(1.9e9, 10e9).status, 'warning')
  assert.equal(of(2e9, 100e9).status, 'problem')
  assert.equal(of(0.4e9, 1e9).status, 'problem')
  assert.match((await diskCheck(folder)).message, new RegExp(`free at ${folder}$`))
  assert.equal(
    brief(await diskCheck(join(folder, 'none'))),
    `problem: ${folder}/none cannot be looked at: ENOENT`,
  )
})

test('an audit that found something, is old, or never ended', () => {
  const path = join(folder, 'audit.prom')
  assert.equal(brief(lastAuditCheck(path, now)), `warning: ${path} cannot be read: ENOENT`)
  const at = now.toISOString()
  const checked = { orders: 1, entries: 1, events: 1, seals: 1 }
  const report = { audited: at, whole: at, checked, checks: [], findings: [] }
  const finding = {
    invariant: 'A1',
    message: 'is broken',
    count: 1,
    store_id: '',
    order_id: '',
  }
  writeAuditFigures(path, report, inDays(-3))
  assert.equal(brief(lastAuditCheck(path, now)), 'ok: the last ended 3 days ago and found nothing')
  writeAuditFigures(path, report, inDays(-9))
  assert.equal(brief(lastAuditCheck(path, now)), 'warning: the last ended 9 days ago')
  writeAuditFigures(path, { ...report, findings: [finding] }, now)
  assert.match(brief(lastAuditCheck(path, now)), /^problem: .* found 1 invariants broken$/)
  const empty = fileWith('empty.prom', '')
  assert.equal(brief(lastAuditCheck(empty, now)), `warning: ${empty} says of no audit`)
})

test('a certificate that ends', () => {
  const of = (days: number, more = {}) =>
    judgeValidity('of X', { from: inDays(-90), until: inDays(days), ...more }, now)
  assert.equal(brief(of(30)), 'ok: ends in 30 days')
  assert.equal(brief(of(13)), 'warning: ends in 13 days')
  assert.equal(brief(of(-3)), 'problem: ended 3 days ago')
  assert.match(brief(of(30, { from: inDays(1) })), /^problem: begins on /)
  assert.equal(brief(of(30, { distrusted: 'X' })), 'warning: is not trusted here: X')
})

test('the certificates of addresses in the settings are looked at', async (context) => {
  const serve = async (days: number) => {
    const server = createServer(createCertificate(['localhost'], inDays(days)))
    context.after(() => server.close().closeAllConnections())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return portOf(server)
  }
  const checks = await certificateChecks(
    settingsWith({
      BASE_URL: `https://localhost:${await serve(-2)}`,
      DECISION_URL: `https://localhost:${await serve(60)}/decide`,
      DECISION_SECRET: `whsec_${Buffer.alloc(24, 'x').toString('base64')}`,
    }),
    now,
  )
  assert.deepEqual(
    checks.map(({ name, ...check }) => `${name} ${brief({ name, ...check })}`),
    [
      'certificate of BASE_URL problem: ended 2 days ago',
      'certificate of DECISION_URL warning: is not trusted here: DEPTH_ZERO_SELF_SIGNED_CERT',
    ],
  )
  const silent = await certificateChecks(settingsWith({ BASE_URL: 'https://127.0.0.1:1' }), now)
  assert.match(silent.map(brief).join(), /^warning: could not be seen: connect ECONNREFUSED/)
  assert.deepEqual(await certificateChecks(settingsWith({ BASE_URL: 'http://a.example' }), now), [])
})

test('an identity provider, and what is to be registered there', async (context) => {
  const checksOf = async (issuer: string, texts: SettingTexts = {}) => {
    const client = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: 'secret' }
    const BASE_URL = 'https://svc.example'
    return providerChecks(settingsWith({ BASE_URL, ...client, ...texts }))
  }
  const [able, silent] = [
    await startOidcProvider({ backchannel_logout_supported: true }),
    await startOidcProvider(),
  ]
  context.after(() => Promise.all([able.close(), silent.close()]))
  const uri = 'https://svc.example/desk/session/oidc/logout'
  const register = `register ${uri} there as the back-channel logout URI`
  assert.deepEqual((await checksOf(able.issuer)).map(brief), [
    `ok: supports back-channel logout: ${register}`,
  ])
  const elsewhere = { DESK_PORT: '0', DESK_URL: 'https://desk.example' }
  assert.match(
    (await checksOf(able.issuer, elsewhere)).map(brief).join(),
    /https:\/\/desk\.example/,
  )
  const [doubt] = await checksOf(silent.issuer)
  assert.equal(doubt?.status, 'warning')
  assert.match(doubt.advice ?? '', /^if it does, register https:.+ `svc staff disable`$/)
  silent.behaves('down')
  const [away] = await checksOf(silent.issuer)
  assert.match(away === undefined ? '' : brief(away), /^warning: its metadata could not be read: /)
  assert.deepEqual(await providerChecks(settingsWith({})), [])
})

test('the certificates in files that the address of the database names', async () => {
  const soon = fileWith('soon.crt', createCertificate(['db'], inDays(5)).cert)
  const none = fileWith('none.crt', 'not a certificate')
  const query = `sslmode=verify-full&sslrootcert=${soon}&sslcert=${none}&sslkey=${none}`
  const DATABASE_URL = `postgres://127.0.0.1:1/svc?${query}`
  const checks = await certificateChecks(settingsWith({ DATABASE_URL }), now)
  assert.deepEqual(checks.slice(1).map(brief), [
    'warning: ends in 4 days',
    'problem: there is none',
  ])
})

test('an address by which anybody could answer in place of the database', async () => {
  const of = async (query: string) => {
    const DATABASE_URL = `postgres://127.0.0.1:1/svc?${query}`
    return (await certificateChecks(settingsWith({ DATABASE_URL }), now)).map(brief)
  }
  const unseen = 'warning: could not be seen: connect ECONNREFUSED 127.0.0.1:1'
  const believed = 'is not verified: another host could impersonate the server'
  assert.deepEqual(await of('sslmode=require'), [unseen, `warning: ${believed}`])
  assert.deepEqual(await of('sslmode=verify-full'), [unseen])
  assert.deepEqual(await of('sslmode=disable'), [])
})

test('a key that may be guessed, and a file that everybody can read', () => {
  const weak = (texts: SettingTexts) => secretKeyCheck(settingsWith(texts)).status
  assert.equal(weak({}), 'ok')
  assert.equal(weak({ SECRET_KEY: 'sixteen letters.' }), 'warning')
  assert.equal(weak({ SECRET_KEY: 'ab'.repeat(20) }), 'warning')
  const path = fileWith('keys', KEY)
  const files = () => secretFileChecks({ SECRET_KEY_FILE: path }).map(brief)
  assert.deepEqual(files(), ['ok: not every user can read it'])
  chmodSync(path, 0o644)
  assert.deepEqual(files(), ['warning: can be read by every user of this machine: chmod o-r'])
  assert.deepEqual(secretFileChecks({ SECRET_KEY: KEY }), [])
})

test('secrets that the keys do not open, or that wait for `rekey`', () => {
  const place = placeOf('stores.notification_secret', 'store-1')
  const ring = `a ${Buffer.from(KEY.padEnd(32, 'uvwxyz1234')).toString('base64')}`
  const sample = (kid: string, key: string) => {
    const text = { sealed: createVault(key).seal('secret', place), place }
    return { column: place.column, kid, text }
  }
  const of = (texts: SettingTexts, kid: string, key: string) =>
    storedSecretChecks(settingsWith(texts), [sample(kid, key)]).map(brief)
  assert.deepEqual(of({}, '0', KEY), ['ok: all of them can be read, under the first key'])
  assert.deepEqual(of({}, '0', 'another key of the past'), [
    'problem: SECRET_KEY is not the one that encrypted stores.notification_secret',
  ])
  assert.deepEqual(of({ SECRET_KEYS: ring, SECRET_KEY: '' }, '0', KEY), [
    'problem: SECRET_KEY is missing for stores.notification_secret',
  ])
  assert.deepEqual(of({ SECRET_KEYS: ring }, '0', KEY), [
    'warning: some are still under SECRET_KEY',
  ])
  assert.deepEqual(storedSecretChecks(settingsWith({}), []).map(brief), ['ok: there are none'])
  const lost = storedSecretChecks(settingsWith({ DEMO: 'yes', SECRET_KEY: '' }), [sample('0', KEY)])
  assert.deepEqual(lost.map(brief), ['problem: the demo has lost the key of its data folder'])
})
