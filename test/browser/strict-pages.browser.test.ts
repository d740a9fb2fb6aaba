// Stores whose pages trust nothing that they have not named: the script and its dialog work there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientOf, ownServer } from '../running-server.ts'
import { site, visitors } from './browser.ts'
import { enterCard, openedCheckout, saveData, step } from './buyer.ts'

const { visit } = visitors()
const server = ownServer()
const client = clientOf(server)

type Store = { readonly headers: Record<string, string>; readonly crossOrigin?: boolean }

/** A page of a store, whose address browsers count as secure; isolation works nowhere else. */
async function openShop({ headers, crossOrigin = false }: Store) {
  const { base_url: api, public_key: key } = server.demo
  const mode = crossOrigin ? 'crossorigin' : ''
  const html = `<!doctype html><html lang="es"><meta charset="utf-8"><title>Shop</title>
    <script defer ${mode} src="${api}/svc.js?public-key=${key}&amp;sandbox=true"></script>
    <body><button data-svc-button data-amount="12050" data-currency="EUR">Pay</button>
    <div data-svc-widget-instalments data-amount="12050"></div></body></html>`
  const shop = await site('shop.localhost', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html)
  })
  const { page, faults } = await visit()
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto(shop.origin)
  await page.locator('[data-svc-button][data-svc-state=allowed]').waitFor()
  await page.locator('[data-svc-widget-instalments][data-svc-state=allowed]').waitFor()
  const open = async () => {
    const { id } = await openedCheckout(client)
    await page.evaluate((named) => {
      const { svc } = window as unknown as { svc: { checkout(id: string): void } }
      svc.checkout(named)
    }, id)
    return page.locator('iframe').first().contentFrame()
  }
  return { shop, page, faults, said, open }
}

const trusted = (names: string) => ({
  'content-security-policy': `require-trusted-types-for 'script'${names}`,
})

for (const [name, headers] of [
  ['wants trusted types', trusted('')],
  ['names the policies that it trusts', trusted('; trusted-types svc')],
] as const) {
  test(`a page that ${name} opens the checkout over itself`, async () => {
    const { shop, page, faults, open } = await openShop({ headers })
    const inside = await open()
    await step(inside, 'offers').waitFor()
    assert.equal(new URL(page.url()).origin, shop.origin)
    assert.deepEqual(faults, [])
    shop.close()
  })
}

test('where its policy may not be made the checkout opens as a page', async () => {
  const { shop, page, open } = await openShop({ headers: trusted('; trusted-types other') })
  await open()
  await page.waitForURL(`${server.demo.base_url}/?order=*`)
  await step(page, 'offers').waitFor()
  shop.close()
})

for (const policy of ['require-corp', 'credentialless']) {
  test(`a page that isolates itself by ${policy} takes a card in the dialog`, async () => {
    const headers = {
      'cross-origin-embedder-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
    }
    const { shop, page, faults, open } = await openShop({ headers })
    assert.equal(await page.evaluate(() => crossOriginIsolated), true)
    const inside = await open()
    await inside.locator('[data-offer="instalments-3"]').click()
    await inside.locator('[data-action="next"]').first().click()
    await saveData(inside)
    await enterCard(inside)
    assert.deepEqual(faults, [])
    shop.close()
  })
}
