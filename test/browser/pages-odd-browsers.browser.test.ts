// Buyers whose browser is not like others: a wrong clock, and storage that is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientOf, ownServer } from '../running-server.ts'
import { visitors } from './browser.ts'
import { openedCheckout, result, signAll, step } from './buyer.ts'

const { visit } = visitors()
const server = ownServer()
const client = clientOf(server)

const YEAR_MS = 365 * 86_400_000

for (const [name, shift] of [
  ['a year ahead', YEAR_MS],
  ['a year behind', -YEAR_MS],
] as const) {
  test(`a buyer with a clock ${name} and without storage buys as others do`, async () => {
    const { page, faults } = await visit()
    await page.addInitScript((by) => {
      const World = Date
      window.Date = new Proxy(World, {
        construct: (_, given) =>
          given.length === 0 ? new World(World.now() + by) : Reflect.construct(World, given),
        get: (_, member) =>
          member === 'now' ? () => World.now() + by : Reflect.get(World, member),
      })
      const get = () => {
        throw new DOMException('denied', 'SecurityError')
      }
      for (const storage of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, storage, { get })
    }, shift)
    await page.goto((await openedCheckout(client)).url)
    await step(page, 'offers').waitFor()
    // More than ten minutes are left by the service's clock, whatever this one says.
    assert.equal(await page.locator('.expiry').count(), 0)
    await signAll(page)
    await result(page, 'success').waitFor()
    assert.deepEqual(faults, [])
  })
}
