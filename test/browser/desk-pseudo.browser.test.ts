// The desk in a language whose words are half as long again: nothing is cut off, nothing goes
// sideways.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ownServer } from '../running-server.ts'
import { desktop, narrow, phone, picture, visitors } from './browser.ts'
import { furnish, screensOn, sides, watchers } from './desk-screens.ts'
import { cutOff, openedAs, settled } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()
before(async () => {
  const { page } = await openedAs(server, visit, 'collections')
  await furnish(server, page)
  await page.context().close()
})

const ACCENTS: Readonly<Record<string, string>> = { a: 'á', e: 'ë', i: 'î', o: 'ö', u: 'ü' }

/** Of a text another one: half as long again, in as many words and half as many more. */
function pseudo(text: string): string {
  const more = ' lorem ipsum dolor sit amet'.repeat(Math.ceil(text.length / 50))
  const longer = text + more.slice(0, Math.ceil(text.length / 2))
  return longer.replace(/[aeiou]/g, (letter) => ACCENTS[letter] ?? letter)
}

/** Every text of a file of texts; what a function makes of its parts stays, and so do names. */
const translated = (file: string): string =>
  file.replace(/([{,](?:\w+|"[^"]+"):)`([^`$\\]*)`/g, (whole, name: string, text: string) =>
    /^[a-z]{2}-[A-Z]{2}$/.test(text) ? whole : `${name}\`${pseudo(text)}\``,
  )

test('no text is cut off where words are longer, on any screen at any width', async () => {
  for (const side of sides) {
    const { page, faults } = await openedAs(server, visit, watchers[side])
    const screens = await screensOn(page, server.demo.base_url, side)
    let files = 0
    await page.route(/\/assets\/(\w+-)*en-([a-z]+-)*[\w-]{8}\.js$/, async (route) => {
      const response = await route.fetch()
      files += 1
      await route.fulfill({ response, body: translated(await response.text()) })
    })
    for (const { pattern, path } of screens) {
      await page.goto(`${server.demo.base_url}/desk${path}?mode=sandbox`)
      await settled(page)
      for (const size of [desktop, phone, narrow]) {
        await page.setViewportSize(size)
        const name = `${side} ${pattern} at ${size.width}`
        assert.deepEqual(await cutOff(page), [], name)
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert.ok(wider <= 0, `${name}: ${wider} px`)
        await picture(page, `pseudo-${side}${pattern.replace(/[/:]+/g, '-')}`)
      }
    }
    assert.ok(files > 2, 'texts were translated')
    assert.match((await page.locator('.menu a').first().textContent()) ?? '', /lorem|[öëáîü]/)
    assert.deepEqual(faults, [])
  }
})
