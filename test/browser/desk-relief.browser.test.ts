// Payouts that wait, and debts that are given up: seen before they are sent, and by two where it
// takes two.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { buyerOf } from '../buyers.ts'
import { advance, did, lendingStore, signedOrder } from '../lending.ts'
import { type Client, checkoutBody, type Json, newMid, ownServer } from '../running-server.ts'
import { accessibilityFaults, looks } from './accessibility.ts'
import { desktop, phone, picture, visitors } from './browser.ts'
import { become, openedAs, settled, sound } from './desk-visit.ts'

const { visit } = visitors()
const NO_FUNDS = '4000000000009995'
const server = ownServer()
let store: Client
const loans: string[] = []

before(async () => {
  store = await lendingStore(server, server.demo, {
    instalments: { nominal_rate: 0, late_charge: 1_500 },
  })
  for (const amount of [30_000, 60_000]) {
    loans.push(await lent(amount, { card: NO_FUNDS }))
  }
  await advance(store, 'P1M6D')
  const daily = { interval: 'daily', weekday: null, day: null, hold_days: 30 }
  const changed = await store('PATCH', '/me', { payout_schedule: daily })
  assert.equal(changed.status, 200, changed.text)
  for (const amount of [20_000, 40_000]) {
    await lent(amount)
    await advance(store, 'P2D')
  }
  await twoOfEach()
  await signedBy('40000001B')
})

async function lent(amount: number, wish: object = {}): Promise<string> {
  const { id } = await signedOrder(store, amount, {
    ...{ product: 'instalments', num_instalments: 3 },
    ...wish,
  })
  await did(store, `${id}/captures`, { amount })
  return id
}

/** Somebody else than all the others. */
async function signedBy(document: string): Promise<void> {
  const { id } = (await store('POST', '/checkout', checkoutBody(newMid(), 50_000))).body
  const buyer = buyerOf(server, store, id)
  const person = {
    ...{ first_name: 'Zenobia', last_name: 'Prueba', phone: '600999888' },
    ...{ birthday: '1990-01-01', document_id: document },
  }
  assert.equal((await buyer('PUT', `/checkout/${id}/buyer`, person)).status, 204)
  const reply = await buyer('POST', `/checkout/${id}/accept`, { product: 'instalments' })
  assert.equal(reply.status, 200, reply.text)
}

const at = (path: string, query = '') =>
  `${server.demo.base_url}/desk${path}?${query}${query === '' ? '' : '&'}mode=sandbox`

const opened = (role: string, options = {}) => openedAs(server, visit, role, options)

/** The service's answer to the person who is signed in. */
async function ask(page: Page, path: string, sent?: object, method = 'PATCH'): Promise<Json> {
  const headers = { accept: 'application/vnd.svc.sandbox.v1+json', 'x-desk': '1' }
  const body = sent === undefined ? undefined : JSON.stringify(sent)
  const question = { path, headers, body, method }
  const text = await page.evaluate(
    async ({ path: to, headers: shown, body: given, method: how }) => {
      const json = { ...shown, 'content-type': 'application/json' }
      const init = given === undefined ? {} : { method: how, body: given }
      return (await fetch(to, { headers: json, ...init })).text()
    },
    question,
  )
  return JSON.parse(text)
}

/** Payouts take two of finance, persons two of risk, and the demo has one of each. */
async function twoOfEach(): Promise<void> {
  const { page } = await opened('collections')
  const { id } = await ask(page, '/lender/me')
  await become(page, 'admin')
  const reason = { code: 'routine', note: 'Helps out' }
  const wish = { roles: ['collections', 'finance', 'risk'], reason }
  const changed = await ask(page, `/lender/staff/${id}`, wish)
  assert.deepEqual(changed.roles?.toSorted(), wish.roles, JSON.stringify(changed))
  await page.context().close()
}

