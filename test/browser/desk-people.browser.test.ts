// A day of support, collections and risk at the desk, on a sandbox store whose buyers are behind
// and were refused: with the clicks that each job takes, and without a trace of whom they looked
// for.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { buyerOf } from '../buyers.ts'
import { advance, did, lendingStore, signedOrder } from '../lending.ts'
import { type Client, checkoutBody, clientOf, newMid, ownServer } from '../running-server.ts'
import { accessibilityFaults, looks } from './accessibility.ts'
import { desktop, narrow, phone, picture, type Visit, visitors } from './browser.ts'

const { visit } = visitors()
const NO_FUNDS = '4000000000009995'
const NAME = 'Zenobia'
const server = ownServer()
let store: Client

before(async () => {
  store = await lendingStore(server, server.demo, {})
  for (const amount of [40_000, 90_000, 60_000]) {
    const wish = { product: 'instalments', num_instalments: 3, card: NO_FUNDS }
    const { id } = await signedOrder(store, amount, wish)
    await did(store, `${id}/captures`, { amount })
  }
  await advance(store, 'P1M6D')
  const decision = { sandbox: 'rules', open_amount_max: 20_000 }
  assert.equal((await store('PATCH', '/me', { decision })).status, 200)
  for (const document of ['40000001B', '40000002N', '40000003J']) await refused(document)
})

async function refused(document: string): Promise<void> {
  const created = await store('POST', '/checkout', checkoutBody(newMid(), 50_000))
  const { id } = created.body
  const buyer = buyerOf(server, store, id)
  const person = {
    ...{ first_name: NAME, last_name: 'Prueba', phone: '600999888' },
    ...{ birthday: '1990-01-01', document_id: document },
  }
  assert.equal((await buyer('PUT', `/checkout/${id}/buyer`, person)).status, 204)
  const reply = await buyer('POST', `/checkout/${id}/accept`, { product: 'instalments' })
  assert.equal(reply.body.status_reason, 'ko_generic', reply.text)
}

const at = (path: string, query = '') =>
  `${server.demo.base_url}/desk${path}?${query}${query === '' ? '' : '&'}mode=sandbox`

async function become(page: Page, role: string): Promise<void> {
  await page.evaluate(async (wanted) => {
    const headers = { 'x-desk': '1', 'content-type': 'application/json' }
    const body = JSON.stringify({ role: wanted })
    await fetch('/demo/desk/people', { method: 'POST', headers, body })
  }, role)
}

type Day = Visit & {
  /** Presses, and counts it. */
  press(what: ReturnType<Page['locator']>): Promise<void>
  clicks(): number
}

/** At home in the sandbox, as somebody of a role. */
async function dayOf(role: string, options = {}): Promise<Day> {
  const visited = await visit({ locale: 'en-GB', ...options })
  const { page } = visited
  await page.goto(server.demo.backoffice_url)
  await page.waitForURL(/\/desk$/)
  await become(page, role)
  await page.goto(at(''))
  await settled(page)
  let clicks = 0
  return {
    ...visited,
    clicks: () => clicks,
    async press(what) {
      clicks++
      await what.click()
    },
  }
}

async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor()
  await page.waitForFunction(() => document.querySelector('.skeleton, [aria-busy=true]') === null)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function seek(page: Page, text: string): Promise<void> {
  await page.locator('[data-search]').fill(text)
}

test('support finds a caller, their debt and its dates, in two clicks', async () => {
  const { page, press, clicks, faults } = await dayOf('support')
  await seek(page, '12345678Z')
  await press(page.getByRole('search').getByRole('button'))
  await press(page.locator('[data-row]').first())
  await page.waitForURL(/people\/[0-9a-f]{32}\?mode=sandbox$/)
  const loans = page.getByRole('region', { name: 'Loans' })
  await loans.locator('tbody tr').nth(2).waitFor()
  await page.getByRole('region', { name: 'Orders' }).locator('tbody tr').nth(3).waitFor()
  assert.equal(clicks(), 2)
  // One after the other, the ways in which they may be looked for.
  for (const [text, results] of [
    ['Zenobia', 3],
    ['600 999 888', 3],
    ['demo-14', 2],
  ] as const) {
    await page.keyboard.press('Escape')
    await page.locator('h1').focus()
    await page.keyboard.press('/')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await page.waitForFunction(
      (wanted) => document.querySelectorAll('[data-row]').length === wanted,
      results,
    )
    assert.equal(page.url(), at('/search'))
    assert.equal(await page.title(), 'Search')
  }
  assert.deepEqual(faults, [])
})

