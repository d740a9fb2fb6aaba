// A provider signs people in: whom it may, what it takes, and eighteen ways to cheat.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  codeOf,
  type Desk,
  enrolPasskey,
  enrolPassword,
  signInWithPasskey,
} from '../../../../../test/desk.ts'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { asReal } from '../../../../../test/fixtures/test-clocks.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { SITE, type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { CLIENT, type OidcProvider, startOidcProvider } from '../../../../../test/oidc-provider.ts'
import type { LenderRole } from '../../model/staff/roles.ts'
import { createProvider, type OidcSettings } from './provider.ts'

const MINUTE_MS = 60_000
const RETURN = '/lender/sign-in/oidc/return'
const TWO = { amr: ['pwd', 'otp'] }
let place: TestDatabase
let provider: OidcProvider
let desks: TestDesk
let now = Date.now()
const clock = { now: () => new Date(now) }
const pass = (ms: number) => {
  now += ms
}

function desksWith(changes: Partial<OidcSettings>, timeoutMs = 5_000): TestDesk {
  const settings = { issuer: provider.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret }
  const how = { rolesClaim: undefined, isOnlyWay: false, timeoutMs, log: { info() {} } }
  const oidc = createProvider({ ...settings, ...how, ...changes, clock: asReal(clock) })
  return testDesk(place.database, clock, { oidc })
}

before(async () => {
  place = await openTestDatabase()
  provider = await startOidcProvider()
  desks = desksWith({})
})
after(async () => {
  await provider.close()
  await place.stop()
})

let people = 0
const somebody = (roles: readonly LenderRole[] = ['support']) => {
  const email = `person-${++people}@lender.example`
  return { email, claims: { sub: `subject-${people}`, email, email_verified: true }, roles }
}
type Somebody = ReturnType<typeof somebody>

const invite = ({ email, roles }: Somebody, at = desks) => at.invite({ name: 'X', email, roles })

async function setOut(desk: Desk, body: object = {}): Promise<string> {
  const reply = await desk.send('POST', '/lender/sign-in/oidc', body)
  assert.equal(reply.status, 200, JSON.stringify(reply.body))
  return reply.body.location
}

const comeBack = (desk: Desk, search: string, headers = {}) =>
  desk.send('GET', RETURN + search, undefined, {
    origin: undefined,
    'x-desk': undefined,
    ...headers,
  })

type Faults = Parameters<OidcProvider['signIn']>[2]

async function signIn(
  desk: Desk,
  claims: object,
  { token, faults }: { token?: string; faults?: Faults } = {},
) {
  const location = await setOut(desk, token === undefined ? {} : { token })
  return comeBack(desk, provider.signIn(location, { ...claims }, faults))
}

/** Somebody whom the provider knows, and who is signed in by it. */
async function bound(roles?: readonly LenderRole[], at = desks) {
  const one = somebody(roles)
  const desk = at.browser()
  const token = await invite(one, at)
  const reply = await signIn(desk, { ...one.claims, ...TWO }, { token })
  assert.equal(reply.headers.get('location'), '/desk', JSON.stringify(reply.body))
  return { ...one, desk }
}

const meOf = async (desk: Desk) => (await desk.send('GET', '/lender/me')).body
const codeIn = (reply: { status: number; body: { error?: { code: string } } | null }) =>
  reply.body?.error?.code ?? reply.status

