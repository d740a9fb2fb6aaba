// The buyer's way through the checkout pages in a tab, and how each result leads to the store.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Client, clientOf, type RunningServer, startServer } from '../running-server.ts'
import { type Site, site, visitors } from './browser.ts'
import { action, openedCheckout, result, signAll } from './buyer.ts'

const { visit } = visitors()
let server: RunningServer
let client: Client
let shop: Site
before(async () => {
  server = await startServer()
  client = clientOf(server)
  shop = await site('shop.test', (request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><title>${request.url}</title>`)
  })
})
after(async () => {
  shop.close()
  await server.remove()
})

const urls = (more: Record<string, unknown> = {}) => ({
  ...Object.fromEntries(
    ['success', 'pending', 'ko', 'error', 'dismiss'].map((name) => [
      `${name}_url`,
      `${shop.origin}/${name}`,
    ]),
  ),
  ...more,
})
const at = (name: string) => `${shop.origin}/${name}`

describe('in a tab', () => {
  test('the whole way ends at the store, and the order is there once', async () => {
    const { page, faults } = await visit()
    const { id, url, mid } = await openedCheckout(client, urls())
    await page.goto(url)
    await signAll(page)
    await result(page, 'success').waitFor()
    await action(page, 'leave').click()
    await page.waitForURL(at('success'))
    assert.deepEqual(faults, [])
    const { body } = await client('GET', `/orders?mid=${mid}`)
    assert.deepEqual([body.paging.count, body.results[0].id], [1, id])
  })
})
