// A provider says that somebody is signed out there: their sessions here end, by its token alone.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { codeOf, type Desk, enrolPasskey } from '../../../../../test/desk.ts'
import { checkDocumented } from '../../../../../test/documented.ts'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { asReal } from '../../../../../test/fixtures/test-clocks.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { SITE, type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { CLIENT, type OidcProvider, startOidcProvider } from '../../../../../test/oidc-provider.ts'
import type { LimitSettings } from '../../composition/service/limit-settings.ts'
import { TRIP_MS } from '../sign-in/logouts.ts'
import { createProvider } from './provider.ts'

const LOGOUT = '/desk/session/oidc/logout'
const RETURN = '/lender/sign-in/oidc/return'
const FORM = 'application/x-www-form-urlencoded'
let place: TestDatabase
let provider: OidcProvider
let desks: TestDesk
let now = Date.now()
const clock = { now: () => new Date(now) }
const pass = (ms: number) => {
  now += ms
}

type Changes = { readonly isOnlyWay?: boolean; readonly limits?: LimitSettings }

function testDesks({ isOnlyWay = false, limits }: Changes = {}): TestDesk {
  const { issuer } = provider
  const settings = { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret }
  const how = { rolesClaim: undefined, isOnlyWay, log: { info() {} } }
  const oidc = createProvider({ ...settings, ...how, clock: asReal(clock) })
  return testDesk(place.database, clock, { oidc, ...(limits && { limits }) })
}

before(async () => {
  place = await openTestDatabase()
  provider = await startOidcProvider()
  desks = testDesks()
})
after(async () => {
  await provider.close()
  await place.stop()
})

/** As the provider makes it now, by the clock of the test. */
const logoutToken: OidcProvider['logout'] = (claims, faults) => {
  const iat = Math.floor(now / 1_000)
  return provider.logout({ iat, exp: iat + 60, ...claims }, faults)
}

let people = 0
async function invited() {
  const email = `person-${++people}@lender.example`
  const claims = { sub: `subject-${people}`, email, email_verified: true, amr: ['mfa'] }
  return { claims, token: await desks.invite({ name: 'X', email, roles: ['support'] }) }
}

/** The browser is at the provider; it comes back when the answer is called. */
async function away(claims: object, { body = {}, at = desks } = {}) {
  const desk = at.browser()
  const { body: way } = await desk.send('POST', '/lender/sign-in/oidc', body)
  const none = { origin: undefined, 'x-desk': undefined }
  return async () => {
    const search = provider.signIn(way.location, { ...claims })
    const reply = await desk.send('GET', `${RETURN}${search}`, undefined, none)
    const location = reply.headers.get('location') ?? reply.body.error.code
    return { desk, location, ticket: location.split('#ticket=')[1] }
  }
}

/** Somebody who is signed in by the provider, in two browsers. */
async function bound() {
  const { claims, token } = await invited()
  const signedIn = async (body: object) => (await (await away(claims, { body }))()).desk
  const browsers = [await signedIn({ token }), await signedIn({})]
  const { body: me } = await desks.browser().send('GET', '/lender/me', undefined, {
    cookie: browsers[0]?.cookie(),
  })
  const { sub } = claims
  return { id: me.id as string, sub, claims, browsers, again: () => signedIn({}) }
}

const isIn = async (desk: Desk) => (await desk.send('GET', '/lender/me')).status === 200
const areIn = (browsers: readonly Desk[]) => Promise.all(browsers.map(isIn))

type Answered = {
  readonly status: number
  readonly code: unknown
  readonly fields: unknown
  readonly retryAfter: string | null
}

/** As a server sends it: without cookie, origin or key. */
async function post(body: string, type = FORM, at = desks): Promise<Answered> {
  const headers = { accept: '*/*', 'content-type': type }
  const sent = { method: 'POST', path: LOGOUT }
  const { status, text, headers: got } = await at.transport({ ...sent, headers, body })
  checkDocumented({ ...sent, status, text, headers: Object.fromEntries(got) })
  const { code, fields } = text === '' ? {} : JSON.parse(text).error
  return { status, code, fields, retryAfter: got.get('retry-after') }
}
const logOut = (token: string, at = desks) =>
  post(new URLSearchParams({ logout_token: token }).toString(), FORM, at)

