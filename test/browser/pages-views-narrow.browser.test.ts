// The checkout pages on small screens, enlarged, in other spacing, other colours and longer words.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { desktop, narrow, phone, picture, type Site, tablet, visitors } from './browser.ts'
import { serveGallery } from './gallery/serve-gallery.ts'
import { show } from './gallery/show.ts'
import { progress, type StateName, states } from './gallery/states.ts'

const { visit } = visitors()
let gallery: Site
before(async () => {
  gallery = await serveGallery()
})
after(() => gallery.close())

const names = Object.keys(states) as StateName[]

/** What sticks out of the screen sideways, or is cut off in its own box. */
function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
    const wide = document.documentElement.clientWidth
    const faults: string[] = []
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const box = element.getBoundingClientRect()
      const unseen = element.closest('.unseen, .wide, .back, svg') !== null || box.width === 0
      if (unseen) continue
      const style = getComputedStyle(element)
      const cut = style.overflow !== 'visible' && element.scrollWidth > element.clientWidth + 1
      if (box.left < -1 || box.right > wide + 1 || cut)
        faults.push(`${element.tagName}.${element.className}: ${element.textContent?.slice(0, 40)}`)
    }
    return faults
  })
}

const screens = { 'on a narrow phone': narrow, 'enlarged four times': { width: 320, height: 256 } }

for (const [name, viewport] of Object.entries(screens)) {
  test(`nothing sticks out ${name}`, async () => {
    const { page } = await visit({ viewport })
    await page.goto(gallery.origin)
    for (const state of names) {
      for (const language of ['es', 'en'] as const) {
        await show(page, state, { language })
        assert.deepEqual(await clipped(page), [], `${state}, ${language}`)
      }
    }
    await show(page, 'signature-down-payment')
    await picture(page, `pages-narrow-${viewport.height}`)
  })
}

test('the primary button leaves most of an enlarged page to the text', async () => {
  const { page } = await visit({ viewport: { width: 320, height: 256 } })
  await page.goto(gallery.origin)
  await show(page, 'offers')
  const position = await page.locator('.way').evaluate((way) => getComputedStyle(way).position)
  assert.equal(position, 'static')
})

test('words that are longer, and spaced as WCAG 1.4.12 has it, are all there', async () => {
  const { page } = await visit({ viewport: narrow })
  await page.goto(`${gallery.origin}/?marked`)
  const spacing = '* { line-height: 1.5; letter-spacing: 0.12em; word-spacing: 0.16em }'
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, spacing)
  for (const state of names) {
    await show(page, state)
    assert.deepEqual(await clipped(page), [], state)
  }
})

/** What comes from the store, the buyer, the service or the calendar, and from no text of ours. */
const data = [
  'Ciclos Alameda',
  'Bicicleta urbana Alameda 7, talla M',
  'Juego de luces recargables',
  'El importe abierto en otros créditos supera el límite de la tienda.',
  'Escriba a Ciclos Alameda (https://store.example) e indique el pedido A-1004.',
  'English',
]
const writtenByTheBrowser = [
  /^[\d.,\s€%×•-]*$/,
  /^\d{1,2} (de )?\p{L}+ (de )?\d{4}$/u,
  /^\d{7,8}[A-Z]$/,
  /^Visa$/,
]

test('every word on every page comes from the texts of its language', async () => {
  const { page } = await visit({ viewport: phone })
  await page.goto(`${gallery.origin}/?marked`)
  for (const state of names) {
    await show(page, state)
    const actual = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: string[] = []
      while (walker.nextNode() !== null) texts.push(walker.currentNode.textContent ?? '')
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        for (const element of document.querySelectorAll(`[${name}]`))
          texts.push(element.getAttribute(name) ?? '')
      return [...texts, document.title]
    })
    const raw = actual
      .map((text) => text.trim())
      .filter((text) => !text.includes('⟦') && !data.includes(text))
      .filter((text) => !writtenByTheBrowser.some((form) => form.test(text)))
    assert.deepEqual(raw, [], state)
  }
})

test('the chosen, done and pressed are distinguishable without our colours', async () => {
  const { page } = await visit({ viewport: phone, forcedColors: 'active' })
  await page.goto(gallery.origin)
  await show(page, 'offers')
  const outline = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((it) => getComputedStyle(it).outlineStyle)
  assert.equal(await outline('.offer.chosen'), 'solid')
  assert.equal(await outline('.offer:not(.chosen)'), 'none')
  const border = await page
    .locator('.button.main')
    .evaluate((it) => getComputedStyle(it).borderWidth)
  assert.equal(border, '1px')
  await picture(page, 'pages-forced-colors')
})

test('nothing moves for people who prefer reduced motion', async () => {
  const { page } = await visit({ reducedMotion: 'reduce' })
  await page.goto(gallery.origin)
  await show(page, 'offers')
  const moves = await page
    .locator('.offer')
    .first()
    .evaluate((it) => getComputedStyle(it).transition)
  assert.equal(moves, 'all')
})

test('from right to left nothing sticks out either', async () => {
  const { page } = await visit({ viewport: narrow })
  await page.goto(gallery.origin)
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  for (const state of ['offers', 'data', 'signature', 'success'] as const) {
    await show(page, state)
    assert.deepEqual(await clipped(page), [], state)
  }
  await picture(page, 'pages-right-to-left')
})

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
/** The most that the service takes, of the kinds that pages are seldom tried with. */
const stores = {
  'one long word': LONG_WORD.repeat(4).slice(0, 200),
  'many words': 'Der Große Fahrradladen an der Ecke '.repeat(6).slice(0, 200).trim(),
  'from right to left': 'متجر الدراجات الكبير ٢٤ (مدريد)!',
}

for (const viewport of [narrow, phone, tablet, desktop]) {
  test(`any name of a store and of its goods fits ${viewport.width} px`, async () => {
    const { page } = await visit({ viewport })
    await page.goto(gallery.origin)
    for (const [kind, name] of Object.entries(stores)) {
      const articles = Array.from({ length: 40 }, (_, index) => ({
        name: `${index} ${index % 2 === 0 ? name : LONG_WORD}`,
        quantity: 10_000 + index,
        price: 99_999_999,
      }))
      const { store } = progress
      const changed = { ...progress, store: { ...store, name, lender: name }, articles }
      for (const state of names) {
        if (states[state].progress === null) continue
        const { signed } = states[state].progress ?? progress
        await show(page, state, {
          progress: { ...changed, total_amount: 99_999_999_999, signed },
        })
        assert.deepEqual(await clipped(page), [], `${kind}, ${state}`)
        const high = (selector: string) =>
          page.evaluate(
            (each) => document.querySelector<HTMLElement>(each)?.offsetHeight ?? 0,
            selector,
          )
        const [top, way] = [await high('.top'), await high('.way')]
        assert.ok(top < 120 && way < 0.45 * viewport.height, `${kind}, ${state}: ${top}, ${way}`)
        const total = page.locator('.basket strong:visible').first()
        const lines = await total.evaluate((each) => each.getClientRects().length)
        const box = await total.boundingBox()
        assert.equal(lines, 1, 'the total stands in one piece')
        assert.ok(box && box.y + box.height <= viewport.height, `${kind}, ${state}: the total`)
        if (state === 'offers' || state === 'pending') {
          await picture(page, `pages-${kind.replaceAll(' ', '-')}-${state}`)
        }
      }
    }
  })
}
