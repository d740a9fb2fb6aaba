/**
 * The pictures of the README: `SCREENSHOTS=docs/pictures npm test -- browser/first-page` takes them
 * anew. Each run shows that the pages can still be pictured.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ownServer } from '../running-server.ts'
import { picture, visitors } from './browser.ts'

const root = join(import.meta.dirname, '../..')
const size = { width: 960, height: 640 }
const BYTES_MAX = 150_000
const { visit } = visitors()
const server = ownServer()

test('widget and checkout are pictured', async () => {
  const { page, faults } = await visit({ viewport: size, locale: 'en-GB' })
  await page.goto(`${server.demo.shop_url}/articles/city-bicycle?lang=en`)
  await page.locator('.widget[data-svc-state=allowed]').waitFor()
  // Down to the button.
  await page.locator('[data-svc-button]').scrollIntoViewIfNeeded()
  await picture(page, 'widget', false)

  await page.goto(
    `${server.demo.shop_url}/checkout?city-bicycle=1&helmet=2&pay=instalments&lang=en`,
  )
  await page.locator('[data-place]').click()
  await page.frameLocator('iframe').locator('[data-offer=instalments-3]').click()
  await picture(page, 'checkout', false)
  assert.deepEqual(faults, [])
})

for (const name of ['widget', 'checkout']) {
  test(`the picture of the ${name} is small, of that size and in the README`, () => {
    const file = `docs/pictures/${name}-${size.width}.png`
    const bytes = readFileSync(join(root, file))
    assert.ok(bytes.length <= BYTES_MAX, `${bytes.length} bytes`)
    // Of PNG's first chunk.
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], Object.values(size))
    assert.ok(readFileSync(join(root, 'README.md'), 'utf8').includes(`](${file})`))
  })
}