test('a logout token ends all sessions of its subject, and nobody else’s, once', async () => {
  const one = await bound()
  const other = await bound()
  const token = await logoutToken({ sub: one.sub, sid: 'of one browser' })
  assert.equal((await logOut(token)).status, 204)
  assert.deepEqual(await areIn(one.browsers), [false, false])
  assert.deepEqual(await areIn(other.browsers), [true, true])
  pass(1)
  const back = await one.again()
  const twice = await logOut(token)
  assert.deepEqual(
    [twice.status, twice.code, twice.fields],
    [400, 'body_invalid', { logout_token: ['was used before'] }],
  )
  assert.equal(await isIn(back), true)
  const logged = await place.database.query<AnyRow>(
    `SELECT a.principal_kind, a.principal_name, a.route FROM actions a
       JOIN sessions s ON s.id = a.object_id AND s.staff_id = $1
     WHERE a.action = 'session.end'`,
    [one.id],
  )
  const row = { principal_kind: 'service', principal_name: 'identity provider' }
  assert.deepEqual(logged, Array(2).fill({ ...row, route: `POST ${LOGOUT}` }))
})

test('of one token sent several times at once one counts', async () => {
  const one = await bound()
  const token = await logoutToken({ sub: one.sub })
  const statuses = (await Promise.all([logOut(token), logOut(token), logOut(token)])).map(
    ({ status }) => status,
  )
  assert.deepEqual(statuses.toSorted(), [204, 400, 400])
  assert.deepEqual(await areIn(one.browsers), [false, false])
})

test('somebody whom nobody here knows is no fault', async () => {
  const token = await logoutToken({ sub: 'nobody of ours' })
  const statuses = (await Promise.all([logOut(token), logOut(token)])).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [204, 400])
})

test('who is at the provider when it signs them out has to begin again', async () => {
  const one = await bound()
  const other = await bound()
  const [comeBack, others] = [await away(one.claims), await away(other.claims)]
  const { claims, token } = await invited()
  const binding = await away(claims, { body: { token } })
  pass(1_000)
  for (const { sub } of [one, claims]) {
    assert.equal((await logOut(await logoutToken({ sub }))).status, 204)
  }
  // As long as the browser may take.
  pass(TRIP_MS - 1_001)
  assert.equal((await comeBack()).location, 'sign_in_failed')
  assert.equal((await binding()).location, 'sign_in_failed')
  assert.equal((await others()).location, '/desk')
  const again = [await away(one.claims), await away(claims, { body: { token } })]
  const back = await Promise.all(again.map((each) => each()))
  assert.deepEqual(
    back.map(({ location }) => location),
    ['/desk', '/desk'],
  )
})

test('who owes a second factor when the provider signs them out has to begin again', async () => {
  const { claims, token } = await invited()
  const one = { ...claims, amr: ['pwd'] }
  const first = await (await away(one, { body: { token } }))()
  const { body: offer } = await first.desk.send('POST', '/lender/me/factors/totp/options')
  const { secret, ticket: offered } = offer
  const added = { secret, ticket: offered, code: codeOf(secret, now) }
  await first.desk.send('POST', '/lender/me/factors/totp', added)
  const passkey = await enrolPasskey(first.desk, SITE)
  const at = testDesks({ isOnlyWay: true })
  const half = async () => (await (await away(one, { at }))()).ticket
  const byCode = (ticket: string) =>
    desks.browser().send('POST', '/lender/sign-in/totp', { ticket, code: codeOf(secret, now) })
  const byPasskey = async (ticket: string) => {
    const desk = at.browser()
    const { body } = await desk.send('POST', '/lender/sign-in/passkey/options')
    return desk.send('POST', '/lender/sign-in/passkey', {
      ...passkey.sign(body.challenge),
      ticket,
    })
  }
  pass(60_000)
  const tickets = [await half(), await half()]
  pass(1)
  assert.equal((await logOut(await logoutToken({ sub: claims.sub }))).status, 204)
  pass(1)
  assert.equal((await byCode(tickets[0])).body.error.code, 'sign_in_failed')
  assert.equal((await byPasskey(tickets[1])).body.error.code, 'oidc_only')
  const [code, key] = [await half(), await half()]
  assert.equal((await byCode(code)).status, 200)
  assert.equal((await byPasskey(key)).status, 200)
})

test('a logout and the return of the same person at once leave no session', async () => {
  for (let round = 0; round < 10; round++) {
    const one = await bound()
    const { claims, token } = await invited()
    const trips = [await away(one.claims), await away(claims, { body: { token } })]
    pass(1)
    const tokens = [one, claims].map(({ sub }) => logoutToken({ sub }))
    const [logouts, back] = await Promise.all([
      Promise.all(tokens.map(async (each) => logOut(await each))),
      Promise.all(trips.map((comeBack) => comeBack())),
    ])
    assert.deepEqual(
      logouts.map(({ status }) => status),
      [204, 204],
    )
    assert.deepEqual(await areIn(back.map(({ desk }) => desk)), [false, false])
  }
})

