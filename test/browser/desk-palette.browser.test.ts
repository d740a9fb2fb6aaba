// Everything at the desk is found by its name: each screen and each act, in both languages,
// whichever the page has.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { en } from '../../packages/desk/src/texts/en.ts'
import { es } from '../../packages/desk/src/texts/es.ts'
import { did } from '../lending.ts'
import { clientOf, confirmedOrder, type Json, ownServer } from '../running-server.ts'
import { visitors } from './browser.ts'
import { menuOf, type Side, sides, watchers } from './desk-screens.ts'
import { openedAs, settled } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()
let order = ''
before(async () => {
  const store = clientOf(server)
  ;({ id: order } = await confirmedOrder(store, 50_000))
  await did(store, `${order}/captures`, { amount: 50_000 })
})

const at = (path: string) => `${server.demo.base_url}/desk${path}?mode=sandbox`
const languages = { es: 'es-ES', en: 'en-GB' } as const
type Language = keyof typeof languages
const both = Object.keys(languages) as Language[]
const texts = { es, en }

/** What is found by what is typed; the one with the name is returned. */
async function optionFor(page: Page, typed: string, name: string): Promise<Locator> {
  await page.keyboard.press('Control+k')
  const box = page.locator('input[role=combobox]')
  await box.waitFor()
  // What there is comes a moment after the box.
  await page.getByRole('listbox').getByRole('option').nth(1).waitFor()
  await box.fill(typed)
  const option = page.getByRole('option').filter({ has: page.getByText(name, { exact: true }) })
  await option.first().waitFor()
  return option.first()
}

for (const side of sides) {
  test(`each screen of a ${side} is found by its words in both languages`, async () => {
    const menu = menuOf(side)
    assert.ok(menu.length > 10, `${menu.length} screens`)
    for (const language of both) {
      const locale = languages[language]
      const { page, faults } = await openedAs(server, visit, watchers[side], { locale })
      await page.goto(at('/me'))
      await settled(page)
      for (const { name, path } of menu) {
        const of = (each: Language): string => Reflect.get(texts[each].screens, name)
        for (const each of both) {
          await (await optionFor(page, of(each), of(language))).click()
          await page.waitForFunction((to) => location.pathname === to, `/desk${path}`)
          await settled(page)
        }
      }
      assert.deepEqual(faults, [])
    }
  })
}

/** Where something can be done, by the role that reads it all. */
async function pagesOf(side: Side): Promise<string[]> {
  if (side === 'store') return [`/orders/${order}`]
  const lender = clientOf(server, { key: server.demo.lender_key })
  const { body } = await lender('GET', '/lender/people?page_size=1')
  const people: string[] = body.results.map(({ id }: Json) => `/people/${id}`)
  const { store_id: id } = server.demo
  return [`/orders/${order}`, `/loans/${order}`, `/stores/${id}`, ...people]
}

for (const side of sides) {
  test(`each act of a ${side} is found by its words in both languages`, async () => {
    const opened = async (language: Language) =>
      openedAs(server, visit, watchers[side], { locale: languages[language] })
    const pages = { es: await opened('es'), en: await opened('en') }
    let acts = 0
    for (const path of await pagesOf(side)) {
      const names: Record<Language, string[]> = { es: [], en: [] }
      for (const language of both) {
        const { page } = pages[language]
        await page.goto(at(path))
        await settled(page)
        const buttons = page.locator('main [data-act]')
        await buttons.first().waitFor()
        names[language] = await buttons.allInnerTexts()
      }
      // The same buttons in the same order, in another language.
      assert.equal(names.es.length, names.en.length, path)
      for (const [index, name] of names.es.entries()) {
        const words = { es: name, en: names.en[index] ?? '' }
        for (const language of both) {
          const { page } = pages[language]
          for (const each of both) await optionFor(page, words[each], words[language]).then(escaped)
        }
        acts++
      }
    }
    assert.ok(acts >= (side === 'store' ? 5 : 15), `${acts} acts`)
    assert.deepEqual([...pages.es.faults, ...pages.en.faults], [])
  })
}

async function escaped(option: Locator): Promise<void> {
  await option.page().keyboard.press('Escape')
  await option.waitFor({ state: 'detached' })
}
