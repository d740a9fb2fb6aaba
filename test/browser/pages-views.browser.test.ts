// Every state of the checkout pages, as people see it and as a screen reader is told of it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accessibilityFaults } from './accessibility.ts'
import { desktop, phone, picture, type Site, tablet, visitors } from './browser.ts'
import { serveGallery } from './gallery/serve-gallery.ts'
import { show } from './gallery/show.ts'
import { type StateName, states } from './gallery/states.ts'

const { visit } = visitors()
let gallery: Site
before(async () => {
  gallery = await serveGallery()
})
after(() => gallery.close())

/** High enough for all of it: what is under the bar just now would count as too small to hit. */
const whole = { ...phone, height: 4_000 }
const wholeDesk = { ...desktop, height: 4_000 }

const names = Object.keys(states) as StateName[]

for (const colorScheme of ['light', 'dark'] as const) {
  for (const language of ['es', 'en'] as const) {
    test(`every step is accessible, ${colorScheme} and in ${language}`, async () => {
      const viewport = language === 'es' ? whole : wholeDesk
      const { page, faults } = await visit({ colorScheme, viewport })
      await page.goto(gallery.origin)
      for (const name of names) {
        await show(page, name, { language })
        assert.equal(await page.locator('html').getAttribute('lang'), language)
        assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, name)
        for (const details of await page.locator('main details').all())
          await details.evaluate((element: HTMLDetailsElement) => {
            element.open = true
          })
        assert.deepEqual(await accessibilityFaults(page), [], name)
      }
      assert.deepEqual(faults, [])
    })
  }
}

test('store and total are in sight in every state, at every width', async () => {
  const { page } = await visit()
  await page.goto(gallery.origin)
  for (const size of [phone, tablet, desktop]) {
    await page.setViewportSize(size)
    for (const name of names) {
      if (states[name].progress === null) continue
      await show(page, name)
      await page.locator('.basket strong:visible', { hasText: '486,00 €' }).waitFor()
      await page.locator('.store', { hasText: 'Ciclos Alameda' }).waitFor()
    }
  }
})

// Pictures of everything are for people who look at them.
const pictured: readonly StateName[] =
  process.env.SCREENSHOTS === undefined ? ['offers', 'data', 'signature-card', 'success'] : names

test('the steps are pictured on a phone, a tablet and a desk', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await visit({ colorScheme })
    await page.goto(gallery.origin)
    for (const size of [phone, tablet, desktop]) {
      await page.setViewportSize(size)
      for (const name of pictured) {
        await show(page, name)
        await picture(page, `pages-${name}-${colorScheme}`)
      }
    }
  }
})
