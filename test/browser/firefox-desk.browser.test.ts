// The desk in Firefox: a store's owner signs in by password and code, and refunds an order once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'puppeteer-core'
import { codeOf } from '../desk.ts'
import {
  type Client,
  clientOf,
  confirmedOrder,
  ended,
  type RunningServer,
  runProgram,
  startServer,
} from '../running-server.ts'
import { firefoxVisitors } from './firefox.ts'

const visit = firefoxVisitors()
const PASSWORD = 'correct horse staple battery'
const STEP_MS = 30_000
let server: RunningServer
let client: Client
before(async () => {
  server = await startServer()
  client = clientOf(server, { accept: 'application/vnd.svc.v1+json' })
})
after(() => server?.remove())

const at = (path: string) => `${server.demo.base_url}/desk${path}`

/** The link of a new owner of the demo's store. */
async function invited(): Promise<string> {
  const who = ['--name', 'Olivia', '--email', 'olivia@store.example']
  const store = ['--store', server.demo.store_id, '--as', 'store_owner']
  const { place, demo } = server
  const environment = { BASE_URL: demo.base_url }
  const args = ['staff', 'invite', ...who, ...store]
  const { stdout, stderr } = await ended(runProgram('cli.ts', { place, environment, args }))
  assert.ok(stdout !== '', stderr)
  return JSON.parse(stdout).link
}

const press = (page: Page, text: string) => page.locator(`button ::-p-text(${text})`).click()
const fill = (page: Page, name: string, text: string) =>
  page.locator(`input[name="${name}"]`).fill(text)
const textOf = (page: Page, selector: string) =>
  page.waitForSelector(selector).then((shown) => shown?.evaluate((each) => each.textContent ?? ''))

test('signs in by password and code, sees an order and refunds a part of it', async () => {
  const { mid, id } = await confirmedOrder(client, 12_000)
  const { page, faults } = await visit(await invited())
  await page.locator('form button[type=submit]').click()
  await fill(page, 'password', PASSWORD)
  await press(page, 'Guardar contraseña')
  await press(page, 'Añadir dispositivo')
  const secret = (await textOf(page, 'code.secret')) ?? ''
  assert.match(secret, /^[A-Z2-7]{32}$/)
  await fill(page, 'code', codeOf(secret, Date.now()))
  await press(page, 'Guardar dispositivo')
  await page.waitForSelector('.menu')
  await page.goto(at('/me'))
  await press(page, 'Salir')
  await fill(page, 'email', 'olivia@store.example')
  await fill(page, 'password', PASSWORD)
  await press(page, 'Continuar')
  await fill(page, 'code', codeOf(secret, Date.now() + STEP_MS))
  await page.locator('form button[type=submit]').click()
  await page.waitForSelector('.menu')

  await page.locator('[data-search]').fill(mid)
  await page.keyboard.press('Enter')
  await page.waitForSelector(`::-p-text(Pedido ${mid})`)
  await page.waitForSelector('.timeline li')
  await page.locator('.acts button ::-p-text(Devolver)').click()
  await fill(page, 'amount', '50,00')
  const send = await page.waitForSelector('.panel button[type=submit][aria-disabled=false]')
  assert.equal(
    await send?.evaluate((each) => each.textContent?.replace(/\s/g, ' ')),
    'Devolver 50,00 € a ada@example.com',
  )
  await send?.click({ count: 2 })
  await page.waitForSelector('.panel [role=status]')
  const { body } = await client('GET', `/orders/${id}/refund`)
  assert.deepEqual(
    body.results.map(({ amount }: { amount: number }) => amount),
    [5_000],
  )
  assert.deepEqual(faults, [])
})

const LOG = 'a[href^="/desk/log"]'
const NEWER = '<!doctype html><script type="module" src="/desk/assets/index-newer.js"></script>'

/** The service was upgraded: what is not loaded of the old version is gone until a page opens. */
async function upgrade(page: Page): Promise<{ readonly gone: readonly string[] }> {
  const gone: string[] = []
  let isOld = true
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.isNavigationRequest()) isOld = false
    if (isOld && pathname.startsWith('/desk/assets/')) {
      gone.push(pathname)
      void request.respond({ status: 404 })
    } else if (isOld && pathname === '/desk') {
      void request.respond({ contentType: 'text/html', body: NEWER })
    } else void request.continue()
  })
  return { gone }
}

test('an old page keeps what is typed, and without it loads the new version', async () => {
  const { page, faults } = await visit(server.demo.backoffice_url)
  await page.waitForSelector('.menu')
  await page.goto(at('/orders?mode=sandbox'))
  await page.waitForSelector('.list-head')
  await page.locator('.filters summary').click()
  await fill(page, 'value', 'half a word')
  const { gone } = await upgrade(page)
  const urlBefore = page.url()
  await page.locator(LOG).click()
  await page.waitForSelector('dialog[open] ::-p-text(Hay una versión nueva)')
  assert.notDeepEqual(gone, [])
  await page.locator('dialog[open] .dialog-head button').click()
  const typed = await page.waitForSelector('input[name="value"]')
  assert.equal(await typed?.evaluate((each) => (each as HTMLInputElement).value), 'half a word')
  assert.equal(page.url(), urlBefore)
  await fill(page, 'value', '')
  await page.locator(LOG).click()
  await page.waitForSelector('h1 ::-p-text(Registro)')
  // Firefox says of a script that is gone what it was instead.
  const others = faults.filter((fault) => !gone.some((path) => fault.includes(path)))
  assert.deepEqual(others, [])
})
