// What a screen says where something is missing: a permission, an answer, a translation, room.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type RunningServer, startServer } from '../running-server.ts'
import { desktop, phone, tablet, visitors } from './browser.ts'
import { openedAs, settled, sound } from './desk-visit.ts'

const { visit } = visitors()
let server: RunningServer
before(async () => {
  server = await startServer()
})
after(() => server.remove())

const at = (path: string) => `${server.demo.base_url}/desk${path}`
const LONG_ROUTE = '/lender/webhooks/:webhookId/deliveries/:deliveryId'
const spanish = { locale: 'es-ES' }
const problem = {
  ...{ type: 'about:blank', title: 'Internal error', status: 500 },
  ...{ code: 'internal_error', detail: 'Something failed.' },
}

/** The service fails for paths that match. */
const failing = (page: Page, path: string) =>
  page.route(path, (route) => route.fulfill({ status: 500, json: problem }))

test('saved filters that cannot be read are named, and the list is there', async () => {
  const { page } = await openedAs(server, visit, 'risk', spanish)
  await failing(page, '**/lender/me/views?*')
  await page.goto(at('/loans'))
  const heading = 'No se han podido leer los filtros guardados'
  await page.getByRole('alert').getByRole('heading', { name: heading }).waitFor()
  await page.locator('.list-head strong').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.getByRole('heading', { name: heading }).waitFor({ state: 'detached' })
})

test('home shows the figures of one’s roles, a dash, and why there is none', async () => {
  const { page } = await openedAs(server, visit, 'admin', spanish)
  const orders = page.getByRole('link', { name: /^Pedidos aceptados/ })
  const book = page.getByRole('link', { name: /^El libro cuadra/ })
  await orders.waitFor()
  assert.equal(await book.count(), 0)
  const auditor = await openedAs(server, visit, 'auditor', spanish)
  await auditor.page.getByRole('link', { name: 'El libro cuadra ✓' }).waitFor()
  // Until it is known its place has a dash.
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await auditor.page.route('**/lender/trial-balance', async (route) => {
    await held
    await route.fulfill({ status: 500, json: problem })
  })
  await auditor.page.goto(at(''))
  await auditor.page.getByRole('link', { name: 'El libro cuadra –' }).waitFor()
  await auditor.page.getByRole('region', { name: 'Cartera' }).locator('.figures').waitFor()
  assert.equal(await auditor.page.getByRole('alert').count(), 0)
  release()
  await auditor.page.getByRole('alert').getByRole('button', { name: 'Reintentar' }).waitFor()
  await sound(auditor.page, 'desk-home-failed-es')
})

test('people who change no roles have no column for it', async () => {
  const { page } = await openedAs(server, visit, 'auditor', spanish)
  const column = page.getByRole('columnheader', { name: 'Funciones', exact: true })
  await page.goto(at('/staff'))
  await page.getByRole('columnheader', { name: 'auditoría' }).waitFor()
  assert.equal(await column.count(), 0)
  const { page: other } = await openedAs(server, visit, 'admin', spanish)
  await other.goto(at('/staff'))
  await other.getByRole('columnheader', { name: 'Funciones', exact: true }).waitFor()
})

test('a tablet has two columns of a row, a phone one', async () => {
  const { page } = await openedAs(server, visit, 'auditor', spanish)
  await page.goto(at('/staff'))
  const row = page.getByRole('row', { name: /Ada Admin/ })
  await row.waitFor()
  const columns = () =>
    row.evaluate((each) => {
      const lefts = [...each.querySelectorAll('td')].map(
        (cell) => cell.getBoundingClientRect().left,
      )
      return new Set(lefts).size
    })
  await page.setViewportSize(tablet)
  assert.equal(await columns(), 2)
  await page.setViewportSize(phone)
  assert.equal(await columns(), 1)
  await sound(page, 'desk-cards-es')
})