/** As another person, on what the page shows: all that waits is looked at and approved. */
async function approveAs(page: Page, role: string): Promise<void> {
  await become(page, role)
  await page.goto(at('/inbox', 'status=pending'))
  await page.locator('[data-row]').first().click()
  await page.getByLabel('Note').fill('Looks right')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('approved and done').first().waitFor()
}

test('a release is requested in three clicks, and done by another', async () => {
  const { page, faults } = await opened('finance')
  await page.goto(at(''))
  await settled(page)
  let clicks = 0
  const press = async (what: ReturnType<Page['locator']>) => {
    clicks++
    await what.click()
  }
  await press(page.getByRole('navigation').getByRole('link', { name: 'Payouts' }).first())
  await press(page.getByRole('link', { name: 'Release' }).last())
  const panel = page.getByRole('region', { name: 'Release a payout' })
  const effects = panel.getByRole('table', { name: 'What changes' })
  await effects.getByText('paid', { exact: true }).waitFor()
  const lines = page.getByRole('region', { name: 'What it covers' })
  await lines.locator('tbody tr').first().waitFor()
  const { pathname } = new URL(page.url())
  const path = pathname.replace('/desk', '/lender')
  const { amount } = await ask(page, path)
  const shown = `€${(amount / 100).toFixed(2)}`
  assert.match(await effects.innerText(), new RegExp(`State\\s+proposed\\s+paid[^]*${shown}`))
  const send = panel.locator('button[type=submit]')
  assert.equal(await send.getAttribute('aria-disabled'), 'true', 'nobody said why')
  await panel.getByLabel('Note for the log').fill('The lines are right')
  await press(panel.getByRole('button', { name: `Request: Release a payout ${shown}` }))
  await panel.getByText('Nothing has changed yet').waitFor()
  assert.equal(clicks, 3)
  assert.equal((await ask(page, path)).status, 'proposed')
  // Opened again it says what waits, and asks for nothing.
  await page.reload()
  await page.getByRole('link', { name: 'Waits for a second person: Release a payout' }).click()
  await page.getByText('You made this request').waitFor()
  await approveAs(page, 'collections')
  assert.equal((await ask(page, path)).status, 'paid')
  await page.goto(at(pathname.replace('/desk', '')))
  const release = page.getByRole('button', { name: 'Release a payout' })
  await release.waitFor()
  await page.getByText('Its state does not allow it.').first().waitFor()
  assert.equal(await release.getAttribute('aria-disabled'), 'true')
  assert.deepEqual(faults, [])
})