test('an address that sends forged tokens is slowed, and then its tokens count', async () => {
  const one = await bound()
  const limits = { ...testDesks().service.limits, failures: { perSecond: 1, burst: 3 } }
  const at = testDesks({ limits })
  const forged = await logoutToken({ sub: one.sub }, { signedBy: 'another key' })
  const good = await logoutToken({ sub: one.sub })
  const sent = await Promise.all(Array.from({ length: 8 }, () => logOut(forged, at)))
  const codes = sent.map(({ code }) => code).toSorted()
  assert.deepEqual(codes, [...Array(3).fill('body_invalid'), ...Array(5).fill('rate_limited')])
  const slowed = await logOut(good, at)
  assert.deepEqual([slowed.status, slowed.retryAfter], [429, '1'])
  pass(1_000)
  assert.equal((await logOut(good, at)).status, 204)
  assert.deepEqual(await areIn(one.browsers), [false, false])
})

test('forged and foreign tokens end nothing', async () => {
  const one = await bound()
  const { sub } = one
  const event = 'http://schemas.openid.net/event/backchannel-logout'
  const seconds = Math.floor(now / 1_000)
  const forms: Readonly<Record<string, Promise<string>>> = {
    'no signature': logoutToken({ sub }, { signedBy: 'nobody' }),
    'a MAC under the public key': logoutToken({ sub }, { signedBy: 'public key' }),
    'another key': logoutToken({ sub }, { signedBy: 'another key' }),
    'another issuer': logoutToken({ sub, iss: 'https://evil.example' }),
    'another audience': logoutToken({ sub, aud: 'another application' }),
    'no audience': logoutToken({ sub, aud: undefined }),
    'an old one': logoutToken({ sub, iat: seconds - 600, exp: seconds + 600 }),
    'one of the future': logoutToken({ sub, iat: seconds + 600, exp: seconds + 900 }),
    'no time': logoutToken({ sub, iat: undefined }),
    'an expired one': logoutToken({ sub, exp: seconds - 90 }),
    'no event': logoutToken({ sub, events: undefined }),
    'another event': logoutToken({ sub, events: { 'https://evil.example/login': {} } }),
    'an event that is a text': logoutToken({ sub, events: { [event]: 'yes' } }),
    'an event that is a list': logoutToken({ sub, events: { [event]: [] } }),
    'a nonce': logoutToken({ sub, nonce: 'of an ID token' }),
    'no name of its own': logoutToken({ sub, jti: undefined }),
    'a name without end': logoutToken({ sub, jti: 'x'.repeat(256) }),
    'a name that is no text': logoutToken({ sub, jti: { a: 1 } }),
    'no subject': logoutToken({ sub: undefined, sid: 'a session there' }),
    'a subject that is no text': logoutToken({ sub: [sub] }),
    'a subject with U+0000': logoutToken({ sub: `${sub}\0` }),
    'another type': logoutToken({ sub }, { type: 'at+jwt' }),
    'no token': Promise.resolve('not.a.token'),
    nothing: Promise.resolve(''),
  }
  for (const [form, token] of Object.entries(forms)) {
    const { status, code } = await logOut(await token)
    assert.deepEqual([status, code], [400, 'body_invalid'], form)
  }
  const good = await logoutToken({ sub })
  assert.equal((await post(`logout_token=${good}&logout_token=${good}`)).code, 'body_malformed')
  assert.equal((await post(good, 'text/plain')).status, 415)
  assert.equal((await post(`logout_token=${'x'.repeat(2_000_000)}`)).status, 413)
  assert.deepEqual(await areIn(one.browsers), [true, true])
  assert.equal((await logOut(good)).status, 204)
  assert.deepEqual(await areIn(one.browsers), [false, false])
})

test('without its keys a provider is unavailable, and a token counts later', async () => {
  const one = await bound()
  const token = await logoutToken({ sub: one.sub })
  const fresh = testDesks()
  provider.behaves('down')
  const away = await logOut(token, fresh)
  assert.deepEqual([away.status, away.code], [503, 'oidc_unavailable'])
  provider.behaves('well')
  assert.equal((await logOut(token, fresh)).status, 204)
  assert.deepEqual(await areIn(one.browsers), [false, false])
})

test('without a provider there is no such path', async () => {
  const { status, code } = await logOut('x', testDesk(place.database, clock))
  assert.deepEqual([status, code], [404, 'path_not_found'])
})
