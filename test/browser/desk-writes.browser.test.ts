// Money at the desk by chance: what a panel shows is what is booked, of random acts.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createRandom } from '../../tools/simulate/random.ts'
import { effort } from '../fixtures/effort.ts'
import { seedOf } from '../fixtures/seed.ts'
import { advance, did, lendingStore, signedOrder } from '../lending.ts'
import { auditOf, clientOf, ownServer } from '../running-server.ts'
import { visitors } from './browser.ts'
import {
  type Act,
  actsOfLender,
  actsOfStore,
  armed,
  type Books,
  bookedBetween,
  openPanel,
  type Standing,
  shownIn,
  standing,
} from './desk-acts.ts'
import { become, openedAs } from './desk-visit.ts'

const WRITES = effort({ short: 40, long: 500 })
const NO_FUNDS = '4000000000009995'
const INSTALMENTS = { product: 'instalments', num_instalments: 3 }
const chance = createRandom(seedOf('desk-writes'))

const { visit } = visitors()
const server = ownServer()
let books: Books
/** Of the orders that are drawn from. */
const orders: string[] = []
const late: string[] = []

before(async () => {
  const store = await lendingStore(server, server.demo, {
    instalments: { nominal_rate: 0, late_charge: 1_500 },
  })
  books = { store, lender: clientOf(server, { key: server.demo.lender_key }) }
  for (const amount of [60_000, 90_000]) {
    const { id } = await signedOrder(store, amount, { ...INSTALMENTS, card: NO_FUNDS })
    await did(store, `${id}/captures`, { amount })
    late.push(id)
  }
  await advance(store, 'P1M6D')
})

const at = (path: string) => `${server.demo.base_url}/desk${path}?mode=sandbox`

async function newOrder(): Promise<string> {
  const amount = chance.between(5_000, 90_000)
  const { id } = await signedOrder(books.store, amount, INSTALMENTS)
  orders.push(id)
  return id
}

type Drawn = { readonly id: string; readonly before: Standing; readonly act: Act }

/** An order that something can be done to, and what. */
async function drawn(isOfStore: boolean): Promise<Drawn> {
  for (;;) {
    const pool = isOfStore ? orders : late
    const isNew = isOfStore && (pool.length === 0 || chance.chance(0.25))
    const id = isNew ? await newOrder() : chance.pick(pool)
    const before = await standing(books, id)
    const acts = isOfStore ? actsOfStore(chance, before) : actsOfLender(chance, before)
    if (acts.length > 0) return { id, before, act: chance.pick(acts) }
    // What is over is not drawn again.
    pool.splice(pool.indexOf(id), 1)
  }
}

test('random writes are booked as the panel shows them', async () => {
  const owner = await openedAs(server, visit, 'store_owner')
  const collector = await openedAs(server, visit, 'collections')
  const done = new Map<string, number>()
  for (let write = 0; write < WRITES; write++) {
    const isOfStore = chance.chance(0.7)
    const { page } = isOfStore ? owner : collector
    // A factor that was shown five minutes ago counts no more.
    if (!isOfStore) await become(page, 'collections')
    const { id, before, act } = await drawn(isOfStore)
    const panel = await openPanel(page, at(isOfStore ? `/orders/${id}` : `/loans/${id}`), act)
    await act.fill(panel)
    const send = panel.locator(armed)
    await send.waitFor()
    const shown = await shownIn(panel)
    const sentence = await send.innerText()
    await send.click()
    await panel.getByText('Done.').waitFor()
    const booked = bookedBetween(before, await standing(books, id), isOfStore)
    assert.ok(booked.entries.length > 0, sentence)
    assert.deepEqual(shown, booked, `${id}: ${sentence}`)
    done.set(act.name, (done.get(act.name) ?? 0) + 1)
  }
  assert.ok(done.size >= 5, JSON.stringify([...done]))
  assert.deepEqual([...owner.faults, ...collector.faults], [])
  const { findings } = await auditOf(server)
  assert.deepEqual(findings, [])
})