test('risk holds a payout immediately, and sees who may release it', async () => {
  const { page, faults } = await opened('risk')
  await page.goto(at('/payouts'))
  await page.getByRole('link', { name: 'Proposed', exact: true }).click()
  await page.waitForURL(/status=proposed/)
  await page.getByText('1 result', { exact: true }).waitFor()
  await page.locator('[data-row]').first().click()
  await page.waitForURL(/payouts\/[0-9a-f]{32}/)
  await page.getByText('Roles that do: finance.').waitFor()
  await page.getByRole('button', { name: 'Hold a payout' }).click()
  const panel = page.getByRole('region', { name: 'Hold a payout' })
  await panel.getByText('Takes effect immediately').waitFor()
  await panelSound(page, 'desk-hold-en-light')
  await panel.getByLabel('Reason').selectOption('fraud')
  await panel.getByLabel('Note for the log').fill('Complaints of buyers')
  await panel.getByRole('button', { name: /^Hold a payout €/ }).click()
  await panel.getByText('Done.').waitFor()
  const { status } = await ask(page, new URL(page.url()).pathname.replace('/desk', '/lender'))
  assert.equal(status, 'held')
  await page.getByText('Its state does not allow it.').waitFor()
  await page.goto(at('/payouts'))
  await page.getByRole('link', { name: 'Held', exact: true }).click()
  await page.getByText('1 result', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Release' }).click()
  await page.waitForURL(/act=payout_release/)
  await page.getByText('Roles that do: finance.').waitFor()
  assert.equal(await page.locator('.panel').count(), 0, 'nobody asks for what they may not')
  assert.deepEqual(faults, [])
})

test('a store is paid to another account, and by hand, once both were seen', async () => {
  const { page, faults } = await opened('finance')
  const shop = at(`/stores/${server.demo.store_id}`)
  await page.goto(shop)
  const block = page.getByRole('region', { name: 'Bank account for payouts', exact: true })
  await block.getByText('There is no account yet').waitFor()
  await block.getByRole('button', { name: 'Change the account' }).click()
  const panel = page.getByRole('region', { name: 'Change the account', exact: true })
  await panel.getByText('Type the account and its holder').waitFor()
  await panel.getByLabel('Account (IBAN)').fill('ES91 2100 0418 4502 0005 1333')
  await panel.getByLabel('Holder').fill('Bicycles S.L.')
  await panel.getByLabel('Note for the log').fill('Called on their old number')
  await panel.getByRole('button', { name: 'Try again' }).waitFor()
  const send = panel.locator('button[type=submit]')
  assert.equal(await send.getAttribute('aria-disabled'), 'true', 'its check digits are wrong')
  await panel.getByLabel('Account (IBAN)').fill('ES91 2100 0418 4502 0005 1332')
  const effects = panel.getByRole('table', { name: 'What changes' })
  await effects.getByText('ES···1332', { exact: true }).waitFor()
  await panelSound(page, 'desk-bank-account-en-light')
  await panel.getByRole('button', { name: /^Request: Change the account: / }).click()
  await panel.getByText('Nothing has changed yet').waitFor()
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  assert.ok(!stored.includes('0418'), stored)
  assert.equal(await page.getByText('0418').count(), 0)
  await approveAs(page, 'collections')
  await page.goto(shop)
  await block.getByText('ES···1332', { exact: true }).waitFor()
  await block.getByText('in force', { exact: true }).waitFor()
  // In live mode two days pass first, in which the page says what holds.
  const accounts = '**/bank-accounts'
  await page.route(accounts, async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({ response, body: body.replace('"in_force"', '"coming"') })
  })
  await page.reload()
  await block.getByText('Until the new one takes effect').waitFor()
  await block.getByText('coming', { exact: true }).waitFor()
  await page.unroute(accounts)
  await lent(25_000)
  await block.getByRole('button', { name: 'Pay now' }).click()
  const paying = page.getByRole('region', { name: 'Pay now', exact: true })
  const seen = paying.getByRole('table', { name: 'What changes' })
  await seen.getByText('ES···1332', { exact: true }).waitFor()
  const [, amount = ''] = /Amount\s+–\s+€([\d.,]+)/.exec(await seen.innerText()) ?? []
  await panelSound(page, 'desk-pay-now-en-light')
  await paying.getByLabel('Note for the log').fill('They asked for it early')
  await paying.getByRole('button', { name: /^Request: Pay now: / }).click()
  await paying.getByText('Nothing has changed yet').waitFor()
  await approveAs(page, 'finance')
  const { results } = await ask(page, '/lender/payouts?ordering=-created&status=paid&page_size=1')
  const [{ amount: paid, bank_account: account }] = results
  assert.deepEqual([amount, account.iban.slice(-4)], [(paid / 100).toFixed(2), '1332'])
  // Who may neither change nor read it is told who may.
  await become(page, 'support')
  await page.goto(shop)
  await block.getByText('Roles that can do this: risk, finance, auditor.').waitFor()
  await block.getByText('Roles that do: finance.').first().waitFor()
  await sound(page, 'desk-store-paid-en-light')
  assert.deepEqual(faults, [])
})

