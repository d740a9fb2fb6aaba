// People sign in: links, passkeys, passwords with codes, recovery codes; and what is refused.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  authenticatorAt,
  codeOf,
  enrolPasskey,
  enrolPassword,
  signInWithPasskey,
} from '../../../../../test/desk.ts'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { SITE, type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'

const MINUTE_MS = 60_000
const GRACE = { name: 'Grace', email: 'Grace@Lender.example' }
const PASSWORD = 'correct horse battery'
const place = ownDatabase()
let desks: TestDesk
let now = Date.parse('2026-11-25T09:00:00Z')
const clock = { now: () => new Date(now) }
const pass = (ms: number) => {
  now += ms
}

before(() => {
  desks = testDesk(place.database, clock)
})

let people = 0
const email = () => `person-${++people}@lender.example`

/** Somebody of the lender with a passkey. */
async function somebody(roles: readonly ['support'] | readonly ['admin'] = ['support']) {
  const address = email()
  const token = await desks.invite({ name: 'Somebody', email: address, roles })
  return { email: address, ...(await desks.enrolled(token)) }
}

test('the first link makes the first administrator, once, within half an hour', async () => {
  const late = await desks.first()
  pass(31 * MINUTE_MS)
  const refused = await desks.browser().send('POST', '/lender/start', { token: late, ...GRACE })
  assert.deepEqual([refused.status, refused.body.error.code], [401, 'link_invalid'])
  const replaced = await desks.first()
  const token = await desks.first()
  const before = await desks.browser().send('POST', '/lender/start', { token: replaced, ...GRACE })
  assert.equal(before.body.error.code, 'link_invalid')
  const unnamed = await desks.browser().send('POST', '/lender/start', { token })
  assert.deepEqual(Object.keys(unnamed.body.error.fields), ['name', 'email'])

  const at = await Promise.all(
    [0, 1, 2].map(() => desks.browser().send('POST', '/lender/start', { token, ...GRACE })),
  )
  assert.deepEqual(at.map(({ status }) => status).sort(), [200, 401, 401])
  const started = at.find(({ status }) => status === 200)
  assert.equal(started?.body.email, 'grace@lender.example')
  assert.deepEqual(started?.body.roles, ['admin'])
  assert.equal(started?.body.session.kind, 'enrolment')
  assert.match(
    started?.cookie ?? '',
    /^__Host-desk=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Secure$/,
  )
  await assert.rejects(desks.first(), { code: 'staff_exists' })

  const desk = desks.browser()
  desk.holds(started?.cookie?.split(';')[0])
  for (const [method, path] of [
    ['GET', '/lender/staff'],
    ['POST', '/lender/me/step-up/options'],
  ] as const) {
    assert.equal((await desk.send(method, path)).body.error.code, 'enrolment_only', path)
  }
  const earlier = desk.cookie()
  await enrolPasskey(desk, SITE)
  assert.notEqual(desk.cookie(), earlier)
  const { body: me } = await desk.send('GET', '/lender/me')
  assert.deepEqual([me.session.kind, me.factors.passkeys], ['full', 1])
  const old = desks.browser()
  old.holds(earlier)
  assert.equal((await old.send('GET', '/lender/me')).body.error.code, 'session_ended')
})

test('a passkey signs in; a replayed, foreign, unverified or copied answer does not', async () => {
  const { desk, passkey } = await somebody()
  await desk.send('POST', '/lender/me/sign-out')
  assert.equal(desk.cookie(), undefined)
  const { body, status } = await signInWithPasskey(desk, passkey)
  assert.deepEqual([status, body.session.factor], [200, 'passkey'])

  const ask = async () => {
    const browser = desks.browser()
    return (await browser.send('POST', '/lender/sign-in/passkey/options')).body.challenge
  }
  const tried = async (answer: object) => {
    const reply = await desks.browser().send('POST', '/lender/sign-in/passkey', answer)
    return reply.status === 200 ? 'signed in' : reply.body.error.code
  }
  const replayed = passkey.sign(await ask())
  assert.equal(await tried(replayed), 'signed in')
  assert.equal(await tried(replayed), 'sign_in_failed')
  const twice = passkey.sign(await ask())
  const both = await Promise.all([tried(twice), tried(twice)])
  assert.deepEqual(both.sort(), ['sign_in_failed', 'signed in'])
  for (const changes of [
    { origin: 'https://evil.example' },
    { origin: 'https://svc.example.com.evil.example' },
    { rpId: 'evil.example' },
    { type: 'webauthn.create' },
    { flags: 0x01 },
    { flags: 0x04 },
  ]) {
    assert.equal(await tried(passkey.sign(await ask(), changes)), 'sign_in_failed')
  }
  const late = passkey.sign(await ask())
  pass(5 * MINUTE_MS)
  assert.equal(await tried(late), 'sign_in_failed')
  assert.equal(
    await tried(passkey.sign(Buffer.from('mine').toString('base64url'))),
    'sign_in_failed',
  )
  const stranger = authenticatorAt(SITE)
  assert.equal(await tried(stranger.sign(await ask())), 'sign_in_failed')
  const { body: step } = await desk.send('POST', '/lender/me/step-up/options')
  assert.equal(await tried(passkey.sign(step.challenge)), 'sign_in_failed')
  const other = (await somebody()).passkey
  const { response } = other.sign(await ask())
  assert.equal(
    await tried({ ...other.sign(await ask()), id: passkey.id, rawId: passkey.id, response }),
    'sign_in_failed',
  )

  assert.equal(await tried(passkey.sign(await ask(), { counter: 2 })), 'sign_in_failed')
  const logged = await place.database.query<AnyRow>(
    `SELECT changes FROM actions WHERE action = 'factor.refuse' AND outcome = 'refused'`,
    [],
  )
  assert.equal(logged.length, 1)
  assert.equal(await tried(passkey.sign(await ask())), 'signed in')
})

test('a password takes a code of the device, which counts once', async () => {
  const address = email()
  const token = await desks.invite({ name: 'Pat', email: address, roles: ['finance'] })
  const desk = desks.browser()
  await desk.send('POST', '/lender/start', { token })
  const secret = await enrolPassword(desk, { password: PASSWORD, now: () => now })
  assert.equal((await desk.send('GET', '/lender/me')).body.session.kind, 'full')

  const ticketOf = async (password: string, name = address) =>
    desks.browser().send('POST', '/lender/sign-in/password', { email: name, password })
  const tried = async (ticket: string, code: string) => {
    const reply = await desks.browser().send('POST', '/lender/sign-in/totp', { ticket, code })
    return reply.status === 200 ? 'signed in' : reply.body.error.code
  }
  pass(MINUTE_MS)
  const { body } = await ticketOf(PASSWORD)
  const { ticket } = body
  const code = codeOf(secret, now)
  const both = await Promise.all([tried(ticket, code), tried(ticket, code)])
  assert.deepEqual(both.sort(), ['sign_in_failed', 'signed in'])
  pass(20 * MINUTE_MS)
  const fresh = (await ticketOf(PASSWORD)).body.ticket
  assert.equal(await tried(fresh, codeOf(secret, now - 2 * 30_000)), 'sign_in_failed')
  assert.equal(await tried(fresh, codeOf(secret, now + 2 * 30_000)), 'sign_in_failed')
  assert.equal(await tried('0'.repeat(32), codeOf(secret, now)), 'sign_in_failed')
  const spaced = codeOf(secret, now + 30_000).replace(/^(...)/, '$1 ')
  assert.equal(await tried(fresh, spaced), 'signed in')
  assert.equal(await tried(fresh, codeOf(secret, now)), 'sign_in_failed')
  pass(20 * MINUTE_MS)
  const old = (await ticketOf(PASSWORD)).body.ticket
  pass(5 * MINUTE_MS)
  assert.equal(await tried(old, codeOf(secret, now)), 'sign_in_failed')
  for (const [password, name] of [
    ['wrong password of theirs', address],
    [PASSWORD, 'nobody@lender.example'],
    [PASSWORD, 'grace@lender.example'],
  ] as const) {
    const refused = await ticketOf(password, name)
    assert.deepEqual([refused.status, refused.body.error.code], [401, 'sign_in_failed'])
  }
})

test('a weak password is refused, and so is a device whose code does not fit', async () => {
  const token = await desks.invite({ name: 'Margaret H', email: email(), roles: ['risk'] })
  const desk = desks.browser()
  await desk.send('POST', '/lender/start', { token })
  for (const password of [
    'short',
    'a'.repeat(129),
    '123456789012',
    'abababababab',
    'margaret is my name',
    'it is person-12 here'.replace('person-12', 'person'),
  ]) {
    const { status, body } = await desk.send('POST', '/lender/me/factors/password', { password })
    assert.deepEqual([status, Object.keys(body.error.fields)], [400, ['password']], password)
  }
  const { body: offer } = await desk.send('POST', '/lender/me/factors/totp/options')
  const { secret, ticket } = offer
  assert.match(offer.uri, /^otpauth:\/\/totp\/svc:/)
  const right = codeOf(secret, now)
  const wrong = right === '000000' ? '111111' : '000000'
  const other = codeOf('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', now)
  for (const [sent, field] of [
    [{ secret, ticket, code: wrong }, 'code'],
    [{ secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', ticket, code: other }, 'ticket'],
    [{ secret, ticket: 'x', code: right }, 'ticket'],
  ] as const) {
    const { status, body } = await desk.send('POST', '/lender/me/factors/totp', sent)
    assert.deepEqual([status, Object.keys(body.error.fields)], [400, [field]])
  }
  pass(11 * MINUTE_MS)
  const over = { secret, ticket, code: codeOf(secret, now) }
  assert.equal((await desk.send('POST', '/lender/me/factors/totp', over)).status, 400)
})

test('a recovery code works once, ends all sessions and makes factors only', async () => {
  const { desk, email: address } = await somebody()
  const { body } = await desk.send('POST', '/lender/me/factors/recovery-codes')
  const codes: string[] = body.codes
  assert.equal(new Set(codes).size, 10)
  const [code = '', second = ''] = codes
  const tried = async (sent: string, name = address) => {
    const browser = desks.browser()
    const reply = await browser.send('POST', '/lender/sign-in/recovery-code', {
      ...{ email: name, code: sent },
    })
    return { reply, browser }
  }
  const wrong = await tried('00000-00000-00000-00000')
  assert.equal(wrong.reply.body.error.code, 'sign_in_failed')
  assert.equal((await tried(code, 'nobody@lender.example')).reply.status, 401)
  const both = await Promise.all([tried(code.toUpperCase()), tried(code)])
  assert.deepEqual(both.map(({ reply }) => reply.status).sort(), [200, 401])
  assert.equal((await desk.send('GET', '/lender/me')).body.error.code, 'session_ended')
  const { browser } = both.find(({ reply }) => reply.status === 200) ?? wrong
  assert.equal((await browser.send('GET', '/lender/me')).body.factors.recovery_codes, 9)
  assert.equal((await browser.send('GET', '/lender/staff')).body.error.code, 'enrolment_only')
  const passkey = await enrolPasskey(browser, SITE, 'New')
  assert.equal((await signInWithPasskey(desks.browser(), passkey)).status, 200)
  const more = await browser.send('POST', '/lender/me/factors/recovery-codes')
  assert.equal(more.status, 200)
  pass(20 * MINUTE_MS)
  assert.equal((await tried(second)).reply.status, 401, 'new codes take the place of all before')
})

test('attempts are slowed by account and address, and nobody locks another out', async () => {
  const address = email()
  const token = await desks.invite({ name: 'Pat', email: address, roles: ['finance'] })
  const desk = desks.browser()
  await desk.send('POST', '/lender/start', { token })
  await enrolPassword(desk, { password: PASSWORD, now: () => now })
  for (const name of [address, 'unknown@lender.example']) {
    const tried = async (password: string) =>
      desks.browser().send('POST', '/lender/sign-in/password', { email: name, password })
    for (let count = 0; count < 5; count++) assert.equal((await tried('wrong')).status, 401)
    const slowed = await tried('wrong')
    assert.deepEqual([slowed.status, slowed.body.error.code], [429, 'sign_in_slowed'])
    assert.equal(slowed.headers.get('retry-after'), '1')
    for (const seconds of [1, 2, 4, 8]) {
      pass(seconds * 1_000 - 1)
      assert.equal((await tried('wrong')).status, 429)
      pass(1)
      assert.equal((await tried('wrong')).status, 401)
    }
    pass(16_000)
    assert.equal((await tried(PASSWORD)).status, name === address ? 200 : 401)
  }
  pass(16 * MINUTE_MS)
  const reply = () =>
    desks.browser().send('POST', '/lender/sign-in/password', { email: email(), password: 'x' })
  for (let count = 0; count < 30; count++) assert.equal((await reply()).status, 401)
  assert.equal((await reply()).status, 429, 'an address has 30 attempts, whomever it asks for')
})

test('codes are slowed as passwords are, at each door', async () => {
  const address = email()
  const token = await desks.invite({ name: 'Pat', email: address, roles: ['finance'] })
  const desk = desks.browser()
  await desk.send('POST', '/lender/start', { token })
  const password = PASSWORD
  const secret = await enrolPassword(desk, { password, now: () => now })
  const last = await desk.send('DELETE', '/lender/me/factors/totp')
  assert.deepEqual([last.status, last.body.error.code], [409, 'factor_last'])
  pass(16 * MINUTE_MS)
  const first = { email: address, password }
  const { ticket } = (await desk.send('POST', '/lender/sign-in/password', first)).body
  const right = codeOf(secret, now)
  const code = right === '000000' ? '111111' : '000000'
  for (let count = 0; count < 5; count++) {
    assert.equal((await desk.send('POST', '/lender/sign-in/totp', { ticket, code })).status, 401)
  }
  for (const [path, body] of [
    ['/lender/sign-in/totp', { ticket, code: right }],
    ['/lender/sign-in/recovery-code', { email: address, code, password }],
    ['/lender/me/step-up', { code: right }],
  ] as const) {
    const reply = await desk.send('POST', path, body)
    assert.deepEqual([reply.status, reply.body.error.code], [429, 'sign_in_slowed'], path)
  }
  pass(1_000)
  const stepped = await desk.send('POST', '/lender/me/step-up', { code: codeOf(secret, now) })
  assert.equal(stepped.status, 200, JSON.stringify(stepped.body))
})

test('the last administrator who can sign in stays one', async () => {
  const { desk } = await somebody(['admin'])
  const { body: me } = await desk.send('GET', '/lender/me')
  await place.database.query('DELETE FROM passkeys WHERE staff_id = $1', [me.id])
  const { body } = await desk.send('GET', '/lender/staff?page_size=100')
  const grace = body.results.find((each: { name: string }) => each.name === GRACE.name)
  const path = `/lender/staff/${grace.id}`
  for (const reply of [
    await desk.send('PATCH', path, { roles: ['support'] }),
    await desk.send('POST', `${path}/disable`),
  ]) {
    assert.deepEqual([reply.status, reply.body.error.code], [409, 'staff_last_admin'])
  }
})
