/**
 * A day at the desk, as its guide shows it, from the life of the demo. The pictures are taken anew
 * by `SCREENSHOTS=docs/pictures npm test -- browser/desk-day`; each run shows that they can be.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { ownServer } from '../running-server.ts'
import { picture, visitors } from './browser.ts'

const root = join(import.meta.dirname, '../..')
const size = { width: 960, height: 640 }
const BYTES_MAX = 150_000
const TRIES_MAX = 4_000
const { visit } = visitors()
const server = ownServer({ DEMO_LIFE: 'on' })
before(async () => {
  for (let tries = 0; !server.log().includes('the demo is filled'); tries++) {
    assert.ok(tries < TRIES_MAX, server.log().slice(-2_000))
    await pause(50)
  }
})

async function as(role: string): Promise<Page> {
  const { page } = await visit({ viewport: size, locale: 'en-GB', timezoneId: 'Europe/Madrid' })
  await page.goto(server.demo.backoffice_url)
  await page.waitForURL(/\/desk\?mode=sandbox$/)
  await page.evaluate(async (wanted) => {
    const headers = { 'x-desk': '1', 'content-type': 'application/json' }
    const body = JSON.stringify({ role: wanted })
    await fetch('/demo/desk/people', { method: 'POST', headers, body })
  }, role)
  await page.reload()
  await settled(page)
  return page
}

async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor()
  await page.waitForFunction(() => document.querySelector('.skeleton, [aria-busy=true]') === null)
}

const at = (path: string, query = '') =>
  `${server.demo.base_url}/desk${path}?${query}${query && '&'}mode=sandbox`

test('support finds a caller and what they owe at all stores', async () => {
  const page = await as('support')
  await page.locator('[data-search]').fill('Marta Soler')
  await page.locator('[data-search]').press('Enter')
  await page.waitForURL(/search/)
  await page.getByRole('link', { name: /Marta/ }).first().click()
  await settled(page)
  await picture(page, 'desk-support', false)
})

test('collections works through overdue loans, the most overdue first', async () => {
  const page = await as('collections')
  await page.goto(at('/collections'))
  await settled(page)
  await picture(page, 'desk-collections', false)
})

test('risk reads why somebody was refused', async () => {
  const page = await as('risk')
  await page.goto(at('/decisions/next'))
  await settled(page)
  await picture(page, 'desk-risk', false)
})

test('finance decides on a request that somebody else made', async () => {
  const page = await as('finance')
  await page.goto(at('/inbox', 'status=pending'))
  await page.locator('[data-row]').first().click()
  await settled(page)
  await picture(page, 'desk-finance', false)
})

for (const name of ['support', 'collections', 'risk', 'finance']) {
  test(`the picture of ${name} is small, of that size and in the guide`, () => {
    const file = `desk-${name}-${size.width}.png`
    const bytes = readFileSync(join(root, 'docs/pictures', file))
    assert.ok(bytes.length <= BYTES_MAX, `${bytes.length} bytes`)
    // Of PNG's first chunk.
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], Object.values(size))
    const guide = readFileSync(join(root, 'docs/guides/a-day-at-the-desk.md'), 'utf8')
    assert.ok(guide.includes(`](../pictures/${file})`))
  })
}