test('names of events and routes are broken between their parts only', async () => {
  const { page } = await openedAs(server, visit, 'auditor', spanish)
  await page.route(
    ({ pathname }) => pathname === '/lender/requests',
    async (route) => {
      const answer = await route.fetch()
      const { results, ...others } = await answer.json()
      const rows = results.map((row: object) => ({ ...row, route: LONG_ROUTE }))
      await route.fulfill({ response: answer, json: { ...others, results: rows } })
    },
  )
  for (const [path, part] of [
    ['/log', 'session.'],
    ['/dev/requests', LONG_ROUTE],
  ] as const) {
    await page.goto(at(path))
    await page.locator('td code:has(wbr)', { hasText: part }).first().waitFor()
    for (const size of [desktop, tablet, phone]) {
      await page.setViewportSize(size)
      const broken = await page.evaluate(() =>
        [...document.querySelectorAll('td code:has(wbr)')].flatMap((code) =>
          [...code.childNodes]
            .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
            .filter((part) => {
              const range = document.createRange()
              range.selectNodeContents(part)
              return range.getClientRects().length > 1
            })
            .map(({ textContent }) => textContent),
        ),
      )
      assert.deepEqual(broken, [], `${path} at ${size.width}`)
    }
  }
})

test('on a tablet that is turned the menu still shows where one is', async () => {
  const { page } = await openedAs(server, visit, 'auditor', spanish)
  await page.setViewportSize(desktop)
  await page.goto(at('/log'))
  await settled(page)
  await page.setViewportSize(tablet)
  await page.waitForFunction(() => {
    const here = document.querySelector('.menu [aria-current]')?.getBoundingClientRect()
    return here !== undefined && here.left >= 0 && here.right <= innerWidth
  })
})

test('a state agrees with what it is of, and no name of the API is in a sentence', async () => {
  const { page } = await openedAs(server, visit, 'auditor', spanish)
  await page.goto(at('/payouts'))
  await page.getByRole('link', { name: 'Retenida', exact: true }).waitFor()
  await page.goto(at('/orders'))
  await page.getByRole('link', { name: 'Completo', exact: true }).waitFor()
  await page.goto(at('/closings/2026-01-01'))
  await page.getByRole('alert').getByText('Id: 2026-01-01', { exact: true }).waitFor()
})

test('causes of failures are in the reader’s language, codes of others are not', async () => {
  const { page } = await openedAs(server, visit, 'admin', spanish)
  const causes = ['status_503', 'no_answer', 'person_kept', '53100'].map((cause) => ({
    ...{ kind: 'job', cause, count: 1, stores: 0, orders: 0 },
    ...{ oldest: '2026-11-26T10:00:00.000000Z', newest: '2026-11-26T10:00:00.000000Z' },
  }))
  await page.route('**/lender/failures?page_size=1', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), groups: causes } })
  })
  await page.goto(at('/jobs'))
  const table = page.getByRole('table', { name: 'Fallos por causa' })
  for (const cause of ['respuesta 503', 'sin respuesta', 'Hay que conservar sus datos']) {
    await table.getByText(cause, { exact: true }).waitFor()
  }
  const english = await table.locator('[lang=en]').allInnerTexts()
  assert.deepEqual(english, ['53100'])
  await settled(page)
})

test('the scale of a chart stands beside its bars', async () => {
  const { page } = await openedAs(server, visit, 'auditor', spanish)
  await page.goto(`${at('/figures/volume')}?mode=sandbox`)
  await page.locator('.chart svg:has(.tick) text').first().waitFor()
  for (const size of [desktop, tablet, phone]) {
    await page.setViewportSize(size)
    const lie = await page.evaluate(() => {
      const rightOf = (element: Element) => element.getBoundingClientRect().right
      return [...document.querySelectorAll('.chart svg:has(.tick)')].flatMap((svg) => {
        const labels = [...svg.querySelectorAll('text[text-anchor=end][x^="-"]')]
        const { left } = svg.getBoundingClientRect()
        const box = svg.parentElement?.getBoundingClientRect().left ?? 0
        return labels.map(
          (label) => rightOf(label) <= left && label.getBoundingClientRect().left >= box,
        )
      })
    })
    assert.ok(lie.length > 1 && lie.every(Boolean), `${size.width}: ${lie.join()}`)
  }
})
