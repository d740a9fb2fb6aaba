/**
 * Pictures of every screen of the desk at three widths, light and dark, in both languages, and
 * sheets of them to look over.
 *
 * Usage: `node test/browser/desk-pictures.ts FOLDER [WORD]`: of screens whose address has the word.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../tools/chromium.ts'
import { type RunningServer, startServer } from '../running-server.ts'
import { desktop, phone, tablet } from './browser.ts'
import { furnish, type Side, screensOn, sides, watchers } from './desk-screens.ts'
import { become, settled } from './desk-visit.ts'

const [folder, word = ''] = process.argv.slice(2)
if (folder === undefined) throw new Error('The folder is missing.')
const languages = { es: 'es-ES', en: 'en-GB' } as const
const themes = ['light', 'dark'] as const
const widths = [phone, tablet, desktop]
/** Of a sheet: so many pictures beside one another, and of each so much from above. */
const SHEETS = { 390: { columns: 8, high: 1_700 }, 768: { columns: 5, high: 1_500 } } as const
const WIDE = { columns: 3, high: 1_400 }
const SHEET_WIDTH = 1_900
const ROWS = 2

type Taken = { readonly name: string; readonly width: number; readonly look: string }

mkdirSync(folder, { recursive: true })
const executablePath = findChromium()
if (executablePath === undefined) throw new Error('There is no Chromium.')
const server = await startServer({ DEMO_LIFE: 'on' })
while (!server.log().includes('the demo is filled')) {
  await new Promise((resolve) => setTimeout(resolve, 100))
}
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const taken: Taken[] = []
for (const [language, locale] of Object.entries(languages)) {
  for (const side of sides) taken.push(...(await picturesOf(side, language, locale)))
}
for (const [look, all] of Map.groupBy(taken, ({ look, width }) => `${width}-${look}`)) {
  await sheetsOf(browser, look, all)
}
await browser.close()
await server.remove()

async function picturesOf(side: Side, language: string, locale: string): Promise<Taken[]> {
  const page = await signedIn(server, side, locale)
  const base = server.demo.base_url
  const pictures: Taken[] = []
  for (const { pattern, path } of await screensOn(page, base, side)) {
    if (!path.includes(word)) continue
    await page.goto(`${base}/desk${path}?mode=sandbox`)
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      for (const size of widths) {
        await page.setViewportSize(size)
        await settled(page)
        const screen = pattern.replaceAll(/[/:]+/g, '-').replace(/^-|-$/g, '') || 'home'
        const look = `${theme}-${language}`
        const name = `${side}-${screen}-${size.width}-${look}.png`
        await page.screenshot({ path: join(folder ?? '', name), fullPage: true })
        pictures.push({ name, width: size.width, look })
      }
    }
  }
  process.stderr.write(`${side} ${language}: ${pictures.length} pictures\n`)
  await page.context().close()
  return pictures
}

async function signedIn({ demo }: RunningServer, side: Side, locale: string): Promise<Page> {
  const context = await browser.newContext({ locale, viewport: desktop, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(demo.backoffice_url)
  await page.waitForURL(/\/desk\?mode=sandbox$/)
  if (side === 'lender' && locale === languages.es) await furnish(server, page)
  await become(page, watchers[side])
  await page.reload()
  await settled(page)
  return page
}

async function sheetsOf(browser: Browser, look: string, all: readonly Taken[]): Promise<void> {
  const { columns, high } = SHEETS[(all[0]?.width ?? 0) as keyof typeof SHEETS] ?? WIDE
  const width = Math.floor(SHEET_WIDTH / columns) - 8
  const page = await browser.newPage({ viewport: { width: SHEET_WIDTH, height: 600 } })
  for (let from = 0; from < all.length; from += columns * ROWS) {
    const figures = all.slice(from, from + columns * ROWS).map(({ name, width: whole }) => {
      const picture = readFileSync(join(folder ?? '', name)).toString('base64')
      const height = Math.floor((high * width) / whole)
      return `<figure style="margin:4px;width:${width}px"><figcaption style="font:12px sans-serif">
        ${name}</figcaption><div style="overflow:hidden;max-height:${height}px">
        <img style="width:100%" src="data:image/png;base64,${picture}"></div></figure>`
    })
    await page.setContent(`<div style="display:flex;flex-wrap:wrap">${figures.join('')}</div>`)
    const sheet = `sheet-${look}-${String(from / (columns * ROWS) + 1).padStart(2, '0')}.png`
    writeFileSync(join(folder ?? '', sheet), await page.screenshot({ fullPage: true }))
  }
  await page.close()
}
