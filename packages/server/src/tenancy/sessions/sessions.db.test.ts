// Sessions end: idle, too long, too many, by their person, by an administrator; what needs a fresh
// factor, and what a page of another origin cannot do.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Authenticator, type Desk, signInWithPasskey } from '../../../../../test/desk.ts'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { ownDatabase } from '../../../../../test/fixtures/test-database.ts'
import { SITE, type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const place = ownDatabase()
let desks: TestDesk
let admin: Desk
let adminsPasskey: Authenticator
let now = Date.parse('2026-11-25T09:00:00Z')
const pass = (ms: number) => {
  now += ms
}

before(async () => {
  desks = testDesk(place.database, { now: () => new Date(now) })
  const first = { name: 'Grace', email: 'grace@lender.example' }
  const enrolled = await desks.enrolled(await desks.first(), first)
  admin = enrolled.desk
  adminsPasskey = enrolled.passkey
})

let people = 0
async function somebody() {
  const email = `person-${++people}@lender.example`
  const token = await desks.invite({ name: 'Somebody', email, roles: ['support'] })
  return desks.enrolled(token)
}

async function stateOf(desk: Desk): Promise<string> {
  const { status, body } = await desk.send('GET', '/lender/me')
  return status === 200 ? body.session.kind : body.error.code
}

async function stepUp(desk: Desk, passkey: Authenticator): Promise<number> {
  const { body } = await desk.send('POST', '/lender/me/step-up/options')
  const credential = passkey.sign(body.challenge)
  return (await desk.send('POST', '/lender/me/step-up', { credential })).status
}

async function signedIn(passkey: Authenticator): Promise<Desk> {
  const desk = desks.browser()
  assert.equal((await signInWithPasskey(desk, passkey)).status, 200)
  return desk
}

test('a session ends idle after half an hour, in any case after twelve hours', async () => {
  const { passkey } = await somebody()
  const desk = await signedIn(passkey)
  pass(29 * MINUTE_MS)
  assert.equal(await stateOf(desk), 'full')
  pass(29 * MINUTE_MS)
  assert.equal(await stateOf(desk), 'full')
  pass(30 * MINUTE_MS)
  assert.equal(await stateOf(desk), 'session_ended')
  const busy = await signedIn(passkey)
  const began = now
  for (pass(25 * MINUTE_MS); now < began + 12 * HOUR_MS; pass(25 * MINUTE_MS)) {
    assert.equal(await stateOf(busy), 'full', `${(now - began) / MINUTE_MS} minutes`)
    assert.equal(await stepUp(busy, passkey), 200)
  }
  now = began + 12 * HOUR_MS - 1
  assert.equal(await stateOf(busy), 'full')
  pass(1)
  assert.equal(await stateOf(busy), 'session_ended')
})

test('a person has five sessions; a sixth ends the oldest, even if begun together', async () => {
  const { desk, passkey } = await somebody()
  const all = [desk]
  for (let count = 0; count < 5; count++) {
    pass(1_000)
    all.push(await signedIn(passkey))
  }
  const states = await Promise.all(all.map(stateOf))
  assert.deepEqual(states, ['session_ended', 'full', 'full', 'full', 'full', 'full'])
  const { body } = await (all[5] ?? desk).send('GET', '/lender/me/sessions')
  assert.equal(body.sessions.length, 5)
  assert.deepEqual(
    body.sessions.map(({ current }: { current: boolean }) => current),
    [true, false, false, false, false],
  )
})

test('a person ends their sessions one by one, all others, and signs out', async () => {
  const { desk, passkey } = await somebody()
  const [second, third, fourth] = [
    await signedIn(passkey),
    await signedIn(passkey),
    await signedIn(passkey),
  ]
  const { body: me } = await second.send('GET', '/lender/me')
  const path = `/lender/me/sessions/${me.session.id}`
  assert.equal((await desk.send('DELETE', path)).status, 204)
  assert.equal(await stateOf(second), 'session_ended')
  const gone = await desk.send('DELETE', path)
  assert.deepEqual([gone.status, gone.body.error.code], [404, 'session_not_found'])
  await signInWithPasskey(admin, adminsPasskey)
  const { body: strangers } = await admin.send('GET', '/lender/me/sessions')
  const foreign = `/lender/me/sessions/${strangers.sessions[0].id}`
  assert.equal((await desk.send('DELETE', foreign)).status, 404)
  assert.equal((await third.send('POST', '/lender/me/sessions/end-others')).status, 204)
  assert.deepEqual(await Promise.all([desk, third, fourth].map(stateOf)), [
    'session_ended',
    'full',
    'session_ended',
  ])
  const out = await third.send('POST', '/lender/me/sign-out')
  assert.match(out.cookie ?? '', /^__Host-desk=; .*Max-Age=0$/)
  assert.equal(await stateOf(third), 'session_missing')
})

test('granting rights and factors takes a factor of the last five minutes', async () => {
  const passkey = adminsPasskey
  const desk = await signedIn(passkey)
  const staff = '/lender/staff'
  const invited = { name: 'Ida', email: 'ida@lender.example', roles: ['support'] }
  const id = '0'.repeat(32)
  const acts = [
    ['POST', staff, invited],
    ['PATCH', `${staff}/${id}`, { roles: ['support'] }],
    ['POST', '/lender/me/factors/passkeys/options', undefined],
    ['POST', '/lender/me/factors/password', { password: 'correct horse battery' }],
    ['POST', '/lender/me/factors/totp/options', undefined],
    ['POST', '/lender/me/factors/recovery-codes', undefined],
    ['DELETE', '/lender/me/factors/totp', undefined],
    ['DELETE', `/lender/me/factors/passkeys/${id}`, undefined],
  ] as const
  pass(5 * MINUTE_MS + 1)
  for (const [method, path, body] of acts) {
    const reply = await desk.send(method, path, body)
    assert.deepEqual([reply.status, reply.body.error.code], [403, 'step_up_required'], path)
    assert.deepEqual(reply.body.error.fields, { factors: ['passkey'] })
  }
  assert.equal((await desk.send('GET', staff)).status, 200, 'reading takes none')
  const earlier = desk.cookie()
  assert.equal(await stepUp(desk, passkey), 200)
  assert.notEqual(desk.cookie(), earlier)
  const old = desks.browser()
  old.holds(earlier)
  assert.equal(await stateOf(old), 'session_ended')
  assert.equal((await desk.send('POST', staff, invited)).status, 201)
  const neither = await desk.send('POST', '/lender/me/step-up', {})
  assert.deepEqual([neither.status, neither.body.error.code], [400, 'body_invalid'])
  const { body } = await admin.send('POST', '/lender/sign-in/passkey/options')
  const credential = passkey.sign(body.challenge)
  const wrong = await desk.send('POST', '/lender/me/step-up', { credential })
  assert.deepEqual([wrong.status, wrong.body.error.code], [401, 'sign_in_failed'])
})

test('a change of factors ends the other sessions; the last factor stays', async () => {
  const { desk, passkey } = await somebody()
  const other = await signedIn(passkey)
  assert.equal((await desk.send('POST', '/lender/me/factors/recovery-codes')).status, 200)
  assert.equal(await stateOf(other), 'session_ended')
  const { body } = await desk.send('GET', '/lender/me/factors')
  const path = `/lender/me/factors/passkeys/${body.passkeys[0].id}`
  const last = await desk.send('DELETE', path)
  assert.deepEqual([last.status, last.body.error.code], [409, 'factor_last'])
  const unknown = await desk.send('DELETE', `/lender/me/factors/passkeys/${'0'.repeat(32)}`)
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'passkey_not_found'])
  const { body: offer } = await desk.send('POST', '/lender/me/factors/passkeys/options')
  assert.deepEqual(
    offer.excludeCredentials.map(({ id }: { id: string }) => id),
    [passkey.id],
  )
  const credential = passkey.create(offer.challenge)
  const again = await desk.send('POST', '/lender/me/factors/passkeys', { name: 'x', credential })
  assert.deepEqual([again.status, again.body.error.code], [409, 'passkey_exists'])
  const forged = await desk.send('POST', '/lender/me/factors/passkeys', {
    name: 'x',
    credential: passkey.create(offer.challenge, { origin: 'https://evil.example' }),
  })
  assert.equal(forged.status, 400)
})