test('a searched name is in no address, history, title, storage or log', async () => {
  const { page, press } = await dayOf('support')
  const addresses: string[] = []
  const said: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  page.on('console', (message) => said.push(message.text()))
  for (const text of [NAME, '40000001B', '600999888', 'ada@example.com']) {
    await seek(page, text)
    await press(page.getByRole('search').getByRole('button'))
    await settled(page)
    await page.getByText(/Searched as:/).waitFor()
    addresses.push(page.url(), await page.title())
    said.push(
      await page.evaluate(() =>
        JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }]),
      ),
    )
  }
  // Gone with the screen: going back finds nothing.
  await page.goto(at('/orders'))
  await page.goBack()
  await page.getByText('It is not stored in URLs').waitFor()
  const trace = [...addresses, ...said, server.log()].join('\n')
  for (const text of [NAME, '40000001', '600999888', 'ada@', 'ada%40']) {
    assert.ok(!trace.includes(text), `${text} in ${trace.slice(0, 2_000)}`)
  }
})

test('masked data are revealed for a reason and a minute, and dropped on leaving', async () => {
  const { page, faults } = await dayOf('support')
  await page.clock.install()
  await page.goto(at('/people'))
  await page
    .getByRole('link', { name: new RegExp(NAME) })
    .first()
    .click()
  await settled(page)
  const region = page.getByRole('region', { name: 'Reveal' })
  const clear = region.getByText(/^4000000\d[BNJ]$/)
  const reveal = async () => {
    await region.locator('summary').click()
    await region.getByLabel('Document').check()
    await region.getByLabel('Explanation').fill('They ask which number we have')
    await button(page, 'Reveal').click()
    await clear.waitFor()
  }
  assert.equal(await page.getByText(/4000000\d[BNJ]/).count(), 0)
  await reveal()
  assert.deepEqual(await accessibilityFaults(page), [])
  await picture(page, 'desk-person-revealed')
  await page.clock.runFor(61_000)
  await clear.waitFor({ state: 'detached' })
  await reveal()
  await page.getByRole('link', { name: 'Home' }).click()
  await page.goBack()
  await settled(page)
  assert.equal(await clear.count(), 0)
  assert.ok(!(await page.content()).includes('40000003J'))
  // It stands in the log, with its reason, and so does who has read.
  await become(page, 'auditor')
  await page.goto(at('/log', 'action=person.reveal'))
  await page.getByText('They ask which number we have').first().waitFor()
  await page.goto(at('/log', 'action=person.read'))
  await page.getByText('Nothing').first().waitFor()
  await page.getByLabel('Also show reads').check()
  await page.waitForURL(/reads=true/)
  await page.locator('tbody tr').first().waitFor()
  assert.deepEqual(faults, [])
})

test('risk blocks a person with a reason; lifting it needs a second person', async () => {
  const { page, faults } = await dayOf('risk')
  await page.goto(at('/people'))
  await page
    .getByRole('link', { name: new RegExp(NAME) })
    .first()
    .click()
  const region = page.getByRole('region', { name: 'Block' })
  await region.getByText('Block: they cannot sign at any store').click()
  await region.getByLabel('Reason').selectOption('fraud')
  await region.getByLabel('Explanation').fill('Three documents from one device')
  await region.getByRole('button', { name: 'Block' }).click()
  await page.locator('.page-head .state.bad').waitFor()
  await page.goto(at('/people', 'blocked=true'))
  await page.getByText('1 result').waitFor()
  await page.locator('[data-row]').first().click()
  await region.locator('summary').click()
  await region.getByLabel('Explanation').fill('The store has cleared it up')
  await region.getByRole('button', { name: 'Lift the block' }).click()
  const approval = region.getByRole('link', { name: 'Open the approval' })
  await approval.waitFor()
  assert.match((await approval.getAttribute('href')) ?? '', /\/desk\/inbox\/[0-9a-f]{32}/)
  // A person without the right sees who has it.
  await become(page, 'support')
  await page.goto(page.url())
  await page.getByText('Roles that can do this: risk.').waitFor()
  assert.deepEqual(faults, [])
})

