// The checkout in its store's own colours: for everybody to read, and from our own origin alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientOf, ownServer } from '../running-server.ts'
import { accessibilityFaults, looks } from './accessibility.ts'
import { desktop, phone, picture, visitors } from './browser.ts'
import { choose, openedCheckout, saveData, step } from './buyer.ts'
import { layoutShift } from './store-page.ts'

const { visit } = visitors()
const server = ownServer()
const client = clientOf(server)

/** A wordmark, drawn by the browser itself as a PNG of 240 × 64. */
async function drawnLogo(): Promise<string> {
  const { page } = await visit()
  return page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 240
    canvas.height = 64
    const paint = canvas.getContext('2d') as CanvasRenderingContext2D
    paint.fillStyle = '#0b3d91'
    paint.font = 'bold 44px sans-serif'
    paint.fillText('VELOZ', 24, 48)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
}

test('a store’s look is readable by everybody, moves nothing, and loads nothing else', async () => {
  const logo = await drawnLogo()
  for (const [index, color] of ['#ffd400', '#0b3d91', '#767676', '#000000'].entries()) {
    const branding = { name: 'Veloz Ciclos', color, logo }
    const changed = await client('PATCH', '/me', { branding })
    assert.equal(changed.status, 200, changed.text)
    const [language, colorScheme] = looks[index] ?? ['es', 'light']
    const locale = language === 'es' ? 'es-ES' : 'en-GB'
    const viewport = index % 2 === 0 ? phone : desktop
    const { page, faults } = await visit({ colorScheme, locale, viewport })
    const elsewhere: string[] = []
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      if (/^http/.test(protocol) && origin !== server.demo.base_url) elsewhere.push(origin)
    })
    await page.goto((await openedCheckout(client)).url)
    await step(page, 'offers').waitFor()
    await page.getByAltText('Veloz Ciclos').waitFor()
    await page.waitForFunction(() => (document.querySelector('.logo') as HTMLImageElement).complete)
    const width = await page.locator('.logo').evaluate((it: HTMLImageElement) => it.naturalWidth)
    assert.equal(width, 240)
    assert.ok((await layoutShift(page)) <= 0.01)
    const button = page.locator('[data-action="next"]')
    const [, red] = /rgb\((\d+)/.exec(
      await button.evaluate((it) => getComputedStyle(it).backgroundColor),
    ) as unknown as string[]
    assert.equal(Number(red), Number.parseInt(color.slice(1, 3), 16))
    assert.deepEqual(await accessibilityFaults(page), [], color)
    await picture(page, `branding-${color.slice(1)}-${colorScheme}`)
    await choose(page)
    await saveData(page)
    await page.locator('.card-frame.open').waitFor()
    assert.deepEqual([elsewhere, faults], [[], []])
  }
})

test('without branding a store has ours', async () => {
  assert.equal((await client('PATCH', '/me', { branding: null })).status, 200)
  const { page } = await visit()
  await page.goto((await openedCheckout(client)).url)
  await step(page, 'offers').waitFor()
  assert.equal(await page.locator('.logo, .branded').count(), 0)
})