test('an invited person is bound by their link and their verified address', async () => {
  const one = somebody(['risk', 'finance'])
  const desk = desks.browser()
  const location = await setOut(desk, { token: await invite(one) })
  const address = new URL(location)
  assert.equal(address.origin + address.pathname, `${provider.issuer}/authorize`)
  assert.equal(address.searchParams.get('redirect_uri'), SITE.origin + RETURN)
  assert.equal(address.searchParams.get('code_challenge_method'), 'S256')
  assert.match(desk.cookie() ?? '', /^__Host-oidc=[\w.~-]+$/)
  const search = provider.signIn(location, {
    ...one.claims,
    ...TWO,
    email: one.email.toUpperCase(),
  })
  const back = await comeBack(desk, search)
  assert.deepEqual([back.status, back.headers.get('location')], [303, '/desk'])
  const [session = '', gone = ''] = back.headers.getSetCookie()
  assert.match(session, /^__Host-desk=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Secure$/)
  assert.equal(gone, '__Host-oidc=; HttpOnly; SameSite=Lax; Path=/; Secure; Max-Age=0')
  const me = await meOf(desk)
  assert.deepEqual([me.email, me.roles], [one.email, ['risk', 'finance']])
  assert.deepEqual([me.session.kind, me.session.factor, me.factors.oidc], ['full', 'oidc', true])

  const again = desks.browser()
  const { headers } = await signIn(again, { sub: one.claims.sub, ...TWO })
  assert.equal(headers.get('location'), '/desk')
  assert.equal((await meOf(again)).id, me.id)
  const logged = await place.database.query<AnyRow>(
    `SELECT a.action, a.changes FROM actions a
     WHERE a.object_id = $1 OR a.object_id IN (SELECT id FROM sessions WHERE staff_id = $1)
       OR a.object_id IN (SELECT id FROM staff_links WHERE staff_id = $1) ORDER BY a.at, a.id`,
    [me.id],
  )
  const names = logged.map(({ action }) => action)
  for (const [name, count] of [
    ['link.use', 1],
    ['factor.add', 1],
    ['session.start', 2],
  ] as const)
    assert.equal(names.filter((each) => each === name).length, count, name)
  const start = logged.find(({ action }) => action === 'session.start')
  assert.deepEqual(start?.changes, {
    kind: { old: null, new: 'full' },
    factor: { old: null, new: 'oidc' },
  })
})

test('the first administrator may come by the provider, once', async () => {
  const own = await openTestDatabase()
  const shared = place
  place = own
  try {
    const at = desksWith({ isOnlyWay: true })
    const token = await at.first()
    const plain = await at
      .browser()
      .send('POST', '/lender/start', { token, name: 'G', email: 'g@l.example' })
    assert.equal(codeIn(plain), 'oidc_only')
    const desk = at.browser()
    const claims = {
      sub: 'grace',
      email: 'Grace@lender.example',
      email_verified: true,
      name: 'Grace',
    }
    await signIn(desk, { ...claims, ...TWO }, { token })
    const me = await meOf(desk)
    assert.deepEqual([me.name, me.email, me.roles], ['Grace', 'grace@lender.example', ['admin']])
    const second = await signIn(at.browser(), { ...claims, sub: 'eve', ...TWO }, { token })
    assert.equal(codeIn(second), 'link_invalid')
  } finally {
    place = shared
    await own.stop()
  }
})

test('if the provider asks for one factor, one of ours is required', async () => {
  const one = somebody()
  const desk = desks.browser()
  const first = await signIn(desk, { ...one.claims, amr: ['pwd'] }, { token: await invite(one) })
  assert.equal(first.headers.get('location'), '/desk/me')
  assert.equal((await meOf(desk)).session.kind, 'enrolment')
  assert.equal(codeIn(await desk.send('POST', '/lender/me/step-up/options')), 'enrolment_only')
  const early = await signIn(desks.browser(), one.claims)
  assert.deepEqual([early.status, codeIn(early)], [403, 'second_factor_missing'])

  const { body: offer } = await desk.send('POST', '/lender/me/factors/totp/options')
  const { secret, ticket: offered } = offer
  const added = { secret, ticket: offered, code: codeOf(secret, now) }
  await desk.send('POST', '/lender/me/factors/totp', added)
  assert.equal((await meOf(desk)).session.kind, 'full')

  pass(MINUTE_MS)
  const half = desks.browser()
  const back = await signIn(half, { ...one.claims, amr: ['pwd', 'kba', 'sms'] })
  const [, ticket = ''] =
    /^\/desk\/sign-in#ticket=(.+)$/.exec(back.headers.get('location') ?? '') ?? []
  assert.equal(codeIn(await half.send('GET', '/lender/me')), 'session_missing')
  const other = await bound()
  const wrong = await half.send('POST', '/lender/sign-in/totp', { ticket, code: '000000' })
  assert.equal(codeIn(wrong), 'sign_in_failed')
  const theirs = ticket.replace(/^[0-9a-f]{32}/, (await meOf(other.desk)).id)
  const code = codeOf(secret, now)
  const stolen = await half.send('POST', '/lender/sign-in/totp', { ticket: theirs, code })
  assert.equal(codeIn(stolen), 'sign_in_failed')
  const { body: me } = await half.send('POST', '/lender/sign-in/totp', { ticket, code })
  assert.deepEqual([me.session.kind, me.session.factor], ['full', 'oidc'])
  pass(6 * MINUTE_MS)
  const stepped = await half.send('POST', '/lender/me/step-up', { code: codeOf(secret, now) })
  assert.equal(stepped.status, 200, JSON.stringify(stepped.body))
})

