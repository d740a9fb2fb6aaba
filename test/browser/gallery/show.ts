/** What the tests ask of the gallery's page. */
import type { Page } from 'playwright-core'
import type { State } from '../../../packages/checkout/src/flow/types.ts'
import type { Gallery } from './gallery.tsx'
import type { StateName } from './states.ts'

type Holder = { readonly gallery: Gallery }

/** As if the page had just come to that state: from the loading page, with the focus nowhere. */
export async function show(
  page: Page,
  name: StateName,
  change: Partial<State> = {},
): Promise<void> {
  await page.evaluate(
    ([shown, changed]) => {
      const { gallery } = window as unknown as Holder
      gallery.show('loading')
      gallery.show(shown, changed)
    },
    [name, change] as const,
  )
  await page.locator('.card-frame:not(.open)').waitFor({ state: 'detached' })
}

export function said(page: Page): Promise<unknown[]> {
  return page.evaluate(() => [...(window as unknown as Holder).gallery.said])
}
