// What a store decides for itself at the desk: its campaigns, its settings, less than its terms.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { clientOf, ownServer } from '../running-server.ts'
import { looks } from './accessibility.ts'
import { desktop, visitors } from './browser.ts'
import { askStore, openedAs, settled, sound } from './desk-visit.ts'

const { visit } = visitors()
const server = ownServer()

const at = (path: string) => `${server.demo.base_url}/desk${path}`
const opened = (role: string, options = {}) => openedAs(server, visit, role, options)
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function campaignOf(page: Page, name: string) {
  const query = new URLSearchParams({ name })
  return (await askStore(page, server, `/me/campaigns?${query}`)).results[0]
}

test('campaigns and settings are sound for owners, and read by the others', async () => {
  for (const [index, [language, colorScheme]] of looks.entries()) {
    const locale = { es: 'es-ES', en: 'en-GB' }[language]
    const role = index % 2 === 0 ? 'store_owner' : 'store_operator'
    const { page, faults } = await opened(role, { locale, colorScheme })
    const { id } = await campaignOf(page, 'Cargo bicycles, interest free')
    for (const path of ['/campaigns', `/campaigns/${id}`, '/store']) {
      await page.goto(at(path))
      await settled(page)
      const name = path.replace(id, 'one').replaceAll('/', '-')
      await sound(page, `desk-trade${name}-${language}-${colorScheme}`)
      await page.setViewportSize(desktop)
    }
    assert.deepEqual(faults, [])
  }
})

test('a person who may not change them sees the button, and who may', async () => {
  const { page } = await opened('store_operator')
  await page.goto(at('/campaigns'))
  const make = region(page, 'Create a campaign')
  await make.getByText('Roles that can do this: store owner.').waitFor()
  assert.equal(await make.getByRole('button', { name: 'Create a campaign' }).isDisabled(), true)
  assert.equal(await make.locator('input').count(), 0)
  const { id } = await campaignOf(page, 'Cargo bicycles, interest free')
  await page.goto(at(`/campaigns/${id}`))
  await page.getByText('cargo-bicycle-long', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: /^Remove/ }).count(), 0)
  await page.goto(at('/store'))
  await region(page, 'Notifications').getByText('Roles that can do this: store owner.').waitFor()
})

test('a campaign is made, changed, given its articles and ended', async () => {
  const { page, faults } = await opened('store_owner')
  await page.goto(at('/campaigns'))
  const make = region(page, 'Create a campaign')
  await make.getByLabel('Name').fill('Ten percent in autumn')
  await make.getByLabel('Interest discount').fill('ten')
  await make.getByLabel('Starts').fill('2030-11-01')
  await make.getByLabel('Ends').fill('2030-10-01')
  const send = make.getByRole('button', { name: 'Create a campaign' })
  await send.click()
  // What cannot be read is said before it is sent, what is refused at its field.
  const wrong = make.locator('.field .fault')
  await wrong.getByText('Type an amount').waitFor()
  await make.getByLabel('Interest discount').fill('10,5')
  await send.click()
  await wrong.getByText('must not lie before start_date').waitFor()
  assert.equal(await make.getByLabel('Ends').getAttribute('aria-invalid'), 'true')
  await make.getByLabel('Ends').fill('2030-11-30')
  await make.getByLabel('Instalments').fill('3, 6')
  await make.getByLabel('For its articles only').check()
  await send.dblclick()
  await page.waitForURL(/campaigns\/[0-9a-f]{32}$/)
  await page.getByRole('heading', { level: 1, name: 'Campaign Ten percent in autumn' }).waitFor()
  const [, id = ''] = /campaigns\/(\w+)$/.exec(page.url()) ?? []
  const read = () => askStore(page, server, `/me/campaigns/${id}`)
  const { created: _, id: __, ...made } = await read()
  assert.deepEqual(made, {
    ...{ name: 'Ten percent in autumn', interest: 1_050, partial: true },
    ...{ start_date: '2030-11-01T00:00:00', end_date: '2030-11-30T23:59:59' },
    ...{ num_instalments: [3, 6], min_order_amount: null, max_order_amount: null },
  })
  const same = await askStore(page, server, '/me/campaigns?name=Ten+percent+in+autumn')
  assert.equal(same.paging.count, 1, 'pressed twice it is made once')

  const articles = region(page, 'Articles it applies to')
  await articles.getByRole('textbox', { name: 'Article' }).fill('tent-2')
  await articles.getByRole('textbox', { name: 'Name' }).fill('Tent for two')
  await articles.getByRole('textbox', { name: 'URL' }).fill('https://shop.example/tent-2')
  await articles.getByRole('button', { name: 'Add an article' }).click()
  await articles.getByRole('cell', { name: 'tent-2', exact: true }).waitFor()
  await articles.getByRole('button', { name: 'Remove: tent-2' }).click()
  await articles.getByRole('button', { name: 'Remove: sure?: tent-2' }).click()
  await articles.getByRole('cell', { name: 'tent-2', exact: true }).waitFor({ state: 'detached' })

  const change = region(page, 'Change the campaign')
  await change.getByLabel('Order total, from').fill('1.200,00')
  await change.getByLabel('Starts').fill('2020-11-01T00:00:00')
  await change.getByRole('button', { name: 'Save' }).click()
  await page.locator('.facts').getByText('1200.00').waitFor()
  const changed = await read()
  assert.deepEqual(
    [changed.min_order_amount, changed.start_date, changed.end_date, changed.num_instalments],
    [120_000, '2020-11-01T00:00:00', '2030-11-30T23:59:59', [3, 6]],
  )
  await change.getByRole('button', { name: /^End it now/ }).click()
  await change.getByRole('button', { name: /^End it now: sure/ }).click()
  await page.locator('.facts').getByText('30 Nov 2030').waitFor({ state: 'detached' })
  assert.ok((await read()).end_date < '2030-01-01')
  await change.getByRole('button', { name: /^Delete/ }).click()
  await change.getByRole('button', { name: /^Delete: sure/ }).click()
  await page.waitForURL(at('/campaigns'))
  await page.locator('[data-row]').first().waitFor()
  assert.equal(await page.getByText('Ten percent in autumn').count(), 0)
  assert.deepEqual(faults, [])
})

