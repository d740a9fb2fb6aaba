// A provider says that somebody is signed out there: their sessions here end, by its token alone.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Desk } from '../../../../../test/desk.ts'
import { checkDocumented } from '../../../../../test/documented.ts'
import type { AnyRow } from '../../../../../test/fixtures/any-row.ts'
import { asReal } from '../../../../../test/fixtures/test-clocks.ts'
import { openTestDatabase, type TestDatabase } from '../../../../../test/fixtures/test-database.ts'
import { type TestDesk, testDesk } from '../../../../../test/fixtures/test-desk.ts'
import { CLIENT, type OidcProvider, startOidcProvider } from '../../../../../test/oidc-provider.ts'
import { createProvider } from './provider.ts'

const LOGOUT = '/desk/session/oidc/logout'
const FORM = 'application/x-www-form-urlencoded'
let place: TestDatabase
let provider: OidcProvider
let desks: TestDesk
const now = Date.now()
const clock = { now: () => new Date(now) }

function testDesks(): TestDesk {
  const { issuer } = provider
  const settings = { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret }
  const how = { rolesClaim: undefined, isOnlyWay: false, log: { info() {} } }
  const oidc = createProvider({ ...settings, ...how, clock: asReal(clock) })
  return testDesk(place.database, clock, { oidc })
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

let people = 0
/** Somebody who is signed in by the provider, in two browsers. */
async function bound() {
  const email = `person-${++people}@lender.example`
  const claims = { sub: `subject-${people}`, email, email_verified: true, amr: ['mfa'] }
  const token = await desks.invite({ name: 'X', email, roles: ['support'] })
  const signedIn = async (body: object) => {
    const desk = desks.browser()
    const { body: way } = await desk.send('POST', '/lender/sign-in/oidc', body)
    const search = provider.signIn(way.location, claims)
    const none = { origin: undefined, 'x-desk': undefined }
    await desk.send('GET', `/lender/sign-in/oidc/return${search}`, undefined, none)
    return desk
  }
  const browsers = [await signedIn({ token }), await signedIn({})]
  const { body: me } = await desks.browser().send('GET', '/lender/me', undefined, {
    cookie: browsers[0]?.cookie(),
  })
  return { id: me.id as string, sub: claims.sub, browsers, again: () => signedIn({}) }
}

const isIn = async (desk: Desk) => (await desk.send('GET', '/lender/me')).status === 200
const areIn = (browsers: readonly Desk[]) => Promise.all(browsers.map(isIn))

type Answered = { readonly status: number; readonly code: unknown; readonly fields: unknown }

/** As a server sends it: without cookie, origin or key. */
async function post(body: string, type = FORM, at = desks): Promise<Answered> {
  const headers = { accept: '*/*', 'content-type': type }
  const sent = { method: 'POST', path: LOGOUT }
  const { status, text, headers: got } = await at.transport({ ...sent, headers, body })
  checkDocumented({ ...sent, status, text, headers: Object.fromEntries(got) })
  const { code, fields } = text === '' ? {} : JSON.parse(text).error
  return { status, code, fields }
}
const logOut = (token: string, at = desks) =>
  post(new URLSearchParams({ logout_token: token }).toString(), FORM, at)

test('a logout token ends all sessions of its subject, and nobody else’s, once', async () => {
  const one = await bound()
  const other = await bound()
  const token = await provider.logout({ sub: one.sub, sid: 'of one browser' })
  assert.deepEqual(await logOut(token), { status: 204, code: undefined, fields: undefined })
  assert.deepEqual(await areIn(one.browsers), [false, false])
  assert.deepEqual(await areIn(other.browsers), [true, true])
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
  const token = await provider.logout({ sub: one.sub })
  const statuses = (await Promise.all([logOut(token), logOut(token), logOut(token)])).map(
    ({ status }) => status,
  )
  assert.deepEqual(statuses.toSorted(), [204, 400, 400])
  assert.deepEqual(await areIn(one.browsers), [false, false])
})

test('somebody whom nobody here knows is no fault', async () => {
  const token = await provider.logout({ sub: 'nobody of ours' })
  assert.equal((await logOut(token)).status, 204)
})

test('forged and foreign tokens end nothing', async () => {
  const one = await bound()
  const { sub } = one
  const event = 'http://schemas.openid.net/event/backchannel-logout'
  const seconds = Math.floor(now / 1_000)
  const forms: Readonly<Record<string, Promise<string>>> = {
    'no signature': provider.logout({ sub }, { signedBy: 'nobody' }),
    'a MAC under the public key': provider.logout({ sub }, { signedBy: 'public key' }),
    'another key': provider.logout({ sub }, { signedBy: 'another key' }),
    'another issuer': provider.logout({ sub, iss: 'https://evil.example' }),
    'another audience': provider.logout({ sub, aud: 'another application' }),
    'no audience': provider.logout({ sub, aud: undefined }),
    'an old one': provider.logout({ sub, iat: seconds - 600, exp: seconds + 600 }),
    'one of the future': provider.logout({ sub, iat: seconds + 600, exp: seconds + 900 }),
    'no time': provider.logout({ sub, iat: undefined }),
    'an expired one': provider.logout({ sub, exp: seconds - 90 }),
    'no event': provider.logout({ sub, events: undefined }),
    'another event': provider.logout({ sub, events: { 'https://evil.example/login': {} } }),
    'an event that is a text': provider.logout({ sub, events: { [event]: 'yes' } }),
    'an event that is a list': provider.logout({ sub, events: { [event]: [] } }),
    'a nonce': provider.logout({ sub, nonce: 'of an ID token' }),
    'no name of its own': provider.logout({ sub, jti: undefined }),
    'a name without end': provider.logout({ sub, jti: 'x'.repeat(256) }),
    'a name that is no text': provider.logout({ sub, jti: { a: 1 } }),
    'no subject': provider.logout({ sub: undefined, sid: 'a session there' }),
    'a subject that is no text': provider.logout({ sub: [sub] }),
    'a subject with U+0000': provider.logout({ sub: `${sub}\0` }),
    'another type': provider.logout({ sub }, { type: 'at+jwt' }),
    'no token': Promise.resolve('not.a.token'),
    nothing: Promise.resolve(''),
  }
  for (const [form, token] of Object.entries(forms)) {
    const { status, code } = await logOut(await token)
    assert.deepEqual([status, code], [400, 'body_invalid'], form)
  }
  const good = await provider.logout({ sub })
  assert.equal((await post(`logout_token=${good}&logout_token=${good}`)).code, 'body_malformed')
  assert.equal((await post(good, 'text/plain')).status, 415)
  assert.equal((await post(`logout_token=${'x'.repeat(2_000_000)}`)).status, 413)
  assert.deepEqual(await areIn(one.browsers), [true, true])
  assert.equal((await logOut(good)).status, 204)
  assert.deepEqual(await areIn(one.browsers), [false, false])
})

test('without its keys a provider is unavailable, and a token counts later', async () => {
  const one = await bound()
  const token = await provider.logout({ sub: one.sub })
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
