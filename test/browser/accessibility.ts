import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { effort } from '../fixtures/effort.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const LOOKS = [
  ['es', 'light'],
  ['en', 'dark'],
  ['es', 'dark'],
  ['en', 'light'],
] as const
/** How a page may look; each of them is for everybody. The first two have each word and colour. */
export const looks = LOOKS.slice(0, effort({ short: 2, long: LOOKS.length }))

/** Colours are most of what axe costs: for pages whose colours are those of others. */
export const WITHOUT_CONTRAST: RunOptions = { rules: { 'color-contrast': { enabled: false } } }

/** What axe finds on the page and in its frames: one line each, none where all is well. */
export async function accessibilityFaults(page: Page, more: RunOptions = {}): Promise<string[]> {
  const faults: string[] = []
  // Anything under a sticky header can be scrolled into view.
  await page.evaluate(() => window.scrollTo(0, 0))
  for (const frame of page.frames()) {
    const known = await frame.evaluate(() => 'axe' in globalThis)
    if (!known) await frame.evaluate(source)
    const { violations } = await frame.evaluate(
      (options: RunOptions) =>
        (globalThis as unknown as { axe: { run(o: RunOptions): Promise<AxeResults> } }).axe.run(
          options,
        ),
      { runOnly: tags, iframes: false, resultTypes: ['violations'], ...more } as RunOptions,
    )
    for (const { id, help, nodes } of violations) {
      for (const { html, failureSummary } of nodes) {
        faults.push(`${frame.url()}: ${id}: ${help}\n${html}\n${failureSummary}`)
      }
    }
  }
  return faults
}
