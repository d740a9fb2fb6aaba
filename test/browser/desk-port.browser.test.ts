// The desk at a port of its own: everything that it does, it does there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientOf, confirmedOrder, ownServer } from '../running-server.ts'
import { visitors } from './browser.ts'
import { become, settled } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer({ DESK_PORT: '0' })

test('a store signs in, refunds and tries a request there, and nowhere else', async () => {
  const store = clientOf(server)
  const { id } = await confirmedOrder(store, 12_000)
  const { status } = await store('POST', `/orders/${id}/captures`, { amount: 12_000 })
  assert.equal(status, 200)
  const { page, faults } = await visit({ locale: 'en-GB' })
  const { origin } = new URL(server.demo.backoffice_url)
  const strangers = new Set<string>()
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) strangers.add(request.url())
  })
  await page.goto(server.demo.backoffice_url)
  await page.waitForURL(`${origin}/desk`)
  await become(page, 'store_operator')
  await page.goto(`${origin}/desk/orders/${id}?mode=sandbox`)
  await settled(page)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Refund', exact: true })
  await panel.getByLabel('Amount').fill('30,25')
  await panel.locator('button[type=submit][aria-disabled=false]').click()
  await panel.getByText('Done.').waitFor()
  const { results } = (await store('GET', `/orders/${id}/refund`)).body
  assert.deepEqual(
    results.map(({ amount }: { amount: number }) => amount),
    [3_025],
  )
  await page.goto(`${origin}/desk/dev/try?mode=sandbox`)
  await page.locator('select option').nth(3).waitFor({ state: 'attached' })
  // At the other port the same browser is nobody, though it sends its cookie there.
  const elsewhere = await page.goto(`${server.demo.base_url}/desk`)
  assert.equal(elsewhere?.status(), 404)
  strangers.delete(`${server.demo.base_url}/desk`)
  assert.deepEqual(
    [...strangers].filter((url) => !url.endsWith('/favicon.ico')),
    [],
  )
  assert.deepEqual(faults, [])
})