test('all data about somebody go into a file, and none on the page', async () => {
  const { page, faults } = await dayOf('auditor')
  await page.goto(at('/people'))
  await page
    .getByRole('link', { name: new RegExp(NAME) })
    .first()
    .click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download').click(),
  ])
  assert.match(download.suggestedFilename(), /^person-[0-9a-f]{8}\.json$/)
  const held = JSON.parse(readFileSync(await download.path(), 'utf8'))
  assert.ok(held.tables.length > 3)
  assert.deepEqual(faults, [])
})

test('a case whose buyer could not be read says so', async () => {
  const { page, faults } = await dayOf('collections')
  const people = ({ pathname }: URL) => pathname === '/lender/people'
  await page.route(people, (route) => route.abort(), { times: 1 })
  await page.goto(at('/collections'))
  const facts = page.locator('.facts').first()
  await facts.getByRole('heading', { name: 'No connection to the service' }).waitFor()
  await facts.getByRole('button', { name: 'Try again' }).click()
  await facts.locator('a[href*="/people/"]').waitFor()
  assert.deepEqual(faults, [])
})

test('collections promise and note, three clicks a case; the next opens itself', async () => {
  const { page, press, clicks, faults } = await dayOf('collections')
  await press(page.getByRole('link', { name: 'Collections', exact: true }))
  const title = page.getByRole('heading', { name: /^Loan / })
  await page.getByText('3 cases').waitFor()
  const first = await title.innerText()
  const amount = page.getByLabel('Amount promised')
  assert.match(await amount.inputValue(), /^3\d\d\.\d\d$/, 'all that is overdue, the most first')
  const opened = clicks()
  await amount.fill('150,50')
  await page.getByLabel('Day').fill('2027-02-15')
  await press(button(page, 'Save promise'))
  await page.waitForFunction(
    (before) => document.querySelector('.block h2')?.textContent !== before,
    first,
  )
  assert.ok(clicks() - opened <= 3)
  // A wrong amount stays, and nothing is sent.
  await amount.fill('1.234')
  await page.getByLabel('Day').fill('2027-02-15')
  await button(page, 'Save promise').click()
  await page.getByText('Type an amount').waitFor()
  const second = await title.innerText()
  await page.getByRole('region', { name: 'Note' }).getByLabel('What was said').fill('No answer')
  await button(page, 'Save note').click()
  await page.waitForFunction(
    (before) => document.querySelector('.block h2')?.textContent !== before,
    second,
  )
  // Back to the first by the keyboard: what was promised stands there.
  await page.locator('h1').focus()
  await page.keyboard.press('[')
  await page.getByRole('heading', { name: second }).waitFor()
  await page.getByText('No answer').waitFor()
  await page.keyboard.press('[')
  await page.getByRole('heading', { name: first }).waitFor()
  await page.getByText('€150.50').waitFor()
  assert.deepEqual(await accessibilityFaults(page), [])
  // What has been dealt with is passed; what is left as it is says why.
  await page.keyboard.press(']')
  await page.getByRole('heading', { name: second }).waitFor()
  await page.keyboard.press(']')
  await page.waitForFunction(
    (before) => document.querySelector('.block h2')?.textContent !== before,
    second,
  )
  await page.getByText('2 notes and promises by you today').waitFor()
  const third = (await title.innerText()).replace('Loan ', '')
  await page.keyboard.press(']')
  const skipping = page.getByRole('region', { name: 'Why it is skipped' })
  await skipping.locator('select:focus').waitFor()
  await skipping.getByLabel('Reason').selectOption('another reason, in words')
  await skipping.getByRole('button', { name: 'Skip' }).click()
  await skipping.getByText('Say why in words.').waitFor()
  await skipping.getByLabel('Reason').selectOption('wrong number')
  await skipping.getByLabel('What was said').fill('It is a bakery')
  await picture(page, 'desk-skip-en')
  await skipping.getByRole('button', { name: 'Skip' }).click()
  await page.getByRole('heading', { name: 'No cases left' }).waitFor()
  await page.getByText('3 notes and promises by you today').waitFor()
  // What was looked at stays so while one is elsewhere.
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('link', { name: 'Collections', exact: true }).click()
  await button(page, 'Start again').click()
  await page.getByRole('heading', { name: first }).waitFor()
  await page.goto(at('/loans', `mid=${third}`))
  await page.locator('[data-row]').click()
  const said = ['Skipped · wrong number', 'Saltado · número equivocado']
  await page.getByText(`${said[0]} · It is a bakery`, { exact: true }).waitFor()
  // Why is a code: everybody reads it in their own language, programs read it as it is.
  const spanish = await dayOf('collections', { locale: 'es-ES' })
  await spanish.page.goto(page.url())
  await spanish.page.getByText(`${said[1]} · It is a bakery`, { exact: true }).waitFor()
  const id = /loans\/(\w+)/.exec(page.url())?.[1]
  const lender = clientOf(server, { key: server.demo.lender_key })
  const { notes } = (await lender('GET', `/lender/loans/${id}`)).body
  assert.equal(notes.at(-1).note, '[skipped: wrong_number] It is a bakery')
  assert.deepEqual(faults, [])
})

