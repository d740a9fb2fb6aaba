// A provider signs people in at a real service: its settings, cookies over http, and its absence.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type Desk, deskAt, over } from '../desk.ts'
import { testPlace } from '../fixtures/test-database.ts'
import { CLIENT, type OidcProvider, startOidcProvider } from '../oidc-provider.ts'
import { ended, type Json, type RunningServer, runProgram, startServer } from '../running-server.ts'

const RETURN = '/lender/sign-in/oidc/return'
const GRACE = { sub: 'grace', email: 'grace@lender.example', email_verified: true, amr: ['mfa'] }
const LIN = { ...GRACE, sub: 'lin', email: 'lin@lender.example' }
let provider: OidcProvider
let server: RunningServer
let environment: Readonly<Record<string, string>>

before(async () => {
  provider = await startOidcProvider()
  // It is away when the service starts.
  provider.behaves('down')
  const place = await testPlace('demo')
  const file = join(place.folder, 'client-secret')
  writeFileSync(file, `${CLIENT.secret}\n`, { mode: 0o600 })
  environment = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET_FILE: file,
  }
  server = await startServer(environment, Promise.resolve(place))
})
after(async () => {
  await server.remove()
  await provider.close()
})

const browser = (): Desk => deskAt(over(server.demo.base_url), server.demo.base_url)
const comeBack = (desk: Desk, search: string, headers = {}) =>
  desk.send('GET', RETURN + search, undefined, { origin: undefined, ...headers })

async function svc(...args: string[]): Promise<Json> {
  const { place } = server
  const { code, stdout, stderr } = await ended(runProgram('cli.ts', { place, environment, args }))
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}

test('a provider signs a person in from its first answer on, until they are disabled', async () => {
  const person = ['--name', 'Grace', '--email', GRACE.email, '--roles', 'risk']
  const { link } = await svc('staff', 'invite', ...person)
  const [, token] = String(link).split('#')
  const desk = browser()
  const early = await desk.send('POST', '/lender/sign-in/oidc', { token })
  assert.deepEqual([early.status, early.body.error.code], [503, 'oidc_unavailable'])
  assert.equal(early.headers.get('retry-after'), '5')
  provider.behaves('well')

  const { body, cookie } = await desk.send('POST', '/lender/sign-in/oidc', { token })
  assert.match(cookie ?? '', /^oidc=[\w.~-]+; HttpOnly; SameSite=Lax; Max-Age=600; Path=\/$/)
  const address = new URL(body.location)
  assert.equal(address.searchParams.get('redirect_uri'), server.demo.base_url + RETURN)
  const search = provider.signIn(body.location, GRACE)
  const stranger = await comeBack(browser(), search)
  assert.deepEqual([stranger.status, stranger.body.error.code], [401, 'sign_in_failed'])
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const back = await comeBack(desk, search, { accept })
  assert.deepEqual([back.status, back.headers.get('location')], [303, '/desk'])
  assert.match(back.cookie ?? '', /^desk=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/)
  const { body: me } = await desk.send('GET', '/lender/me')
  assert.deepEqual([me.email, me.roles, me.session.factor], [GRACE.email, ['risk'], 'oidc'])

  const forged = browser()
  const start = (headers: object) =>
    forged.send('POST', '/lender/sign-in/oidc', {}, { origin: 'https://evil.example', ...headers })
  assert.equal((await start({})).body.error.code, 'origin_not_allowed')
  assert.equal((await start({ origin: undefined })).body.error.code, 'origin_not_allowed')

  await svc('staff', 'disable', GRACE.email)
  assert.equal((await desk.send('GET', '/lender/me')).body.error.code, 'session_ended')
  const again = browser()
  const { body: way } = await again.send('POST', '/lender/sign-in/oidc')
  const late = await comeBack(again, provider.signIn(way.location, GRACE))
  assert.deepEqual([late.status, late.body.error.code], [401, 'sign_in_failed'])
  for (const secret of [CLIENT.secret, token ?? '', new URLSearchParams(search).get('code') ?? ''])
    assert.ok(!server.log().includes(secret), 'nothing of it stands in the log')
})

test('at a port of the desk’s own a provider sends people back there', async () => {
  provider.behaves('well')
  const place = await testPlace('demo')
  const other = await startServer({ ...environment, DESK_PORT: '0' }, Promise.resolve(place))
  try {
    const { origin } = new URL(other.demo.backoffice_url)
    assert.notEqual(origin, other.demo.base_url)
    const args = ['staff', 'invite', '--name', 'Lin', '--email', LIN.email, '--roles', 'risk']
    const invited = await ended(runProgram('cli.ts', { place, environment, args }))
    const [, token] = String(JSON.parse(invited.stdout).link).split('#')
    const desk = deskAt(over(origin), origin)
    const { body } = await desk.send('POST', '/lender/sign-in/oidc', { token })
    const address = new URL(body.location)
    assert.equal(address.searchParams.get('redirect_uri'), origin + RETURN)
    const search = provider.signIn(body.location, LIN)
    const elsewhere = await fetch(other.demo.base_url + RETURN + search, { redirect: 'manual' })
    assert.equal(elsewhere.status, 404)
    const back = await comeBack(desk, search)
    assert.deepEqual([back.status, back.headers.get('location')], [303, '/desk'])
    assert.equal((await desk.send('GET', '/lender/me')).body.email, LIN.email)
  } finally {
    await other.remove()
  }
})
