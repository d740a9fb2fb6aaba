// The pages that the guides show, as they are, but for the service's address and key.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  checkoutBody,
  clientOf,
  newMid,
  type RunningServer,
  startServer,
} from '../running-server.ts'
import { type Site, site, visitors } from './browser.ts'
import { settled } from './store-page.ts'

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' }
const folder = join(import.meta.dirname, '../../examples/pages')
const { visit } = visitors()
let server: RunningServer
let shop: Site
before(async () => {
  server = await startServer()
  const { base_url: base, public_key: key } = server.demo
  shop = await site('shop.test', async (request, response) => {
    if (request.method === 'POST') {
      const client = clientOf(server)
      const { body } = await client('POST', '/checkout', checkoutBody(newMid(), 96_800))
      response.end(JSON.stringify({ id: body.id }))
      return
    }
    const name = (request.url ?? '').slice(1)
    const type = types[name.split('.')[1] ?? ''] ?? 'text/html'
    const text = /^[\w-]+\.(html|js|css)$/.test(name)
      ? readFileSync(join(folder, name), 'utf8')
      : ''
    const own = text.replaceAll('https://pay.example.com', base).replaceAll('pk_…', key)
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(own)
  })
})
after(async () => {
  shop.close()
  await server.remove()
})

test('the product page shows button, note and widget under its own policy', async () => {
  const { page, faults } = await visit()
  await page.goto(`${shop.origin}/product.html`)
  await settled(page)
  assert.ok(await page.getByRole('button', { name: 'Buy in instalments' }).isEnabled())
  assert.ok(await page.getByText('You see the cost').isVisible())
  const place = page.locator('[data-svc-widget-instalments]')
  assert.ok((await place.evaluate((each) => each.clientHeight)) >= 288)
  await page.getByText('Borrowing money costs money').waitFor()
  // A price of 10,000.00 is the most that the demo lends: twelve bicycles are more.
  await page.getByLabel('How many').fill('12')
  const notice = place.getByRole('status')
  await notice.filter({ hasText: 'can be financed' }).waitFor()
  assert.match(await notice.innerText(), /^Purchases from €1\.00 to €10,000\.00 can be financed\./)
  assert.equal(await place.getAttribute('data-svc-state'), 'refused')
  assert.deepEqual(faults, [])
})

test('the page of payment methods opens the checkout and is notified when it is left', async () => {
  const { page } = await visit()
  await page.goto(`${shop.origin}/ways-to-pay.html`)
  await page.getByLabel('In instalments').check()
  await page.getByRole('button', { name: 'Place order' }).click()
  const frame = page.frameLocator('iframe')
  await frame.locator('[data-action=leave]').first().click()
  await page.getByText('Nothing was bought.').waitFor()
})