test('a late charge is waived: no more than is open, and as it was shown', async () => {
  const { page, faults } = await opened('support')
  const [id = ''] = loans
  await page.goto(at(`/loans/${id}`))
  await page.getByRole('button', { name: 'Waive a charge' }).click()
  const panel = page.getByRole('region', { name: 'Waive a charge' })
  const amount = panel.getByLabel('Amount')
  assert.equal(await amount.inputValue(), '15.00')
  await panel.getByText('€15.00 at most.').waitFor()
  await panel.getByLabel('Note for the log').fill('Their first time')
  const send = panel.locator('button[type=submit]')
  await amount.fill('15.01')
  await panel.getByText('amount_exceeds_remaining').waitFor()
  assert.equal(await send.getAttribute('aria-disabled'), 'true')
  await amount.fill('15')
  const before = (await ask(page, `/lender/loans/${id}`)).loan
  const figures = panel.getByRole('table', { name: 'What changes' })
  const [old, next] = [before.owed_amount, before.owed_amount - 1_500]
  const text = (cents: number) => `€${(cents / 100).toFixed(2)}`
  await figures.getByText(text(next)).first().waitFor()
  assert.match(await figures.innerText(), new RegExp(`Owed\\s+${text(old)}\\s+${text(next)}`))
  await panel.getByRole('button', { name: 'Waive a charge €15.00' }).click()
  await panel.getByText('Done.').waitFor()
  const { loan, allowed_actions: allowed } = await ask(page, `/lender/loans/${id}`)
  assert.equal(loan.owed_amount, next)
  assert.equal(allowed.late_charge_waiver.reason, 'loan_nothing_owed')
  // What the object says against it, and who may what one may not.
  await page.getByText('Nothing of this kind is owed.').first().waitFor()
  const writeOff = page.getByRole('button', { name: 'Write off' })
  assert.equal(await writeOff.getAttribute('aria-disabled'), 'true')
  await page.getByText('Roles that do: collections, finance.').first().waitFor()
  assert.deepEqual(faults, [])
})

test('a debt is written off by two, and that is undone by two', async () => {
  const { page, faults } = await opened('finance')
  const [, id = ''] = loans
  const path = `/lender/loans/${id}`
  const owed = (await ask(page, path)).loan.owed_amount
  const shown = `€${(owed / 100).toFixed(2)}`
  for (const [act, note] of [
    ['Write off', 'Nobody will pay it'],
    ['Undo a write-off', 'They pay after all'],
  ] as const) {
    await become(page, 'finance')
    await page.goto(at(`/loans/${id}`))
    await page.getByRole('button', { name: act, exact: true }).click()
    const panel = page.getByRole('region', { name: act, exact: true })
    await panel.getByText('It needs a second person').waitFor()
    await panel.getByLabel('Note for the log').fill(note)
    await panel.getByRole('button', { name: `Request: ${act} ${shown}` }).click()
    await panel.getByText('Nothing has changed yet').waitFor()
    await approveAs(page, 'collections')
    const { loan } = await ask(page, path)
    const lost = act === 'Write off' ? owed : 0
    assert.deepEqual([loan.written_off_amount, loan.owed_amount], [lost, owed - lost])
  }
  assert.deepEqual(faults, [])
})

test('a merge is requested with its effects, and a retained person is not erased', async () => {
  const { page, faults } = await opened('risk')
  const [person, other] = (await ask(page, '/lender/people')).results
  await page.goto(at(`/people/${person.id}`))
  await page.getByRole('button', { name: 'Erase a person' }).click()
  const erasing = page.getByRole('region', { name: 'Erase a person' })
  await erasing.getByText('person_kept').waitFor()
  await erasing.getByText(/is open|are owed/).waitFor()
  assert.equal(await erasing.locator('button[type=submit]').getAttribute('aria-disabled'), 'true')
  await panelSound(page, 'desk-erase-en-light')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Merge people' }).click()
  const merging = page.getByRole('region', { name: 'Merge people' })
  await merging.getByLabel('Merge into').fill(person.id)
  await merging.getByText('body_invalid').waitFor()
  await merging.getByLabel('Merge into').fill(other.id)
  const effects = merging.getByRole('table', { name: 'What changes' })
  await effects.getByText(other.id).waitFor()
  await merging.getByLabel('Note for the log').fill('One of them was mistyped')
  await panelSound(page, 'desk-merge-en-light')
  await merging.getByRole('button', { name: 'Request: Merge people' }).click()
  await merging.getByText('Nothing has changed yet').waitFor()
  await page.getByRole('link', { name: 'Waits for a second person: Merge people' }).waitFor()
  assert.equal((await ask(page, `/lender/people/${person.id}`)).merged_into, null)
  await become(page, 'support')
  await page.reload()
  await page.getByText('Roles that do: risk.').first().waitFor()
  assert.deepEqual(faults, [])
})

