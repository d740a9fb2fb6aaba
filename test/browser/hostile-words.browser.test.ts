// Names, addresses and articles that would be markup, on every page that shows them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { checkoutBody, clientOf, newMid, ownServer } from '../running-server.ts'
import { visitors } from './browser.ts'
import { action, choose, people, result, saveData, step } from './buyer.ts'

const { visit } = visitors()
const server = ownServer()

/** Its first words are seen where it is shown, so that no page passes by showing nothing. */
const words = (name: string) =>
  `${name} "'><img src=x onerror=hit=1><script>hit=1</script><svg onload=hit=1>{{hit=1}}&lt;b&gt;`

/** Nothing of it has run, and none of it has become a part of the page. */
async function assertText(page: Page, name: string): Promise<void> {
  await page.getByText(words(name).slice(0, 30), { exact: false }).first().waitFor()
  const actual = await page.evaluate(() => ({
    hit: Reflect.get(globalThis, 'hit'),
    made: document.querySelectorAll('[onerror], [onload], [src="x"]').length,
  }))
  assert.deepEqual(actual, { hit: undefined, made: 0 }, name)
}

test('the pages of the checkout and its documents show them as text', async () => {
  const client = clientOf(server)
  await client('PATCH', '/me', { name: words('Store') })
  const known = { first_name: words('Ada'), last_name: words('Prueba'), phone: '600000000' }
  const document_id = { type: 'nif', number: people.accepted, country: 'ES' }
  const customer = { email: 'ada@example.com', birthday: '1990-01-01', ...known, document_id }
  const body = checkoutBody(newMid(), 12_050, { customer })
  for (const article of body.order.articles) article.name = words('Bicycle')
  const { body: made, text } = await client('POST', '/checkout', body)
  assert.ok(made.id !== undefined, text)
  const { page, faults } = await visit()
  await page.goto(made.checkout_url)
  await step(page, 'offers').waitFor()
  await assertText(page, 'Store')
  await assertText(page, 'Bicycle')
  await choose(page)
  await saveData(page)
  await action(page, 'read').click()
  const sheet = page.frameLocator('iframe.sheet')
  await sheet.getByText(words('Store').slice(0, 30)).first().waitFor()
  assert.equal(await sheet.locator('script, img, svg, [onerror], [onload]').count(), 0)
  await client('POST', `/sandbox/checkouts/${made.id}/complete`, { document_id: people.refused })
  const { body: signed } = await client('GET', `/checkout/${made.id}`)
  await page.goto(signed.checkout_url.replace('#', '?fresh#'))
  await result(page, 'ko').waitFor()
  await assertText(page, 'Store')
  assert.deepEqual(faults, [])
})

test('the pages of the shop show them as text', async () => {
  const { page, faults } = await visit()
  const { shop_url: shop } = server.demo
  await page.goto(`${shop}/checkout?helmet=1&lang=en&x=${encodeURIComponent(words('x'))}`)
  for (const name of ['firstName', 'lastName', 'street', 'city']) {
    await page.locator(`[name="${name}"]`).fill(words(name))
  }
  await page.locator('[name="payment"][value="transfer"]').check()
  await page.locator('[data-place]').click()
  await page.waitForURL(/\/thank-you/)
  await assertText(page, 'firstName')
  await page.goto(`${shop}/staff?lang=${encodeURIComponent(words('x'))}`)
  for (const name of ['firstName', 'lastName', 'street', 'city']) await assertText(page, name)
  assert.deepEqual(faults, [])
})