test('an administrator invites, changes and disables, an auditor only reads', async () => {
  await signInWithPasskey(admin, adminsPasskey)
  const staff = '/lender/staff'
  const email = 'Joan@Lender.example'
  const made = await admin.send('POST', staff, { name: 'Joan', email, roles: ['support'] })
  assert.equal(made.status, 201)
  assert.match(made.body.link, /^https:\/\/svc\.example\.com\/desk\/start#[\w-]{43}$/)
  const twice = { name: 'Joan', email: email.toLowerCase(), roles: ['support'] }
  assert.equal((await admin.send('POST', staff, twice)).body.error.code, 'staff_exists')
  for (const roles of [
    ['auditor', 'support'],
    ['admin', 'finance'],
    ['risk', 'risk'],
  ]) {
    const { status } = await admin.send('POST', staff, { ...twice, email: 'x@y.example', roles })
    assert.equal(status, 400, roles.join())
  }
  const token = made.body.link.split('#')[1]
  const { desk, passkey } = await desks.enrolled(token)
  for (const [method, path, body] of [
    ['GET', staff, undefined],
    ['GET', `${staff}/${made.body.id}`, undefined],
    ['POST', staff, { ...twice, email: 'z@y.example' }],
    ['PATCH', `${staff}/${made.body.id}`, { roles: ['risk'] }],
    ['POST', `${staff}/${made.body.id}/disable`, undefined],
    ['POST', `${staff}/${made.body.id}/end-sessions`, undefined],
  ] as const) {
    const { status, body: answered } = await desk.send(method, path, body)
    assert.deepEqual([status, answered.error.code], [403, 'permission_missing'], path)
  }
  const path = `${staff}/${made.body.id}`
  const before = now
  pass(-60_000)
  const changed = await admin.send('PATCH', path, { roles: ['auditor'] })
  now = before
  assert.deepEqual([changed.status, changed.body.roles], [200, ['auditor']])
  assert.equal(await stateOf(desk), 'session_ended', 'other roles end the sessions')
  await signInWithPasskey(desk, passkey)
  assert.equal((await desk.send('GET', path)).body.email, 'joan@lender.example')
  assert.equal((await desk.send('GET', '/lender/roles')).status, 200, 'and on the lender’s routes')
  assert.equal((await desk.send('PATCH', path, { name: 'x' })).status, 403)
  const held = await place.database.query<AnyRow>(
    `SELECT roles, held_until IS NULL AS held FROM staff_roles WHERE staff_id = $1
     ORDER BY held_from, held_until NULLS LAST`,
    [made.body.id],
  )
  assert.deepEqual(
    held.map((row) => row.held),
    [false, true],
  )
  assert.equal((await admin.send('POST', `${path}/end-sessions`)).status, 204)
  assert.equal(await stateOf(desk), 'session_ended')
  await signInWithPasskey(desk, passkey)
  const disabled = await admin.send('POST', `${path}/disable`)
  assert.notEqual(disabled.body.disabled_at, null)
  assert.equal(await stateOf(desk), 'session_ended')
  assert.equal((await signInWithPasskey(desks.browser(), passkey)).status, 401)
  for (const again of [
    admin.send('POST', `${path}/disable`),
    admin.send('PATCH', path, { name: 'x' }),
  ]) {
    assert.equal((await again).body.error.code, 'staff_disabled')
  }
  const { body: me } = await admin.send('GET', '/lender/me')
  const own = await admin.send('PATCH', `${staff}/${me.id}`, { roles: ['support'] })
  assert.equal(own.status, 400, 'nobody changes their own roles')
  for (const missing of ['', '/disable', '/end-sessions']) {
    const method = missing === '' ? 'PATCH' : 'POST'
    const body = missing === '' ? { name: 'x' } : undefined
    const reply = await admin.send(method, `${staff}/${'0'.repeat(32)}${missing}`, body)
    assert.equal(reply.body.error.code, 'staff_not_found')
  }
  assert.equal((await admin.send('GET', `${staff}/none`)).status, 404)
  const listed = await admin.send('GET', `${staff}?page_size=2`)
  assert.equal(listed.body.results.length, 2)
  assert.equal((await admin.send('GET', `${staff}?page=x`)).status, 400)
})

test('twelve forged requests change nothing', async () => {
  const { desk } = await somebody()
  const forgeries: readonly Readonly<Record<string, string | undefined>>[] = [
    { origin: undefined },
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'http://svc.example.com' },
    { origin: 'https://svc.example.com:8443' },
    { origin: 'https://svc.example.com.evil.example' },
    { origin: 'https://sub.svc.example.com' },
    { 'x-desk': undefined },
    { 'x-desk': '0' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]
  assert.equal(forgeries.length, 12)
  for (const headers of forgeries) {
    for (const path of ['/lender/me/sign-out', '/lender/sign-in/passkey/options']) {
      const { status, body } = await desk.send('POST', path, undefined, headers)
      assert.deepEqual([status, body.error.code], [403, 'origin_not_allowed'], `${path}`)
    }
  }
  assert.equal(await stateOf(desk), 'full')
  const sent = { authorization: `Bearer sk_${'a'.repeat(56)}` }
  const two = await desk.send('GET', '/lender/me', undefined, sent)
  assert.deepEqual([two.status, two.body.error.code], [400, 'request_malformed'])
  for (const cookie of [
    `${desk.cookie()}x`,
    desk.cookie()?.replace('__Host-', ''),
    `${desk.cookie()}; ${desk.cookie()}`,
    '__Host-desk=',
  ]) {
    const { body } = await desk.send('GET', '/lender/me', undefined, { cookie })
    assert.equal(body.error.code, 'session_missing', cookie)
  }
  const fixed = desks.browser()
  fixed.holds(`__Host-desk=${'A'.repeat(43)}`)
  assert.equal(await stateOf(fixed), 'session_ended')
  assert.equal(SITE.origin, 'https://svc.example.com')
})
