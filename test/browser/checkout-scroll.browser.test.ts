// A store's page with a scroll bar that takes its place, behind an open checkout.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitors } from './browser.ts'
import { callsAtEnd, openCheckout, puppetOf, say, stageOf } from './checkout-stage.ts'
import { layoutShift } from './store-page.ts'

const stage = stageOf(visitors({ scrollBars: true }))

/** What the page says of its own scrolling decides which of its boxes is locked. */
const roots = {
  'says nothing of its scrolling': 'body{margin:0}',
  'hides what is too wide': 'body{margin:0;overflow-x:hidden}',
  'scrolls the root': 'html{overflow-y:scroll}body{margin:0}',
}

for (const [name, style] of Object.entries(roots)) {
  test(`a page that ${name} stays where it is to the pixel, behind a checkout`, async () => {
    const { page } = await stage.visitShop({
      head: `<style>${style}header{position:sticky;top:0;background:#ccc}p{height:3000px}</style>`,
      body: '<header>Sticky</header><p>Long</p>',
      policy: "default-src * 'unsafe-inline'",
    })
    await page.evaluate(() => scrollTo(0, 500))
    const where = () =>
      page.evaluate(() => {
        const { top, left, width } = document.querySelector('header')?.getBoundingClientRect() ?? {}
        const styles = [document.documentElement, document.body].map((each) => each.style.cssText)
        return { place: [top, left, width, scrollY], styles }
      })
    const before = await where()
    assert.equal(before.place[0], 0)
    assert.ok(await page.evaluate(() => innerWidth > document.documentElement.clientWidth))
    await openCheckout(page, stage.checkout())
    const frame = await puppetOf(page)
    assert.deepEqual((await where()).place, before.place)
    for (const x of [20, 640]) {
      await page.mouse.move(x, 400)
      await page.mouse.wheel(0, 400)
    }
    await frame.evaluate(() => new Promise(requestAnimationFrame))
    assert.deepEqual((await where()).place, before.place)
    await say(frame, { event: 'close', result: 'dismiss' })
    await callsAtEnd(page)
    assert.deepEqual(await where(), before)
    assert.ok((await layoutShift(page)) <= 0.01)
  })
}
