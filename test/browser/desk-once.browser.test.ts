// Whatever happens between the press of a button and the answer, there is one effect.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { enActs } from '../../packages/desk/src/texts/acts-en.ts'
import { enOwn } from '../../packages/desk/src/texts/own-en.ts'
import { createRandom } from '../../tools/simulate/random.ts'
import { effort } from '../fixtures/effort.ts'
import { seedOf } from '../fixtures/seed.ts'
import { did, signedOrder } from '../lending.ts'
import { auditOf, clientOf, type Json, ownServer } from '../running-server.ts'
import { visitors } from './browser.ts'
import {
  type Act,
  actsOfLender,
  amountIn,
  armed,
  type Books,
  nextReference,
  openPanel,
  read,
  standing,
} from './desk-acts.ts'
import { become, openedAs } from './desk-visit.ts'

const MISHAPS = effort({ short: 12, long: 100 })
const INSTALMENTS = { product: 'instalments', num_instalments: 3 }
const chance = createRandom(seedOf('desk-once'))

const { visit } = visitors()
const server = ownServer()
let books: Books
before(() => {
  const lender = clientOf(server, { key: server.demo.lender_key })
  books = { store: clientOf(server), lender }
})

const at = (path: string) => `${server.demo.base_url}/desk${path}?mode=sandbox`

/** How somebody presses who is not sure that they have. */
const presses: Readonly<Record<string, (send: Locator, page: Page) => Promise<unknown>>> = {
  once: (send) => send.click(),
  twice: (send) => send.dblclick(),
  // The key is held: it repeats.
  async held(send, page) {
    await send.focus()
    for (let turn = 0; turn < 5; turn++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
  },
}

type Mishap = {
  /** What becomes of a request. */
  readonly meet?: (route: Route) => Promise<void>
  /** Of every request until the page is loaded anew, else of the first one alone. */
  readonly untilReload?: true
  /** It is loaded anew while the first request is out. */
  readonly atOnce?: true
  /** The page says that it does not know, and somebody sends the same again. */
  readonly asks?: true
}

const busy = (retry: string) => ({
  ...{ status: 503, headers: { 'retry-after': retry } },
  json: { error: { type: 'x', code: 'service_busy', message: 'Busy', request_id: 'r' } },
})

const mishaps: Readonly<Record<string, Mishap>> = {
  'nothing happens': {},
  'the answer is lost': {
    async meet(route) {
      await route.fetch()
      await route.abort()
    },
  },
  'no answer comes until the page is loaded anew': {
    async meet(route) {
      await route.fetch()
      await route.abort()
    },
    ...{ untilReload: true, asks: true },
  },
  'no request arrives until the page is loaded anew': {
    meet: (route) => route.abort(),
    ...{ untilReload: true, asks: true },
  },
  'the page is loaded anew before the answer': {
    async meet(route) {
      await route.fetch()
    },
    ...{ untilReload: true, atOnce: true, asks: true },
  },
  'the page is loaded anew before the request arrives': {
    meet: async () => {},
    ...{ untilReload: true, atOnce: true, asks: true },
  },
  'a proxy is busy': { meet: (route) => route.fulfill(busy('1')) },
  'a proxy is busy after it was done': {
    async meet(route) {
      await route.fetch()
      await route.fulfill(busy('1'))
    },
  },
  'the answer is cut off': {
    async meet(route) {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).slice(0, 20) })
    },
    asks: true,
  },
}

type Effect = {
  readonly path: string
  readonly act: Act
  /** How often it has been done. */
  readonly times: () => Promise<number>
}

async function refundOf(id: string): Promise<Effect> {
  const { order } = await standing(books, id)
  const limit = order.allowed_actions.refund.limit ?? 0
  const amount = chance.between(1, Math.min(900, limit))
  return {
    path: `/orders/${id}`,
    act: {
      name: enOwn.acts.names.refund,
      fill: (panel) => panel.getByLabel('Amount').fill(amountIn(chance, amount)),
    },
    async times() {
      const { refunded_amount: now } = (await standing(books, id)).order
      const refunded = now - order.refunded_amount
      assert.equal(refunded % amount, 0, `${refunded} of ${amount}`)
      return refunded / amount
    },
  }
}

async function paymentOf(id: string): Promise<Effect> {
  const { path, act } = {
    path: `/loans/${id}`,
    act: actsOfLender(chance, await standing(books, id))[0],
  }
  assert.ok(act !== undefined)
  const reference = nextReference()
  return {
    ...{ path, act },
    async times() {
      const { manual_payments: all } = await read(books.lender, `/lender/loans/${id}`)
      return all.filter((each: Json) => each.reference === reference).length
    },
  }
}

/** A write of money, and no trial of it. */
const isWrite = (url: URL) => /\/(refund|payments)$/.test(url.pathname) && url.search === ''

async function lived(page: Page, { path, act }: Effect, name: string): Promise<void> {
  const { meet, untilReload, atOnce, asks } = mishaps[name] ?? {}
  const panel = await openPanel(page, at(path), act)
  await act.fill(panel)
  await panel.locator(armed).waitFor()
  const met = Promise.withResolvers<void>()
  if (meet !== undefined) {
    const handle = async (route: Route) => {
      // The page also reads what stands there.
      if (route.request().method() === 'GET') return route.fallback()
      await meet(route)
      met.resolve()
    }
    await page.route(isWrite, handle, untilReload ? {} : { times: 1 })
  }
  const picked = chance.pick(Object.keys(presses))
  // A key that is still held would press "Send again" as well.
  const press = asks && !untilReload && picked === 'held' ? 'twice' : picked
  await presses[press]?.(panel.locator('button[type=submit]'), page)
  const unknown = panel.getByText(enActs.acts.unanswered)
  if (meet !== undefined) await met.promise
  if (asks && !atOnce) await unknown.waitFor()
  if (untilReload) {
    await page.reload()
    await unknown.waitFor()
    // Not before: what is held back would go on its way.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  if (asks) await panel.getByRole('button', { name: enActs.acts.sendAgain }).click()
  await panel.getByText('Done.').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

test('whatever becomes of a request, there is one effect', async () => {
  const owner = await openedAs(server, visit, 'store_owner')
  const collector = await openedAs(server, visit, 'collections')
  const names = Object.keys(mishaps)
  const lent = async () => {
    const { id } = await signedOrder(books.store, 95_000, INSTALMENTS)
    await did(books.store, `${id}/captures`, { amount: 95_000 })
    return id
  }
  const [refunded, paid] = [await lent(), await lent()]
  const first = chance.between(0, names.length - 1)
  for (let turn = 0; turn < MISHAPS; turn++) {
    const name = names[(first + turn) % names.length] ?? ''
    const isOfStore = chance.chance(0.6)
    const effect = await (isOfStore ? refundOf(refunded) : paymentOf(paid))
    // A factor that was shown five minutes ago counts no more.
    if (!isOfStore) await become(collector.page, 'collections')
    await lived((isOfStore ? owner : collector).page, effect, name)
    assert.equal(await effect.times(), 1, `${effect.act.name}: ${name}`)
  }
  const { findings } = await auditOf(server)
  assert.deepEqual(findings, [])
})
