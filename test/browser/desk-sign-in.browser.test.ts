// Signing in at the desk: the first administrator's link, a passkey, a password with a code, a
// recovery code, and a factor shown again.
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { en } from '../../packages/desk/src/texts/en.ts'
import { enMe } from '../../packages/desk/src/texts/me-en.ts'
import { codeOf } from '../desk.ts'
import { ended, type RunningServer, runProgram, startServer } from '../running-server.ts'
import { accessibilityFaults } from './accessibility.ts'
import { picture, visitors } from './browser.ts'

const { visit } = visitors()
const PASSWORD = 'correct horse staple battery'
const STEP_MS = 30_000
let server: RunningServer
let origin: string
let environment: Record<string, string>

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
  const port = await freePort()
  origin = `http://localhost:${port}`
  environment = { PORT: `${port}`, BASE_URL: origin }
  server = await startServer(environment)
})
after(() => server.remove())

async function svc(...args: string[]): Promise<Record<string, string>> {
  const { place } = server
  const { stdout, stderr } = await ended(runProgram('cli.ts', { place, environment, args }))
  assert.ok(stdout !== '', stderr)
  return JSON.parse(stdout)
}

/** An authenticator in the browser that says yes. */
async function authenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  })
  /** As somebody who is sure, or who closes the browser's question. */
  return async (isUserVerified: boolean): Promise<void> => {
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  }
}

const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click()

async function signOut(page: Page): Promise<void> {
  await page.goto(`${origin}/desk/me`)
  await press(page, 'Sign out')
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
}

async function isIn(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Menu' }).waitFor()
}

