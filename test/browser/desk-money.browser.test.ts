// Money by hand and what takes two people, as the lender's people do it at the desk: effects first,
// one effect however often it is sent, and nobody decides on anything but what they have seen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { ownServer } from '../running-server.ts'
import { accessibilityFaults, looks } from './accessibility.ts'
import { desktop, picture, visitors } from './browser.ts'
import { become, openedAs, sound } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()

const at = (path: string) => `${server.demo.base_url}/desk${path}`
const headers = { 'x-desk': '1', 'content-type': 'application/json' }

const opened = (role: string, options = {}) => openedAs(server, visit, role, options)

async function openLoan(page: Page, mid: string): Promise<string> {
  await page.goto(at(`/loans?mid=${mid}`))
  await page.locator('[data-row]').first().click()
  await page.waitForURL(/loans\/[0-9a-f]{32}/)
  await page.getByRole('heading', { level: 1, name: new RegExp(`${mid}$`) }).waitFor()
  return page.url().replace(/.*loans\//, '')
}

const accept = 'application/vnd.svc.v1+json'

type Reply = { readonly status: number; readonly text: string }

/** The service's answer to the person who is signed in. */
async function ask(page: Page, path: string, body?: object) {
  const wanted = { path, accept, sent: headers, text: JSON.stringify(body) }
  const { status, text } = await page.evaluate(async (question): Promise<Reply> => {
    const answer = await fetch(question.path, {
      method: question.text === undefined ? 'GET' : 'POST',
      headers: { ...question.sent, accept: question.accept },
      ...(question.text === undefined ? {} : { body: question.text }),
    })
    return { status: answer.status, text: await answer.text() }
  }, wanted)
  return { status, body: JSON.parse(text) }
}

async function transfersOf(page: Page, loanId: string): Promise<string[]> {
  const { body } = await ask(page, `/lender/loans/${loanId}`)
  return body.manual_payments.map(({ reference }: { reference: string }) => reference)
}

/** Open, filled in, its effects there. */
async function paymentPanel(page: Page, amount: string, reference: string) {
  await page.getByRole('button', { name: 'Book a payment' }).click()
  const panel = page.getByRole('region', { name: 'Book a payment' })
  await panel.getByLabel('Amount').fill(amount)
  await panel.getByLabel('Reference').fill(reference)
  await panel.getByLabel('Note for the log').fill('Came in by the bank')
  return panel
}

const isWrite = (url: URL) => /\/loans\/\w+\/payments$/.test(url.pathname) && url.search === ''

test('money is shown before it is sent, and what was shown is what happens', async () => {
  const { page, faults } = await opened('collections')
  const loanId = await openLoan(page, 'demo-14')
  const tries: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith('/payments') && search !== '') tries.push(request.postData() ?? '')
  })
  const panel = await paymentPanel(page, '1.234', 'T-1')
  await panel.getByText('Type an amount, such as').waitFor()
  const send = panel.locator('button[type=submit]')
  assert.equal(await send.getAttribute('aria-disabled'), 'true', 'nothing was tried')
  tries.length = 0
  // Each key begins anew: one question for the whole amount.
  await panel.getByLabel('Amount').fill('')
  await panel.getByLabel('Amount').pressSequentially('1,050.00 €', { delay: 10 })
  await panel.getByText('it exceeds the limit of one person').waitFor()
  assert.deepEqual(
    tries.map((each) => JSON.parse(each).amount),
    [105_000],
  )
  await panel.getByLabel('Amount').fill('50,00')
  const figures = panel.getByRole('table', { name: 'What changes' })
  await figures.getByText('€335.00').waitFor()
  assert.match(await figures.innerText(), /Owed\s+€385\.00\s+€335\.00/)
  assert.equal(await send.innerText(), 'Book a payment €50.00')
  // Twice at once is once.
  await send.dblclick()
  await panel.getByText('Done.').waitFor()
  assert.deepEqual(await transfersOf(page, loanId), ['T-1'])
  const { body } = await ask(page, `/lender/loans/${loanId}`)
  assert.equal(body.loan.owed_amount, 33_500)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await page.locator('.strip').getByText('€335.00').first().waitFor()
  // The same reference again is refused, and what was typed stays.
  const again = await paymentPanel(page, '20', 'T-1')
  await again.getByText('is already booked').waitFor()
  assert.equal(await again.getByLabel('Amount').inputValue(), '20')
  assert.equal(await again.locator('button[type=submit]').getAttribute('aria-disabled'), 'true')
  assert.deepEqual(faults, [])
})