test('a provider’s sign-in is fresh only if it states its time', async () => {
  const { claims } = await bound(['admin'])
  const body = { name: 'New', email: 'new@lender.example', roles: ['support'] }
  const act = async (more: object) => {
    const desk = desks.browser()
    await signIn(desk, { ...claims, ...TWO, ...more })
    return codeIn(await desk.send('POST', '/lender/staff', body))
  }
  const seconds = Math.floor(now / 1_000)
  assert.equal(await act({ auth_time: seconds - 301 }), 'step_up_required')
  assert.equal(await act({ auth_time: undefined }), 'step_up_required')
  assert.equal(await act({ auth_time: seconds }), 201)
  const fresh = new URL(await setOut(desks.browser(), { fresh: true })).searchParams
  assert.deepEqual([fresh.get('max_age'), fresh.get('prompt')], ['0', 'login'])
})

const CHEATS: Readonly<Record<string, Faults>> = {
  'a wrong nonce': { claims: { nonce: 'mine' } },
  'no nonce': { claims: { nonce: undefined } },
  'a token of another issuer': { claims: { iss: 'https://evil.example' } },
  'a token for another client': { claims: { aud: 'another client' } },
  'a token for several, authorised for another': { claims: { aud: [CLIENT.id, 'x'], azp: 'x' } },
  'a token that has expired': { claims: { exp: Math.floor(Date.now() / 1_000) - 60 } },
  'a token without an end': { claims: { exp: undefined } },
  'a token of tomorrow': { claims: { nbf: Math.floor(Date.now() / 1_000) + 86_400 } },
  'a token that nobody has signed': { signedBy: 'nobody' },
  'a MAC under the public key': { signedBy: 'public key' },
  'a signature by another key': { signedBy: 'another key' },
  'a name that nobody could store': { claims: { sub: 'a\u0000b' } },
  'a name that is too long': { claims: { sub: 'a'.repeat(256) } },
  'a name in other letters': { claims: { sub: 'SUBJECT-1' } },
}

test('tokens that are wrong sign nobody in', async () => {
  const { claims } = await bound()
  for (const [name, faults] of Object.entries(CHEATS)) {
    const desk = desks.browser()
    const reply = await signIn(desk, { ...claims, ...TWO }, { faults })
    assert.deepEqual([reply.status, codeIn(reply)], [401, 'sign_in_failed'], name)
    assert.equal(codeIn(await desk.send('GET', '/lender/me')), 'session_missing', name)
  }
  assert.equal((await signIn(desks.browser(), { ...claims, ...TWO })).status, 303)
})

