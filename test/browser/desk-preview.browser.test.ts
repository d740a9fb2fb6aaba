// Nothing that moves money is sent before its effects are there, of what the form says now.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { did } from '../lending.ts'
import { clientOf, confirmedOrder, ownServer } from '../running-server.ts'
import { until } from '../shop.ts'
import { visitors } from './browser.ts'
import { openedAs } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()
let order = ''
before(async () => {
  const store = clientOf(server)
  ;({ id: order } = await confirmedOrder(store, 50_000))
  await did(store, `${order}/captures`, { amount: 30_000 })
})

const at = (path: string) => `${server.demo.base_url}/desk${path}?mode=sandbox`
const isTrial = (url: URL) => url.searchParams.get('dry_run') === 'true'
const euros = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' })

/** Trials are held back until they are let go; whatever else is written is counted. */
async function heldTrials(page: Page) {
  const held: Route[] = []
  const written: string[] = []
  await page.route(isTrial, (route) => {
    held.push(route)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (request.method() !== 'GET' && !isTrial(url)) written.push(url.pathname)
  })
  return { held, written }
}

const submit = (panel: Locator) => panel.locator('button[type=submit]')

/** However somebody tries: below a skeleton the button is not even seen. */
async function pressed(panel: Locator): Promise<void> {
  await submit(panel).evaluate((button) => (button as HTMLButtonElement).click())
  await panel.getByLabel('Amount').press('Enter')
  await panel.locator('form').evaluate((form) => (form as HTMLFormElement).requestSubmit())
}

type Tried = { readonly role: string; readonly path: string; readonly act: string }

async function opened({ role, path, act }: Tried) {
  const { page, faults } = await openedAs(server, visit, role)
  await page.goto(at(path))
  await page.locator('.acts').getByRole('button', { name: act, exact: true }).click()
  return { page, faults, panel: page.getByRole('region', { name: act, exact: true }) }
}

for (const [role, kind, act] of [
  ['store_owner', 'orders', 'Capture'],
  ['store_owner', 'orders', 'Refund'],
  ['store_owner', 'orders', 'Void'],
  ['collections', 'loans', 'Book a payment'],
  ['collections', 'loans', 'Repay early'],
] as const) {
  test(`${act}: nothing is sent before the effects of the present input are there`, async () => {
    const { page, faults, panel } = await opened({ role, path: `/${kind}/${order}`, act })
    const { held, written } = await heldTrials(page)
    const amount = panel.getByLabel('Amount')
    const note = panel.getByLabel('Note for the log')
    if (kind === 'loans') {
      await panel.getByLabel('Method').selectOption('bank_transfer')
      await panel.getByLabel('Reference').fill(`P-${act}`)
      await note.fill('Came in by the bank')
    }
    const trialOf = (cents: number) =>
      held.find((each) => each.request().postDataJSON().amount === cents)
    const typed = async (cents: number): Promise<Route> => {
      await amount.fill((cents / 100).toFixed(2))
      await pressed(panel)
      await until(() => trialOf(cents) !== undefined, `the trial of ${cents}`)
      return trialOf(cents) ?? assert.fail()
    }
    const first = await typed(1_111)
    await pressed(panel)
    const second = await typed(2_222)
    // The effects of what was typed before come late: they arm nothing.
    await first.continue().catch(() => {})
    await pressed(panel)
    assert.equal(await submit(panel).getAttribute('aria-disabled'), 'true')
    await second.continue()
    await panel.locator('button[type=submit][aria-disabled=false]').waitFor()
    await submit(panel).getByText(euros.format(22.22)).waitFor()
    // Another key, and it is disarmed at once: what is shown is of another input.
    const third = await typed(3_333)
    await pressed(panel)
    assert.deepEqual(written, [])
    await third.continue()
    await panel.locator('button[type=submit][aria-disabled=false]').click()
    await panel.getByText('Done.').waitFor()
    assert.equal(written.length, 1)
    assert.deepEqual(faults, [])
  })
}