test('a lost answer, or a reloaded page, leaves one effect', async () => {
  const { page } = await opened('collections')
  const loanId = await openLoan(page, 'demo-13')
  const keys: (string | undefined)[] = []
  // The service has done it, and nobody hears of it.
  const lose = async (route: Route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await route.fetch()
    await route.abort()
  }
  await page.route(isWrite, lose, { times: 1 })
  const panel = await paymentPanel(page, '10', 'L-1')
  await panel.locator('button[aria-disabled=false][type=submit]').click()
  await panel.getByText('Done.').waitFor()
  assert.deepEqual(await transfersOf(page, loanId), ['L-1'], 'it was sent again by itself')
  await page.keyboard.press('Escape')
  await page.route(isWrite, lose)
  const second = await paymentPanel(page, '20', 'L-2')
  await second.locator('button[aria-disabled=false][type=submit]').click()
  await second.getByText('No answer arrived').waitFor()
  await page.unroute(isWrite)
  await page.reload()
  await second.getByText('No answer arrived').waitFor()
  assert.equal(await second.getByLabel('Amount').inputValue(), '20')
  assert.deepEqual(await accessibilityFaults(page), [])
  await second.getByRole('button', { name: 'Send the same again' }).click()
  await second.getByText('Done.').waitFor()
  assert.deepEqual(await transfersOf(page, loanId), ['L-1', 'L-2'])
  assert.equal(new Set(keys).size, 2)
  const left = await page.evaluate(() => JSON.stringify(sessionStorage))
  assert.ok(!left.includes('L-2') && !left.includes('bank'), left)
  // Too busy: it waits as long as it was asked to, and keeps what was typed.
  await page.keyboard.press('Escape')
  const error = { type: 'x', code: 'lender_busy', message: 'Busy', request_id: 'abc' }
  const busy = { status: 429, headers: { 'retry-after': '1' }, json: { error } }
  await page.route(isWrite, (route) => route.fulfill(busy), { times: 1 })
  const third = await paymentPanel(page, '30', 'L-3')
  await third.locator('button[aria-disabled=false][type=submit]').click()
  await third.getByText('Busy').waitFor()
  await third.getByText('Done.').waitFor()
  assert.deepEqual(await transfersOf(page, loanId), ['L-1', 'L-2', 'L-3'])
})

test('an act for two is requested, reviewed, and decided as it was seen', async () => {
  const { page, faults } = await opened('collections')
  const loanId = await openLoan(page, 'demo-14')
  const panel = await paymentPanel(page, '600.00', 'A-1')
  await panel.getByText('It needs a second person').waitFor()
  await sound(page, 'desk-panel-en-light', false)
  await panel.getByRole('button', { name: 'Request: Book a payment €600.00' }).click()
  await panel.getByText('Nothing has changed yet').waitFor()
  await panel.getByRole('link', { name: 'See the approval' }).click()
  await page.getByRole('heading', { level: 1, name: 'Book a payment: €600.00' }).waitFor()
  // The maker sees why they cannot decide, and no button for it.
  await page.getByText('You made this request').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
  const { pathname } = new URL(page.url())
  const approval = pathname.replace('/desk', '')
  // Requested once more, it leads to the one that waits.
  await page.goto(at(`/loans/${loanId}`))
  await page.getByRole('link', { name: /^Waits for a second person/ }).waitFor()
  const twice = await paymentPanel(page, '700.00', 'A-2')
  await twice.getByRole('button', { name: 'Request: Book a payment €700.00' }).click()
  await twice.getByRole('link', { name: 'See the approval' }).waitFor()
  await become(page, 'finance')
  await page.goto(at(''))
  const waiting = page.getByRole('link', { name: /Approvals waiting 1 oldest:/ })
  await waiting.waitFor()
  await sound(page, 'desk-home-en-light')
  // It opens the one that has waited longest.
  await waiting.click()
  await page.waitForURL(at(approval))
  const approve = page.getByRole('button', { name: 'Approve' })
  await approve.waitFor()
  await sound(page, 'desk-approve-en-light')
  await page.getByText('Decisions between these two people in 30 days: 0.').waitFor()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByText('body_invalid').waitFor()
  // Somebody else pays meanwhile: it would do something else.
  const reason = { code: 'payment_received', note: 'Came in by the bank' }
  const other = { amount: 1_000, method: 'cash', reference: 'A-3', reason }
  assert.equal((await ask(page, `/lender/loans/${loanId}/payments`, other)).status, 200)
  await approve.click()
  await page.getByText('The effects have changed since you looked').waitFor()
  const others = page.getByRole('table', { name: 'The effects have changed since you looked' })
  const credit = others.getByRole('row', { name: /^Credit/ })
  await credit.locator('del').waitFor()
  await credit.locator('ins').waitFor()
  await picture(page, 'desk-stale-en-light', false)
  assert.equal(await approve.getAttribute('aria-disabled'), 'true')
  await approve.click({ force: true })
  assert.ok(!(await transfersOf(page, loanId)).includes('A-1'), 'it is disarmed')
  assert.deepEqual(await accessibilityFaults(page), [])
  await page.getByRole('button', { name: 'I have seen the new effects' }).click()
  await page.getByLabel('Note').fill('Looks right')
  await approve.click()
  await page.getByText('approved and done').first().waitFor()
  await page.getByText('Looks right').waitFor()
  assert.ok((await transfersOf(page, loanId)).includes('A-1'))
  await page.goto(at('/inbox'))
  for (const [tab, count] of [
    ['Decided', '1 result'],
    ['Requested by me', '0 results'],
    ['Waiting', '0 results'],
  ] as const) {
    await page.getByRole('link', { name: tab, exact: true }).click()
    await page.getByText(count, { exact: true }).waitFor()
  }
  assert.deepEqual(faults, [])
})

