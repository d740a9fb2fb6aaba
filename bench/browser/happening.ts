/** How long what happens takes to be a row of a page of the desk that is open. */
import type { Page } from 'playwright-core'
import { settled } from '../../test/browser/desk-visit.ts'
import { did } from '../../test/lending.ts'
import { clientOf, confirmedOrder, type RunningServer } from '../../test/running-server.ts'
import { createRandom } from '../../tools/simulate/random.ts'

/** Few enough that the first part of a timeline shows all that they lead to. */
const OF_EACH = 5
const [AMOUNT, PART] = [10_000, 100]
/** Some come while the page reads what came before. */
const PAUSE_MS_MAX = 3_000
const LATE_MS_MAX = 30_000

/** Runs in the page, which notes when each row of a captured amount is there. */
function watchRows(): void {
  const drawnAt: number[] = []
  Reflect.set(globalThis, 'drawnAt', drawnAt)
  const look = () => {
    const codes = [...document.querySelectorAll('.timeline > .of-event code')]
    const rows = codes.filter(({ textContent }) => textContent === 'order.captured').length
    while (drawnAt.length < rows) drawnAt.push(Date.now())
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
}

/** From each request of a store to the row of what it did, on a page that shows the order. */
export async function happeningMs(
  server: RunningServer,
  page: Page,
  count: number,
): Promise<number[]> {
  const store = clientOf(server)
  const chance = createRandom(count)
  const times: number[] = []
  while (times.length < count) {
    const { id } = await confirmedOrder(store, AMOUNT)
    await page.goto(`${server.demo.base_url}/desk/orders/${id}?mode=sandbox`)
    await settled(page)
    await page.locator('.timeline > .of-event').first().waitFor()
    await page.evaluate(watchRows)
    const sentAt: number[] = []
    for (let turn = 0; turn < OF_EACH; turn++) {
      await new Promise((resolve) => setTimeout(resolve, chance.between(0, PAUSE_MS_MAX)))
      sentAt.push(Date.now())
      await did(store, `${id}/captures`, { amount: PART })
    }
    const drawn = await page.waitForFunction(
      (rows) => {
        const drawnAt = Reflect.get(globalThis, 'drawnAt')
        return drawnAt.length === rows && drawnAt
      },
      OF_EACH,
      { timeout: LATE_MS_MAX },
    )
    const drawnAt: number[] = await drawn.jsonValue()
    times.push(...sentAt.map((at, index) => (drawnAt[index] ?? Number.NaN) - at))
  }
  return times
}