test('a merge by two is split by two, with its effects seen before', async () => {
  const { page, faults } = await opened('risk')
  const { results } = await ask(page, '/lender/people')
  const [into, person] = results.filter(({ merged_into: other }: Json) => other === null)
  const path = `/lender/people/${person.id}`
  const reason = { code: 'correction', note: 'One of them was mistyped' }
  const { approval } = await ask(page, `${path}/merge`, { into: into.id, reason }, 'POST')
  const { id, effects_hash } = approval
  await become(page, 'collections')
  await ask(page, `/lender/approvals/${id}/approve`, { effects_hash }, 'POST')
  await become(page, 'risk')
  assert.equal((await ask(page, path)).merged_into, into.id)
  await page.goto(at(`/people/${person.id}`))
  await page
    .locator('.facts')
    .getByRole('link', { name: into.id.slice(0, 8) })
    .waitFor()
  await page.getByRole('button', { name: 'Split people' }).click()
  const panel = page.getByRole('region', { name: 'Split people' })
  await panel.getByText('The holder of the document is a separate person').waitFor()
  const effects = panel.getByRole('table', { name: 'What changes' })
  await effects.getByText(into.id).waitFor()
  await panelSound(page, 'desk-split-en-light')
  await panel.getByLabel('Note for the log').fill('They are two after all')
  await panel.getByRole('button', { name: 'Request: Split people' }).click()
  await panel.getByRole('link', { name: 'See the approval' }).click()
  await page.waitForURL(/inbox\/[0-9a-f]{32}/)
  const address = page.url()
  await become(page, 'collections')
  await page.goto(address)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('approved and done').first().waitFor()
  await become(page, 'risk')
  assert.equal((await ask(page, path)).merged_into, null)
  await page.goto(at(`/people/${person.id}`))
  await page.getByText('The person is not merged into another.').waitFor()
  assert.deepEqual(faults, [])
})

test('panels are sound on a phone and at a desk, and fit', async () => {
  for (const [language, colorScheme] of looks) {
    const locale = { es: 'es-ES', en: 'en-GB' }[language]
    const look = `${language}-${colorScheme}`
    const { page, faults } = await opened('finance', { locale, colorScheme })
    await page.goto(at('/payouts', 'status=held'))
    await settled(page)
    await sound(page, `desk-waiting-${look}`)
    await page.getByRole('link', { name: /^(Liberar|Release)$/ }).click()
    await page.locator('.panel table').waitFor()
    await panelSound(page, `desk-release-${look}`)
    await become(page, 'collections')
    for (const act of [/^(Perdonar un cargo|Waive a charge)$/, /^(Dar por fallido|Write off)$/]) {
      await page.goto(at(`/loans/${loans[1]}`))
      await page.getByRole('button', { name: act }).click()
      await page.locator('.panel .effects').waitFor()
      await panelSound(page, `desk-relief-${act.source.at(-3)}-${look}`)
    }
    assert.deepEqual(faults, [])
  }
})

async function panelSound(page: Page, name: string): Promise<void> {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    assert.deepEqual(await accessibilityFaults(page), [], `${name} at ${size.width}`)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wider <= 0, `${name} at ${size.width}: ${wider} px`)
    await picture(page, name, false)
  }
}