test('risk reviews the oldest refusal in two clicks, and the next one appears', async () => {
  const { page, press, clicks, faults } = await dayOf('risk')
  await press(page.getByRole('link', { name: /Declined decisions to review/ }))
  await page.getByText('3 declined decisions to review').waitFor()
  // What was found beside what is put up with.
  const judged = page.locator('.judged').first()
  await judged.getByText('€200.00', { exact: true }).waitFor()
  await judged.getByText('€500.00', { exact: true }).waitFor()
  // In the buyer's language.
  const explanation = page.getByRole('region', { name: 'Explanation to the buyer' })
  await explanation.locator('[lang=es]', { hasText: 'una persona revisará' }).waitFor()
  assert.deepEqual(await accessibilityFaults(page), [])
  const note = page.getByLabel('Why')
  await note.fill('One, two, three, four')
  const objection = () => note.evaluate((area: HTMLTextAreaElement) => area.validationMessage)
  assert.match(await objection(), /^Five words or more/)
  await note.fill('The limit is right for them')
  assert.equal(await objection(), '')
  await press(button(page, 'Confirm the decline'))
  await page.getByText('2 declined decisions to review').waitFor()
  assert.equal(clicks(), 2)
  await page.getByLabel('Why').fill('They showed their income today')
  await button(page, 'Overturn it').click()
  await page.getByText('1 declined decision to review').waitFor()
  await page.locator('[data-next]').click()
  await page.getByRole('heading', { name: 'No declined decision is left to review' }).waitFor()
  await page.goto(at('/decisions', 'review-outcome=overturned'))
  await page.locator('[data-row]').first().click()
  await page.getByText('They showed their income today').waitFor()
  assert.deepEqual(faults, [])
})

test('each of these screens is sound in both languages and themes, at every width', async () => {
  for (const [language, colorScheme] of looks) {
    const locale = { es: 'es-ES', en: 'en-GB' }[language]
    const { page, press, faults } = await dayOf('risk', { locale, colorScheme })
    await page.goto(at('/people'))
    const ada = page.locator('[data-row]').filter({ hasText: 'Ada' })
    const person = await ada.getAttribute('href')
    await page.goto(at('/decisions', 'outcome=refused'))
    const decision = await page.locator('[data-row]').first().getAttribute('href')
    const paths = { people: '/people', person, collections: '/collections', search: '/search' }
    for (const [name, path] of Object.entries({ ...paths, decision, next: '/decisions/next' })) {
      await page.goto(path?.startsWith('/desk') ? server.demo.base_url + path : at(path ?? ''))
      await settled(page)
      if (name === 'person') {
        await page.locator('main .block summary').nth(1).waitFor()
        for (const each of await page.locator('main .block summary').all()) await each.click()
      }
      if (name === 'search') {
        await seek(page, NAME)
        await press(page.getByRole('search').getByRole('button'))
        await page.locator('[data-row]').first().waitFor()
      }
      assert.deepEqual(await accessibilityFaults(page), [], name)
      for (const size of [narrow, phone, desktop]) {
        await page.setViewportSize(size)
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert.ok(wider <= 0, `${name} at ${size.width}: ${wider} px`)
        await picture(page, `desk-${name}-${language}-${colorScheme}`)
      }
    }
    assert.deepEqual(faults, [])
  }
})
