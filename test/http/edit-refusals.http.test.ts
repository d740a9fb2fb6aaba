// What an edit may not change, whether it replaces the order or changes a part of it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkoutBody, clientOf, confirmedOrder, newMid, ownServer } from '../running-server.ts'

const server = ownServer()
const client = clientOf(server)

const TOTAL = 40_000
const whole = { articles: [], currency: 'EUR', total_amount: TOTAL }
const pending = async () => {
  const { body } = await client('POST', '/checkout', checkoutBody(newMid(), TOTAL))
  return body as { id: string }
}
const confirmed = () => confirmedOrder(client, TOTAL)

const refusals: readonly (readonly [string, () => Promise<{ id: string }>, object, string])[] = [
  ['the total of a pending order', pending, { total_amount: TOTAL - 1 }, 'total_locked'],
  ['the currency of a pending order', pending, { currency: 'GBP' }, 'total_locked'],
  ['the currency of a confirmed order', confirmed, { currency: 'GBP' }, 'currency_locked'],
  ['a higher total', confirmed, { total_amount: TOTAL + 1 }, 'amount_exceeds_approval'],
]
for (const [what, make, change, code] of refusals) {
  test(`${what} is 409 for PUT and for PATCH, and nothing changes`, async () => {
    const { id } = await make()
    const before = await client('GET', `/orders/${id}`)
    const replaced = await client('PUT', `/orders/${id}`, { order: { ...whole, ...change } })
    const edited = await client('PATCH', `/orders/${id}`, { order: change })
    for (const { status, body } of [replaced, edited]) {
      assert.equal(status, 409)
      assert.equal(body.error.code, code)
    }
    assert.deepEqual((await client('GET', `/orders/${id}`)).body, before.body)
  })
}