test('a return that is not this browser’s, or not the first, signs nobody in', async () => {
  const { claims } = await bound()
  const person = { ...claims, ...TWO }
  const tried = async (desk: Desk, search: string) => codeIn(await comeBack(desk, search))

  const victim = desks.browser()
  const search = provider.signIn(await setOut(victim), person)
  assert.equal(await tried(desks.browser(), search), 'sign_in_failed', 'no cookie')
  const attacker = desks.browser()
  const location = await setOut(attacker)
  const theirs = provider.signIn(location, person)
  assert.equal(await tried(victim, theirs), 'sign_in_failed', 'the cookie of another browser')
  const held = attacker.cookie()
  const query = new URLSearchParams(theirs)
  for (const [name, value] of [
    ['state', 'other'],
    ['iss', 'https://evil.example'],
  ] as const) {
    const changed = new URLSearchParams(query)
    changed.set(name, value)
    assert.equal(await tried(attacker, `?${changed}`), 'sign_in_failed', name)
    changed.delete(name)
    assert.equal(await tried(attacker, `?${changed}`), 'sign_in_failed', `no ${name}`)
    const twice = new URLSearchParams(query)
    twice.append(name, query.get(name) ?? '')
    assert.equal(await tried(attacker, `?${twice}`), 'sign_in_failed', `two of ${name}`)
  }
  for (const bad of ['', '?', '?error=access_denied', '?code=x', `?${query}&error=access_denied`])
    assert.equal(await tried(attacker, bad), 'sign_in_failed', bad)
  attacker.holds(held?.replace(/~none~/, `~${'0'.repeat(64)}~`))
  assert.equal(await tried(attacker, theirs), 'sign_in_failed', 'a cookie that was changed')
  const two = await comeBack(attacker, theirs, { cookie: `${held}; ${held}` })
  assert.equal(codeIn(two), 'sign_in_failed', 'two cookies')
  attacker.holds(held)
  assert.equal((await comeBack(attacker, theirs)).status, 303, 'the code is still good')

  attacker.holds(held)
  assert.equal(await tried(attacker, theirs), 'sign_in_failed', 'the code once more')
  const another = provider.signIn(location, person)
  assert.equal(await tried(attacker, another), 'sign_in_failed', 'the state once more')
  const both = desks.browser()
  const way = await setOut(both)
  const codes = [provider.signIn(way, person), provider.signIn(way, person)]
  const cookie = both.cookie()
  const returned = await Promise.all(
    codes.map((search) => comeBack(desks.browser(), search, { cookie })),
  )
  assert.deepEqual(returned.map(({ status }) => status).sort(), [303, 401], 'one state, at once')

  const late = desks.browser()
  const slow = provider.signIn(await setOut(late), person)
  pass(10 * MINUTE_MS)
  assert.equal(await tried(late, slow), 'sign_in_failed', 'after ten minutes')
})

test('an address that is not verified, or another’s, binds nobody', async () => {
  const other = await bound()
  const refused = async (claims: object) => {
    const one = somebody()
    const token = await invite(one)
    const reply = await signIn(desks.browser(), { ...one.claims, ...TWO, ...claims }, { token })
    assert.deepEqual([reply.status, codeIn(reply)], [401, 'sign_in_failed'], JSON.stringify(claims))
    const after = await signIn(desks.browser(), { ...one.claims, ...TWO, ...claims })
    assert.equal(after.status, claims === subject ? 303 : 401)
    const right = await signIn(desks.browser(), { ...one.claims, ...TWO }, { token })
    assert.equal(right.status, 303, 'the link is still good')
  }
  const subject = { sub: other.claims.sub }
  await refused({ email_verified: false })
  await refused({ email_verified: 'true' })
  await refused({ email_verified: undefined })
  await refused({ email: undefined })
  await refused({ email: other.email })
  await refused(subject)

  // A person who is bound is known by their name there, whatever address stands beside it.
  const third = await bound()
  const desk = desks.browser()
  await signIn(desk, { ...third.claims, ...TWO, email: other.email })
  assert.equal((await meOf(desk)).email, third.email)
  const unknown = await signIn(desks.browser(), { ...third.claims, sub: 'nobody', ...TWO })
  assert.equal(codeIn(unknown), 'sign_in_failed')
})

test('a disabled person cannot sign in, and their sessions end', async () => {
  const { desk, claims } = await bound()
  const { desk: admin } = await bound(['admin'])
  await bound(['admin'])
  const { id } = await meOf(desk)
  const waiting = desks.browser()
  const search = provider.signIn(await setOut(waiting), { ...claims, ...TWO })
  assert.equal((await admin.send('POST', `/lender/staff/${id}/disable`)).status, 200)
  assert.equal(codeIn(await desk.send('GET', '/lender/me')), 'session_ended')
  assert.equal(codeIn(await comeBack(waiting, search)), 'sign_in_failed')
  const one = somebody()
  const token = await invite(one)
  const { body: listed } = await admin.send('GET', '/lender/staff?page_size=100')
  const invited = listed.results.find((each: { email: string }) => each.email === one.email)
  await admin.send('POST', `/lender/staff/${invited.id}/disable`)
  const late = await signIn(desks.browser(), { ...one.claims, ...TWO }, { token })
  assert.equal(codeIn(late), 'link_invalid')
})

