// The timeline of an order at the desk: everything that happened to orders of random lives,
// each once and in its order, however many parts it is loaded in.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { en } from '../../packages/desk/src/texts/en.ts'
import { enWords } from '../../packages/desk/src/texts/en-words.ts'
import { createRandom, type Random } from '../../tools/simulate/random.ts'
import { effort } from '../fixtures/effort.ts'
import { seedOf } from '../fixtures/seed.ts'
import { clientOf, confirmedOrder, type Json, ownServer } from '../running-server.ts'
import { visitors } from './browser.ts'
import { openedAs, settled } from './desk-visit.ts'

const { visit } = visitors()
const SEED = seedOf('desk-timeline')
const TOTAL = 50_000
/** Looking adds to the log that is looked at. */
const READ = 'order.read'
/** Acts of each; the first of them is drawn in more than one part. */
const LIVES = [30, 8, 3, ...Array.from({ length: effort({ short: 0, long: 197 }) }, () => 3)]
const server = ownServer()
const store = clientOf(server)
const orders: string[] = []

before(async () => {
  const chance = createRandom(SEED)
  for (const acts of LIVES) orders.push(await lived(chance, acts))
})

/** So many acts, each of which the order allows. */
async function lived(chance: Random, acts: number): Promise<string> {
  const { id } = await confirmedOrder(store, TOTAL)
  for (let count = 0; count < acts; count++) {
    const { allowed_actions: allowed } = (await store('GET', `/orders/${id}`)).body
    const possible = (['capture', 'refund', 'void'] as const).filter(
      (name) => allowed[name].allowed && allowed[name].limit > 0,
    )
    const name = chance.pick(possible)
    const path = name === 'capture' ? 'captures' : name
    // Never the last of it: the next one needs some, too.
    const amount = chance.between(1, Math.ceil(allowed[name].limit / 10))
    const { status, text } = await store('POST', `/orders/${id}/${path}`, { amount })
    assert.ok(status < 300, `seed ${SEED}: ${name} ${amount}: ${text}`)
  }
  return id
}

const words: Readonly<Record<string, string>> = { ...enWords, ...en.words }
/** With a capital, as a kind is shown. */
function heading(name: string): string {
  const text = words[name] ?? name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

async function happenedTo(id: string): Promise<Json[]> {
  const lender = clientOf(server, { key: server.demo.lender_key })
  const { status, body, text } = await lender('GET', `/lender/orders/${id}/timeline?limit=1000`)
  assert.equal(status, 200, text)
  assert.equal(body.cursor.after, null)
  return body.results.filter(({ type }: Json) => type !== READ)
}

/** Of each row: of which kind, what, and when. */
async function rowsOf(page: Page): Promise<string[]> {
  const rows = await page.locator('.timeline > li:not(.gap)').evaluateAll((all) =>
    all.map((row) => {
      const textIn = (selector: string) => row.querySelector(selector)?.textContent ?? ''
      const at = row.querySelector(':scope > time')?.getAttribute('datetime') ?? ''
      return `${at} ${textIn('.kind')} ${textIn('.what > code')}`
    }),
  )
  return rows.filter((row) => !row.endsWith(` ${READ}`))
}

test('each event, action, entry and message is drawn once and in order', async () => {
  const { page, faults } = await openedAs(server, visit, 'auditor')
  for (const [index, id] of orders.entries()) {
    const happened = await happenedTo(id)
    assert.ok(happened.length > (LIVES[index] ?? 0) * 2, `seed ${SEED}: ${happened.length}`)
    assert.equal(new Set(happened.map(({ kind, id: of }) => `${kind} ${of}`)).size, happened.length)
    await page.goto(`${server.demo.base_url}/desk/orders/${id}?mode=sandbox`)
    await settled(page)
    const more = page.getByRole('button', { name: 'Load more' })
    while ((await rowsOf(page)).length < happened.length) {
      await more.click()
      await settled(page)
    }
    assert.equal(await more.count(), 0)
    const wanted = happened.map(
      ({ at, kind, type }) => `${at} ${heading(kind === 'action' ? 'action_kind' : kind)} ${type}`,
    )
    assert.deepEqual(await rowsOf(page), wanted, `seed ${SEED}`)
  }
  assert.deepEqual(faults, [])
})

test('a store sees its own part of it, each once and by time', async () => {
  const { page, faults } = await openedAs(server, visit, 'store_operator')
  for (const id of orders) {
    await page.goto(`${server.demo.base_url}/desk/orders/${id}?mode=sandbox`)
    await settled(page)
    const wanted = new Map<string, number>()
    for (const [kind, path] of [
      ['capture', 'captures'],
      ['refund', 'refund'],
      ['void', 'void'],
      ['notification', 'notifications?page_size=100'],
    ] as const) {
      const { status, body } = await store('GET', `/orders/${id}/${path}`)
      assert.equal(status, 200, path)
      wanted.set(heading(kind), body.results.length)
    }
    const drawn = await page.locator('.timeline > li:not(.gap)').evaluateAll((rows) =>
      rows.map((row) => ({
        kind: row.querySelector('.kind')?.textContent ?? '',
        at: row.querySelector(':scope > time')?.getAttribute('datetime') ?? '',
      })),
    )
    for (const [kind, count] of wanted) {
      const own = drawn.filter((each) => each.kind === kind)
      assert.equal(own.length, count, `seed ${SEED}: ${kind}`)
    }
    const times = drawn.map(({ at }) => Date.parse(at))
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    )
  }
  assert.deepEqual(faults, [])
})