test('from the first link to every way of signing in', async () => {
  const { link = '' } = await svc('staff', 'invite', '--first')
  const { page, faults } = await visit({ locale: 'en-GB' })
  await authenticator(page)
  await page.goto(link)
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  assert.equal(new URL(page.url()).hash, '', 'neither the address nor the history has the token')
  assert.deepEqual(await accessibilityFaults(page), [])
  await page.getByLabel('I am the first person').check()
  await page.getByLabel('Name', { exact: true }).fill('Grace')
  await page.getByLabel('E-mail').fill('grace@lender.example')
  await press(page, 'Start')
  // Nothing else can be opened until there is a way to sign in.
  await page.getByText('Now set up how you sign in').waitFor()
  await page.getByText(enMe.secondAdmin).waitFor()
  assert.equal(await page.getByRole('navigation', { name: 'Menu' }).count(), 0)
  await page.goto(`${origin}/desk/orders`)
  await page.getByLabel('Name of the passkey').fill('Laptop')
  await press(page, 'Add passkey')
  await isIn(page)

  await page.goto(`${origin}/desk/me`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(page, 'Save password')
  await page.getByLabel('New password').waitFor()
  await press(page, 'Add device')
  const secret = await page.locator('code.secret').innerText()
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.equal(await page.getByRole('img', { name: 'QR' }).count(), 1)
  await picture(page, 'desk-device')
  await page.getByLabel('Code of the device').fill(codeOf(secret, Date.now()))
  await press(page, 'Save device')
  await page.getByRole('button', { name: 'Remove device' }).waitFor()
  await press(page, 'Create ten new codes')
  await page.locator('.codes code').first().waitFor()
  const codes = await page.locator('.codes code').allInnerTexts()
  assert.equal(codes.length, 10)
  assert.deepEqual(await accessibilityFaults(page), [])

  await signOut(page)
  assert.deepEqual(await accessibilityFaults(page), [])
  await press(page, 'Sign in with a passkey')
  await isIn(page)
  await signOut(page)
  await page.getByLabel('E-mail').fill('grace@lender.example')
  await page.getByLabel('Password', { exact: true }).fill('wrong password here')
  await press(page, 'Continue')
  await page.getByText('sign_in_failed').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(page, 'Continue')
  // A code counts once: the next one is of the next half minute.
  await page.getByLabel('Code of the device').fill(codeOf(secret, Date.now() + STEP_MS))
  await press(page, 'Sign in')
  await isIn(page)
  assert.deepEqual(faults, [])

  await signOut(page)
  await page.getByLabel('E-mail').fill('grace@lender.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(page, 'Continue')
  await press(page, 'I have lost the device')
  await page.getByLabel('E-mail').fill('grace@lender.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await press(page, 'Sign in')
  await page.getByText('Now set up how you sign in').waitFor()
})

test('a passkey that is not confirmed, or wanted at another address, signs nobody in', async () => {
  const who = ['--name', 'Olivia', '--email', 'olivia@store.example']
  const of = ['--store', server.demo.store_id, '--as', 'store_owner']
  const { link = '' } = await svc('staff', 'invite', ...who, ...of)
  const { page, faults } = await visit({ locale: 'en-GB' })
  const confirms = await authenticator(page)
  await page.goto(link)
  await press(page, 'Start')
  const name = page.getByLabel('Name of the passkey')
  await name.fill('Laptop')
  await confirms(false)
  await press(page, 'Add passkey')
  await page.getByText('No passkey was created.').waitFor()
  assert.equal(await name.inputValue(), 'Laptop')
  await confirms(true)
  await press(page, 'Add passkey')
  await isIn(page)
  await signOut(page)
  await confirms(false)
  await press(page, 'Sign in with a passkey')
  await page.getByText(en.signIn.cancelled).waitFor()
  assert.deepEqual(await accessibilityFaults(page), [])
  assert.equal(await page.getByRole('navigation', { name: 'Menu' }).count(), 0)
  // The same service under another name: the page of it is nobody's desk.
  const { port } = new URL(origin)
  await page.goto(`http://other.localhost:${port}/desk/sign-in`)
  await press(page, 'Sign in with a passkey')
  await page.getByText('origin_not_allowed').waitFor()
  await page.goto(`${origin}/desk/sign-in`)
  await confirms(true)
  await press(page, 'Sign in with a passkey')
  await isIn(page)
  assert.deepEqual(faults, [])
})

test('a provider signs in, and its return asks for what is missing', async () => {
  const { page, faults } = await visit({ locale: 'en-GB' })
  await page.route('**/lender/sign-in', (route) =>
    route.fulfill({ json: { own: false, oidc: true } }),
  )
  const location = `${origin}/desk/sign-in?back=1#ticket=one`
  await page.route('**/lender/sign-in/oidc', (route) => route.fulfill({ json: { location } }))
  await page.goto(`${origin}/desk/orders`)
  await press(page, 'Sign in with the identity provider')
  await page.getByLabel('Code of the device').waitFor()
  assert.equal(page.url(), `${origin}/desk/sign-in?back=1`)
  await page.goto(`${origin}/desk/sign-in?back=2#sign_in_failed`)
  await page.getByText('The provider did not sign you in. (sign_in_failed)').waitFor()
  // Until it is known which ways there are, our own is shown.
  await page.getByRole('button', { name: 'Sign in with the identity provider' }).waitFor()
  assert.equal(await page.getByLabel('Password', { exact: true }).count(), 0)
  assert.deepEqual(await accessibilityFaults(page), [])
  assert.deepEqual(faults, [])
})

test('in the demo a button shows a factor again, and what was sent is done', async () => {
  const { page, faults } = await visit({ locale: 'en-GB' })
  await page.goto(server.demo.backoffice_url)
  await isIn(page)
  await page.goto(`${origin}/desk/me`)
  // As it is five minutes later.
  const fields = { factors: [] }
  const error = { type: 'x', code: 'step_up_required', message: 'Again', fields, request_id: 'r' }
  const refuse = { status: 403, json: { error } }
  await page.route('**/recovery-codes', (route) => route.fulfill(refuse), { times: 1 })
  await press(page, 'Create ten new codes')
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.waitFor()
  assert.deepEqual(await accessibilityFaults(page), [])
  await press(page, 'Continue (demo)')
  await dialog.waitFor({ state: 'detached' })
  await page.locator('.codes code').first().waitFor()
  assert.equal(await page.locator('.codes code').count(), 10)
  assert.deepEqual(faults, [])
})