test('a campaign ends by the test clock of its store, and not by another time', async () => {
  const store = clientOf(server)
  const made = await store('POST', '/me/campaigns', {
    ...{ name: 'By the clock', interest: 500, partial: false, num_instalments: [] },
    ...{ start_date: '2020-01-01', end_date: '2040-12-31' },
  })
  assert.equal(made.status, 201, made.text)
  const path = `/me/campaigns/${made.body.id}`
  const moved = await store('POST', '/me/test-clock', { advance: 'P2Y' })
  assert.equal(moved.status, 200, moved.text)
  const { page, faults } = await opened('store_owner')
  await page.goto(at(`/campaigns/${made.body.id}?mode=sandbox`))
  await page.route('**/me/test-clock', (route) => route.abort(), { times: 1 })
  const change = region(page, 'Change the campaign')
  const end = async () => {
    await change.getByRole('button', { name: /^End it now/ }).click()
    await change.getByRole('button', { name: /^End it now: sure/ }).click()
  }
  await end()
  await change.getByText('No connection to the service').waitFor()
  assert.equal((await store('GET', path)).body.end_date, '2040-12-31T23:59:59')
  await end()
  await page.locator('.facts').getByText('31 Dec 2040').waitFor({ state: 'detached' })
  const { end_date: ended } = (await store('GET', path)).body
  assert.equal(ended.slice(0, 7), moved.body.now.slice(0, 7))
  assert.deepEqual(faults, [])
})

test('an owner narrows the offer within the terms, and changes its settings', async () => {
  const { page, faults } = await opened('store_owner')
  await page.goto(at('/store'))
  const offer = region(page, 'Limit what is offered')
  const before = await askStore(page, server, '/me')
  const [product] = before.products
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: product.currency })
  const most = offer.getByLabel('Up to', { exact: true }).first()
  await offer
    .getByText(`The terms allow: ${format.format(before.terms.products[0].max_amount / 100)}.`)
    .first()
    .waitFor()
  const save = offer.getByRole('button', { name: 'Save' })
  await most.fill('a lot')
  await save.click()
  await offer.locator('.field .fault').getByText('Type an amount').waitFor()
  await most.fill('0.50')
  await save.click()
  await offer.locator('.field .fault').first().waitFor()
  await offer.getByText('body_invalid').waitFor()
  assert.equal(await most.getAttribute('aria-invalid'), 'true')
  const [body] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PATCH'),
    most.fill('1500').then(() => save.click()),
  ])
  assert.deepEqual(Object.keys(body.postDataJSON()), ['products'])
  await offer.getByText('Saved.').waitFor()
  const narrowed = await askStore(page, server, '/me')
  assert.equal(narrowed.products[0].max_amount, 150_000)
  assert.deepEqual(narrowed.products.slice(1), before.products.slice(1))

  const pages = region(page, 'Pages')
  await pages.getByLabel('Pages allowed').fill('https://shop.example\nhttps://other.example')
  await pages.getByLabel('Languages').fill('es, klingon!')
  await pages.getByRole('button', { name: 'Save' }).click()
  await pages.locator('.field .fault').waitFor()
  await pages.getByLabel('Languages').fill('es, en-GB')
  await pages.getByRole('button', { name: 'Save' }).click()
  await pages.getByText('Saved.').waitFor()
  const notices = region(page, 'Notifications')
  await notices.getByLabel('Time to confirm').fill('45')
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PATCH'),
    notices.getByRole('button', { name: 'Save' }).click(),
  ])
  // Only what differs from what was shown is sent.
  assert.deepEqual(sent.postDataJSON(), { confirmation_timeout: 45 })
  await notices.getByText('Saved.').waitFor()
  const after = await askStore(page, server, '/me')
  assert.deepEqual(after.origins, ['https://shop.example', 'https://other.example'])
  assert.deepEqual([after.locales, after.confirmation_timeout], [['es', 'en-GB'], 45])
  assert.deepEqual(faults, [])
})