test('every screen of it works, and names the permitted roles if access is missing', async () => {
  for (const [language, colorScheme] of looks) {
    const locale = { es: 'es-ES', en: 'en-GB' }[language]
    const { page, faults } = await opened('support', { locale, colorScheme })
    const look = `${language}-${colorScheme}`
    await openLoan(page, 'demo-13')
    const payment = page.getByRole('button', { name: /^(Book a payment|Registrar un pago)$/ })
    assert.equal(await payment.getAttribute('aria-disabled'), 'true')
    await page
      .getByText(/(collections, finance|recobro, finanzas)\.$/)
      .first()
      .waitFor()
    await sound(page, `desk-acts-${look}`)
    await become(page, 'collections')
    for (const act of [
      /^(Repay early|Amortizar antes)$/,
      /^(Book a chargeback|Registrar un contracargo)/,
    ]) {
      await page.setViewportSize(desktop)
      await page.reload()
      await page.getByRole('button', { name: act }).click()
      await page.locator('.panel .effects').waitFor()
      await sound(page, `desk-panel-${act.source.slice(2, 8).trim()}-${look}`, false)
    }
    await become(page, 'auditor')
    await page.goto(at('/inbox'))
    await page.locator('[data-row]').first().waitFor()
    await sound(page, `desk-inbox-${look}`)
    await page.locator('[data-row]').first().click()
    await page.waitForURL(/inbox\/[0-9a-f]{32}/)
    await page.locator('.effects').waitFor()
    await sound(page, `desk-approval-${look}`)
    assert.deepEqual(faults, [])
  }
})

test('a store is suspended immediately; lifting takes two, and one may withdraw', async () => {
  const { page, faults } = await opened('risk')
  await page.goto(at('/stores'))
  await page.locator('[data-row]').first().click()
  const state = page.getByRole('region', { name: 'State' })
  await state.getByRole('button', { name: 'Suspend' }).click()
  const panel = page.getByRole('region', { name: 'Suspend' })
  await panel.getByText(/open checkouts? (is|are) refused/).waitFor()
  await panel.getByLabel('Payouts').uncheck()
  await panel.getByLabel('Note for the log').fill('Too many complaints')
  // What it does is paler until it is that of the present input.
  await panel.getByRole('button', { name: /^Suspend: /, disabled: false }).waitFor()
  await sound(page, 'desk-panel-suspend-en-light', false)
  await page.setViewportSize(desktop)
  await panel.getByRole('button', { name: /^Suspend: / }).click()
  await panel.getByText('Done.').waitFor()
  await state.getByText('suspended', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await state.getByRole('button', { name: 'Lift the suspension' }).click()
  const lifting = page.getByRole('region', { name: 'Lift the suspension' })
  await lifting.getByLabel('Note for the log').fill('They have answered all of them')
  await lifting.getByRole('button', { name: /^Lift the suspension: / }).click()
  await lifting.getByRole('link', { name: 'See the approval' }).click()
  await page.getByText('suspended', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Withdraw the request' }).click()
  await page.getByText('withdrawn').first().waitFor()
  // Who may not sees that, and by whom it can be done.
  await become(page, 'support')
  await page.goto(at('/stores'))
  await page.locator('[data-row]').first().click()
  await state.getByText('Roles that do: risk, admin.').first().waitFor()
  assert.deepEqual(await accessibilityFaults(page), [])
  assert.deepEqual(faults, [])
})