test('planting a session in a browser does not sign it in', async () => {
  const { claims } = await bound()
  const planted = desks.browser()
  planted.holds(`__Host-desk=${'A'.repeat(43)}`)
  const mallory = await bound()
  const victim = desks.browser()
  for (const cookie of [planted.cookie(), mallory.desk.cookie()]) {
    victim.holds(cookie)
    await signIn(victim, { ...claims, ...TWO })
    assert.equal((await meOf(victim)).email, claims.email)
    assert.notEqual(victim.cookie(), cookie)
  }
  assert.equal(codeIn(await planted.send('GET', '/lender/me')), 'session_ended')
  assert.equal((await meOf(mallory.desk)).email, mallory.email)
})

test('a browser that is led back to a failure is shown the desk', async () => {
  const at = desksWith({})
  const headers = { 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*;q=0.8' }
  const reply = await comeBack(at.browser(), '?code=x', headers)
  assert.deepEqual(
    [reply.status, reply.headers.get('location')],
    [303, '/desk/sign-in#sign_in_failed'],
  )
  await at.settled()
  const logged = await place.database.query<AnyRow>(
    `SELECT 1 AS one FROM actions
     WHERE route = $1 AND outcome = 'refused' AND refusal = 'sign_in_failed' LIMIT 1`,
    [`GET ${RETURN}`],
  )
  assert.equal(logged.length, 1)
})

test('the roles of a claim become the person’s; without any they cannot sign in', async () => {
  const at = desksWith({ rolesClaim: 'groups' })
  const one = somebody(['support'])
  const desk = at.browser()
  const token = await invite(one)
  await signIn(desk, { ...one.claims, ...TWO, groups: ['everyone', 'finance', 'risk'] }, { token })
  assert.deepEqual((await meOf(desk)).roles, ['risk', 'finance'])
  const claims = { ...one.claims, ...TWO }
  const same = at.browser()
  await signIn(same, { ...claims, groups: ['risk', 'finance'] })
  assert.equal((await meOf(desk)).session.kind, 'full', 'the same roles end nothing')
  const other = at.browser()
  await signIn(other, { ...claims, groups: 'auditor' })
  assert.deepEqual((await meOf(other)).roles, ['auditor'])
  assert.equal(codeIn(await desk.send('GET', '/lender/me')), 'session_ended')
  for (const groups of [
    undefined,
    [],
    ['Admin'],
    ['everyone'],
    ['admin', 'finance'],
    { admin: true },
  ])
    assert.equal(codeIn(await signIn(at.browser(), { ...claims, groups })), 'sign_in_failed')
  assert.deepEqual((await meOf(other)).roles, ['auditor'])
})

test('with OIDC_ONLY nothing else signs in, but for an administrator in need', async () => {
  const own = somebody(['admin'])
  const { desk, passkey } = await desks.enrolled(await invite(own))
  const password = 'correct horse battery'
  const secret = await enrolPassword(desk, { password, now: () => now })
  const { body } = await desk.send('POST', '/lender/me/factors/recovery-codes')
  const at = desksWith({ isOnlyWay: true })
  const ways = await at.browser().send('GET', '/lender/sign-in')
  assert.deepEqual(ways.body, { own: false, oidc: true })
  pass(MINUTE_MS)
  const first = { email: own.email, password }
  const { ticket } = (await desks.browser().send('POST', '/lender/sign-in/password', first)).body
  const code = codeOf(secret, now)
  const recovery = { email: own.email, code: body.codes[0], password }
  const refusals = async () => [
    codeIn(await signInWithPasskey(at.browser(), passkey)),
    codeIn(await at.browser().send('POST', '/lender/sign-in/password', first)),
    codeIn(await at.browser().send('POST', '/lender/sign-in/totp', { ticket, code })),
    codeIn(await at.browser().send('POST', '/lender/sign-in/recovery-code', recovery)),
  ]
  assert.deepEqual(await refusals(), Array(4).fill('oidc_only'))
  const invited = await at
    .browser()
    .send('POST', '/lender/start', { token: await invite(somebody()) })
  assert.equal(codeIn(invited), 'oidc_only')

  const rescued = await at.recover(own.email)
  const inside = at.browser()
  assert.equal((await inside.send('POST', '/lender/start', { token: rescued })).status, 200)
  const key = await enrolPasskey(inside, SITE)
  assert.equal((await signInWithPasskey(at.browser(), key)).status, 200)
  const clerk = await bound(['support'], at)
  const token = await at.recover(clerk.email)
  const refused = await at.browser().send('POST', '/lender/start', { token })
  assert.equal(codeIn(refused), 'oidc_only', 'only administrators')
  const moved = { ...clerk.claims, sub: 'their new account', ...TWO }
  assert.equal((await signIn(at.browser(), moved, { token })).status, 303)
  assert.equal(codeIn(await clerk.desk.send('GET', '/lender/me')), 'session_ended')
  assert.equal(codeIn(await signIn(at.browser(), { ...clerk.claims, ...TWO })), 'sign_in_failed')

  // A passkey beside the provider's one factor is a second one.
  const pair = somebody()
  const half = at.browser()
  await signIn(half, pair.claims, { token: await invite(pair) })
  const beside = await enrolPasskey(half, SITE)
  assert.equal(codeIn(await signInWithPasskey(at.browser(), beside)), 'oidc_only')
  const back = await signIn(at.browser(), pair.claims)
  const [, second] = back.headers.get('location')?.split('#ticket=') ?? []
  const whole = at.browser()
  const { body: request } = await whole.send('POST', '/lender/sign-in/passkey/options')
  const both = { ...beside.sign(request.challenge), ticket: second }
  assert.equal((await whole.send('POST', '/lender/sign-in/passkey', both)).status, 200)
})

test('a provider that is down blocks its own way in only, while it is down', async () => {
  const passkeys = await desks.enrolled(await invite(somebody()))
  const { claims } = await bound()
  const at = desksWith({}, 300)
  const begin = () => at.browser().send('POST', '/lender/sign-in/oidc')
  for (const manners of ['down', 'silent', 'huge'] as const) {
    provider.behaves(manners)
    const reply = await begin()
    assert.deepEqual([reply.status, codeIn(reply)], [503, 'oidc_unavailable'], manners)
    assert.equal(reply.headers.get('retry-after'), '5')
    assert.equal((await signInWithPasskey(at.browser(), passkeys.passkey)).status, 200)
  }
  provider.behaves('silent')
  const document = '/.well-known/openid-configuration'
  const before = provider.requests.get(document) ?? 0
  const many = await Promise.all(Array.from({ length: 20 }, begin))
  assert.ok(many.every(({ status }) => status === 503))
  assert.equal(provider.requests.get(document), before + 1, 'all of them wait for one answer')

  provider.behaves('well')
  const desk = at.browser()
  const search = provider.signIn(await setOut(desk), { ...claims, ...TWO })
  for (const manners of ['down', 'silent', 'huge'] as const) {
    provider.behaves(manners)
    const reply = await comeBack(desk, search)
    assert.deepEqual([reply.status, codeIn(reply)], [503, 'oidc_unavailable'], manners)
    assert.equal(reply.headers.get('retry-after'), '5')
  }
  provider.behaves('well')
  assert.equal((await comeBack(desk, search)).status, 303, 'its code is still good')

  // What was known of it is used on where it cannot be read again.
  pass(2 * 60 * MINUTE_MS)
  provider.behaves('down')
  assert.equal((await begin()).status, 200)
  provider.behaves('well')
  const wrong = desksWith({ clientSecret: 'not the secret' })
  const back = await (async () => {
    const other = wrong.browser()
    return comeBack(other, provider.signIn(await setOut(other), { ...claims, ...TWO }))
  })()
  assert.equal(codeIn(back), 'oidc_unavailable', 'a wrong secret is no fault of the person')
})

test('without a provider this way in does not exist', async () => {
  const at = testDesk(place.database, clock)
  assert.deepEqual((await at.browser().send('GET', '/lender/sign-in')).body, {
    own: true,
    oidc: false,
  })
  assert.equal(codeIn(await at.browser().send('POST', '/lender/sign-in/oidc')), 'path_not_found')
  assert.equal(codeIn(await comeBack(at.browser(), '?code=x')), 'path_not_found')
})
