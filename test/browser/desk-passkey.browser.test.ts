// A passkey in a real browser: made, used to sign in, and to show again; by a page on the service's
// own origin, as the desk's pages will be.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ended, type Json, type RunningServer, runProgram, startServer } from '../running-server.ts'
import { visitors } from './browser.ts'

const { visit } = visitors()
type Site = {
  readonly server: RunningServer
  /** Where the desk is, by the name that people type. */
  readonly origin: string
  readonly environment: Record<string, string>
}
const sites: Site[] = []

/** A port that nobody has: passkeys need to know the address before the service listens. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

before(async () => {
  const [whole, alone] = [await freePort(), await freePort()]
  const at = (port: number) => `http://localhost:${port}`
  for (const [origin, environment] of [
    [at(whole), { PORT: `${whole}`, BASE_URL: at(whole) }],
    // The API has another name than the desk.
    [at(alone), { DESK_PORT: `${alone}`, DESK_URL: at(alone) }],
  ] as const) {
    sites.push({ server: await startServer(environment), origin, environment })
  }
})
after(async () => {
  for (const { server } of sites) await server.remove()
})

type Sent = { readonly method: string; readonly path: string; readonly body?: unknown }
type Got = { readonly status: number; readonly body: Json }

/** What the desk's pages do: the browser adds Origin, Sec-Fetch-Site and the cookie. */
async function ask(page: Page, sent: Sent): Promise<Got> {
  return page.evaluate(async ({ method, path, body }) => {
    const response = await fetch(path, {
      method,
      headers: { 'x-desk': '1', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }, sent)
}

const post = (page: Page, path: string, body?: unknown) =>
  ask(page, { method: 'POST', path, body: body ?? {} })

/** Shows the passkey of the device for what the service asks. */
async function shown(page: Page, options: Json): Promise<Json> {
  return page.evaluate(async (given) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(given)
    const credential = await navigator.credentials.get({ publicKey })
    return (credential as PublicKeyCredential).toJSON()
  }, options)
}

test('a passkey is made, signs in and is shown again, by the name of the desk', async () => {
  assert.equal(sites.length, 2)
  for (const site of sites) await passkeyAt(site)
})

async function passkeyAt({ server, origin, environment }: Site): Promise<void> {
  const args = ['staff', 'invite', '--first']
  const { place } = server
  const { stdout, stderr } = await ended(runProgram('cli.ts', { place, environment, args }))
  assert.ok(stdout !== '', stderr)
  const { link } = JSON.parse(stdout)
  assert.equal(new URL(link).origin, origin)

  const { page, faults } = await visit()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal' },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  })
  const html = '<!doctype html><title>Desk</title><p>Desk</p>'
  await page.route(`${origin}/desk/start`, (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  )
  await page.goto(link)
  const token = await page.evaluate(() => location.hash.slice(1))
  const names = { name: 'Grace', email: 'grace@lender.example' }
  const started = await post(page, '/lender/start', { token, ...names })
  assert.equal(started.status, 200, JSON.stringify(started.body))

  const offer = await post(page, '/lender/me/factors/passkeys/options')
  const credential = await page.evaluate(async (given) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(given)
    const made = await navigator.credentials.create({ publicKey })
    return (made as PublicKeyCredential).toJSON()
  }, offer.body)
  const path = '/lender/me/factors/passkeys'
  const added = await post(page, path, { name: 'Laptop', credential })
  assert.deepEqual([added.status, added.body.session?.kind], [200, 'full'], JSON.stringify(added))
  assert.equal(await page.evaluate(() => document.cookie), '', 'no script reads the session')

  assert.equal((await post(page, '/lender/me/sign-out')).status, 204)
  assert.equal((await ask(page, { method: 'GET', path: '/lender/me' })).status, 401)
  const request = await post(page, '/lender/sign-in/passkey/options')
  const signed = await post(page, '/lender/sign-in/passkey', await shown(page, request.body))
  assert.deepEqual([signed.status, signed.body.name], [200, 'Grace'], JSON.stringify(signed.body))
  const again = await post(page, '/lender/me/step-up/options')
  const stepped = await post(page, '/lender/me/step-up', {
    credential: await shown(page, again.body),
  })
  assert.equal(stepped.status, 200, JSON.stringify(stepped.body))
  assert.deepEqual(faults, [])

  const { page: foreign } = await visit()
  await foreign.route('https://evil.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  )
  await foreign.goto('https://evil.example/')
  const refused = await foreign.evaluate(async (address) => {
    const headers = { 'x-desk': '1' }
    const sent = fetch(`${address}/lender/sign-in/passkey/options`, { method: 'POST', headers })
    return sent.then(
      () => 'answered',
      () => 'refused',
    )
  }, origin)
  assert.equal(refused, 'refused')
}
