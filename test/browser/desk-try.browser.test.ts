// Requests of a store tried at the desk: in the sandbox alone, with the reference's own samples.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { clientOf, confirmedOrder, ownServer } from '../running-server.ts'
import { looks } from './accessibility.ts'
import { desktop, visitors } from './browser.ts'
import { askStore, openedAs, settled, sound } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()

const at = (operation: string) =>
  `${server.demo.base_url}/desk/dev/try?operation=${operation}&mode=sandbox`
const opened = (role: string, options = {}) => openedAs(server, visit, role, options)

test('it is sound in every look, and only in the sandbox', async () => {
  for (const [language, colorScheme] of looks) {
    const locale = { es: 'es-ES', en: 'en-GB' }[language]
    const { page, faults } = await opened('store_owner', { locale, colorScheme })
    await page.goto(`${server.demo.base_url}/desk/dev/try`)
    await settled(page)
    await page.locator('.note a').waitFor()
    assert.equal(await page.locator('select').count(), 0, 'live mode has no form')
    await page.goto(at('captureOrder'))
    await settled(page)
    await sound(page, `desk-try-${language}-${colorScheme}`)
    await page.setViewportSize(desktop)
    const offered = (await page.locator('select option').allInnerTexts()).join('\n')
    assert.match(offered, /POST \/me\/campaigns$/m)
    assert.doesNotMatch(offered, /\/lender|\/me\/staff|api-keys|notification-secret|PATCH \/me$/m)
    assert.deepEqual(faults, [])
  }
})

test('a list is requested, and its sample in a shell answers the same', async () => {
  const { page, faults } = await opened('store_operator')
  await page.goto(at('listOrders'))
  await settled(page)
  await page.getByLabel('Query').fill('page_size=2&ordering=created')
  await page.getByRole('button', { name: 'Send in the sandbox' }).click()
  const answer = page.getByRole('region', { name: 'Answer' })
  const shown = JSON.parse(await answer.locator('pre').innerText())
  assert.equal(shown.results.length, 2)
  const samples = page.getByRole('region', { name: 'In a program' })
  assert.deepEqual(await samples.locator('summary').allInnerTexts(), [
    ...['curl', 'TypeScript', 'PHP', 'Python'],
  ])
  const curl = await samples.locator('pre').first().innerText()
  assert.match(curl, /page_size=2&ordering=created/)
  const key = server.demo.private_key
  const mine = curl.replace('sk_your_private_key', key)
  assert.notEqual(mine, curl)
  const { stdout } = await promisify(execFile)('sh', ['-c', mine])
  assert.deepEqual(JSON.parse(stdout).results, shown.results)
  assert.deepEqual(faults, [])
})

test('a write takes effect in the sandbox once, and a refusal has its reason', async () => {
  const sandbox = clientOf(server, { accept: 'application/vnd.svc.sandbox.v1+json' })
  const { id } = await confirmedOrder(sandbox, 9_000)
  const { page, faults } = await opened('store_operator')
  await page.goto(at('captureOrder'))
  await settled(page)
  const send = page.getByRole('button', { name: 'Send in the sandbox' })
  await page.getByRole('textbox', { name: 'orderId' }).fill(id)
  const body = page.getByLabel('Body (JSON)')
  assert.equal(JSON.parse(await body.inputValue()).amount, 30_000, 'the example of the document')
  await body.fill('{ "amount": ')
  await send.click()
  await page.getByText('This is not JSON.').waitFor()
  await body.fill('{ "amount": 9001 }')
  await send.click()
  await page.getByText('amount_exceeds_remaining').waitFor()
  await body.fill('{ "amount": 4000 }')
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    send.click(),
  ])
  const headers = sent.headers()
  assert.match(headers.accept ?? '', /sandbox/)
  assert.equal(headers['store-id'], server.demo.store_id)
  assert.ok(headers['idempotency-key'] && !headers.authorization)
  const answer = page.getByRole('region', { name: 'Answer' })
  await answer.getByText('4000').first().waitFor()
  const { results } = await askStore(page, { ...server, sandbox: true }, `/orders/${id}/captures`)
  assert.deepEqual(
    results.map(({ amount }: { amount: number }) => amount),
    [4_000],
  )
  const python = page.locator('details', { hasText: 'Python' })
  await python.locator('summary').click()
  await python.getByText('"amount": 4000').waitFor()
  // Without the right the service refuses.
  await page.locator('select').selectOption('createCampaign')
  await page.getByRole('heading', { name: 'POST /me/campaigns' }).waitFor()
  await send.click()
  await page.getByText('permission_missing').waitFor()
  assert.deepEqual(faults, [])
})
