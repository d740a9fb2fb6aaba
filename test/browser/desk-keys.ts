/** The desk by keyboard alone: nothing of this presses the mouse. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

const TABS_MAX = 120

/** By Tab, from where one is: what cannot be reached is no part of the page. */
async function reach(page: Page, what: Locator): Promise<void> {
  await what.first().waitFor()
  const isThere = () => what.first().evaluate((element) => element === document.activeElement)
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    if (await isThere()) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${what} is not reached by ${TABS_MAX} times Tab`)
}

export async function press(page: Page, what: Locator): Promise<void> {
  await reach(page, what)
  // What somebody may do is known a moment after the page.
  const isOn = (element: Element | null) => element?.getAttribute('aria-disabled') !== 'true'
  await page.waitForFunction(isOn, await what.first().elementHandle())
  await page.keyboard.press('Enter')
}

/** What stands in a field is chosen as it is entered by Tab, and typed over. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await reach(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** From anywhere but a field: the keys of the help. */
export async function keys(page: Page, ...pressed: readonly string[]): Promise<void> {
  for (const key of pressed) await page.keyboard.press(key)
}
