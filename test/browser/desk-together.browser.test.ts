// Several approvals at once, at the desk: what each would do is seen, each is done by itself, and
// what was not stays with its reason.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { clientOf, confirmedOrder, type Json, ownServer } from '../running-server.ts'
import { looks } from './accessibility.ts'
import { visitors } from './browser.ts'
import { become, openedAs, settled, sound } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()
const loans: string[] = []
before(async () => {
  for (const amount of [90_000, 80_000]) loans.push(await lent(amount))
})

async function lent(amount: number): Promise<string> {
  const store = clientOf(server)
  const { id } = await confirmedOrder(store, amount)
  const captured = await store('POST', `/orders/${id}/captures`, { amount })
  assert.equal(captured.status, 200, captured.text)
  return id
}

const inbox = () => `${server.demo.base_url}/desk/inbox?status=pending&mode=sandbox`

/** The service's answer to the person who is signed in. */
async function ask(page: Page, path: string, body?: object): Promise<Json> {
  const headers = {
    ...{ 'x-desk': '1', 'content-type': 'application/json' },
    accept: 'application/vnd.svc.sandbox.v1+json',
  }
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  return JSON.parse(
    await page.evaluate(async ([to, sent]) => (await fetch(to, sent)).text(), [
      path,
      { headers, ...init },
    ] as const),
  )
}

let references = 0
const payment = () => ({
  ...{ amount: 60_000, method: 'bank_transfer', reference: `T-${++references}` },
  reason: { code: 'payment_received', note: 'Came in by the bank' },
})

/** Each waits for a second person. */
async function requested(
  page: Page,
  wishes: readonly (readonly [string, object])[],
): Promise<void> {
  await become(page, 'collections')
  for (const [path, body] of wishes) {
    const { approval } = await ask(page, `/lender/loans/${path}`, body)
    assert.equal(approval?.status, 'pending', path)
  }
}

const statuses = async (page: Page) =>
  (await ask(page, '/lender/approvals?page_size=50')).results.map(
    ({ action, status }: Json) => `${action} ${status}`,
  )

test('the chosen requests are approved together, and stale ones are not', async () => {
  const { page, faults } = await openedAs(server, visit, 'collections')
  const [first, second] = loans
  const lost = { reason: { code: 'uncollectible', note: 'Nobody will pay it' } }
  await requested(page, [
    [`${first}/payments`, payment()],
    [`${second}/payments`, payment()],
    [`${first}/write-off`, lost],
  ])
  // Their own are theirs to withdraw, and no one's to approve.
  await page.goto(inbox())
  await settled(page)
  const ticks = page.locator('[data-pick]')
  assert.equal(await ticks.count(), 3)
  assert.equal(await page.locator('[data-pick]:disabled').count(), 3)
  assert.match((await ticks.first().getAttribute('title')) ?? '', /You made this request/)
  assert.equal(await page.getByRole('button', { name: /^Choose all/ }).count(), 0)
  await become(page, 'finance')
  await page.goto(inbox())
  await settled(page)
  const bar = page.getByRole('button', { name: 'Approve 0 requests' })
  assert.equal(await bar.getAttribute('aria-disabled'), 'true')
  // By keyboard: the row that has the focus.
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Approve 1 request' }).waitFor()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('button', { name: 'Choose all 3' }).click()
  await sound(page, 'desk-choosing-en-light')
  await page.getByRole('button', { name: 'Approve 3 requests' }).click()
  const panel = page.getByRole('region', { name: 'Approve 3 requests' })
  await panel.getByText('Book a payment: €600.00').nth(1).waitFor()
  assert.equal(await panel.getByText(/^Owed: €\d+\.00 · /).count(), 3, 'each says what it does')
  await panel.locator('summary').first().click()
  await panel.getByRole('table', { name: 'What changes' }).first().waitFor()
  const sent = page.waitForRequest('**/lender/approvals/approve')
  await panel.getByRole('button', { name: 'Approve 3 requests' }).click()
  const { approvals } = (await sent).postDataJSON()
  const hashes = approvals.map(({ effects_hash: hash }: Json) => hash)
  assert.equal(new Set(hashes).size, 3, 'each with its own hash')
  // One of the two at the same loan changes what the other would do.
  await panel.getByText('Done: 2 of 3.').waitFor()
  await panel.getByText('approval_stale').waitFor()
  assert.equal(await panel.getByText('Done.', { exact: true }).count(), 2)
  await sound(page, 'desk-together-en-light', false)
  const after = await statuses(page)
  assert.equal(after.filter((each: string) => each.endsWith('executed')).length, 2)
  assert.equal(after.filter((each: string) => each.endsWith('pending')).length, 1)
  await panel.locator('li', { hasText: 'approval_stale' }).getByRole('link').click()
  await page.waitForURL(/inbox\/[0-9a-f]{32}/)
  assert.deepEqual(faults, [])
})

test('a note goes to all of them, and the look is sound in both languages', async () => {
  for (const [language, colorScheme] of looks) {
    const locale = { es: 'es-ES', en: 'en-GB' }[language]
    const { page, faults } = await openedAs(server, visit, 'finance', { locale, colorScheme })
    const [id, other] = [await lent(70_000), await lent(70_000)]
    await requested(page, [
      [`${id}/payments`, payment()],
      [`${other}/payments`, payment()],
    ])
    await become(page, 'finance')
    await page.goto(`${inbox()}&action=payment`)
    await settled(page)
    await page.getByRole('button', { name: /^(Elegir las|Choose all)/ }).click()
    await page.getByRole('button', { name: /^(Aprobar|Approve) \d/ }).click()
    const panel = page.locator('.panel')
    await panel.getByRole('textbox').fill('As the bank has it')
    await sound(page, `desk-together-${language}-${colorScheme}`, false)
    await panel.locator('button[type=submit]').click()
    await panel.locator('[role=status]').waitFor()
    const { results } = await ask(page, `/lender/approvals?object-id=${id}`)
    assert.deepEqual(
      results.map(({ status, decided }: Json) => [status, decided.note]),
      [['executed', 'As the bank has it']],
    )
    assert.deepEqual(faults, [])
  }
})
